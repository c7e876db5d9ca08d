"""What somebody who plays by keyboard, or by ear, meets at the table: everything has a name, and the focus is never lost."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games import scorebook
from games.access import COOKIE
from games.forms import ways
from games.scoring import GAMES
from tests.tables import FRIENDS, TOKEN, lowest, new_match

RULES = {"smoking-cat": {"word": "TONDA"}}
SEATS = {"scat": 3, "petukh": 4, "smoking-cat": 5, "alley-cat": 2}
WAYS = [(game, way.way) for game in GAMES for way in ways(game)]
CONTROLS = {"button", "checkbox", "link", "radio", "textbox"}
NOWHERE = "document.activeElement === document.body"


@pytest.fixture
def at(phone, live_server, club):
    """Opens the table of a new match: `at("petukh", "tricks")`."""

    def at(game, way, **rules):
        match = new_match(club, game, players=SEATS[game], **(RULES.get(game, {}) | rules))
        phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
        phone.goto(reverse("table", args=[club.pk, match.pk]) + f"?way={way}")
        return phone

    return at


def read(phone):
    """What a screen reader is told: role, name, and the names of the groups around it, of each thing on the page."""
    nodes = phone.context.new_cdp_session(phone).send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}

    def name(node):
        return node.get("name", {}).get("value", "")

    def groups(node):
        while node := by_id.get(node.get("parentId")):
            if node.get("role", {}).get("value") == "group":
                yield name(node)

    return [
        (node["role"]["value"], name(node), list(groups(node))) for node in nodes if not node.get("ignored")
    ]


def press(phone, *keys):
    for key in keys:
        phone.keyboard.press(key)


def focused(phone):
    return phone.locator(":focus")


def tell(phone, *seats):
    """A Scat deal by keyboard: the first of them knocked, the others were lowest."""
    knocker, *lowest = seats
    phone.locator(f'[name="knocker"][value="{knocker}"]').focus()
    press(phone, "Space")
    for seat in lowest:
        phone.locator(f'[name="lowest"][value="{seat}"]').focus()
        press(phone, "Space")
    expect(phone.locator('#says [data-state="ready"]')).to_be_visible()


@pytest.mark.parametrize(("game", "way"), WAYS)
def test_everything_that_can_be_pressed_has_a_name(at, game, way):
    phone = at(game, way)
    for name in phone.locator(".fields .opens, .fields summary").all():
        name.click()

    told = read(phone)

    assert [role for role, name, _ in told if role in CONTROLS and not name.strip()] == []
    assert "?" not in {name for role, name, _ in told if role == "button"}


@pytest.mark.parametrize(("game", "way"), WAYS)
def test_every_chip_says_whose_or_what_it_is(at, game, way):
    phone = at(game, way)

    chips = [groups for role, _, groups in read(phone) if role in {"radio", "checkbox"}]

    assert all(any(groups) for groups in chips)


@pytest.mark.parametrize("players", [3, 9])
def test_the_sheet_is_read_as_a_table(phone, live_server, club, players):
    match = new_match(club, players=players)
    with scorebook.write(club, match.pk) as book:
        book.record(number=1, entry=lowest(2, knocker=1), key="the-first-deal", by=None)
    phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    phone.goto(reverse("table", args=[club.pk, match.pk]))

    told = read(phone)

    assert [name for role, name, _ in told if role == "columnheader"] == ["Deal", *FRIENDS[:players]]
    assert [name for role, name, _ in told if role == "rowheader"] == ["Deal 1: why, or correct it"]
    assert len([name for role, name, _ in told if role == "cell"]) == players


def test_a_saved_deal_is_told_once_and_the_next_one_is_led_to(at):
    phone = at("scat", "quick")
    heard = phone.locator("#heard")
    tell(phone, 1, 2)

    phone.locator("#save").focus()
    press(phone, "Enter")

    expect(heard).to_have_text("Deal 1 saved: Bo pays 1.")
    expect(phone.locator(".next .notice")).to_have_text("Deal 1 saved: Bo pays 1.")
    assert phone.locator(".next .notice").evaluate("line => line.closest('[role], [aria-live]')") is None
    expect(focused(phone)).to_have_attribute("type", "radio")
    assert focused(phone).evaluate("field => field.closest('.fields') !== null")


def test_undo_stays_under_the_key(at):
    phone = at("scat", "quick")
    for lowest_seat in (2, 3):
        tell(phone, 1, lowest_seat)
        press(phone, "Enter")
        expect(phone.locator("#heard")).to_contain_text("saved")
        expect(phone.locator(":checked")).to_have_count(0)

    phone.get_by_role("button", name="Undo deal 2").focus()
    press(phone, "Enter")
    expect(phone.locator("#heard")).to_have_text("Taken back: deal 2.")
    expect(focused(phone)).to_contain_text("Undo")
    press(phone, "Enter")
    expect(phone.locator("#heard")).to_have_text("Taken back: deal 1.")
    expect(focused(phone)).to_contain_text("Redo")


def test_another_way_to_enter_keeps_the_focus_on_the_ways(at):
    phone = at("scat", "quick")

    phone.locator('.way[href="?way=totals"]').focus()
    press(phone, "Enter")

    expect(phone.locator(".hands")).to_be_visible()
    expect(focused(phone)).to_have_text("Totals")


def test_a_refusal_is_led_to_and_read_with_its_field(at, console):
    phone = at("scat", "totals")
    phone.locator('[name="hands-2"]').fill("99")

    phone.locator("#save").focus()
    press(phone, "Enter")

    expect(focused(phone)).to_have_attribute("name", "hands-2")
    expect(focused(phone)).to_have_accessible_description(re.compile("99 is too high"))
    console.clear()


def test_two_entries_for_one_deal_are_led_to(at, club, console):
    phone = at("scat", "quick")
    tell(phone, 1, 2)
    with scorebook.write(club, phone.url.split("/")[-2]) as book:
        book.record(number=1, entry=lowest(3, knocker=1), key="from-another-phone", by=None)

    press(phone, "Enter")

    expect(focused(phone)).to_have_text("Deal 1 is written already")
    console.clear()


def test_the_end_is_led_to(at):
    phone = at("scat", "quick", lives=1, free_ride=False)
    tell(phone, 1, 2, 3)

    press(phone, "Enter")

    expect(focused(phone)).to_have_text(re.compile("Ann"))
    assert focused(phone).evaluate("headline => headline.matches('.over h2')")


def test_an_answer_that_never_came_leaves_the_focus_on_the_table(at, console):
    phone = at("scat", "quick")
    phone.locator(".back, #save").first.focus()
    phone.route("**/record", lambda route: route.fulfill(status=500))
    tell(phone, 1, 2)
    phone.locator("#save").focus()
    press(phone, "Enter")

    expect(phone.locator("#save")).to_be_enabled()
    expect(phone.locator("#save")).to_be_focused()
    console.clear()


def test_cards_are_picked_and_taken_back_by_keyboard(at):
    phone = at("scat", "cards")
    place = phone.get_by_role("button", name="a card to come").first

    place.focus()
    press(phone, "Enter")
    for card in ("2S", "3S", "4S"):
        expect(focused(phone)).to_have_attribute("value", card)
        press(phone, "Enter")
    expect(focused(phone)).to_have_attribute("value", "5S")
    first = phone.locator(".hand").first
    expect(first.locator(".card:not(.slot)")).to_have_count(3)

    first.locator(".card").first.focus()
    press(phone, "Enter")

    expect(first.locator(".card:not(.slot)")).to_have_count(2)
    assert not phone.evaluate(NOWHERE)


@pytest.mark.parametrize(
    ("game", "way"), [("petukh", "tricks"), ("smoking-cat", "totals"), ("alley-cat", "totals")]
)
def test_a_deal_is_entered_by_keyboard_alone(at, game, way):
    phone = at(game, way)
    phone.locator(".skip").last.focus()
    press(phone, "Enter", "Tab")
    if game == "petukh":
        press(phone, "Tab", "ArrowRight", "ArrowRight")
        press(phone, "Tab", "Tab", "ArrowRight", "ArrowRight")
        press(phone, "Tab", "Tab", "ArrowRight", "ArrowRight", "ArrowRight")
    else:
        phone.keyboard.type("14")
        press(phone, "Tab")
        phone.keyboard.type("-2" if game == "alley-cat" else "6")
        if game == "smoking-cat":
            press(phone, "Tab")
            phone.keyboard.type("9")
    expect(phone.locator('#says [data-state="ready"]')).to_be_visible()

    press(phone, "Enter")

    expect(phone.locator("#heard")).to_contain_text("Deal 1 saved")
    assert not phone.evaluate(NOWHERE)


def test_the_menu_goes_by_escape_and_by_a_tap_elsewhere(at):
    phone = at("scat", "quick")
    menu = phone.locator(".menu")
    menu.locator("summary").focus()
    press(phone, "Enter", "Tab")
    expect(menu).to_have_attribute("open", "")

    press(phone, "Escape")

    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()
    menu.locator("summary").tap()
    expect(menu).to_have_attribute("open", "")
    phone.touchscreen.tap(4, 730)
    expect(menu).not_to_have_attribute("open", "")


def test_every_cell_of_a_deal_leads_to_its_correction(phone, live_server, club):
    match = new_match(club, players=3)
    with scorebook.write(club, match.pk) as book:
        for number, seat in enumerate((2, 3), start=1):
            book.record(number=number, entry=lowest(seat, knocker=1), key=f"the deal {number}", by=None)
    phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    table, older = reverse("table", args=[club.pk, match.pk]), book.rounds[0]

    for cell in range(4):
        phone.goto(table)
        box = phone.locator(".round").last.locator("> *").nth(cell).bounding_box()
        phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(phone).to_have_url(re.compile(reverse("round", args=[club.pk, match.pk, older.pk])))

    phone.get_by_role("link", name="Correct deal 1").tap()
    phone.locator('.chip:has([name="lowest"][value="2"])').tap()
    phone.locator('.chip:has([name="lowest"][value="1"])').tap()
    phone.locator("#save").tap()
    phone.get_by_role("button", name="Correct deal 1").tap()
    expect(phone.locator(".notice").filter(visible=True)).to_contain_text("Deal 1 corrected.")

    phone.get_by_role("link", name="Deal 1: why, or correct it").focus()
    press(phone, "Enter")
    phone.get_by_role("link", name="Correct deal 1").focus()
    press(phone, "Enter")
    expect(phone.locator("#save")).to_have_text(re.compile("See what changes"))
