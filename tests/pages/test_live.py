"""What a phone hears of the others: nothing where nothing is new, else what changed, but never into its entry."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import players, scorebook
from games.access import COOKIE, SEEN_EVERY, token_hash
from games.models import Device, Match, Player, Preset, Role, Round
from games.payments import take_back
from tests.money.tables import paid, partia
from tests.money.tables import phone as phone_of_friend
from tests.pages.test_table import SCRIPT, address, deal, tallies, turn
from tests.tables import lowest, new_club, new_match

OLENAS = "the token of Olena's phone"


@pytest.fixture
def match(club):
    return new_match(club, lives=2)


@pytest.fixture
def olenas(club):
    """Another phone that writes."""
    return Device.objects.create(
        club=club, role=Role.SCORER, name="Olena's phone", token_hash=token_hash(OLENAS)
    )


@pytest.fixture
def olena(olenas):
    client = Client()
    client.cookies[COOKIE] = OLENAS
    return client


def write(match, number, *losers, by=None):
    with scorebook.write(match.club, match.pk) as book:
        book.record(number=number, entry=lowest(*losers), key=f"deal-{number}", by=by)


def asked_by(page):
    """The address by which a page, or a part of one, asks what is new."""
    (asked,) = re.findall(r'data-since="([^"]+)"', page.content.decode())
    return asked


def parts(page):
    """The elements that are swapped out of band, by their ids."""
    return re.findall(r'id="([\w-]+)"[^>]*hx-swap-oob=', page.content.decode())


def hears(client, asked, **entry):
    """What a page hears that asks so; `entry` is what it says of its own."""
    return client.get(asked + "".join(f"&{name}={value}" for name, value in entry.items()), **SCRIPT)


def all_deals(match, *losers, by=None):
    for number, loser in enumerate(losers, start=1):
        write(match, number, loser, by=by)


# Nothing new


@pytest.mark.parametrize("phone", ["keeper", "scorer", "watcher"])
@pytest.mark.parametrize("page", ["table", "lying", "club"])
def test_where_nothing_is_new_the_answer_is_empty_and_costs_one_query(
    request, match, phone, page, django_assert_num_queries
):
    client = request.getfixturevalue(phone)
    asked = asked_by(client.get(address(match, page) if page != "club" else _club(match.club)))
    with django_assert_num_queries(1):
        heard = client.get(asked)
    assert (heard.status_code, heard.content) == (204, b"")
    assert heard["Cache-Control"] == "no-store"


def _club(club):
    return reverse("club", args=[club.pk])


@pytest.mark.parametrize("page", ["table", "lying"])
def test_of_an_ended_match_nothing_new_costs_one_query_too(keeper, match, page, django_assert_num_queries):
    all_deals(match, 1, 1, 1, 2, 2, 2)
    asked = asked_by(keeper.get(address(match, page)))
    with django_assert_num_queries(1):
        assert keeper.get(asked).status_code == 204


def test_an_empty_answer_weighs_next_to_nothing(keeper, match):
    heard = keeper.get(asked_by(keeper.get(address(match, "table"))))
    assert len(heard.serialize_headers()) < 300


def test_what_was_put_in_asks_on_from_there(keeper, match, olenas):
    asked = asked_by(keeper.get(address(match, "table")))
    write(match, 1, 2, by=olenas)
    heard = hears(keeper, asked)
    assert heard.status_code == 200
    assert hears(keeper, asked_by(heard)).status_code == 204
    write(match, 2, 2, by=olenas)
    again = hears(keeper, asked_by(heard), number=2)
    assert hears(keeper, asked_by(again)).status_code == 204


@pytest.mark.parametrize(
    "at", ["", "?at=", "?at=-", "?at=none", "?at=99-0-0", "?at=0", "?number=none&way=none"]
)
def test_who_has_seen_something_unknown_gets_the_table_as_it_stands(keeper, match, at):
    write(match, 1, 2)
    heard = keeper.get(address(match, "since") + at, **SCRIPT)
    assert heard.status_code == 200
    assert "Save deal 2" in heard.content.decode()


def test_a_phone_that_only_looks_on_is_known_to_be_there_and_keeps_its_cookie(keeper, match):
    asked = asked_by(keeper.get(address(match, "table")))
    long_ago = timezone.now() - SEEN_EVERY - timedelta(seconds=1)
    Device.objects.update(seen_at=long_ago)
    heard = keeper.get(asked)
    assert (heard.status_code, heard.content) == (204, b"")
    assert COOKIE in heard.cookies
    assert Device.objects.get().seen_at > long_ago
    assert COOKIE not in keeper.get(asked).cookies


# Something new


def test_another_phones_deal_comes_with_the_entry_for_the_next_where_nothing_is_typed(keeper, match, olenas):
    asked = asked_by(keeper.get(address(match, "table") + "?way=totals"))
    write(match, 1, 2, by=olenas)
    heard = hears(keeper, asked, way="totals")
    page = heard.content.decode()
    assert set(parts(heard)) == {"heard", "subtitle", "table"}
    assert "Save deal 2" in page
    assert 'name="way" value="totals"' in page
    assert heard.context["notice"].text == "Deal 1, from Olena's phone: Bo pays 1."
    assert "<html" not in page


def test_what_is_being_typed_is_not_in_the_answer(keeper, match, olenas):
    asked = asked_by(keeper.get(address(match, "table")))
    write(match, 1, 2, by=olenas)
    heard = hears(keeper, asked, way="quick", number=1)
    page = heard.content.decode()
    assert set(parts(heard)) == {"subtitle", "sheet", "next", "heard", "meanwhile"}
    assert 'id="entry"' not in page
    assert "Save deal" not in page
    assert heard.context["meanwhile"].overtaken == ("Deal 1 was written meanwhile on Olena's phone.")
    assert '<button form="entry">Look</button>' in page


@pytest.mark.parametrize(
    ("losers", "typed", "said"),
    [
        ([2], 2, ""),
        ([2, 2], 2, "Deal 2 was written meanwhile on this phone."),
        ([2], 3, "A deal was taken back meanwhile: this is deal 2 now."),
        ([1, 1, 1, 2, 2, 2], 7, "The match has ended meanwhile."),
        ([1, 1, 1, 2, 2, 2], 6, "Deal 6 was written meanwhile on this phone."),
    ],
)
def test_what_became_of_the_deal_that_is_being_typed_is_said(keeper, match, losers, typed, said):
    all_deals(match, *losers, by=Device.objects.get())
    heard = hears(keeper, address(match, "since") + "?at=0-0-0", number=typed)
    assert heard.context["meanwhile"].overtaken == said
    assert ("Look" in heard.content.decode()) == bool(said)


def test_a_correction_a_strike_and_an_undo_come_too(keeper, match, olenas):
    all_deals(match, 2, 3, by=olenas)
    page = keeper.get(address(match, "table"))
    with scorebook.write(match.club, match.pk) as book:
        book.correct(book.rounds[0], entry=lowest(1), key="the correction", by=olenas)
    page = hears(keeper, asked_by(page))
    assert page.context["notice"].text == "Deal 1 corrected."
    with scorebook.write(match.club, match.pk) as book:
        book.strike(book.rounds[0], key="the striking", by=olenas)
    page = hears(keeper, asked_by(page))
    assert page.context["notice"].text == "Deal 1 struck."
    assert "Save deal 2" in page.content.decode()
    with scorebook.write(match.club, match.pk) as book:
        book.undo(book.undoable.number, by=olenas)
    page = hears(keeper, asked_by(page))
    assert page.context["notice"] is None
    assert "Save deal 3" in page.content.decode()


def test_an_undo_that_was_put_in_takes_back_what_it_says(keeper, match, olenas):
    asked = asked_by(keeper.get(address(match, "table")))
    all_deals(match, 2, 3, by=olenas)
    for number in ("", 1):
        page = hears(keeper, asked, number=number).content.decode()
        assert "Undo <small>deal 2</small>" in page
        assert '<input type="hidden" name="version" value="2">' in page
    assert keeper.post(address(match, "undo", 2), {"version": 2}, **SCRIPT).status_code == 200


def test_the_end_and_going_on_change_the_tray(keeper, match, olenas):
    page = keeper.get(address(match, "table"))
    all_deals(match, 1, 1, 1, 2, 2, 2, by=olenas)
    page = hears(keeper, asked_by(page))
    assert "Play again" in page.content.decode()
    assert 'id="entry"' not in page.content.decode()
    with scorebook.write(match.club, match.pk) as book:
        book.reopen(key="on we go", by=olenas)
    page = hears(keeper, asked_by(page))
    assert "Save deal 6" in page.content.decode()


def test_a_watcher_hears_all_and_gets_nothing_that_writes(watcher, match, olenas):
    page = watcher.get(address(match, "table"))
    for number, entry in enumerate(({}, {"number": 2}, {"way": "quick", "number": 1}), start=1):
        write(match, number, 2 + number % 2, by=olenas)
        page = hears(watcher, asked_by(page), **entry)
        html = page.content.decode()
        assert f"Deal {number}, from" in html
        assert not re.search(r"<form|<button|csrf|hx-post", html)


def test_the_table_view_hears_of_a_deal(watcher, match, olenas):
    asked = asked_by(watcher.get(address(match, "lying")))
    write(match, 1, 2, by=olenas)
    heard = hears(watcher, asked)
    assert parts(heard) == ["lying"]
    assert hears(watcher, asked_by(heard)).status_code == 204


@pytest.mark.parametrize("of_evening", [False, True])
def test_who_settles_hears_that_a_payment_was_taken_back(watcher, club, of_evening):
    evening = partia(club).evening
    payment = paid(club, "Bo", "Ann", 10, coin="poen", evening=evening, by=phone_of_friend(club, "Bo"))
    name, named = ("evening-settling", [evening.pk]) if of_evening else ("settling", [])
    query = f"?coin=poen&payment={payment.pk}"
    asked = unescape(asked_by(watcher.get(reverse(name, args=[club.pk, *named]) + query)))
    assert hears(watcher, asked).status_code == 204
    take_back(payment, payment.offered_by)
    heard = hears(watcher, asked)
    assert parts(heard) == ["settling"]
    assert "Taken back: Bo paid Ann" in " ".join(heard.content.decode().split())
    assert "has not agreed yet" not in heard.content.decode()
    assert hears(watcher, unescape(asked_by(heard))).status_code == 204


@pytest.mark.parametrize("rounds", [2, 40])
def test_what_is_new_takes_the_same_queries_however_long_the_match(
    keeper, club, olenas, rounds, django_assert_num_queries
):
    match = new_match(club, "petukh", players=3, start=999)
    for number in range(1, rounds + 1):
        with scorebook.write(club, match.pk) as book:
            entry = {"tricks": {"1": 2, "2": 2, "3": 1}}
            book.record(number=number, entry=entry, key=f"deal-{number}", by=olenas)
    with django_assert_num_queries(7):
        hears(keeper, address(match, "since") + "?at=0-0-0")
    with django_assert_num_queries(5):  # by now somebody has looked at this version
        hears(keeper, address(match, "since") + "?at=0-0-0", number=1)


# Whose it is


def test_what_is_not_the_clubs_is_not_there(stranger, keeper, match):
    others = Device.objects.exclude(club=match.club).get().club
    for name, ids in {"club-since": [], "since": [match.pk], "lying-since": [match.pk]}.items():
        assert stranger.get(reverse(name, args=[match.club_id, *ids])).status_code == 404
        assert Client().get(reverse(name, args=[match.club_id, *ids])).status_code == 404
        if ids:
            assert stranger.get(reverse(name, args=[others.pk, *ids])).status_code == 404
    assert stranger.post(reverse("take-pencil", args=[others.pk, match.pk])).status_code == 404


def test_a_phone_that_was_taken_out_hears_nothing_more(keeper, match):
    asked = asked_by(keeper.get(address(match, "table")))
    Device.objects.all().delete()
    assert keeper.get(asked).status_code == 404


# The pencil


def pencil(page):
    return page.context["meanwhile"].pencil


def test_who_saved_last_has_the_pencil_and_the_others_are_told(keeper, scorer, watcher, olena, match):
    alone = keeper.get(address(match, "table"))
    assert "pencil" not in alone.content.decode()
    olena.post(address(match, "record"), deal(1, 2))
    for phone in (keeper, scorer):
        page = phone.get(address(match, "table"))
        assert pencil(page) == "Olena's phone"
        assert "Take the pencil" in page.content.decode()
    for phone in (olena, watcher):
        assert "the pencil" not in phone.get(address(match, "table")).content.decode()
    scorer.post(address(match, "record"), deal(2, 3))
    assert "the pencil" not in scorer.get(address(match, "table")).content.decode()
    assert pencil(olena.get(address(match, "table"))) == "Ann's phone"


def test_a_phone_without_a_name_is_told_of_all_the_same(keeper, match, olenas):
    Device.objects.filter(pk=olenas.pk).update(name="")
    write(match, 1, 2, by=olenas)
    assert "A scorer&#x27;s phone has the pencil." in keeper.get(address(match, "table")).content.decode()


def test_only_a_deal_passes_the_pencil(keeper, olena, match, olenas):
    keeper.post(address(match, "record"), deal(1, 2))
    turn(olena, match, "undo", 1)
    turn(olena, match, "redo", 1)
    with scorebook.write(match.club, match.pk) as book:
        book.correct(book.rounds[0], entry=lowest(1), key="the correction", by=olenas)
    assert Match.objects.get().pencil != olenas
    olena.post(address(match, "record"), deal(2, 2))
    assert Match.objects.get().pencil == olenas


def test_who_starts_a_match_has_the_pencil(olena, match, olenas):
    all_deals(match, 1, 1, 1, 2, 2, 2)
    olena.post(address(match, "rematch"))
    assert Match.objects.latest("pk").pencil == olenas


@pytest.mark.parametrize("script", [{}, SCRIPT], ids=["plain", "script"])
def test_the_pencil_is_taken_with_one_tap_and_the_others_see_it(keeper, olena, match, olenas, script):
    keeper.post(address(match, "record"), deal(1, 2))
    asked = asked_by(keeper.get(address(match, "table")))
    taken = olena.post(address(match, "take-pencil"), **script)
    assert (
        (taken.status_code, taken.content) == (200, b"") if script else taken.url == address(match, "table")
    )
    assert Match.objects.get().pencil == olenas
    heard = hears(keeper, asked)
    assert parts(heard) == ["meanwhile"]
    assert pencil(heard) == "Olena's phone"
    assert hears(keeper, asked_by(heard)).status_code == 204


def test_the_pencil_locks_nothing(keeper, olena, match):
    olena.post(address(match, "take-pencil"))
    assert keeper.post(address(match, "record"), deal(1, 2)).status_code == 302
    assert Round.objects.count() == 1


def test_after_the_end_nobody_is_told_of_a_pencil(keeper, match, olenas):
    all_deals(match, 1, 1, 1, 2, 2, 2, by=olenas)
    assert "the pencil" not in keeper.get(address(match, "table")).content.decode()


def test_a_pencil_goes_with_its_phone(keeper, match, olenas):
    write(match, 1, 2, by=olenas)
    olenas.delete()
    assert "the pencil" not in keeper.get(address(match, "table")).content.decode()


def test_a_watcher_cannot_take_the_pencil(watcher, match):
    assert watcher.post(address(match, "take-pencil")).status_code == 403
    assert Match.objects.get().pencil is None


# A new match


def test_the_table_of_a_match_that_ended_leads_to_the_one_that_goes_on(watcher, match, club):
    all_deals(match, 1, 1, 1, 2, 2, 2)
    page = watcher.get(address(match, "table"))
    assert "A new match" not in page.content.decode()
    newer = new_match(club, "petukh", key="the second match")
    heard = hears(watcher, asked_by(page))
    assert parts(heard) == ["meanwhile"]
    assert f'href="{address(newer, "table")}">A new match: Petukh</a>' in heard.content.decode()
    assert "A new match: Petukh" in watcher.get(address(match, "table")).content.decode()
    assert hears(watcher, asked_by(heard)).status_code == 204
    with scorebook.write(club, newer.pk) as book:
        book.abandon(key="never mind", by=None)
    assert "A new match" not in hears(watcher, asked_by(heard)).content.decode()


def test_a_match_that_goes_on_leads_nowhere(keeper, match, club):
    asked = asked_by(keeper.get(address(match, "table")))
    new_match(club, "petukh", key="at another table")
    assert hears(keeper, asked).status_code == 204


def test_only_a_match_of_the_same_evening_is_offered(keeper, match, club):
    all_deals(match, 1, 1, 1, 2, 2, 2)
    match.evening.__class__.objects.update(closed_at=timezone.now())
    new_match(club, "petukh", key="the week after")
    assert "A new match" not in keeper.get(address(match, "table")).content.decode()


# The club's page


def _written_by(act):
    def written(match):
        with scorebook.write(match.club, match.pk) as book:
            act(book)

    return written


CHANGES = {
    "a match": lambda match: new_match(match.club, key="the second match"),
    "a deal": lambda match: write(match, 2, 2),
    "a correction": _written_by(lambda book: book.correct(book.rounds[0], entry=lowest(1), key="k", by=None)),
    "a strike": _written_by(lambda book: book.strike(book.rounds[0], key="k", by=None)),
    "an undo": _written_by(lambda book: book.undo(1, by=None)),
    "the end": _written_by(lambda book: book.abandon(key="k", by=None)),
    "a player": lambda match: players.add(match.club, "Zoe"),
    "an archived player": lambda match: players.archive(Player.objects.get(club=match.club, name="Cy")),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_clubs_page_hears_of_all_that_it_shows(watcher, club, match, change):
    write(match, 1, 2)
    asked = asked_by(watcher.get(_club(club)))
    change(match)
    heard = hears(watcher, asked)
    assert parts(heard) == ["club"]
    assert hears(watcher, asked_by(heard)).status_code == 204


KEPT = {
    "what this phone says of itself": ("this-phone", [], {"name": "Red"}),
    "what a phone is called": ("phone", ["scorer"], {"name": "Red", "role": "scorer"}),
    "a phone that is removed": ("remove-phone", ["scorer"], {}),
    "rules that are saved": ("start", ["scat"], {"save": "new", "mix": "Ours", "rule__lives": "5"}),
    "rules that are forgotten": ("delete-mix", ["scat", "preset"], {}),
}


@pytest.mark.parametrize(("name", "args", "told"), KEPT.values(), ids=KEPT)
def test_other_phones_hear_of_whatever_a_keeper_writes(keeper, scorer, club, name, args, told):
    ids = {
        "scorer": Device.objects.get(role=Role.SCORER).pk,
        "preset": Preset.objects.create(club=club, game="scat", name="Long", rules={"lives": 7}).pk,
    }
    asked = asked_by(scorer.get(_club(club)))
    answer = keeper.post(reverse(name, args=[club.pk, *(ids.get(arg, arg) for arg in args)]), told)
    assert answer.status_code == 302
    assert keeper.get(asked).status_code == 200


def test_the_clubs_page_hears_of_a_new_name(keeper, club, match):
    asked = asked_by(keeper.get(_club(club)))
    ann = Player.objects.get(name="Ann")
    keeper.post(reverse("edit-player", args=[club.pk, ann.pk]), {"name": "Anna", "mark": "A", "colour": 1})
    heard = hears(keeper, asked)
    assert "Anna" in heard.content.decode()


def test_a_new_match_comes_to_the_clubs_page_by_itself(watcher, club, match):
    asked = asked_by(watcher.get(_club(club)))
    second = new_match(club, "petukh", key="the second match")
    heard = hears(watcher, asked)
    assert address(second, "table") in heard.content.decode()
    assert "<form" not in heard.content.decode()


def test_a_change_in_another_club_is_not_heard_of(keeper, club):
    asked = asked_by(keeper.get(_club(club)))
    new_match(new_club("Others"))
    assert keeper.get(asked).status_code == 204


# Two entries for one number, when one of them is half told


def test_a_deal_half_told_for_a_taken_number_is_asked_about_and_kept(keeper, olena, match):
    olena.post(address(match, "record"), deal(1, 2))
    told = keeper.post(address(match, "record"), deal(1, knocker=3, key="half of it"), **SCRIPT)
    assert told.status_code == 409
    page = told.content.decode()
    assert "Deal 1 is written already" in page
    assert "Yours is not complete yet" in page
    assert page.count('<input type="hidden" name="knocker" value="3">') == 2
    again = keeper.get(told["HX-Replace-Url"])
    assert "Yours is not complete yet" in again.content.decode()
    on = keeper.post(address(match, "record"), deal(2, knocker=3, key="half of it"), **SCRIPT)
    assert on.status_code == 422
    assert 'value="3" checked' in on.content.decode()
    assert tallies(match) == [2, 1, 2]


def test_a_blank_entry_for_a_taken_number_makes_way_for_the_next(keeper, olena, match):
    olena.post(address(match, "record"), deal(1, 2))
    blank = {"way": "quick", "number": 1, "key": "nothing in it"}
    told = keeper.post(address(match, "record"), blank, **SCRIPT)
    assert told.status_code == 200
    assert told["HX-Replace-Url"] == address(match, "table")
    assert told.context["notice"].text == "Deal 1, from Olena's phone: Bo pays 1."
    assert "Save deal 2" in told.content.decode()
