"""What is not for the log."""

import logging
import re

CODE_IN_AN_ADDRESS = re.compile(r"(/join/)[^\s/?\"']+")


class WithoutCodes(logging.Filter):
    """Takes the codes out of the addresses in a line: whoever reads a log is to come into no club by it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = CODE_IN_AN_ADDRESS.sub(r"\1…", record.getMessage())
        record.args = None
        return True
