"""What is not for the log."""

import logging
import re

from django.core.exceptions import PermissionDenied

CODE_IN_AN_ADDRESS = re.compile(r"(/join/)[^\s/?\"']+")


class WithoutCodes(logging.Filter):
    """Takes the codes out of the addresses in a line: whoever reads a log is to come into no club by it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = CODE_IN_AN_ADDRESS.sub(r"\1…", record.getMessage())
        record.args = None
        return True


class RefusalsInALine(logging.Filter):
    """Leaves the traceback out where somebody was refused what is not his to do: that is no fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and isinstance(record.exc_info[1], PermissionDenied):
            record.exc_info = None
        return True
