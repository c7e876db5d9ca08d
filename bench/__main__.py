"""Measure everything, or only what is named ("table", "taps", "history"), and print it; ends with 1 if a bar is not held."""

import os
import sys
import tempfile
from collections.abc import Collection


def measure(asked: Collection[str]) -> int:
    import django  # noqa: PLC0415 - it reads the environment that has just been made
    from django.core.management import call_command  # noqa: PLC0415

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)

    from bench.browser import chromium, painted_bars, seen_bars  # noqa: PLC0415 - models are there only now
    from bench.club import open_club  # noqa: PLC0415
    from bench.figures import Bar, bars  # noqa: PLC0415
    from bench.history import bars as history_bars  # noqa: PLC0415
    from bench.interaction import interaction_bars  # noqa: PLC0415
    from bench.server import serving  # noqa: PLC0415

    measured: list[Bar] = []
    missed = 0
    executable = chromium()
    if not executable:
        print("No Chromium: what is painted was not measured.")
    with serving() as port:
        club = open_club()
        if "table" in asked:
            measured += bars(club, port)
        if "table" in asked and executable:
            measured += painted_bars(club, port, executable)
            measured += seen_bars(club, port, executable)
        if "taps" in asked and executable:
            measured += interaction_bars(club, port, executable)
        if "history" in asked:
            measured += history_bars(port)
    for bar in measured:
        missed += not bar.held
        print(f"{'' if bar.held else '!':1} {bar.what:42} {bar.measured:8.2f}  of {bar.limit:6g} {bar.unit}")
    return 1 if missed else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        os.environ |= {
            "SCOREKEEPER_DATA": folder,
            "DJANGO_SETTINGS_MODULE": "bench.settings",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",  # Playwright's loop runs in this thread
        }
        sys.exit(measure(sys.argv[1:] or ["table", "taps", "history"]))
