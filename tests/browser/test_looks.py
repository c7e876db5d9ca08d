"""How the table looks: on every size of phone, by day and by night, with the longest names and the largest text."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games import scorebook
from games.access import COOKIE
from games.models import Device
from games.scoring import GAMES
from tests.tables import TOKEN, lowest, new_match, new_players

SIZES = [(320, 568), (360, 740), (390, 844), (640, 360), (768, 1024)]
LONG_NAMES = [
    "Maximiliana-Konstantinopolskaya",
    "Wolfeschlegelsteinhausenberger",
    "Anna Maria Theresia von Trapp",
    "Олександра Володимирівна Коваль",
    "გიორგი მაისურაძე-ჩოლოყაშვილი",
    "Jean-Baptiste Emmanuel Zorg",
    "Christopher Montgomery O'Neil",
    "Yekaterina Aleksandrovna & Co.",
    "Bartholomew Fitzgerald-Sanders",
]
TABLES = {
    "scat": ({"players": 5}, ["quick", "totals", "cards"]),
    "petukh": ({"players": 4}, ["tricks"]),
    "smoking-cat": ({"players": 4, "word": "САЛО"}, ["quick", "totals", "cards"]),
    "alley-cat": ({"players": 2}, ["totals", "piles", "tricks"]),
}
WAYS = [(game, way) for game, (_, ways) in TABLES.items() for way in ways]
TARGETS = "#table :is(a, button, summary, input:not([type=hidden]), .chip)"
SMALLEST = """targets => targets
    .filter(target => target.checkVisibility() && !target.closest(".unseen"))
    .map(target => [target, target.getBoundingClientRect()])
    .filter(([, { width, height }]) => height < 48 || width < 32)
    .map(([target, { width, height }]) => `${target.outerHTML.slice(0, 80)} ${width} x ${height}`)"""


@pytest.fixture
def opened(live_server):
    def opened(phone, match, query=""):
        phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
        phone.goto(f"/club/{match.club_id}/matches/{match.pk}/{query}")
        return phone

    return opened


def long_evening(club):
    """Nine players of long names, three deals, one of them corrected and one struck."""
    players = new_players(club, 9)
    for player, name in zip(players, LONG_NAMES, strict=True):
        player.name = name
        player.save()
    match = new_match(club, players=9)
    device = Device.objects.get(club=club)
    with scorebook.write(club, match.pk) as book:
        for number, seat in enumerate((2, 3, 4), start=1):
            key = f"the deal {number}"
            book.record(number=number, entry=lowest(seat, knocker=1), key=key, by=device)
        book.correct(book.rounds[0], entry=lowest(5, knocker=1), by=device, key="the correction")
        book.strike(book.rounds[1], by=device, key="the striking")
    return match


def sideways(phone):
    return phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


ONE_LINE = """figures => figures
    .filter(figure => figure.getClientRects().length && figure.textContent.trim())
    .filter(figure => {
        const range = document.createRange();
        range.selectNodeContents(figure);
        const lines = new Set([...range.getClientRects()].map(line => Math.round(line.bottom / 8)));
        return lines.size > 1 || range.getBoundingClientRect().right > document.documentElement.clientWidth;
    })
    .map(figure => figure.outerHTML)"""


LINES_OF_THE_FIRST_WORDS = """buttons => buttons.map(button => {
    const range = document.createRange();
    range.selectNodeContents(button.firstChild);
    return range.getClientRects().length;
})"""


def named(club, game, *names):
    """A match that has just begun between players of these names."""
    players = new_players(club, len(names))
    for player, name in zip(players, names, strict=True):
        player.name = name
        player.save()
    return new_match(club, game, players=players)


def evening_at_petukh(club, *, players=5):
    """Two deals: rises, and records of two digits."""
    match = new_match(club, "petukh", players=players)
    device = Device.objects.get(club=club)
    with scorebook.write(club, match.pk) as book:
        for number, tricks in enumerate([(0, 2, 1, 1, 1), (0, 3, 1, 1, 0)], start=1):
            told = {str(seat): taken for seat, taken in enumerate(tricks, start=1)}
            book.record(number=number, entry={"tricks": told}, key=f"the deal {number}", by=device)
    return match


@pytest.mark.parametrize(("width", "text"), [(320, "100%"), (390, "100%"), (390, "200%")])
def test_no_figure_and_no_short_name_is_broken(phones, opened, club, width, text):
    phone = opened(phones(width, 740), evening_at_petukh(club))

    phone.evaluate("text => { document.documentElement.style.fontSize = text }", text)

    assert sideways(phone) <= 0
    figures = phone.locator(".figure, .round > :not(:has(s)) > .ring, .standings .name > :last-child, #save")
    assert figures.evaluate_all(ONE_LINE) == []
    assert phone.locator(".bar").bounding_box()["height"] <= 160


@pytest.mark.parametrize("scripts", [True, False])
def test_names_beside_cards_stay_whole(phones, opened, club, scripts):
    phone = opened(phones(320, 640, java_script_enabled=scripts), new_match(club, players=5), "?way=cards")

    if scripts:
        names = phone.locator(".laid label:not(.chip)")
        assert names.evaluate_all(ONE_LINE) == []
    assert all(name["height"] < 30 for name in boxes(phone.locator(".cards label")))
    assert phone.get_by_text("for instance 2♠ 3♠ 4♠").first.is_visible() is not scripts


def boxes(locator):
    return [one.bounding_box() for one in locator.all()]


def seen(phone, locator):
    """Whether it is wholly between the heads of the columns and what stays at the bottom."""
    top = phone.locator(".standings").bounding_box()
    box, thumb = locator.bounding_box(), phone.locator(".thumb").bounding_box()
    return box["y"] >= top["y"] + top["height"] and box["y"] + box["height"] <= thumb["y"]


def test_both_counts_of_players_with_long_names_are_seen_above_the_keys(phones, opened, club):
    phone = opened(phones(320, 640), named(club, "alley-cat", *LONG_NAMES[:2]))
    assert [seen(phone, count) for count in phone.locator("[data-count]").all()] == [True, True]


def test_both_counts_are_seen_with_what_was_just_saved(phones, opened, club):
    phone = opened(phones(320, 640), named(club, "alley-cat", "Alexandrina", "Bartholomew"))
    for digit in "2614":
        phone.locator(f'.keypad [data-key="{digit}"]').tap()
    phone.locator("#save").tap()
    expect(phone.locator(".notice")).to_contain_text("Deal 1 saved")
    assert [seen(phone, count) for count in phone.locator("[data-count]").all()] == [True, True]
    assert seen(phone, phone.locator(".round").first)


def test_long_names_stay_in_their_columns_above_two_entries(phones, opened, club):
    match = named(club, "scat", *LONG_NAMES[:3])
    with scorebook.write(club, match.pk) as book:
        book.record(number=1, entry=lowest(1, knocker=2), key="the deal 1", by=None)
    phone = opened(phones(320, 640), match, "?number=1&way=quick&lowest=3&knocker=2")

    columns = boxes(phone.locator(".both [role=columnheader]:has(.name)"))
    for name, column in zip(boxes(phone.locator(".both .name")), columns, strict=True):
        assert column["x"] <= name["x"]
        assert name["x"] + name["width"] <= column["x"] + column["width"]


def test_undo_and_redo_are_not_broken_in_ukrainian(phones, opened, club):
    match = named(club, "scat", *LONG_NAMES[:3])
    with scorebook.write(club, match.pk) as book:
        for number in (1, 2):
            last = book.record(number=number, entry=lowest(1, knocker=2), key=f"the deal {number}", by=None)
        book.undo(last.number, by=None)
    phone = opened(phones(320, 640, locale="uk"), match)

    labels = phone.locator(".back button")
    lines = labels.evaluate_all(LINES_OF_THE_FIRST_WORDS)
    assert lines == [1, 1]
    assert sideways(phone) <= 0


def test_what_was_saved_or_taken_back_is_seen(phones, opened, club):
    phone = opened(phones(320, 640), evening_at_petukh(club))
    for seat in (1, 2, 3, 4):
        phone.locator(f'.chip:has([name="tricks-{seat}"][value="1"])').tap()
    phone.evaluate("scrollTo(0, 1000)")

    phone.locator("#save").tap()
    expect(phone.locator(".notice")).to_contain_text("Deal 3 saved")
    assert seen(phone, phone.locator(".notice"))
    assert seen(phone, phone.locator(".round").first)

    phone.evaluate("scrollTo(0, 1000)")
    phone.get_by_role("button", name="Undo").evaluate("button => button.click()")
    expect(phone.locator(".notice")).to_contain_text("Taken back")
    assert seen(phone, phone.locator(".notice"))
    assert seen(phone, phone.locator(".round").first)


@pytest.mark.parametrize(
    ("game", "way"),
    [("scat", "cards"), ("smoking-cat", "cards"), ("alley-cat", "piles"), ("alley-cat", "tricks")],
)
def test_the_card_to_come_is_seen_above_the_picker(phones, opened, club, game, way):
    rules, _ = TABLES[game]
    phone = opened(phones(320, 640), new_match(club, game=game, **rules), "?way=" + TABLES[game][1][0])

    phone.locator(f'.way[href="?way={way}"]').tap()
    place = phone.locator(".hand[data-current] [data-current]")
    expect(place).to_be_visible()
    assert seen(phone, place)

    for _ in range(4):
        phone.locator(".picker .card:enabled:not(.suit, .rest)").first.tap()
    assert seen(phone, place)


@pytest.mark.parametrize("size", SIZES)
def test_nine_long_names_hide_no_score_on_any_screen(phones, opened, club, size):
    phone = opened(phones(*size), long_evening(club))

    width, height = size
    assert sideways(phone) <= 0
    scores = phone.locator(".seat .reading").evaluate_all(
        """scores => scores.map(score => {
            const { left, right, height } = score.firstElementChild.getBoundingClientRect();
            return [left, right, height];
        })"""
    )
    assert len(scores) == 9
    assert all(0 <= left < right <= width and tall > 0 for left, right, tall in scores)
    save = phone.locator("#save").bounding_box()
    assert save["y"] + save["height"] <= height
    assert phone.locator(".round").first.get_by_role("cell").count() == 9


def test_of_nine_at_a_small_table_three_are_seen_where_it_is_told_who_lost(phones, opened, club):
    phone = opened(phones(320, 640), new_match(club, players=9))
    dock = phone.locator(".thumb").bounding_box()
    third = phone.locator(".lost .row").nth(2).bounding_box()
    assert third["y"] + third["height"] <= dock["y"]


@pytest.mark.parametrize(("game", "way"), WAYS)
@pytest.mark.parametrize("size", [(320, 568), (640, 360)])
def test_every_way_fits_the_smallest_screens(phones, opened, club, game, way, size):
    rules, _ = TABLES[game]
    phone = opened(phones(*size), new_match(club, game=game, **rules), f"?way={way}")

    assert sideways(phone) <= 0
    save = phone.locator("#save").bounding_box()
    assert save["y"] + save["height"] <= size[1]
    assert phone.locator(TARGETS).evaluate_all(SMALLEST) == []


@pytest.mark.parametrize(("game", "way"), WAYS)
def test_text_twice_as_large_fits(phone, opened, club, game, way):
    rules, _ = TABLES[game]
    opened(phone, new_match(club, game=game, **rules), f"?way={way}")

    phone.evaluate("document.documentElement.style.fontSize = '200%'")

    assert sideways(phone) <= 0
    save = phone.locator("#save").bounding_box()
    assert save["y"] + save["height"] <= 740


def test_save_never_moves_while_typing(phone, opened, club):
    opened(phone, new_match(club, players=5), "?way=totals")
    save = phone.locator("#save")
    before = save.bounding_box()

    for digits in ("12", "20", "31", "9", "4"):
        for digit in digits:
            phone.locator(f".keypad [data-key='{digit}']").tap()
            assert save.bounding_box() == pytest.approx(before, abs=0.5)
    expect(phone.locator("#says p")).not_to_be_empty()

    assert save.bounding_box() == pytest.approx(before, abs=0.5)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", TABLES)
def test_no_way_of_entry_is_closed_to_anybody(phones, opened, club, game, theme):
    rules, ways = TABLES[game]
    match = new_match(club, game=game, **rules)
    phone = phones(theme=theme)

    for way in ways:
        opened(phone, match, f"?way={way}")
        assert Axe().run(phone).response["violations"] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_corrected_and_struck_deals_are_open_to_everybody(phones, opened, club, theme):
    phone = opened(phones(theme=theme), long_evening(club))

    assert Axe().run(phone).response["violations"] == []


def test_a_hundred_and_twenty_deals_are_all_there(phone, opened, club):
    match = new_match(club, game="alley-cat", players=2, target=999)
    device = Device.objects.get(club=club)
    with scorebook.write(club, match.pk) as book:
        for number in range(1, 121):
            book.record(
                number=number,
                entry={"points": {"1": 1 + number % 5, "2": 3}},
                key=f"the deal {number}",
                by=device,
            )

    opened(phone, match)

    expect(phone.locator(".round")).to_have_count(120)
    assert sideways(phone) <= 0
    assert phone.evaluate("document.documentElement.scrollHeight") <= 2 * 740


def relative_luminance(colour):
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted([relative_luminance(one), relative_luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def colours(name):
    """The values of a custom property in the style sheet: by day, and by night."""
    css = (Path(__file__).parents[2] / "static" / "app.css").read_text()
    return re.findall(rf"--{name}: light-dark\((#[0-9a-f]{{6}}), (#[0-9a-f]{{6}})\)", css)


@pytest.mark.parametrize("ground", ["paper", "tray", "chip"])
@pytest.mark.parametrize("pen", ["ink", "faint", "red", "accent"])
def test_every_pen_can_be_read_on_every_ground(pen, ground):
    (grounds,) = colours(ground)

    assert colours(pen)
    for pens in colours(pen):
        assert all(contrast(*pair) >= 4.5 for pair in zip(pens, grounds, strict=True))


@pytest.mark.parametrize("theme", [0, 1])
def test_the_accents_differ_in_lightness(theme):
    accents = sorted(relative_luminance(pens[theme]) for pens in colours("accent"))

    assert len(accents) == len(GAMES)
    assert all(lighter / darker > 1.15 for darker, lighter in pairwise(accents))
