"""An evening of Alley Cat, played to its end with the thumb: trick by trick, in totals and in piles."""

import re

import pytest
from playwright.sync_api import expect

from games.access import COOKIE
from games.management.commands.rebuild import differences_of
from games.models import Match, Player
from games.scorebook import Book
from tests.tables import TOKEN, new_club, new_device, new_match


@pytest.fixture
def match(transactional_db):
    """Ann deals first, and so Bo leads."""
    club = new_club()
    new_device(club)
    return new_match(club, game="alley-cat", players=2, first_dealer=1)


def sit_down(page, live_server, match):
    page.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    page.goto(f"/club/{match.club_id}/matches/{match.pk}/")


def turn_to(page, way):
    page.locator(".ways").get_by_text(way, exact=True).tap()
    expect(page.locator("a.way[aria-current]")).to_have_text(way)


def pick(page, cards):
    """Tap cards in the picker: `KS AC, 3C 8S`. Waits for nobody."""
    for card in re.findall(r"\w+", cards):
        page.locator(f".picker [value='{card}']").tap()


def type_in(page, keys):
    for key in keys:
        page.locator(f".keypad [data-key='{key}']").tap()


def says(page, text):
    expect(page.locator("#says")).to_have_text(text)


def save(page, notice):
    page.locator("#save").tap()
    expect(page.locator(".notice")).to_have_text(notice)


def lines(page):
    """The tricks so far, the newest first."""
    return [" ".join(line.split()) for line in page.locator(".played li").all_inner_texts()]


def stand(page, ann, bo):
    expect(page.locator(".seat .figure")).to_have_text([ann, bo])


def rounds(page):
    """The sheet, the newest deal first: number, Ann, Bo."""
    return [" ".join(row.split()) for row in page.locator(".round").all_inner_texts()]


def next_step(page, text):
    expect(page.locator(".next")).to_contain_text(text)


def test_an_evening_past_44_and_two_ties(phone, live_server, match):
    page = phone
    sit_down(page, live_server, match)
    stand(page, "0", "0")
    next_step(page, "Ann deals · Bo leads")

    # Trick by trick, with a card tapped wrongly and a reload in the middle.
    turn_to(page, "Trick by trick")
    expect(page.locator(".step")).to_have_text("Trick 1 Bo leads.")
    pick(page, "KS AC, 3C 9S, QC 5D")
    expect(page.locator(".step")).to_have_text("Trick 4 Ann draws, Bo leads.")
    assert lines(page) == [
        "3 Q ♣︎ 5 ♦︎ Ann −7 Ann draws, Bo leads In hand: Ann 5, Bo 4",
        "2 3 ♣︎ 9 ♠︎ Ann +6 Bo draws, Ann leads In hand: Ann 5, Bo 5",
        "1 K ♠︎ A ♣︎ Bo +12 Ann draws, Bo leads In hand: Ann 6, Bo 5",
    ]
    page.locator(".played [value='9S']").tap()
    expect(page.locator(".hand .card")).to_have_text(["3♣︎", "9♠︎"])
    pick(page, "8S")
    expect(page.locator(".played li").nth(1)).to_contain_text("Ann +5")
    page.reload()
    expect(page.locator(".step")).to_have_text("Trick 4 Ann draws, Bo leads.")
    expect(page.locator(".played li")).to_have_count(3)
    expect(page.locator(".picker [value='8S']")).to_be_disabled()
    pick(page, "JC")
    says(page, "Ann follows.")
    pick(page, "JS, 10C 2C, 9S 6S, 7C 4S")
    says(page, "Ann −2, Bo +26.")
    expect(page.locator(".step")).to_have_text("Trick 7 The round is over.")
    assert lines(page)[0] == "7 7 ♣︎ 4 ♠︎ Bo +3 In hand: Ann 4, Bo 0"
    save(page, "Deal 1 saved: Ann −2, Bo +26.")
    stand(page, "−2", "26")
    next_step(page, "Bo deals · Ann leads")

    # Totals: what Ann counted comes first, from the dealer's left.
    turn_to(page, "Totals")
    type_in(page, "35")
    says(page, "What did Bo come to?")
    type_in(page, "4")
    says(page, "Ann +35, Bo +4.")
    save(page, "Deal 2 saved: Ann +35, Bo +4.")
    stand(page, "33", "30")
    next_step(page, "Ann deals · Bo leads")

    # Both pass 44, and stand alike.
    type_in(page, "15")
    type_in(page, "12")
    save(page, "Deal 3 saved: Ann +12, Bo +15. Both have 45, so the match goes on.")
    stand(page, "45", "45")
    expect(page.locator(".over")).to_have_count(0)
    expect(page.locator(".reminders a")).to_have_text(
        "On a tie nobody has won: play on until one of you is ahead."
    )

    # Piles: alike again. A blank card is asked for; the rest goes to whose pile was tapped.
    turn_to(page, "Piles")
    pick(page, "KS QS, JC 10S, 9C 8S, 7C 7S, 4C")
    says(page, "Ann: what lay with 4♣?")
    pick(page, "4S")
    says(page, "5 tricks: a round has 6 at the least.")
    page.locator(".cards", has_text="Bo").locator(".slot").first.tap()
    pick(page, "6C 3S")
    says(page, "Ann +3, Bo +3. Both have 48, so the match goes on.")
    save(page, "Deal 4 saved: Ann +3, Bo +3. Both have 48, so the match goes on.")
    next_step(page, "Ann deals · Bo leads")

    # Bo takes every trick.
    turn_to(page, "Trick by trick")
    pick(page, "KC AC, QC 2C, JC 3C, 10C 4C, 9C 6C")
    expect(page.locator(".step")).to_have_text("Trick 6 Ann draws, Bo leads.")
    expect(page.locator(".played li").first).to_contain_text("In hand: Ann 6, Bo 1")
    pick(page, "8C 7C")
    says(page, "Ann 0, Bo +40. Bo won, 88 to 48.")
    page.locator("#save").tap()
    expect(page.locator(".over")).to_contain_text("Bo won, 88 to 48.")
    stand(page, "48", "88")
    assert rounds(page) == [
        "5 0 +40",
        "4 +3 +3",
        "3 +12 +15",
        "2 +35 +4",
        "1 −2 cat +26",
    ]

    # Why, and that what is kept is what a replay gives.
    page.get_by_role("link", name="Deal 1: why, or correct it").tap()
    why = page.locator(".why")
    expect(why).to_contain_text("Ann took tricks worth +5: what the two cards of each differ by.")
    expect(why).to_contain_text("Ann took the Alley Cat, whose trick counts against its taker: −7.")
    expect(why).to_contain_text("Bo took tricks worth +26")
    match.refresh_from_db()
    book = Book(match)
    assert (match.ending, [seat.tally for seat in book.seats]) == ("played", [48, 88])
    assert list(differences_of(book)) == []


def test_a_deal_is_corrected_as_it_was_told(phone, live_server, match):
    page = phone
    sit_down(page, live_server, match)
    turn_to(page, "Trick by trick")
    pick(page, "KS AC, 3C 8S, QC 5D, JC JS, 10C 2C, 9S 6S, 7C 4S")
    says(page, "Ann −2, Bo +26.")
    save(page, "Deal 1 saved: Ann −2, Bo +26.")
    page.get_by_role("link", name="Deal 1: why, or correct it").tap()
    page.get_by_role("link", name="Correct deal 1").tap()
    expect(page.locator(".played li")).to_have_count(7)
    page.locator(".played [value='4S']").tap()
    pick(page, "5S")
    says(page, "Ann −2, Bo +25.")
    page.locator("#save").tap()
    page.locator(".save").tap()
    stand(page, "−2", "25")
    assert rounds(page) == ["1 −2 cat was +26 +25"]


def test_taps_wait_for_nobody(phone, live_server, match):
    """Here the check never answers: cards are picked, and the deal is saved, without it."""
    page = phone
    sit_down(page, live_server, match)
    turn_to(page, "Trick by trick")
    page.route("**/check", lambda _: None)
    pick(page, "KS AC, 3C 8S, QC 5D, JC JS, 10C 2C, 9S 6S, 7C 4S")
    assert page.locator("[name=tricks]").input_value() == "KS AC 3C 8S QC 5D JC JS 10C 2C 9S 6S 7C 4S"
    save(page, "Deal 1 saved: Ann −2, Bo +26.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_scrolls_sideways_on_a_small_phone(phones, live_server, match, theme):
    names = ["Bartholomew Maximilian Iskander", "Llanfairpwllgwyngyllgogerychwyrn"]
    for player, name in zip(Player.objects.order_by("pk"), names, strict=True):
        Player.objects.filter(pk=player.pk).update(name=name)
    page = phones(320, 640, theme=theme)
    sit_down(page, live_server, Match.objects.get())
    for way, enter in {
        "Totals": lambda: type_in(page, ["−", "2", "3", "5"]),
        "Piles": lambda: pick(page, "KS AC, 3C 8S, QC 5D, JC JS, 10C 2C"),
        "Trick by trick": lambda: pick(page, "KS AC, 3C 8S, QC 5D, JC JS, 10C 2C"),
    }.items():
        turn_to(page, way)
        enter()
        expect(page.locator("#says p")).not_to_be_empty()
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        page.locator("#save").scroll_into_view_if_needed()
        expect(page.locator("#save")).to_be_in_viewport()
