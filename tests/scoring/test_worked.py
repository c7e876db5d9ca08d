"""The worked examples of the contract: each match gives the result written beside it."""

import json
from pathlib import Path

import pytest

from games.scoring.match_file import match, replay, result
from games.scoring.refusal import Refused

WORKED = [
    json.loads(line) for line in Path(__file__).with_name("worked.jsonl").read_text("utf-8").splitlines()
]


def covers(got, want):
    """Whether `got` says all that `want` says; it may say more."""
    if isinstance(want, dict) and isinstance(got, dict):
        return all(key in got and covers(got[key], value) for key, value in want.items())
    if isinstance(want, list) and isinstance(got, list):
        return len(got) == len(want) and all(map(covers, got, want))
    return type(got) is type(want) and got == want


@pytest.mark.parametrize("worked", WORKED, ids=[f"{one['match']['game']}: {one['title']}" for one in WORKED])
def test_worked_example(worked):
    want = worked["result"]
    if "error" in want:
        with pytest.raises(Refused) as caught:
            replay(match(worked["match"]))
        assert caught.value.deal == want["error"]["deal"]
    else:
        assert covers(result(*replay(match(worked["match"]))), want)
