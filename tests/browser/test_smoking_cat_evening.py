"""Whole words of Smoking Cat, tapped on a phone to their ends."""

import pytest
from playwright.sync_api import expect

from games import scorebook
from games.access import COOKIE
from games.management.commands.rebuild import differences_of
from games.models import Player
from games.players import move_on
from games.scoring.sheet import Deal
from tests.tables import TOKEN, new_club, new_device, new_match


class Table:
    """A phone on the table of a match; `taps` counts those of a deal."""

    def __init__(self, phone, match):
        self.phone = phone
        self.match = match
        self.taps = 0
        self.open()

    def open(self, way=""):
        self.phone.goto(f"/club/{self.match.club_id}/matches/{self.match.pk}/{way and f'?way={way}'}")

    def tap(self, what):
        what.tap()
        self.taps += 1

    def turn_to(self, way):
        self.phone.get_by_role("link", name=way, exact=True).tap()
        expect(self.phone.locator("a.way[aria-current]")).to_have_text(way)

    def chip(self, label, within=".fields"):
        return self.phone.locator(within).locator(".chip").filter(has_text=label).filter(visible=True)

    def type(self, *numbers):
        """Type numbers on the keypad, as many taps as digits: where the next one goes is the page's business."""
        for digit in "".join(map(str, numbers)):
            self.tap(self.phone.locator(f".key[data-key='{digit}']"))

    def points(self):
        """What stands in the fields that are shown, in their order."""
        return [
            field.input_value() for field in self.phone.locator("[data-count]").filter(visible=True).all()
        ]

    def says(self, text):
        expect(self.phone.locator("#says")).to_have_text(text)

    def save(self, number, outcome):
        """Save and wait for what it came to; how many taps the deal took."""
        self.tap(self.phone.get_by_role("button", name=f"Save deal {number}"))
        expect(self.phone.locator(".notice")).to_have_text(f"Deal {number} saved: {outcome}")
        taps, self.taps = self.taps, 0
        return taps

    def letters(self, *taken):
        """How many letters each has, drawn and read aloud."""
        seats = self.phone.locator(".seat")
        for seat, count in zip(seats.all(), taken, strict=True):
            expect(seat.locator(".letters b")).to_have_count(count)
            expect(seat.locator(".letters .unseen")).to_contain_text(f"{count} of ")

    def newest(self, *cells, row=0):
        expect(self.phone.locator(".round").nth(row).get_by_role("cell")).to_have_text(list(cells))

    def next(self, dealer, leader):
        expect(self.phone.locator(".next")).to_contain_text(f"{dealer} deals · {leader} leads")

    def told(self) -> list[Deal]:
        return [round.entry for round in scorebook.read(self.match.club, self.match.pk).rounds]

    def holds(self):
        """What is kept is what a replay gives."""
        assert list(differences_of(scorebook.read(self.match.club, self.match.pk))) == []


@pytest.fixture
def lay(live_server):
    """Lays a phone on a new match's table."""

    def table(phone, **match):
        club = new_club()
        new_device(club)
        phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
        return Table(phone, new_match(club, game="smoking-cat", **match))

    return table


def test_a_word_to_its_end(phone, lay):
    at = lay(phone, players=4, word="КІТ")
    expect(phone.locator("h1")).to_contain_text("word КІТ")
    at.next("Ann", "Bo")
    at.letters(0, 0, 0, 0)

    # The usual deal: who lost, and save.
    at.tap(at.chip("Bo"))
    at.says("Bo takes К.")
    assert at.save(1, "Bo takes К.") == 2
    at.newest("", "К", "", "")
    at.letters(0, 1, 0, 0)
    at.next("Bo", "Cy")

    # Points of three, the fourth filled in; a tie, for which the Heim is asked of those who can have it.
    at.turn_to("Points")
    expect(phone.locator("[data-share] label")).to_have_text(["Cy", "Di", "Ann", "Bo"])
    at.type(14, 14)
    at.says("5 points to place")
    at.type(5)
    assert at.points() == ["14", "14", "5", "0"]
    at.says("Cy and Di have 14 points each: who took the Heim?")
    expect(phone.locator("#heim-asked")).to_have_text("A tie at 14: who took the Heim?")
    expect(phone.locator("#heim-asked")).to_be_in_viewport(ratio=1)
    expect(at.chip("", ".takers:has(#heim-asked)")).to_have_text(["Cy", "Di"])
    at.tap(at.chip("Di", ".takers:has(#heim-asked)"))
    at.says("Di takes К.")
    assert at.save(2, "Di takes К.") == 7
    at.newest("5", "0", "14", "14 Heim")
    at.letters(0, 1, 0, 1)
    at.next("Di", "Ann")

    # The way stays as it was, also after a revoke told in the quick one.
    expect(phone.locator("a.way[aria-current]")).to_have_text("Points")
    at.turn_to("Who lost")
    at.tap(at.chip("Cy"))
    at.tap(phone.locator(".chip").filter(has=phone.locator("[value=revoke]")))
    assert at.save(3, "Cy takes К.") == 3
    at.newest("", "", "К revoke", "")

    # A fine is a letter without a round: dealer and leader stay.
    at.next("Cy", "Di")
    expect(phone.locator("a.way[aria-current]")).to_have_text("Points")
    at.turn_to("Who lost")
    at.tap(at.chip("fine"))
    at.tap(at.chip("Bo"))
    phone.get_by_label("What for").fill("dealt twice wrong")
    at.says("Bo takes І.")
    at.save(4, "Bo takes І.")
    at.newest("", "І fine", "", "")
    at.next("Cy", "Di")
    expect(phone.locator(".reminders")).to_have_text("Bo: one letter left.")
    at.letters(0, 2, 1, 1)

    # Why is my score that? A tap on the figure tells.
    phone.locator(".ring").first.tap(force=True)
    expect(phone.locator(".why")).to_contain_text("Bo was fined a letter; no round was played for it.")
    expect(phone.locator(".why")).to_contain_text("The reason: dealt twice wrong")
    at.open()
    phone.get_by_role("link", name="Deal 2: why, or correct it").tap()
    expect(phone.locator(".why")).to_contain_text("Di is tied for the most and took the Heim")

    # It was Di who revoked: the form shows what was told, and the dealer follows the correction.
    at.open()
    phone.get_by_role("link", name="Deal 3: why, or correct it").tap()
    phone.get_by_role("link", name="Correct deal 3").tap()
    expect(phone.locator(".fields :checked")).to_have_count(2)
    expect(at.chip("Cy").locator("input")).to_be_checked()
    at.chip("Di").tap()
    at.says("Di takes І.")
    phone.get_by_role("button", name="See what changes").tap()
    expect(phone.locator(".shifts .moves > *")).to_have_text(["Cy", "К", "no letter", "Di", "К", "КІ"])
    phone.locator(".save").tap()
    at.newest("", "", "was К", "І revoke", row=1)
    expect(phone.locator(".round").nth(1).locator("s")).to_have_text("was К")
    at.letters(0, 2, 0, 2)
    at.next("Di", "Ann")

    # The last letter, in the ten items; whoever has nothing more to take gets the rest.
    at.turn_to("Cards")
    for item in ("heim", "HA", "H7"):
        at.tap(phone.locator(f".picker [value={item}]"))
    at.says("Who took ♥K, ♥O, ♥U, ♥10, ♥9, ♥8 and the last trick?")
    at.tap(phone.get_by_role("group", name="Di").get_by_role("button"))
    at.tap(phone.locator(".picker .rest"))
    at.says("Di takes Т and has the whole word: the match is over.")
    assert at.save(5, "Di takes Т and has the whole word: the match is over.") == 6
    over = phone.locator(".over")
    expect(over.get_by_role("heading")).to_have_text("Ann and Cy won.")
    expect(over).to_contain_text("Di had the whole word КІТ and lost.")
    at.letters(0, 2, 0, 3)
    at.newest("16 Heim", "0", "0", "17")
    at.holds()

    # A finished match is undone like any other, and comes to its end again.
    phone.get_by_role("button", name="Undo deal 5").tap()
    at.letters(0, 2, 0, 2)
    expect(phone.locator(".next")).to_contain_text("Di deals · Ann leads")
    phone.get_by_role("button", name="Redo deal 5").tap()
    expect(over.get_by_role("heading")).to_have_text("Ann and Cy won.")
    expect(phone.locator(".round")).to_have_count(5)
    assert at.told()[3:] == [
        {"fine": "2", "reason": "dealt twice wrong"},
        {
            "cards": {
                "1": ["heim", "HA", "H7"],
                "2": [],
                "3": [],
                "4": ["HK", "HO", "HU", "H10", "H9", "H8", "last"],
            }
        },
    ]
    at.holds()


def test_five_at_the_table(phone, lay):
    at = lay(phone, players=5, word="П'ЯТЬ")
    out = phone.locator(".sitting summary")

    # Who sits out is proposed, and has no tile.
    expect(out).to_have_text("Sitting out: Ann", use_inner_text=True)
    expect(at.chip("", ".four")).to_have_text([f"{name}· · · ·" for name in ("Bo", "Cy", "Di", "Eve")])
    at.tap(at.chip("Bo"))
    assert at.save(1, "Bo takes П.") == 2
    at.newest("sat out", "П", "", "", "")
    expect(out).to_have_text("Sitting out: Bo", use_inner_text=True)

    # It was Ann again: what was filled in follows whoever plays.
    at.turn_to("Points")
    at.type(14, 6, 9)
    assert at.points() == ["14", "6", "9", "4"]
    expect(phone.locator("[data-share] .count[data-filled] label:visible")).to_have_text("Ann")
    out.tap()
    at.tap(at.chip("Ann", ".sitting"))
    expect(out).to_have_text("Sitting out: Ann", use_inner_text=True)
    expect(phone.locator("[data-share] label").filter(visible=True)).to_have_text(["Cy", "Di", "Eve", "Bo"])
    assert at.points() == ["14", "6", "9", "4"]
    at.says("Cy takes П.")
    at.save(2, "Cy takes П.")
    at.newest("sat out", "4", "14", "6", "9")

    # A fine can be anybody's; a deliberate revoke is asked about once more, and ends the match.
    at.turn_to("Who lost")
    expect(out).to_have_text("Sitting out: Bo", use_inner_text=True)
    expect(at.chip("Bo", ".four")).to_have_count(0)
    at.chip("fine").tap()
    expect(out).to_be_hidden()
    at.chip("Bo", ".four").tap()
    at.save(3, "Bo takes Я.")
    at.turn_to("Cards")
    expect(phone.locator(".cards label").filter(visible=True)).to_have_text(["Di", "Eve", "Ann", "Cy"])
    at.turn_to("Who lost")
    at.chip("deliberate").tap()
    at.chip("Eve", ".four").tap()
    at.says("Is Eve to be expelled, and the match to end?")
    at.chip("Yes").tap()
    at.save(4, "Eve takes П and is expelled: the match is over.")
    expect(phone.locator(".over")).to_contain_text("Eve revoked on purpose, was expelled and lost.")
    at.newest("", "sat out", "", "", "П expelled")
    assert at.told() == [
        {"verdict": "2", "sitting_out": ["1"]},
        {
            "points": {"2": 4, "3": 14, "4": 6, "5": 9},
            "sitting_out": ["1"],
        },
        {"fine": "2"},
        {"revoke": "5", "deliberate": True, "sitting_out": ["2"]},
    ]
    at.holds()


@pytest.mark.parametrize("players", [4, 8])
def test_nothing_scrolls_sideways_on_a_small_phone(phones, lay, players):
    phone = phones(320, 640)
    at = lay(phone, players=players, word="Куряча Кішка")
    Player.objects.filter(name="Cy").update(name="Ж" * 60)
    move_on(at.match.club)
    for way in ("quick", "totals", "cards"):
        at.open(way)
        for more in phone.locator(".fields").locator("summary, .opens").all():
            more.tap()
        assert phone.evaluate("document.documentElement.scrollWidth") == 320
        targets = phone.locator(".fields, .thumb").locator(".chip, .key, .card, .opens").filter(visible=True)
        boxes = [target.bounding_box() for target in targets.all()]
        assert boxes
        assert all(box["height"] >= 48 and box["width"] >= 34 for box in boxes)
        chips = phone.locator(".fields .chip span").filter(visible=True)
        assert chips.evaluate_all("all => all.every((chip) => chip.scrollWidth <= chip.clientWidth)")


def test_without_a_script_the_heim_is_asked_for_all_the_same(phones, lay, console):
    phone = phones(java_script_enabled=False)
    at = lay(phone, players=5, word="КІТ")
    at.open("totals")
    for name, taken in {"Bo": 14, "Cy": 14, "Di": 5}.items():
        phone.get_by_label(name, exact=True).filter(visible=True).and_(phone.locator("[data-count]")).fill(
            str(taken)
        )
    save = phone.get_by_role("button", name="Save deal 1")
    save.tap()
    expect(phone.locator("#heim-asked")).to_have_text("A tie at 14: who took the Heim?")
    assert "422" in console.pop()
    expect(at.chip("", ".takers:has(#heim-asked)")).to_have_text(["Bo", "Cy"])
    at.chip("Cy", ".takers:has(#heim-asked)").tap()
    save.tap()
    at.newest("sat out", "14", "14 Heim", "5", "0")
    at.holds()
