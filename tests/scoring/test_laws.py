"""What holds in every registered game, whatever is dealt and told.

Each game's `..._told` module draws tables, rules and deals: `told` what a table would mostly tell,
`mangled` what it should not.
"""

import copy
import json
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring import GAMES
from games.scoring.match_file import FORMAT, match, parsed, play_all, replay, result
from games.scoring.refusal import Refused

MOST_DEALS = 12


def drawing(code):
    return import_module(f"tests.scoring.{GAMES[code].__module__.rpartition('.')[2]}_told")


@st.composite
def opened(draw, code):
    """A match file's head, and the sheet that it opens."""
    source = drawing(code)
    players = draw(source.PLAYERS)
    head = {
        "format": FORMAT,
        "game": code,
        "players": players,
        "first_dealer": draw(st.sampled_from(players)),
        "options": draw(source.RULES),
        "deals": [],
    }
    return head, match(head).sheet()


@st.composite
def played(draw, code):
    """A match file of deals that were accepted, the sheet after them, and their scores."""
    head, sheet = draw(opened(code))
    scores = []
    for _ in range(draw(st.integers(0, MOST_DEALS))):
        if sheet.finished:
            break
        deal = drawing(code).told(draw, sheet)
        try:
            scores.append(sheet.play(deal))
        except Refused:
            continue
        head["deals"].append(deal)
    return head, sheet, scores


every_game = pytest.mark.parametrize("code", GAMES)


@every_game
@given(data=st.data())
def test_deals_drawn_at_random_are_scored_or_refused_with_a_code_and_a_deal(code, data):
    head, sheet, _ = data.draw(played(code))
    for _ in range(3):
        deal = drawing(code).told(data.draw, sheet)
        head["deals"].append(drawing(code).mangled(data.draw, sheet, deal))
    try:
        replay(match(head))
        refused = None
    except Refused as caught:
        refused = caught
    if refused:
        assert refused.code == refused.code.lower().replace("_", "-")
        assert 1 <= refused.deal <= len(head["deals"])


@every_game
@given(data=st.data())
def test_a_refused_deal_leaves_the_sheet_as_it_was(code, data):
    _, sheet, _ = data.draw(played(code))
    before = copy.deepcopy(vars(sheet))
    deal = drawing(code).mangled(data.draw, sheet, drawing(code).told(data.draw, sheet))
    try:
        sheet.play(deal)
    except Refused:
        assert vars(sheet) == before


@every_game
@given(data=st.data())
def test_parts_sum_to_the_change_and_changes_to_the_tally(code, data):
    head, sheet, scores = data.draw(played(code))
    tally = match(head).sheet().tally
    for number, score in enumerate(scores, start=1):
        assert score.number == number
        for player in sheet.players:
            assert score.change[player] == sum(part.amount for part in score.why[player])
            assert score.tally[player] == tally[player] + score.change[player]
        tally = score.tally
    assert sheet.tally == tally


@every_game
@given(data=st.data())
def test_every_mapping_lists_all_players_in_seating_order(code, data):
    head, sheet, scores = data.draw(played(code))
    written = result(sheet, scores)
    for deal in written["deals"]:
        for name in ("points", "change", "tally", "why"):
            assert list(deal[name]) == head["players"]
    assert list(written["tally"]) == list(written["places"]) == head["players"]
    assert list(written["ledger"]) in ([], head["players"])


@every_game
@given(data=st.data())
def test_the_ledger_sums_to_zero_and_is_empty_before_the_end(code, data):
    _, sheet, _ = data.draw(played(code))
    assert sum(sheet.ledger().values()) == 0
    if not sheet.finished:
        assert sheet.ledger() == {}
        assert sheet.winners() == sheet.losers() == []


@every_game
@given(data=st.data())
def test_places_are_competition_ranking_and_winners_hold_the_first(code, data):
    _, sheet, _ = data.draw(played(code))
    places = sheet.places()
    for place in places.values():
        assert place == 1 + sum(1 for other in places.values() if other < place)
    if sheet.finished:
        assert sheet.winners()
        assert sheet.losers()
        assert not set(sheet.winners()) & set(sheet.losers())
        assert all(places[winner] == 1 for winner in sheet.winners())


@every_game
@given(data=st.data())
def test_nothing_is_accepted_after_the_end(code, data):
    head, sheet, _ = data.draw(played(code))
    if sheet.finished:
        head["deals"].append(data.draw(st.sampled_from(head["deals"])))
        with pytest.raises(Refused) as caught:
            replay(match(head))
        assert (caught.value.code, caught.value.deal) == ("match-over", len(head["deals"]))


@every_game
@given(data=st.data())
def test_a_replay_equals_the_path_to_it(code, data):
    head, sheet, scores = data.draw(played(code))
    text = json.dumps(head, ensure_ascii=False)
    assert result(*replay(match(parsed(text)))) == result(sheet, scores)


@every_game
@given(data=st.data())
def test_leaving_out_the_last_deal_equals_never_having_played_it(code, data):
    head, _, scores = data.draw(played(code))
    if not scores:
        return
    shorter = match({**head, "deals": head["deals"][:-1]}).sheet()
    assert play_all(shorter, head["deals"][:-1]) == scores[:-1]
    assert shorter.play(head["deals"][-1]) == scores[-1]


@every_game
@given(data=st.data())
def test_who_deals_and_leads_plays_here(code, data):
    _, sheet, scores = data.draw(played(code))
    for score in scores:
        assert {score.dealer, score.leader} <= set(sheet.players)
    assert {sheet.dealer, sheet.rematch_dealer} <= set(sheet.players)
