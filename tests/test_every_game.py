"""What holds of the words, the forms and the look of every registered game."""

import copy
from collections import Counter
from pathlib import Path

import pytest
from django.http import QueryDict
from django.template.loader import get_template, render_to_string
from hypothesis import given, settings
from hypothesis import strategies as st

from games.forms import ways
from games.scoring import GAMES
from games.scoring.match_file import options
from games.scoring.refusal import Refused
from games.words import words
from tests.scoring.test_laws import drawing

STATIC = Path(__file__).parents[1] / "static"
a_few = settings(max_examples=25)
every_game = pytest.mark.parametrize("code", GAMES)


@st.composite
def tables(draw, code):
    """A sheet whose players are called by their seats, as in the app, and their names."""
    game = GAMES[code]
    names = {str(seat): f"100% %(player)s {seat}" for seat in range(1, draw(st.sampled_from(game.seats)) + 1)}
    rules = options(game, draw(drawing(code).RULES))
    return game(list(names), draw(st.sampled_from(list(names))), rules), names


def whole(sentence):
    """A sentence to be read: nothing left to fill in."""
    return sentence and "%(" not in sentence.replace("%(player)s", "")


def as_sent(form):
    """What a browser would send of a form as it is shown."""
    data = QueryDict(mutable=True)
    for field in form:
        value = field.field.prepare_value(field.value())
        if isinstance(value, list | tuple):
            data.setlist(field.html_name, [str(one) for one in value])
        elif value is not None:
            data[field.html_name] = str(value)
    return data


@every_game
@a_few
@given(data=st.data())
def test_whatever_is_played_is_said(code, data):
    sheet, names = data.draw(tables(code))
    said = words(code)
    assert said.title
    assert said.tagline
    assert said.counts
    for _ in range(8):
        deal = drawing(code).told(data.draw, sheet)
        try:
            score = sheet.play(deal)
        except Refused:
            continue
        assert whole(said.outcome(deal, score, sheet, names))
        said.subtitle(sheet)
        assert all(str(said.warnings[warning]) for warning in score.notes.get("warnings", ()))
        assert all(map(whole, said.reminded(sheet.reminders(), names)))
        for player in sheet.players:
            assert said.cell(deal, score, player) is not None
            assert said.tally(sheet, player)
            assert said.count(sheet, player) is not None
            assert all(map(whole, said.explained(deal, score, player, names)))
        if sheet.finished:
            assert all(map(whole, said.ending(sheet, names)))
            break


@every_game
@a_few
@given(data=st.data())
def test_whatever_is_refused_is_said(code, data):
    sheet, names = data.draw(tables(code))
    refused = None
    try:
        sheet.play(drawing(code).mangled(data.draw, sheet, drawing(code).told(data.draw, sheet)))
    except Refused as no:
        refused = no
    assert refused is None or whole(words(code).refusal(refused, names))


@every_game
@a_few
@given(data=st.data())
def test_whatever_is_accepted_is_shown_and_told_again(code, data):
    sheet, names = data.draw(tables(code))
    for _ in range(data.draw(st.integers(0, 3))):
        before = copy.deepcopy(sheet)
        deal = drawing(code).told(data.draw, sheet)
        try:
            score = sheet.play(deal)
        except Refused:
            continue
        way = next(way for way in ways(code) if way.reads(deal))
        form = way.showing(deal, copy.deepcopy(before), words(code), names)
        assert render_to_string(way.template, {"form": form})
        again = way(copy.deepcopy(before), words(code), names, as_sent(form))
        assert again.says.state == "ready", (deal, again.says)
        assert before.play(again.deal) == score
        if sheet.finished:
            break


@every_game
@a_few
@given(data=st.data())
def test_whatever_adds_to_a_record_is_said(code, data):
    sheet, _names = data.draw(tables(code))
    counts = {player: Counter() for player in sheet.players}
    for _ in range(8):
        deal = drawing(code).told(data.draw, sheet)
        try:
            score = sheet.play(deal)
        except Refused:
            continue
        for player, figure, amount in sheet.adds(deal, score):
            counts[player][figure] += amount
        if sheet.finished:
            break
    for player, figure, amount in sheet.adds_in_all():
        counts[player][figure] += amount
    for added in counts.values():
        assert added["rounds"] <= sheet.number
        for line in words(code).record(added):
            assert whole(str(line.title))
            assert line.text
            assert not added[line.code] or words(code).figure(line.code)


@every_game
def test_every_game_has_its_look(code):
    for template in ("mark.html", "count.html"):
        get_template(f"games/{code}/{template}")
    for way in ways(code):
        get_template(way.template)
    assert (STATIC / "games" / f"{code}.css").exists()
    assert f'[data-game="{code}"] {{ --accent: light-dark(' in (STATIC / "app.css").read_text()
