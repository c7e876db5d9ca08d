"""Phones at one table: what one writes the others show, without a tap, and without touching their entries."""

import re
from collections import Counter
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from games import scorebook
from games.access import COOKIE
from games.models import Device, Role, Round
from tests.tables import TOKEN, new_device, new_match

OLENAS = "the token of Olena's phone"
LOOKING_ON = "the token of who looks on"
SINCE = re.compile("/since")
HIDES = 'Object.defineProperty(document, "hidden", { get: () => Boolean(window.hides) })'
TURNED = """hides => {
  window.hides = hides;
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""


@pytest.fixture
def match(club):
    return new_match(club, "petukh", players=3)


@pytest.fixture
def ann(club):
    return Device.objects.get(club=club)


@pytest.fixture
def sit(phones, club, ann, live_server):
    """Lays a phone on the table of a match, that of Olena if no other: `sit(match, TOKEN, size=(320, 568))`."""
    new_device(club, Role.SCORER, OLENAS)
    new_device(club, Role.WATCHER, LOOKING_ON)

    def sit(match, token=OLENAS, page="table", size=(360, 740), **options):
        phone = phones(*size, **options)
        phone.context.add_cookies([{"name": COOKIE, "value": token, "url": live_server.url}])
        phone.context.add_init_script(HIDES)
        phone.goto(reverse(page, args=[match.club_id, match.pk]))
        return phone

    return sit


def tap(phone, *tricks):
    """Tell a deal of Petukh, or its beginning, from the first seat on."""
    for seat, taken in enumerate(tricks, start=1):
        phone.locator(f'.chip:has([name="tricks-{seat}"][value="{taken}"])').tap()


def save(phone, *tricks):
    tap(phone, *tricks)
    expect(phone.locator('#says [data-state="ready"]')).to_be_attached()
    phone.locator("#save").tap()


def down(phone):
    """What is chosen in the entry, by the first seat and on."""
    chosen = phone.locator("#entry .chip :checked").evaluate_all(
        "all => all.map(one => [one.name, one.value])"
    )
    return [value for _, value in sorted(chosen)]


def write(match, act):
    with scorebook.write(match.club, match.pk) as book:
        return act(book)


def deal(match, *tricks, by=None):
    entry = {"tricks": {str(seat): taken for seat, taken in enumerate(tricks, start=1)}}
    write(
        match,
        lambda book: book.record(
            number=len(book.live) + 1, entry=entry, key=f"round {len(book.rounds) + 1}", by=by
        ),
    )


def shows(phone, *records):
    expect(phone.locator(".seat .figure")).to_have_text([str(record) for record in records])


def leave_unanswered(route):
    """Neither an answer nor a refusal: how a connection is that looks open and is dead."""


def barriers(phone):
    return [one["id"] for one in Axe().run(phone).response["violations"]]


def test_what_one_phone_writes_the_others_show(sit, match, ann):
    writing, entering, looking = sit(match, TOKEN), sit(match), sit(match, LOOKING_ON)

    save(writing, 2, 2, 1)
    for phone in (entering, looking):
        shows(phone, 13, 13, 14)
        expect(phone.locator("#next .notice")).to_have_text("Deal 1, from Ann's phone: Ann −2, Bo −2, Cy −1.")
    expect(entering.locator("#save")).to_contain_text("Save deal 2")

    corrected = {"tricks": {"1": 1, "2": 1, "3": 3}}
    write(match, lambda book: book.correct(book.rounds[0], entry=corrected, key="corrected", by=ann))
    shows(entering, 14, 14, 12)
    write(match, lambda book: book.strike(book.rounds[0], key="the striking", by=ann))
    shows(entering, 15, 15, 15)
    expect(entering.locator(".struck")).to_have_count(1)
    writing.reload()
    writing.get_by_role("button", name="Undo striking deal 1").tap()
    shows(entering, 14, 14, 12)
    entering.get_by_role("button", name="Undo correction of deal 1").tap()
    shows(writing, 13, 13, 14)

    write(match, lambda book: book.abandon(key="abandoned", by=ann))
    for phone in (writing, entering, looking):
        expect(phone.locator(".over h2")).to_have_text("The match was abandoned.")
        shows(phone, 13, 13, 14)


def test_a_new_match_comes_to_the_phones_that_sit_at_the_last_one(sit, match, club):
    looking = sit(match, LOOKING_ON)
    write(match, lambda book: book.abandon(key="abandoned", by=None))
    expect(looking.locator(".over")).to_be_visible()
    new_match(club, "scat", key="the second match")
    looking.get_by_role("link", name="A new match: Scat").tap()
    expect(looking.get_by_role("heading", level=1)).to_contain_text("Scat")


def test_a_new_match_comes_to_the_clubs_page(sit, match, club):
    looking = sit(match, LOOKING_ON)
    looking.goto(reverse("club", args=[club.pk]))
    new_match(club, "scat", key="the second match")
    looking.get_by_role("link", name="Scat").tap()
    expect(looking.get_by_role("heading", level=1)).to_contain_text("Scat")


def test_a_deal_is_entered_on_two_phones_one_is_kept_and_the_other_asked(sit, match, console):
    first, second = sit(match, TOKEN), sit(match)
    tap(second, 3, 1, 1)
    save(first, 2, 2, 1)

    shows(second, 13, 13, 14)
    expect(second.locator(".meanwhile")).to_contain_text("Deal 1 was written meanwhile on Ann's phone.")
    expect(second.locator("#save")).to_contain_text("Save deal 1")
    assert down(second) == ["3", "1", "1"]
    assert Round.objects.count() == 1

    second.get_by_role("button", name="Look").tap()
    expect(second.locator(".conflict .round")).to_have_count(2)
    expect(second.locator(".conflict")).to_contain_text("Yours, not saved yet")
    second.get_by_role("button", name="Add mine as deal 2").tap()
    shows(second, 10, 12, 13)
    shows(first, 10, 12, 13)
    console.clear()


def test_what_was_typed_before_the_page_was_left_is_still_for_its_deal(sit, match, ann, console):
    phone = sit(match)
    tap(phone, 3, 1, 1)
    phone.goto(reverse("rules", args=["petukh"]))
    deal(match, 2, 2, 1, by=ann)
    for opened in (phone.go_back, phone.reload):
        opened()
        expect(phone.locator(".meanwhile")).to_contain_text("Deal 1 was written meanwhile on Ann's phone.")
        expect(phone.locator("#save")).to_contain_text("Save deal 1")
        shows(phone, 13, 13, 14)
        assert down(phone) == ["3", "1", "1"]

    phone.get_by_role("button", name="Look").tap()
    expect(phone.locator(".conflict")).to_contain_text("Yours, not saved yet")
    phone.get_by_role("link", name="It is the same deal: drop mine").tap()
    expect(phone.locator("#save")).to_contain_text("Save deal 2")
    assert down(phone) == []
    assert Round.objects.count() == 1
    console.clear()


def test_what_was_typed_before_a_deal_was_taken_back_is_not_taken_for_that_deal(sit, match, ann):
    deal(match, 2, 2, 1, by=ann)
    phone = sit(match)
    tap(phone, 3)
    phone.goto("about:blank")
    write(match, lambda book: book.undo(book.undoable.number, by=ann))
    phone.go_back()
    expect(phone.locator(".meanwhile")).to_contain_text(
        "A deal was taken back meanwhile: this is deal 1 now."
    )
    expect(phone.locator("#save")).to_contain_text("Save deal 2")
    assert down(phone) == ["3"]


def test_what_is_half_told_of_a_taken_deal_is_looked_at_and_dropped(sit, match, console):
    first, second = sit(match, TOKEN), sit(match)
    tap(second, 3)
    save(first, 2, 2, 1)
    second.get_by_role("button", name="Look").tap()
    expect(second.locator(".conflict")).to_contain_text("Yours is not complete yet")
    second.get_by_role("link", name="It is the same deal: drop mine").tap()
    expect(second.locator("#save")).to_have_text(re.compile("^Save deal 2"))
    assert down(second) == []
    assert Round.objects.count() == 1
    console.clear()


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_nothing_moves_under_the_finger(sit, match, ann, size):
    phone = sit(match, size=size)
    button = phone.locator("#save").bounding_box()
    deal(match, 2, 2, 1, by=ann)
    expect(phone.locator("#save")).to_contain_text("Save deal 2")
    expect(phone.get_by_role("button", name="Take the pencil")).to_be_visible()
    assert phone.locator("#save").bounding_box() == pytest.approx(button, abs=0.5)

    tap(phone, 3)
    chip = phone.locator('.chip:has([name="tricks-1"][value="3"])')
    before = chip.bounding_box()
    deal(match, 2, 2, 1, by=ann)
    expect(phone.locator(".meanwhile p")).to_be_visible()
    assert chip.bounding_box() == pytest.approx(before, abs=0.5)
    assert phone.locator("#save").bounding_box() == pytest.approx(button, abs=0.5)
    assert phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_nothing_is_put_in_under_a_finger_and_it_comes_once_that_is_lifted(sit, match, ann):
    phone = sit(match)
    shows(phone, 15, 15, 15)
    phone.evaluate("window.finger = setInterval(() => dispatchEvent(new Event('pointerdown')), 50)")
    deal(match, 2, 2, 1, by=ann)
    for _dropped in range(2):
        with phone.expect_response(lambda answer: SINCE.search(answer.url) and answer.status == 200):
            pass
    assert phone.locator(".seat .figure").all_text_contents() == ["15", "15", "15"]
    phone.evaluate("clearInterval(window.finger)")
    shows(phone, 13, 13, 14)


def test_the_deals_stay_as_far_down_as_they_were(sit, club, ann):
    match = new_match(club, "petukh", players=3, start=60)
    for _ in range(9):
        deal(match, 2, 2, 1)
    phone = sit(match, LOOKING_ON, size=(320, 568))
    there = phone.locator(".rounds").evaluate("rounds => (rounds.scrollTo(0, 40), rounds.scrollTop)")
    deal(match, 2, 2, 1, by=ann)
    shows(phone, 40, 40, 50)
    assert phone.locator(".rounds").evaluate("rounds => rounds.scrollTop") == there > 0


def test_an_own_save_is_not_taken_for_another_phones(sit, match):
    phone, held = sit(match), []
    phone.route("**/record", lambda route: held.append((route, route.fetch())))
    with phone.expect_response(lambda response: SINCE.search(response.url) and response.status == 200):
        save(phone, 2, 2, 1)
    expect(phone.locator(".meanwhile p")).to_have_count(0)
    expect(phone.locator("#save")).to_contain_text("Save deal 1")
    (route, answer), *_ = held
    route.fulfill(response=answer)
    expect(phone.locator("#next .notice")).to_contain_text("Deal 1 saved")
    shows(phone, 13, 13, 14)


def test_the_pencil_is_passed_with_a_tap_and_what_is_typed_stays(sit, match):
    anns, olenas = sit(match, TOKEN), sit(match)
    assert anns.locator(".meanwhile form").count() == 0
    save(anns, 2, 2, 1)
    take = olenas.get_by_role("button", name="Take the pencil")
    expect(take).to_be_visible()
    tap(olenas, 3)
    take.tap()
    expect(take).to_have_count(0)
    expect(anns.get_by_role("button", name="Take the pencil")).to_be_visible()
    assert down(olenas) == ["3"]
    assert down(anns) == []


def test_a_phone_without_an_entry_asks_without_one(sit, match):
    phone = sit(match, LOOKING_ON)
    with phone.expect_request(SINCE) as asked:
        pass
    assert set(parse_qs(urlsplit(asked.value.url).query)) == {"at"}


def test_a_hidden_phone_asks_nothing_and_is_current_when_it_is_looked_at_again(sit, match, ann):
    phone = sit(match, LOOKING_ON)
    phone.clock.install()
    on_the_way = Counter()
    for event, step in {"request": 1, "requestfinished": -1, "requestfailed": -1}.items():
        phone.on(event, lambda request, step=step: on_the_way.update({request.url: step}))
    phone.goto("about:blank")  # where nothing is on the way
    on_the_way.clear()
    phone.go_back()
    phone.evaluate(TURNED, True)
    while +on_the_way:
        phone.wait_for_event("requestfinished")
    asked = []
    phone.on("request", lambda request: SINCE.search(request.url) and asked.append(request.url))
    deal(match, 2, 2, 1, by=ann)
    phone.clock.run_for("05:00")
    assert asked == []
    shows(phone, 15, 15, 15)

    phone.evaluate(TURNED, False)
    expect(phone.locator(".seat .figure").first).to_have_text("13", timeout=2000)


def test_a_lost_connection_is_said_within_five_seconds_and_what_was_missed_comes_after(
    sit, match, ann, console
):
    entering, looking = sit(match), sit(match, LOOKING_ON)
    for phone in (entering, looking):
        with phone.expect_response(SINCE):
            expect(phone.locator(".stale")).to_be_hidden()
        phone.route(SINCE, leave_unanswered)
    for phone in (entering, looking):
        expect(phone.locator(".stale")).to_be_visible(timeout=5000)
    expect(entering.locator(".stale")).to_have_text(
        re.compile(r"^No connection\. This is how it stood at \d\d:\d\d\.$")
    )
    deal(match, 2, 2, 1, by=ann)
    for phone in (entering, looking):
        phone.unroute(SINCE)
        shows(phone, 13, 13, 14)
        expect(phone.locator(".stale")).to_be_hidden()
    console.clear()


@pytest.mark.parametrize(("size", "theme"), [((320, 568), "light"), ((390, 844), "dark")])
def test_what_is_said_of_other_phones_is_open_to_everybody(sit, match, ann, size, theme, console):
    phone = sit(match, size=size, theme=theme)
    deal(match, 2, 2, 1, by=ann)
    expect(phone.get_by_role("button", name="Take the pencil")).to_be_visible()
    assert barriers(phone) == []
    tap(phone, 3)
    deal(match, 2, 2, 1, by=ann)
    expect(phone.get_by_role("button", name="Look")).to_be_visible()
    phone.route(SINCE, lambda route: route.abort())
    expect(phone.locator(".stale")).to_be_visible()
    assert barriers(phone) == []
    small = "buttons => buttons.filter(one => one.getBoundingClientRect().height < 48).length"
    assert phone.locator(".meanwhile button").evaluate_all(small) == 0
    phone.unroute(SINCE)
    expect(phone.locator(".stale")).to_be_hidden()
    console.clear()


def test_what_was_typed_for_a_number_that_is_no_more_is_saved_once(sit, match, ann, console):
    deal(match, 2, 2, 1, by=ann)
    entering = sit(match)
    tap(entering, 1, 1, 3)
    with entering.expect_response(SINCE):
        write(match, lambda book: book.undo(book.undoable.number, by=ann))
    entering.locator("#save").tap()
    expect(entering.locator("#next .notice, .next .notice").first).to_contain_text("meanwhile")
    expect(entering.locator("#save")).to_contain_text("Save deal 1")
    entering.locator("#save").tap()
    shows(entering, 14, 14, 12)
    expect(entering.locator("#save")).to_contain_text("Save deal 2")
    assert down(entering) == []
    entering.reload()
    assert down(entering) == []
    assert console.pop().endswith("409 (Conflict)")
