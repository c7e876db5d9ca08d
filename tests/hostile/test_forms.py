"""Forms that are filled in by somebody who means ill, or by nobody: never a fault, and nothing written where refused."""

import time

from hypothesis import given
from hypothesis import strategies as st

from games.scoring import GAMES
from tests.hostile.calling import ROUTES, call, encoded, everything_kept, filled, writes
from tests.hostile.conftest import EXAMPLES, tries
from tests.hostile.drawing import NASTY, told
from tests.pages.test_access import taken_back

SECONDS = 5
"""So long an answer may take at most, on a machine that does other things too."""
SOME = 1 if EXAMPLES > 1 else 6
"""One of so many nasty values is tried on a form in a short run, another on the next."""
SCRIPT = {"HTTP_HX_REQUEST": "true"}
DONE = {200, 204, 302}
REFUSED = {400, 403, 404, 405, 409, 413, 422, 429}


SENDING = {"number": "1", "key": "the key of a form"}
"""With these alone a form is looked at."""


def way(fields):
    return [("way", one) for one in fields["way"]]


def check(answer, name, unchanged):
    """An answer to something hostile: done, or refused with nothing written; and nothing told of others."""
    assert (name, answer.status in DONE | REFUSED) == (name, True), answer.status
    if answer.status in REFUSED:
        assert (name, unchanged()) == (name, True)
    for secret in ("Rival", "Traceback", "site-packages"):
        assert secret not in answer.page, name


def sent(method, name, rows, before, **what):
    with taken_back(), writes() as written:
        began = time.monotonic()
        answer = call(method, filled(name, rows), **what)
        assert time.monotonic() - began < SECONDS, name
        check(answer, name, lambda: not written or everything_kept() == before)
    return written


def test_the_fields_of_the_forms_are_known(forms):
    for name in ("record", "correct", "start", "pay", "edit-player", "stakes", "home", "code", "bring-in"):
        assert len(forms[name]) > 1, name


def test_every_form_with_one_nasty_value_everywhere(rows, forms):
    before = everything_kept()
    for at, name in enumerate(ROUTES):
        for turn, nasty in enumerate(NASTY[at % SOME :: SOME]):
            pairs = [(field, nasty) for field in forms[name]]
            sent("POST", name, rows, before, body=encoded(pairs), environ=SCRIPT if turn % 2 else {})


@tries(150)
@given(data=st.data())
def test_every_form_filled_in_anyhow(rows, forms, data):
    before = everything_kept()
    name = data.draw(st.sampled_from(sorted(ROUTES)))
    fields = forms[name] or {"name": {"Bo"}}
    script = data.draw(st.sampled_from([{}, SCRIPT]))
    sent("POST", name, rows, before, body=encoded(data.draw(told(fields))), environ=script)


def test_every_way_of_every_game_is_tried(tables):
    assert len(tables) > len(GAMES)
    for table, _, fields in tables:
        assert (table, len(fields) > 4) == (table, True)


def test_every_way_of_every_game_with_one_nasty_value_everywhere(tables):
    before = everything_kept()
    for at, (_, rows, fields) in enumerate(tables):
        for nasty in NASTY[at % SOME :: SOME]:
            pairs = [(field, nasty) for field in fields if field not in SENDING]
            for name in ("record", "check"):
                sent("POST", name, rows, before, body=encoded([*pairs, *SENDING.items(), *way(fields)]))


@tries(150)
@given(data=st.data())
def test_every_way_of_every_game_filled_in_anyhow(tables, data):
    before = everything_kept()
    _, rows, fields = data.draw(st.sampled_from(tables))
    pairs = data.draw(told({name: values for name, values in fields.items() if name not in SENDING}))
    name = data.draw(st.sampled_from(["record", "check"]))
    script = data.draw(st.sampled_from([{}, SCRIPT]))
    sent("POST", name, rows, before, body=encoded([*pairs, *SENDING.items(), *way(fields)]), environ=script)


@tries(100)
@given(data=st.data())
def test_every_page_asked_for_anyhow(rows, forms, data):
    before = everything_kept()
    name = data.draw(st.sampled_from(sorted(ROUTES)))
    pairs = data.draw(told(forms[name] or {"page": {"2"}}))
    assert sent("GET", name, rows, before, query=encoded(pairs).decode()) == []
