"""Measure everything and print it; ends with 1 if a bar is not held."""

import os
import sys
import tempfile


def measure() -> int:
    import django  # noqa: PLC0415 - it reads the environment that has just been made
    from django.core.management import call_command  # noqa: PLC0415

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)

    from bench.browser import chromium, painted_bars  # noqa: PLC0415 - models are there only now
    from bench.club import open_club  # noqa: PLC0415
    from bench.figures import bars  # noqa: PLC0415
    from bench.server import serving  # noqa: PLC0415

    club, missed = open_club(), 0
    with serving() as port:
        measured = list(bars(club, port))
        if executable := chromium():
            measured += painted_bars(club, port, executable)
        else:
            print("No Chromium: what is painted was not measured.")
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
        sys.exit(measure())
