"""Measure everything, or only what is named, and print it; ends with 1 if a bar is not held."""

import os
import sys
import tempfile
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.figures import Bar
    from bench.server import Served
    from games.models import Club

PARTS = ("table", "taps", "history", "capacity")


def measure(asked: Collection[str]) -> int:
    import django  # noqa: PLC0415 - it reads the environment that has just been made
    from django.core.management import call_command  # noqa: PLC0415

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)

    from bench.club import open_club  # noqa: PLC0415 - models are there only now
    from bench.server import serving  # noqa: PLC0415

    with serving() as served:
        club = open_club()
        missed = 0
        for bar in measured(asked, club, served):
            missed += not bar.held
            print(
                f"{'' if bar.held else '!':1} {bar.what:46} {bar.measured:8.2f}  of {bar.limit:6g} {bar.unit}",
                flush=True,
            )
        if "capacity" in asked:
            from bench.capacity import costs  # noqa: PLC0415

            for cost in costs(club, served):
                print(f"  {cost.what:46} {cost.measured:8.2f}            {cost.unit}", flush=True)
    return 1 if missed else 0


def measured(asked: Collection[str], club: "Club", served: "Served") -> Iterator["Bar"]:
    """Every bar of the parts that are asked for."""
    from bench import browser, figures, history, interaction  # noqa: PLC0415

    executable = browser.chromium()
    if not executable:
        print("No Chromium: what is painted was not measured.")
    if "table" in asked:
        yield from figures.bars(club, served.port)
    if "table" in asked and executable:
        yield from browser.painted_bars(club, served.port, executable)
        yield from browser.seen_bars(club, served.port, executable)
    if "taps" in asked and executable:
        yield from interaction.interaction_bars(club, served.port, executable)
    if "history" in asked:
        yield from history.bars(served.port)


if __name__ == "__main__":
    if strange := set(sys.argv[1:]) - set(PARTS):
        sys.exit(f"There is no {', '.join(sorted(strange))} to measure: it is one of {', '.join(PARTS)}.")
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        os.environ |= {
            "SCOREKEEPER_DATA": folder,
            "DJANGO_SETTINGS_MODULE": "bench.settings",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",  # Playwright's loop runs in this thread
        }
        sys.exit(measure(sys.argv[1:] or PARTS))
