"""Looking back on a phone: an evening is closed, joined, split and shared; every page is open to everybody."""

import base64
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from games import scorebook
from games.access import COOKIE
from games.models import Device, Evening, Player
from tests.browser.test_looks import LONG_NAMES, SMALLEST, sideways
from tests.tables import TOKEN, lowest, new_match, new_players

PNG = b"\x89PNG\r\n\x1a\n"
SIZES = [(320, 568), (360, 740), (390, 844), (768, 1024)]
TARGETS = "main :is(a.button, a.more, button, summary, .way, .list a)"


@pytest.fixture
def club_with_years(club):
    """Two evenings of nine people with long names: a deal was corrected, one struck; a match ended, one runs."""
    players = new_players(club, 9)
    for player, name in zip(players, LONG_NAMES, strict=True):
        player.name = name
        player.save()
    device = Device.objects.get(club=club)
    for number in range(2):
        match = new_match(club, players=9, key=f"the first match, {number}")
        with scorebook.write(club, match.pk) as book:
            for deal, seat in enumerate((2, 3, 4), start=1):
                entry = lowest(seat, knocker=1)
                book.record(number=deal, entry=entry, key=f"the deal {deal}", by=device)
            book.correct(book.rounds[0], entry=lowest(5, knocker=1), by=device, key="the correction")
            book.strike(book.rounds[1], by=device, key="the striking")
            book.finish_early(key="late already", by=device)
        new_match(club, "petukh", players=5, key=f"the second match, {number}")
        if number == 0:
            week = timedelta(days=7)
            Evening.objects.update(closed_at=match.started_at - week, began_at=match.started_at - 2 * week)
            Evening.objects.update(last_at=match.started_at - week)
    return club


@pytest.fixture
def pages(club_with_years):
    """Every page to look back, by its name."""
    club = club_with_years
    evening = Evening.objects.filter(club=club).order_by("began_at").first()
    match = evening.matches.order_by("pk").first()
    ann = Player.objects.filter(club=club).order_by("pk").first()
    named = {
        "evenings": [club.pk],
        "evening": [club.pk, evening.pk],
        "join-evenings": [club.pk, evening.pk],
        "split-evening": [club.pk, evening.pk],
        "matches": [club.pk],
        "history": [club.pk, match.pk],
        "players": [club.pk],
        "player": [club.pk, ann.pk],
        "edit-player": [club.pk, ann.pk],
        "merge-players": [club.pk, ann.pk],
    }
    return {name: reverse(name, args=args) for name, args in named.items()}


@pytest.fixture
def visit(live_server):
    def visit(phone, address):
        phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
        phone.goto(address)
        return phone

    return visit


def unfold(phone):
    phone.locator("main details").evaluate_all("all => all.forEach(one => { one.open = true })")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_keeps_anybody_from_looking_back(phones, visit, pages, theme):
    phone = phones(320, 640, theme=theme)
    for name, address in pages.items():
        visit(phone, address)
        assert (name, found(phone)) == (name, [])
        unfold(phone)
        assert (name, found(phone)) == (name, [])


def found(phone):
    violations = Axe().run(phone).response["violations"]
    return [(one["id"], node["html"]) for one in violations for node in one["nodes"]]


@pytest.mark.parametrize("size", SIZES)
def test_nine_long_names_fit_every_page(phones, visit, pages, size):
    phone = phones(*size)
    for name, address in pages.items():
        unfold(visit(phone, address))
        assert (name, sideways(phone) <= 0) == (name, True)
        assert (name, phone.locator(TARGETS).evaluate_all(SMALLEST)) == (name, [])


def test_text_twice_as_large_fits_every_page(phone, visit, pages):
    for name, address in pages.items():
        unfold(visit(phone, address))
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        assert (name, sideways(phone) <= 0) == (name, True)


def test_an_evening_is_closed_and_opened_again(phone, visit, club):
    match = new_match(club, players=2)
    visit(phone, reverse("evening", args=[club.pk, match.evening_id]))
    phone.get_by_role("button", name="Close the evening").tap()
    expect(phone.get_by_text("It is closed")).to_be_visible()
    assert Evening.objects.get().closed_at
    phone.get_by_role("button", name="Open it again").tap()
    expect(phone.get_by_role("button", name="Close the evening")).to_be_visible()
    assert Evening.objects.get().closed_at is None


def test_an_evening_is_split_at_a_match_and_joined_again(phone, visit, club):
    new_players(club, 2)
    matches = [new_match(club, players=2, key=f"the match {number}") for number in range(3)]
    visit(phone, reverse("evening", args=[club.pk, matches[0].evening_id]))
    phone.get_by_role("link", name="Split it in two").tap()
    phone.locator(f'.chip:has([value="{matches[1].pk}"])').tap()
    phone.get_by_role("button", name="Split it").tap()
    expect(phone.get_by_role("status")).to_have_text("What came later is an evening of its own now.")
    assert [evening.matches.count() for evening in Evening.objects.order_by("pk")] == [1, 2]

    phone.get_by_role("button", name="Take it back").tap()
    expect(phone.get_by_role("status")).to_have_text("The two are one evening now.")
    assert [evening.matches.count() for evening in Evening.objects.all()] == [3]


SHARING = """() => {
    navigator.canShare = (told) => Boolean(told.text || told.files);
    navigator.share = async ({ text, files }) => {
        const bytes = files && new Uint8Array(await files[0].arrayBuffer());
        document.body.dataset.shared = JSON.stringify({
            text, type: files?.[0].type, name: files?.[0].name, bytes: bytes && btoa(String.fromCharCode(...bytes)),
        });
    };
}"""


def test_an_evening_is_handed_to_another_app_as_text_and_as_a_picture(phone, visit, club):
    match = new_match(club, players=2)
    visit(phone, reverse("evening", args=[club.pk, match.evening_id]))
    phone.evaluate(SHARING)

    phone.get_by_role("link", name="As text").tap()
    expect(phone.locator("body[data-shared]")).to_be_visible()
    shared = phone.evaluate("JSON.parse(document.body.dataset.shared)")
    assert "Scat: It goes on." in shared["text"]

    phone.evaluate("delete document.body.dataset.shared")
    phone.get_by_role("link", name="As a picture").tap()
    expect(phone.locator("body[data-shared]")).to_be_visible()
    shared = phone.evaluate("JSON.parse(document.body.dataset.shared)")
    assert (shared["type"], shared["name"][-4:]) == ("image/png", ".png")
    assert base64.b64decode(shared["bytes"]).startswith(PNG)


def test_without_a_script_the_text_and_the_picture_are_simply_there(phones, visit, club, console):
    phone = phones(java_script_enabled=False)
    match = new_match(club, players=2)
    address = reverse("evening", args=[club.pk, match.evening_id])
    visit(phone, address)
    phone.get_by_role("link", name="As text").tap()
    expect(phone.get_by_text("Scat: It goes on.")).to_be_visible()
    phone.goto(address)
    phone.get_by_role("link", name="As a picture").tap()
    expect(phone.locator("text", has_text="Scat: It goes on.")).to_be_visible()
    console.clear()  # neither brings an icon, and the browser looks for one


def test_matches_are_found_and_the_address_says_which(phone, visit, club):
    ann, bo, cy = new_players(club, 3)
    new_match(club, players=3, key="with all three")
    new_match(club, "petukh", players=[bo, cy], key="without Ann")
    visit(phone, reverse("matches", args=[club.pk]))
    expect(phone.locator(".list a")).to_have_count(2)
    phone.locator("main summary").first.tap()
    phone.locator(f'.chip:has([name="player"][value="{ann.pk}"])').tap()
    phone.get_by_role("button", name="Find").tap()
    expect(phone.locator(".list a")).to_have_count(1)
    assert phone.url.endswith(f"/matches/?player={ann.pk}")
    phone.reload()
    expect(phone.locator("main summary").first).to_contain_text("Ann")
    expect(phone.locator(".list a")).to_have_count(1)
