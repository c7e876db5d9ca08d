"""An evening is settled: on two phones, on any size of them, and sent to the others."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.access import COOKIE
from games.models import Device, Payment, Player, Role
from tests.browser.test_access import barriers
from tests.browser.test_looks import LONG_NAMES, SMALLEST, sideways
from tests.money.tables import balances, corrected, paid, partia, phone, played_for, won_by
from tests.scorebook.test_book import recorded
from tests.tables import TOKEN, lowest, new_device, new_match, new_players

HANDED_ON = """
navigator.canShare = () => true;
navigator.share = async ({ text, files }) => {
  document.body.dataset.shared = text ?? `${files[0].name} ${files[0].type} ${files[0].size > 1000}`;
};"""
"""A phone that can hand things to other apps, and what it handed on last."""


@pytest.fixture
def phone_of(phones, live_server, club):
    """A friend's phone, which may score and says whose it is; the keeper's without a name."""

    def phone_of(name=None, **options):
        token = TOKEN if name is None else f"a token of {name}'s own"
        if name:
            device = new_device(club, Role.SCORER, token)
            Device.objects.filter(pk=device.pk).update(player=Player.objects.get(name=name))
        page = phones(**options)
        page.context.add_cookies([{"name": COOKIE, "value": token, "url": live_server.url}])
        return page

    return phone_of


def test_one_pays_and_the_other_agrees(phone_of, club):
    played_for(club)
    match = partia(club)
    bos, anns = phone_of("Bo"), phone_of("Ann")

    bos.goto(reverse("table", args=[club.pk, match.pk]))
    bos.get_by_role("link", name="The tally").tap()
    expect(bos.get_by_role("table")).to_contain_text("+10.00")
    bos.get_by_role("link", name="Settle this evening").tap()
    expect(bos.get_by_role("heading", name="2 payments settle everybody.")).to_be_visible()
    bos.get_by_role("button", name="Paid").tap()
    expect(bos.get_by_role("status")).to_contain_text("Ann has not agreed yet.")
    assert balances(club) == {"Ann": 1000, "Bo": -500, "Cy": -500}

    anns.goto(reverse("evening-settling", args=[club.pk, match.evening_id]))
    anns.get_by_role("button", name="Agree").tap()
    expect(anns.get_by_role("status")).to_contain_text("Bo paid Ann")
    expect(anns.get_by_role("heading", name="1 payment settles everybody.")).to_be_visible()
    expect(bos.get_by_role("status")).not_to_contain_text("Ann has not agreed yet.")  # by itself
    assert balances(club) == {"Ann": 500, "Cy": -500}


def test_a_part_is_typed_and_written_at_once(phone_of, club, console):
    played_for(club)
    partia(club)
    bos = phone_of("Bo")
    bos.goto(reverse("settling", args=[club.pk]))
    bos.get_by_role("link", name="A part of it").tap()
    bos.get_by_label("How much").fill("1,234")
    bos.get_by_role("button", name="Write it down").tap()
    expect(bos.locator("#wrong-amount")).to_contain_text("is that thousands?")
    expect(bos.get_by_label("How much")).to_have_value("1,234")
    bos.get_by_label("How much").fill("1,5")
    bos.get_by_role("button", name="Write it down").tap()
    expect(bos.get_by_role("status")).to_contain_text("UAH 1.50")
    assert Payment.objects.get().amount == 150
    assert "422" in console.pop()


IN_PLACE = """([x, y]) => document.elementFromPoint(x, y).closest("a, button")?.textContent ?? 'nothing'"""
"""What is pressed at a place."""


def test_a_second_tap_at_the_same_place_pays_nothing(phone_of, club):
    played_for(club)
    partia(club, players=5)
    keepers = phone_of(width=320, height=480)
    keepers.goto(reverse("settling", args=[club.pk]))
    for row in range(4):
        button = keepers.locator(".dues > li").nth(row).get_by_role("button", name="Paid")
        button.scroll_into_view_if_needed()
        box, told = button.bounding_box(), keepers.locator(".dues > li > p").nth(row).bounding_box()
        place = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        keepers.touchscreen.tap(*place)
        expect(keepers.locator(".dues > li").nth(row)).to_contain_text("paid Ann")
        keepers.wait_for_load_state()
        if row < 3:  # else everybody is settled, and the page is short
            assert "Paid" not in keepers.evaluate(IN_PLACE, place)
            assert abs(keepers.get_by_role("status").bounding_box()["y"] - told["y"]) < box["height"] / 2
    assert Payment.objects.count() == 4


def test_a_tap_that_was_on_its_way_when_the_list_changed_pays_nothing(phone_of, club):
    played_for(club)
    partia(club)
    keepers = phone_of()
    keepers.goto(reverse("settling", args=[club.pk]))
    keepers.evaluate(
        """() => addEventListener("htmx:oobAfterSwap", () =>
            setTimeout(() => document.querySelector(".dues .strong").click(), 50))"""
    )
    paid(club, "Bo", "Ann", 500)
    expect(keepers.get_by_role("heading", name="1 payment settles everybody.")).to_be_visible()
    keepers.get_by_role("button", name="Paid").tap(trial=True)
    assert Payment.objects.count() == 1
    assert "payment=" not in keepers.url


def test_it_is_sent_to_the_others(phone_of, club):
    played_for(club)
    partia(club)
    keepers = phone_of()
    keepers.add_init_script(HANDED_ON)
    keepers.goto(reverse("settling", args=[club.pk]))
    handed_on = keepers.locator("body")
    keepers.get_by_role("link", name="As text").tap()
    expect(handed_on).to_have_attribute("data-shared", re.compile("Bo pays Ann UAH\N{NO-BREAK SPACE}5.00"))
    keepers.get_by_role("link", name="As a picture").tap()
    expect(handed_on).to_have_attribute("data-shared", "Settling up, Friday.png image/png true")


def test_where_nothing_can_be_sent_a_picture_is_kept(phone_of, club):
    played_for(club)
    partia(club)
    keepers = phone_of()
    keepers.add_init_script("delete Navigator.prototype.canShare")
    keepers.goto(reverse("settling", args=[club.pk]))
    with keepers.expect_download() as kept:
        keepers.get_by_role("link", name="As a picture").tap()
    assert kept.value.suggested_filename == "Settling up, Friday.png"
    expect(keepers.get_by_role("link", name="Kept as a file")).to_be_visible()


def fortune(club):
    """Nine people of long names, who play for very much; something waits, was paid, and is open again."""
    people = new_players(club, 9)
    for player, name in zip(people, LONG_NAMES, strict=True):
        player.name = name
        player.save()
    played_for(club, "KWD", poen=123_456_789, penny=987_654_321)
    recorded(
        new_match(club, players=people, lives=1, free_ride=False), *(lowest(seat) for seat in range(1, 9))
    )
    first = partia(club, players=people[:5], key="the second match")
    one, other = LONG_NAMES[:2]
    paid(club, other, one, 123_456_789, coin="KWD")
    waiting = paid(club, other, one, 5_000_000, coin="KWD", by=phone(club, other), key="it waits")
    corrected(first, won_by(1, passed=[2], players=5))
    Player.objects.filter(pk__in=[people[2].pk, people[3].pk]).update(purse=1)
    return first, waiting


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 360, 390])
def test_long_names_and_large_sums_fit_and_are_open_to_everybody(phone_of, club, width, theme):
    match, waiting = fortune(club)
    keepers = phone_of(width=width, height=640, theme=theme)
    for name, *named in (
        ("settling",),
        ("evening-settling", match.evening_id),
        ("tally",),
        ("payments",),
        ("payment", waiting.pk),
        ("pay",),
        ("stakes",),
    ):
        keepers.goto(reverse(name, args=[club.pk, *named]))
        assert (name, sideways(keepers)) == (name, 0)
        assert (name, barriers(keepers)) == (name, [])
        small = keepers.locator("main :is(button, .button, .way, .pick, input:not([type=hidden]), select)")
        assert (name, small.evaluate_all(SMALLEST)) == (name, [])
