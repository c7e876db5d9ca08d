"""What the scripts add to an entry: chips, shares, the keypad, cards, drafts, and sending once."""

import json
import re

import pytest
from playwright.sync_api import expect

from games import scorebook
from games.access import COOKIE
from games.models import Match, Round
from tests.tables import TOKEN, lowest, new_match

DASHED = re.compile("dashed")
DOWN = {"tricks-1": "2", "tricks-3": "1"}


@pytest.fixture
def at(phone, live_server, club):
    """Opens the table of a new match on the phone, at a way to enter: `at("petukh", "tricks", players=3)`."""

    def at(game, way, players=3, **rules):
        match = new_match(club, game=game, players=players, **rules)
        phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
        phone.goto(f"/club/{match.club_id}/matches/{match.pk}/?way={way}")
        return phone

    return at


def chip(phone, name, value):
    return phone.locator(".chip").filter(has=phone.locator(f'[name="{name}"][value="{value}"]'))


def box(phone, name, value):
    return phone.locator(f'[name="{name}"][value="{value}"]')


def press(phone, keys):
    for key in keys:
        phone.locator(f'.keypad [data-key="{key}"]').tap()


def drafts(phone):
    """What the browser keeps of what is half entered."""
    stored = phone.evaluate("() => Object.entries(localStorage)")
    return {name: json.loads(value) for name, value in stored if name.startswith("draft:")}


def test_a_second_tap_takes_a_choice_back(at):
    phone = at("scat", "quick")
    chip(phone, "knocker", "2").tap()
    expect(box(phone, "knocker", "2")).to_be_checked()

    chip(phone, "knocker", "2").tap()

    expect(box(phone, "knocker", "2")).not_to_be_checked()


def test_a_choice_of_one_moves_from_row_to_row(at):
    phone = at("scat", "quick")
    chip(phone, "knocker", "2").tap()

    chip(phone, "knocker", "3").tap()

    expect(box(phone, "knocker", "2")).not_to_be_checked()
    expect(box(phone, "knocker", "3")).to_be_checked()


def test_the_last_share_is_filled_in_and_follows(at):
    phone = at("petukh", "tricks")
    for name, value in DOWN.items():
        chip(phone, name, value).tap()
    expect(box(phone, "tricks-2", "2")).to_be_checked()
    expect(chip(phone, "tricks-2", "2").locator("span")).to_have_css("border-style", DASHED)

    chip(phone, "tricks-3", "3").tap()

    expect(box(phone, "tricks-2", "0")).to_be_checked()


def test_a_share_that_cannot_be_is_not_filled_in(at):
    phone = at("petukh", "tricks")
    chip(phone, "tricks-1", "4").tap()

    chip(phone, "tricks-3", "3").tap()

    expect(phone.locator("[name=tricks-2]:checked")).to_have_count(0)


def test_a_tap_on_what_was_filled_in_makes_it_ones_own(at):
    phone = at("petukh", "tricks")
    for name, value in DOWN.items():
        chip(phone, name, value).tap()

    chip(phone, "tricks-2", "2").tap()
    chip(phone, "tricks-3", "3").tap()

    expect(box(phone, "tricks-2", "2")).to_be_checked()
    expect(phone.locator("[data-filled]")).to_have_count(0)


def test_a_pass_counts_as_nothing(at):
    phone = at("petukh", "tricks")
    chip(phone, "tricks-1", "pass").tap()

    chip(phone, "tricks-2", "3").tap()

    expect(box(phone, "tricks-3", "2")).to_be_checked()


def test_the_keypad_writes_to_the_first_blank_and_moves_on_by_itself(at):
    phone = at("smoking-cat", "totals", players=4, word="САЛО")

    press(phone, "6014")
    expect(phone.locator("#id_points-4")).to_be_focused()
    press(phone, ["next"])

    values = [phone.locator(f"#id_points-{seat}").input_value() for seat in (2, 3, 4, 1)]
    assert values == ["6", "0", "14", "13"]


def test_a_filled_in_count_is_typed_over(at):
    phone = at("smoking-cat", "totals", players=4, word="САЛО")
    press(phone, ["6", "0", "1", "4", "next"])
    expect(phone.locator("#id_points-1")).to_be_focused()

    press(phone, "9")

    expect(phone.locator("#id_points-1")).to_have_value("9")


def test_the_next_key_after_moving_on_by_itself_skips_and_overwrites_nothing(at):
    phone = at("alley-cat", "totals", players=2)

    press(phone, ["−", "7", "next", "6", "0", "next", "next"])

    expect(phone.locator("#id_points-2")).to_have_value("−7")
    expect(phone.locator("#id_points-1")).to_have_value("60")
    expect(phone.locator("#id_points-1")).to_be_focused()


def test_digits_go_to_the_first_hand_and_tab_from_hand_to_hand(at):
    phone = at("scat", "totals")

    for digits in ("17", "20", "24"):
        phone.keyboard.type(digits)
        phone.keyboard.press("Tab")

    assert [phone.locator(f"#id_hands-{seat}").input_value() for seat in (2, 3, 1)] == ["17", "20", "24"]


def test_a_number_among_cards_is_asked_of_the_first_without_a_hand(at):
    phone = at("scat", "cards")
    for card in ("AS", "2S", "3S"):
        phone.locator(f'.picker .card[value="{card}"]').tap()

    phone.get_by_text("A hand as a number").tap()

    expect(phone.locator("#id_counted-3")).to_be_focused()


def test_a_refusal_stands_once_beside_its_field_and_the_bar_leads_there(at):
    phone = at("scat", "quick")
    for name, value in {"lowest": "2", "thirty_one": "3", "knocker": "1"}.items():
        chip(phone, name, value).tap()
    wrong = phone.locator("#wrong-lowest")
    expect(wrong).to_contain_text("With a 31")

    phone.get_by_role("link", name="That cannot be").tap()

    expect(wrong).to_be_in_viewport()
    red = wrong.evaluate("wrong => getComputedStyle(wrong).color")
    expect(phone.locator("#says p")).to_have_css("color", red)
    expect(phone.locator(".bar .mark-of-game")).not_to_have_css("color", red)


def test_a_chip_that_is_down_is_as_wide_as_before(at):
    phone = at("scat", "quick")
    down = chip(phone, "knocker", "2")
    before = down.bounding_box()

    down.tap()

    expect(box(phone, "knocker", "2")).to_be_checked()
    assert down.bounding_box() == before


def test_the_phones_keyboard_stays_away(at):
    phone = at("alley-cat", "totals", players=2)

    modes = phone.locator("[data-count]").evaluate_all("fields => fields.map(field => field.inputMode)")

    assert modes == ["none", "none"]


def test_a_minus_can_be_typed_with_the_thumb_and_rubbed_out(at):
    phone = at("alley-cat", "totals", players=2)
    field = phone.locator("#id_points-2")

    press(phone, ["−", "1"])
    expect(field).to_have_value("−1")
    field.tap()
    press(phone, ["−", "back", "3"])

    expect(field).to_have_value("3")


def test_a_hardware_keyboard_types_and_enter_saves(at):
    phone = at("alley-cat", "totals", players=2)
    phone.locator("#id_points-2").focus()

    phone.keyboard.type("26")
    phone.keyboard.press("Tab")
    phone.keyboard.type("-2")
    phone.keyboard.press("Enter")

    expect(phone.locator(".round").first.get_by_role("cell")).to_have_text(["−2", "+26"])


def test_a_card_lies_in_one_hand_and_a_full_hand_moves_on(at):
    phone = at("scat", "cards")
    for card in ("AS", "2S", "3S", "4S"):
        phone.locator(f'.picker .card[value="{card}"]').tap()

    expect(phone.locator("#id_hands-2")).to_have_value("AS 2S 3S")
    expect(phone.locator("#id_hands-3")).to_have_value("4S")
    expect(phone.locator('.picker .card[value="AS"]')).to_be_disabled()

    phone.locator('.hand .card[value="AS"]').tap()

    expect(phone.locator("#id_hands-2")).to_have_value("2S 3S")
    expect(phone.locator('.picker .card[value="AS"]')).to_be_enabled()


def test_the_keys_stay_where_they_are_when_there_is_much_to_say(at):
    phone = at("smoking-cat", "cards", players=4, word="TONDA")
    ace, save = phone.locator('.picker [value="HA"]'), phone.locator("#save")
    stood = [part.bounding_box() for part in (ace, save)]

    ace.tap()

    expect(phone.locator("#says .long")).to_be_visible()
    assert [part.bounding_box() for part in (ace, save)] == stood


def test_what_is_half_entered_outlives_a_reload(at):
    phone = at("petukh", "tricks")
    chip(phone, "tricks-1", "2").tap()
    expect(phone.locator("#save")).to_contain_text("not saved yet")

    phone.reload()

    expect(box(phone, "tricks-1", "2")).to_be_checked()
    expect(phone.locator("#save")).to_contain_text("not saved yet")


def test_a_share_that_was_filled_in_still_follows_after_a_reload(at):
    phone = at("petukh", "tricks")
    for name, value in DOWN.items():
        chip(phone, name, value).tap()
    phone.reload()
    expect(box(phone, "tricks-2", "2")).to_be_checked()

    chip(phone, "tricks-3", "0").tap()

    expect(box(phone, "tricks-2", "3")).to_be_checked()


def test_a_draft_is_forgotten_once_it_is_saved(at):
    phone = at("scat", "quick")
    chip(phone, "knocker", "2").tap()
    chip(phone, "lowest", "3").tap()
    assert drafts(phone)

    phone.locator("#save").tap()

    expect(phone.locator("#save")).to_contain_text("Save deal 2")
    assert drafts(phone) == {}
    assert phone.locator(":checked").count() == 0


def test_with_a_deal_go_its_drafts_in_every_way_to_enter_it(at):
    phone = at("scat", "quick")
    chip(phone, "lowest", "3").tap()
    phone.get_by_role("link", name="Totals").tap()
    press(phone, ["2", "0", "next", "2", "5", "next", "1", "7"])
    chip(phone, "knocker", "2").tap()
    expect(phone.locator('#says [data-state="ready"]')).to_be_attached()

    phone.locator("#save").tap()

    expect(phone.locator("#save")).to_contain_text("Save deal 2")
    assert drafts(phone) == {}
    phone.get_by_role("link", name="Who lost").tap()
    expect(phone.locator("#entry .ways [aria-current]")).to_have_text("Who lost")
    assert phone.locator(":checked").count() == 0


def test_a_correction_that_did_not_get_through_is_kept_and_one_that_did_is_not(at, console):
    phone = at("scat", "quick")
    with scorebook.write(Match.objects.get().club, Match.objects.get().pk) as book:
        book.record(number=1, entry=lowest(2), key="the-first-deal", by=None)
    correcting = f"/club/{Match.objects.get().club_id}/matches/{Match.objects.get().pk}/rounds/{Round.objects.get().pk}/correct"
    phone.goto(correcting)
    chip(phone, "lowest", 3).tap()
    phone.route("**/correct", lambda route: route.abort())
    with phone.expect_event("requestfailed"):
        phone.locator("#save").tap()
    phone.unroute("**/correct")
    phone.wait_for_url("chrome-error://**")
    phone.goto(correcting)
    expect(box(phone, "lowest", 3)).to_be_checked()
    phone.locator("#save").tap()
    phone.get_by_role("button", name="Correct deal 1").tap()
    expect(phone.locator(".notice")).to_contain_text("Deal 1 corrected.")
    assert drafts(phone) == {}
    console.clear()


def test_a_double_tap_counts_once(at):
    phone = at("scat", "quick")
    chip(phone, "knocker", "2").tap()
    chip(phone, "lowest", "3").tap()

    phone.locator("#save").dblclick()

    expect(phone.locator("#save")).to_contain_text("Save deal 2")
    assert Round.objects.count() == 1


def test_paper_or_slate_is_chosen_by_hand_and_remembered(at):
    phone = at("scat", "quick")
    by_day = phone.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")

    phone.locator(".menu summary").tap()
    phone.get_by_role("button", name="Night").tap()
    by_night = phone.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    phone.reload()

    assert by_night != by_day
    expect(phone.locator("body")).to_have_css("background-color", by_night)
