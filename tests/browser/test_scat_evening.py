"""An evening of Scat, tapped on a phone until one player is left."""

import pytest
from playwright.sync_api import expect

from games.access import COOKIE
from games.management.commands.rebuild import differences_of
from games.models import Ending, Player
from games.scorebook import Book
from tests.tables import TOKEN, new_match, new_players

LONG_NAMES = [
    "Maximiliana Konstantinopolskaya",
    "Wolfeschlegelsteinhausenberger",
    "Anna Maria Theresia von Trapp!",
    "Пантелеймон Великомученикович.",
    "ელენე ახვლედიანი-ჯავახიშვილისა",
    "Jean-Baptiste Emmanuel Zorgy's",
    "Christopher Bartholomew Smythe",
    "Olexandra Kovalenko-Petrenko &",
    "O'Neil Fitzgerald-Featherstone",
]

BOXES = """chips => chips.map(chip => {
    const { left, right, width, height } = chip.getBoundingClientRect();
    return [left, right, width, height];
})"""


class Table:
    """A phone that lies on the table of a match; `taps` counts the taps of a deal."""

    def __init__(self, phone, live_server, match):
        self.phone = phone
        self.match = match
        self.taps = 0
        phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
        phone.goto(f"/club/{match.club_id}/matches/{match.pk}/")

    def tap(self, what):
        what.tap()
        self.taps += 1

    def turn_to(self, way):
        if self.phone.locator("a.way[aria-current]").inner_text() != way:
            self.phone.locator(".way", has_text=way).tap()
        expect(self.phone.locator("a.way[aria-current]")).to_have_text(way)

    def row(self, name):
        named = self.phone.locator("legend, label").get_by_text(name, exact=True)
        return self.phone.locator(".rows > fieldset, .rows > .row").filter(has=named)

    def chip(self, name, chip):
        self.tap(self.row(name).locator(".chip", has_text=chip))

    def ending(self, chip):
        self.tap(self.phone.locator(".endings .chip", has_text=chip))

    def count(self, *values):
        """Type values on the own keypad; which of them is whole moves on by itself."""
        for digit in "".join(map(str, values)):
            self.tap(self.phone.locator(f".keypad [data-key='{digit}']"))

    def pick(self, cards):
        for card in cards.split():
            suit = self.phone.locator(f".picker .suit[value={card[-1]}]")
            if suit.get_attribute("aria-pressed") != "true":
                self.tap(suit)
            self.tap(self.phone.locator(f".picker .card[value='{card}']"))

    def says(self, text):
        expect(self.phone.locator("#says")).to_have_text(text)

    def save(self, number, came_to):
        """Save a deal and wait for what it came to; how many taps it took."""
        self.tap(self.phone.locator("#save"))
        expect(self.phone.locator(".notice")).to_have_text(f"Deal {number} saved: {came_to}")
        taps, self.taps = self.taps, 0
        return taps

    def next(self, step, *reminders):
        expect(self.phone.locator(".next")).to_contain_text(step)
        expect(self.phone.locator(".reminders li")).to_have_text(list(reminders))

    def standings(self, *expected):
        """What stands under each name: pennies left and paid (`●●○`), `on the dole`, `out`."""
        readings = self.phone.locator(".seat .reading > :first-child")
        expect(readings).to_have_count(len(expected))
        drawn = readings.evaluate_all(
            """readings => readings.map(reading => reading.matches(".pennies")
                ? [...reading.querySelectorAll("i")].map(penny => penny.matches(".paid") ? "○" : "●").join("")
                : reading.textContent)"""
        )
        assert drawn == list(expected)

    def newest(self, *cells):
        expect(self.phone.locator(".round").first.get_by_role("cell")).to_have_text(list(cells))


def test_five_play_until_one_is_left(phone, live_server, club):
    match = new_match(club, players=5)
    at = Table(phone, live_server, match)
    expect(phone.locator(".bar h1")).to_have_text("Scat kitty 0")
    at.next("Ann deals · Bo leads")
    at.standings(*["●●●"] * 5)

    # The usual deal: who knocked, who was lowest, save.
    expect(phone.locator(".rows legend")).to_have_text(["Bo", "Cy", "Di", "Eve", "Ann"])
    at.chip("Bo", "knocked")
    at.says("Who had the lowest hand, or 31?")
    at.chip("Cy", "lowest")
    at.says("Cy pays 1.")
    assert at.save(1, "Cy pays 1.") == 3
    at.newest("", "k", "−1", "", "")
    expect(phone.locator(".bar h1")).to_have_text("Scat kitty 1")

    # Counted hands, from the dealer's left: the knocker alone has the lowest, and loses two.
    at.turn_to("Totals")
    at.next("Bo deals · Cy leads")
    at.count(12, 20, 22, 24)
    at.says("1 hand left")
    at.count(27)
    at.says("Who knocked?")
    at.chip("Cy", "knocked")
    at.says("Cy pays 2. Cy goes on the dole.")
    assert at.save(2, "Cy pays 2. Cy goes on the dole.") == 12
    at.newest("24", "27", "12 k −2", "20", "22")
    at.standings("●●●", "●●●", "on the dole", "●●●", "●●●")

    # A 31, and no knock: one tap and save. Who was on the dole is out.
    at.next("Cy deals · Di leads", "Cy is on the dole: the next life lost puts Cy out.")
    at.turn_to("Who lost")
    at.chip("Di", "31")
    assert at.save(3, "All but Cy and Di pay 1. Cy is out.") == 2
    at.newest("−1", "−1", "0 out", "31", "−1")
    at.standings("●●○", "●●○", "out", "●●●", "●●○")
    at.next("Di deals · Eve leads")

    # The cards: what a hand counts is shown as it comes, also after a reload in the middle.
    at.turn_to("Cards")
    at.pick("KS 10S 4H 2C 3C 4C")
    expect(phone.locator(".worth")).to_have_text(["20", "9", "", ""])
    at.says("6 cards left")
    expect(phone.locator(".picker [value='3C']")).to_be_disabled()
    phone.reload()
    expect(phone.locator(".worth")).to_have_text(["20", "9", "", ""])
    at.pick("QD 2D AH 9H 8H 7H")
    at.says("Who knocked?")
    at.chip("Bo", "knocked")
    at.says("Ann pays 1.")
    at.save(4, "Ann pays 1.")
    at.newest("9 −1", "12 k", "", "24", "20")
    at.standings("●○○", "●●○", "out", "●●●", "●●○")

    # The stock ran out. Then a tie with the knocker, told wrongly at first and taken back.
    at.turn_to("Who lost")
    at.ending("stock ran out, nobody loses")
    assert at.save(5, "The stock ran out: nobody loses.") == 2
    at.newest("", "", "", "", "")
    at.next("Ann deals · Bo leads")
    at.chip("Bo", "knocked")
    at.chip("Bo", "lowest")
    at.save(6, "Bo pays 2. Bo goes on the dole.")
    phone.get_by_role("button", name="Undo").tap()
    at.next("Ann deals · Bo leads")
    at.standings("●○○", "●●○", "out", "●●●", "●●○")
    at.taps = 0
    at.chip("Bo", "knocked")
    at.chip("Bo", "lowest")
    at.chip("Eve", "lowest")
    at.says("Eve pays 1.")
    assert at.save(6, "Eve pays 1.") == 4

    # Two lives lost with one penny left.
    at.next("Bo deals · Di leads")
    at.chip("Ann", "knocked")
    at.chip("Ann", "lowest")
    at.save(7, "Ann pays 1. Ann is out.")
    at.newest("−1 k out", "", "", "", "")

    # Nobody knocked, and two tie.
    at.next("Di deals · Eve leads")
    at.chip("Eve", "lowest")
    at.chip("Bo", "lowest")
    at.says("Who knocked?")
    at.ending("nobody knocked")
    at.save(8, "Bo and Eve pay 1 each. Eve goes on the dole.")
    at.standings("out", "●○○", "out", "●●●", "on the dole")

    # One after the other goes out.
    at.chip("Di", "knocked")
    at.chip("Eve", "lowest")
    at.save(9, "Eve is out.")
    at.chip("Di", "knocked")
    at.chip("Bo", "lowest")
    at.save(10, "Bo pays 1. Bo goes on the dole.")
    at.next("Di deals · Bo leads", "Bo is on the dole: the next life lost puts Bo out.")
    at.chip("Bo", "knocked")
    at.chip("Bo", "lowest")
    at.says("Bo is out. Di won.")
    at.tap(phone.locator("#save"))
    expect(phone.locator(".over h2")).to_have_text("Di won the kitty.")
    expect(phone.locator(".over > p:not(.quiet)")).to_have_text(
        ["It holds 12 pennies.", "Out in this order: Cy, Ann, Eve, Bo."]
    )
    at.standings("out", "out", "out", "●●●", "out")
    expect(phone.locator(".seat .place")).to_have_text(
        ["place 4", "place 2", "place 5", "place 1", "place 3"]
    )
    expect(phone.locator(".round")).to_have_count(11)

    # Why the second deal cost two.
    phone.get_by_role("link", name="Deal 2: why, or correct it").tap()
    expect(phone.locator(".why")).to_contain_text(
        "Cy knocked and alone had the lowest hand. That costs 2 pennies."
    )
    match.refresh_from_db()
    book = Book(match)
    assert match.ending == Ending.PLAYED
    assert [seat.units for seat in book.seats] == [-3, -3, -3, 12, -3]
    assert list(differences_of(book)) == []


def test_a_correction_is_shown_as_it_was_told(phone, live_server, club):
    at = Table(phone, live_server, new_match(club, throw_down=True, three_of_a_kind=30.5))
    at.turn_to("Cards")
    at.pick("KS 10S 4H 2C 2D 2H")
    phone.locator(".counted summary").tap()
    phone.locator(".counted").get_by_label("Ann").tap()
    at.count(21)
    at.ending("thrown down")
    at.says("Who threw the hand down?")
    at.chip("Bo", "knocked")
    at.says("Bo pays 2.")
    at.save(1, "Bo pays 2.")
    at.newest("21", "20 t −2", "30½")
    phone.get_by_role("link", name="Deal 1: why, or correct it").tap()
    phone.get_by_role("link", name="Correct deal 1").tap()
    expect(phone.locator(".worth")).to_have_text(["20", "30½", "21"])
    at.row("Bo").locator(".hand .card").last.tap()
    phone.locator(".counted summary").tap()
    at.pick("AS")
    expect(phone.locator(".worth")).to_have_text(["31", "30½", "21"])
    at.says("Ann and Cy pay 1 each.")
    phone.locator("#save").tap()
    expect(phone.locator(".shifts tr.moves")).to_have_text(["Ann32", "Bo13", "Cy32"])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nine_long_names_hide_no_score(phones, live_server, club, theme):
    players = new_players(club, 9)
    for player, name in zip(players, LONG_NAMES, strict=True):
        player.name = name
    Player.objects.bulk_update(players, ["name"])
    phone = phones(320, 640, theme=theme)
    at = Table(phone, live_server, new_match(club, players=players, lives=10))
    at.turn_to("Totals")
    at.count(20, 21, 22, 23, 24, 25, 26, 27, 28)
    at.chip(LONG_NAMES[1], "knocked")
    at.says(f"{LONG_NAMES[1]} pays 2.")
    at.save(1, f"{LONG_NAMES[1]} pays 2.")
    at.newest("28", "20 k −2", "21", "22", "23", "24", "25", "26", "27")
    at.standings("●" * 10, "●" * 8 + "○○", *["●" * 10] * 7)
    phone.evaluate("scrollTo(0, 0)")
    assert hidden(phone, ".pennies i") == []
    assert hidden(phone, ".round:first-of-type [role=cell]") == []


def hidden(phone, figures):
    """Which of the figures are cut off, lie beyond the edge, or under something else."""
    return phone.locator(figures).evaluate_all(
        """figures => figures.filter(figure => {
            const { left, right, top, bottom, width } = figure.getBoundingClientRect();
            const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            const covered = !(figure.contains(seen) || figure.parentElement.contains(seen));
            return !width || left < 0 || right > document.documentElement.clientWidth || covered
                || figure.scrollWidth > figure.clientWidth + 1;
        }).map(figure => figure.outerHTML)"""
    )


@pytest.mark.parametrize("rules", [{}, {"throw_down": True, "three_of_a_kind": 30.5}])
@pytest.mark.parametrize("way", ["Who lost", "Totals", "Cards"])
def test_nothing_scrolls_sideways_on_a_small_phone(phones, live_server, club, way, rules):
    players = new_players(club, 9)
    for player, name in zip(players, LONG_NAMES, strict=True):
        player.name = name
    Player.objects.bulk_update(players, ["name"])
    phone = phones(320, 640)
    at = Table(phone, live_server, new_match(club, players=players, **rules))
    at.turn_to(way)
    for summary in phone.locator(".fields summary").all():
        summary.tap()
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
    for left, right, width, height in phone.locator(".fields .chip").evaluate_all(BOXES):
        assert left >= 0
        assert right <= 320
        assert min(width, height) >= 48
    expect(phone.locator("#save")).to_be_in_viewport()
