"""The production server of one machine: `python -m scorekeeper.server 0.0.0.0 8000`.

Granian with one worker process, told how to end. `manage.py serve` makes all ready and then becomes it.
"""

import signal
import sys
from typing import Any
from wsgiref.types import WSGIApplication

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.mp import MPServer


class Server(MPServer):
    """Ends when its terminal is closed, where granian alone would start its workers anew."""

    signal_handler_reload = MPServer.signal_handler_interrupt

    def serve(self, *what: Any, **how: Any) -> None:
        """Without granian's word on the number of threads, which is meant to be larger than that of processors."""
        super(MPServer, self).serve(*what, **how)


def worker_application(target: str) -> WSGIApplication:
    """The application, in a worker that is deaf to its terminal: the main process alone ends it.

    Ctrl+C and a closed terminal signal every process. The main one then signals the worker once more, and a
    worker that gets a second signal while it answers the first can stop answering any.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    from scorekeeper.wsgi import application  # noqa: PLC0415 - the main process needs no application

    return application


def serve(host: str, port: int) -> None:
    """Serve until told to end, which takes three seconds at the most."""
    Server(
        "scorekeeper.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        # Pages take milliseconds. Most threads are for who waits: a writer for his turn, a form for its end.
        blocking_threads=32,
        websockets=False,
        respawn_failed_workers=True,
        workers_kill_timeout=3,
        log_level=LogLevels.warning,
    ).serve(target_loader=worker_application)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
