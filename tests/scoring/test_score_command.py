"""`manage.py score`: match files a line each, results a line each, stopping at nothing."""

import io
import json
import subprocess
import sys
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from games.management.commands.score import results, scored
from games.scoring.match_file import FORMAT, RESULT_FORMAT

MATCH = {
    "format": FORMAT,
    "game": "scat",
    "players": ["Ann", "Bo"],
    "deals": [{"lowest": ["Bo"], "knocker": None}],
}


def line(**changes):
    return json.dumps({**MATCH, **changes}, ensure_ascii=False).encode() + b"\n"


def error(told):
    """The error of a line: its deal and code."""
    got = scored(told)
    assert got.keys() == {"format", "error"}
    assert got["error"].keys() == {"deal", "code", "message"}
    assert got["error"]["message"]
    return got["error"]["deal"], got["error"]["code"]


def test_each_line_gets_its_result_in_order_whatever_stands_between():
    lines = [line(), b"rubbish\n", b" \t\r\n", b"\n", line(game="petukh", deals=[])]
    got = list(results(lines))
    assert [one.get("game") for one in got] == ["scat", None, "petukh"]
    assert got[1]["error"]["code"] == "not-json"


def test_a_file_is_read_and_written_as_utf_8_with_bare_line_ends(tmp_path, monkeypatch):
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", SimpleNamespace(buffer=written))
    players = ["Оля", "ნინო"]
    told = line(players=players, deals=[{"lowest": ["Оля"], "knocker": None}])
    path = tmp_path / "matches.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + told.removesuffix(b"\n") + b"\r\n")
    call_command("score", path)
    text = written.getvalue().decode()
    assert text.endswith("}\n")
    assert "\r" not in text
    assert json.loads(text)["tally"] == {"Оля": 2, "ნინო": 3}


def test_results_come_as_the_lines_do(monkeypatch):
    written = io.BytesIO()

    def lines():
        yield line()
        assert written.getvalue().count(b"\n") == 1
        yield line()

    read = lines()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=read))
    monkeypatch.setattr("sys.stdout", SimpleNamespace(buffer=written))
    call_command("score")
    assert written.getvalue().count(b"\n") == 2


def test_a_byte_order_mark_is_ignored_at_the_very_start_alone():
    first, second = results([b"\xef\xbb\xbf" + line(), b"\xef\xbb\xbf" + line()])
    assert "tally" in first
    assert second["error"]["code"] == "not-json"


def test_a_byte_order_mark_on_a_blank_first_line_is_blank():
    assert list(results([b"\xef\xbb\xbf\n", line()])) == [scored(line())]


@pytest.mark.parametrize(
    ("told", "code"),
    [
        (b'{"format": NaN}', "not-json"),
        (b'{"format": -Infinity}', "not-json"),
        (b"[]", "not-json-object"),
        (b"3", "not-json-object"),
        (b"{} {}", "not-json"),
        (b'{"about": {"a": [{"b": 1, "b": 2}]}}', "key-twice"),
        (b'{"about": "\\ud83d"}', "lone-surrogate"),
        (b'{"about": "\\uDC00"}', "lone-surrogate"),
        (b'{"\\udfff": 1}', "lone-surrogate"),
        (b'"\xff"', "not-utf8"),
        (b'{"about": ' + b"[" * 100_000, "not-json"),
        (b'{"about": ' + b"9" * 1001 + b"}", "number-too-long"),
        (b'{"about": -' + b"9" * 5000 + b"}", "number-too-long"),
        (b"{}", "missing-key"),
        (line(format="scorekeeper-match/2"), "unknown-format"),
        (line(game="skat"), "unknown-game"),
        (line(game=["scat"]), "unknown-game"),
        (line(players=["Ann", "Ann"]), "named-twice"),
        (line(players=["Ann", " \u2003\x85"]), "not-a-name"),
        (line(players=["Ann", 3]), "not-a-name"),
        (line(players=["Ann"]), "players-number"),
        (line(players="Ann"), "not-a-list"),
        (line(first_dealer="Cy"), "not-a-player"),
        (line(first_dealer=None), "not-a-player"),
        (line(options=None), "not-an-object"),
        (line(options={"lifes": 3}), "unknown-option"),
        (line(options={"lives": None}), "option-value"),
        (line(options={"lives": 3.0}), "option-value"),
        (line(options={"free_ride": 1}), "option-value"),
        (line(deals=None), "not-a-list"),
        (line(title="Friday"), "unknown-key"),
        (line(game="smoking-cat", players=["A", "B", "C", "D"]), "option-missing"),
    ],
)
def test_a_fault_of_the_line_or_its_head_names_no_deal(told, code):
    assert error(told) == (None, code)


@pytest.mark.parametrize(
    "told",
    [
        line(about={"ids": [1, None, 1.5]}),
        line(about=json.loads("[" * 99 + "]" * 99)),
        line().replace(b'"deals"', b'"about": ' + b"9" * 1000 + b', "deals"'),
        line().replace(b'"deals"', b'"about": -' + b"9" * 1000 + b', "deals"'),
        line(about="9" * 1001),
        line().replace(b'"deals"', b'"about": "\\ud83d\\ude00", "deals"'),
        line(deals=[{"lowest": ["Bo"], "knocker": None, "about": {"by": "Ann"}}]),
        line(players=["Bo", "\u200b"]),
        line(players=["Bo", "\x1c"]),
        line(players=["Bo", "Bo "]),
    ],
)
def test_what_must_be_read_is_read(told):
    assert scored(told)["format"] == RESULT_FORMAT
    assert scored(told)["tally"]


def test_a_thousand_digits_are_scored_and_their_message_is_short():
    deal = {"tricks": {"Ann": 2, "Bo": 3}, "revokes": {"Ann": int("9" * 1000)}}
    told = line(game="petukh", deals=[deal])
    assert scored(told)["tally"]["Ann"] == 13 + 5 * int("9" * 1000)
    points = {"A": int("9" * 1000), "B": 0, "C": 0, "D": 0}
    told = line(
        game="smoking-cat", players=list("ABCD"), options={"word": "TONDA"}, deals=[{"points": points}]
    )
    assert len(scored(told)["error"]["message"]) < 600


@pytest.mark.parametrize("file", ["nowhere.jsonl", "."])
def test_a_file_that_cannot_be_read_is_said_in_a_sentence(tmp_path, file):
    with pytest.raises(CommandError, match="can't be read"):
        call_command("score", str(tmp_path / file))


def test_whoever_has_seen_enough_gets_no_traceback(tmp_path):
    path = tmp_path / "matches.jsonl"
    path.write_bytes(line() * 5000)
    command = [sys.executable, "manage.py", "score", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as scoring:
        scoring.stdout.readline()
        scoring.stdout.close()
        assert scoring.stderr.read() == b""


def test_the_first_deal_at_fault_is_named_and_nothing_is_scored():
    good, bad = MATCH["deals"][0], {"lowest": ["Zoe"], "knocker": None}
    assert error(line(deals=[good, bad, {}])) == (2, "not-a-player")


def test_the_message_names_the_player_and_the_numbers():
    deal = {"points": {"A": 14, "B": 6, "C": 8, "D": 3}}
    told = line(game="smoking-cat", players=list("ABCD"), options={"word": "TONDA"}, deals=[deal])
    assert "2" in scored(told)["error"]["message"]
    assert "31" in scored(told)["error"]["message"]
