"""Whole partias of Petukh, tapped on a phone to their ends."""

import pytest
from playwright.sync_api import expect

from games import scorebook
from games.access import COOKIE
from games.management.commands.rebuild import differences_of
from games.models import Player
from games.scoring.petukh import PRESETS
from tests.tables import TOKEN, new_match, new_players

P = "pass"


class Table:
    """A phone that lies on the table of a match; `taps` counts the taps of a deal."""

    def __init__(self, phone, live_server, match):
        self.phone = phone
        self.match = match
        self.taps = 0
        phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
        self.open()

    def open(self, query=""):
        self.phone.goto(f"/club/{self.match.club_id}/matches/{self.match.pk}/{query}")

    def tap(self, what):
        what.tap()
        self.taps += 1

    def row(self, name):
        return self.phone.locator(".row").filter(
            has=self.phone.get_by_role("button", name=f"{name} boys, revokes", exact=True)
        )

    def tricks(self, **tricks):
        for name, number in tricks.items():
            self.tap(
                self.row(name)
                .locator("[data-part] .chip")
                .filter(has=self.phone.locator(f'[value="{number}"]'))
            )

    def boys(self, name, kind):
        self.tap(self.row(name).locator(".opens"))
        self.tap(self.row(name).locator(".behind .chip").filter(has_text=kind))

    def without_play(self, kind, name):
        self.tap(self.phone.get_by_role("link", name="Without play"))
        chips = self.phone.locator(".unplayed .chip").filter(has=self.phone.locator(f'[value^="{kind}"]'))
        self.tap(chips.filter(has_text=name))

    def says(self, text):
        expect(self.phone.locator("#says")).to_contain_text(text)

    def save(self, number):
        """Save deal `number` and wait for what it came to; how many taps the deal took."""
        self.tap(self.phone.get_by_role("button", name=f"Save deal {number}"))
        expect(self.phone.locator(".notice")).to_contain_text(f"Deal {number} saved:")
        taps, self.taps = self.taps, 0
        return taps

    def left(self, *records):
        expect(self.phone.locator(".seat .figure")).to_have_text([str(record) for record in records])

    def newest(self, *cells):
        expect(self.phone.locator(".round").first.get_by_role("cell")).to_have_text(list(cells))

    def reminded(self, *reminders):
        expect(self.phone.locator(".reminders li")).to_have_text(list(reminders))

    def ends(self, headline, *lines):
        expect(self.phone.locator(".over h2")).to_have_text(headline)
        for line in lines:
            expect(self.phone.locator(".over")).to_contain_text(line)
        assert list(differences_of(scorebook.read(self.match.club, self.match.pk))) == []


@pytest.fixture
def table(live_server, club):
    """Lays a phone on a new match's table: `table(phone, players=4, **rules)`."""
    return lambda phone, **match: Table(phone, live_server, new_match(club, game="petukh", **match))


def test_a_partia_by_the_books_rules(phone, table):
    at = table(phone, players=4)
    expect(phone.locator(".next")).to_contain_text("Ann deals · Bo leads")
    expect(phone.locator(".row .who")).to_have_text(["Bo", "Cy", "Di", "Ann"])

    # An ordinary deal: a tap for each, the last one filled in, and save.
    at.tricks(Bo=2, Cy=P)
    at.says("3 tricks left")
    at.tricks(Di=1)
    expect(at.row("Ann").locator("[data-filled] :checked")).to_have_value("2")
    at.says("Ann −2, Bo −2, Di −1.")
    assert at.save(1) == 4
    at.newest("−2", "−2", "pass", "−1")
    at.left(13, 13, 15, 14)

    # A slip, seen at once and taken back.
    at.tricks(Cy=5, Di=P, Ann=P, Bo=P)
    at.save(2)
    phone.get_by_role("button", name="Undo deal 2").tap()
    at.left(13, 13, 15, 14)
    at.taps = 0

    # Boys with tricks, coloured boys without one, and who went up.
    at.tricks(Cy=1, Di=0, Ann=3)
    at.boys("Ann", "simple")
    at.says("Ann −8, Bo −1, Cy −1, Di +5.")
    at.save(2)
    at.newest("−8 B", "−1", "−1", "+5")
    expect(phone.locator(".round").first.locator(".ring")).to_have_text("+5")
    at.left(5, 12, 14, 19)
    at.reminded("Ann may finish with boys")

    # An overshoot: back to the top. Boys of who passes count all the same.
    at.tricks(Di=P, Ann=1, Bo=4, Cy=P)
    at.boys("Ann", "simple")
    at.boys("Di", "coloured")
    at.says("Ann overshoots: back to 15. Bo −4, Di −10.")
    at.save(3)
    at.newest("+10 B over", "−4", "pass", "−10 pass B")
    at.left(15, 8, 14, 9)

    # Alone with five tricks; two who stay in; who comes near the end.
    at.tricks(Bo=P, Cy=P, Di=P)
    expect(at.row("Ann").locator("[data-filled] :checked")).to_have_value("5")
    at.says("Ann −5.")
    assert at.save(4) == 4
    at.tricks(Bo=P, Cy=3, Di=P)
    assert at.save(5) == 4
    at.left(8, 8, 11, 9)
    at.tricks(Cy=0, Di=1, Ann=P)
    at.save(6)
    at.tricks(Bo=P, Cy=P, Di=P, Ann=3)
    at.save(7)
    at.left(5, 4, 16, 8)

    # Two are short; Ann finishes with boys, and nobody else is asked.
    at.reminded("Ann and Bo may finish with boys")
    at.without_play("finished_with_boys", "Ann")
    at.says("Ann won. Ann −5.")
    assert at.save(8) == 3
    at.left(0, 4, 16, 8)
    at.ends(
        "Ann won: +28.", "Bo had 4 left: −4.", "Cy had 16 left: −16.", "Di had 8 left: −8.", "rooster: Cy"
    )

    # Why the third deal was what it was.
    phone.get_by_role("link", name="Deal 3: why, or correct it").tap()
    expect(phone.locator(".why div").first.locator("dd")).to_have_text(
        [
            "Ann took 1 trick: −1.",
            "Ann showed simple boys: −5.",
            "Ann wrote off more than was left, and starts again: +16.",
        ]
    )


def test_a_partia_by_the_authors_house_rules(phone, table):
    at = table(phone, players=3, **PRESETS["house"])

    # Five trumps: who had passed is left alone, and the other gets a circle.
    at.without_play("trump_five", "Bo")
    at.tap(phone.locator(".passed .chip").filter(has_text="Cy"))
    at.says("Ann +5, Bo −5.")
    assert at.save(1) == 4
    at.newest("+5", "−5 five", "pass")
    expect(phone.locator(".seat .marks")).to_have_text("1 circle○")

    # Seldom a second time: it is tricks that are asked for.
    expect(phone.locator("a.way[aria-current]")).to_have_text("Tricks")
    at.tricks(Cy=0, Ann=P)
    expect(at.row("Bo").locator("[data-filled] :checked")).to_have_value("5")
    assert at.save(2) == 3
    at.left(20, 5, 20)

    # Now a deal can stop before its last trick, so nothing is filled in.
    at.tricks(Ann=2, Bo=3)
    at.says("Cy: no trick, or a pass?")
    at.tricks(Cy=P)
    at.save(3)
    at.left(18, 2, 20)
    at.reminded("Bo may finish with boys")
    at.tricks(Bo=1, Cy=0, Ann=1)
    at.says(
        "3 of the 5 tricks are missing. A deal stops before its last trick only when somebody comes to exactly nought."
    )
    at.tricks(Bo=3)
    expect(phone.locator("#wrong-tricks-2")).to_have_text(
        "Bo comes to nought with 2 tricks, where the deal stops: 3 is too many."
    )
    expect(phone.locator("#wrong-tricks-2")).to_have_text(
        "Bo comes to nought with 2 tricks, where the deal stops: 3 is too many."
    )
    at.tricks(Bo=2)
    at.says("Bo won. Ann −1, Bo −2.")
    at.save(4)
    at.newest("−1", "−2", "0")
    at.ends("Bo won: +39.", "Ann had 17 left and 1 circle: −18.", "Cy had 20 left and 1 circle: −21.")


def test_who_was_first_out_is_asked_when_two_finish(phone, table):
    at = table(phone, players=3, start=2)
    asked = phone.get_by_role("group", name="Who was first out?")
    expect(asked).to_be_hidden()
    at.tricks(Bo=2, Cy=1)
    expect(asked.locator(".chip")).to_have_text(["Bo", "Ann"])
    at.says("Ann and Bo come to nought: who was first?")
    at.tap(asked.locator(".chip").filter(has_text="Bo"))
    at.says("Bo won. Ann −2, Bo −2, Cy −1.")
    phone.reload()
    at.says("Bo won. Ann −2, Bo −2, Cy −1.")
    assert at.save(1) == 4
    at.ends("Bo won: +1.", "Ann had 0 left: 0.", "Cy had 1 left: −1.")


def test_a_deal_without_a_script(phones, table, console):
    phone = phones(java_script_enabled=False)
    at = table(phone, players=3, start=2)
    save = phone.get_by_role("button", name="Save deal 1")
    at.tricks(Bo=2)
    save.tap()
    expect(phone.locator("#says")).to_have_text("3 tricks left")
    at.tricks(Cy=1)
    save.tap()
    at.says("Ann and Bo come to nought: who was first?")
    phone.get_by_role("group", name="Who was first out?").locator(".chip").filter(has_text="Bo").tap()
    save.tap()
    at.ends("Bo won: +1.")
    assert [message for message in console if "422" not in message] == []
    console.clear()


def test_the_narrowest_phone_has_room_for_both_ways(phones, table, club):
    names = ["Maximilian Konstantinopoulos Jr", "Wolfeschlegelsteinhausenbergerd", "Olena", "O'Neil", "Тарас"]
    players = new_players(club, 5)
    for player, name in zip(players, names, strict=True):
        player.name = name
    Player.objects.bulk_update(players, ["name"])
    phone = phones(320, 640)
    at = table(phone, players=5, **PRESETS["house"])
    for way in ("tricks", "unplayed"):
        at.open(f"?way={way}")
        expect(phone.locator("a.way[aria-current]")).to_have_attribute("href", f"?way={way}")
        for opener in phone.locator(".opens").all():
            opener.tap()
        assert phone.evaluate("document.documentElement.scrollWidth") == 320
        for chip in phone.locator(".fields .chip:visible").all():
            box = chip.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 320
            assert box["width"] >= 34
            assert box["height"] >= 48
