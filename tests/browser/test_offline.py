"""Without a network: deals wait on the phone and are sent in order, once; pages open from the phone."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games import scorebook
from games.access import COOKIE
from games.models import Device, Round
from games.views import offline
from tests.browser.test_access import barriers
from tests.conftest import CHROMIUM, CHROMIUM_ARGUMENTS, PATIENCE
from tests.tables import TOKEN, lowest, new_match, new_players

RECORD = "**/record"


@pytest.fixture
def match(club):
    return new_match(club)


@pytest.fixture
def table(match):
    return reverse("table", args=[match.club_id, match.pk])


@pytest.fixture
def sit_down(phones, live_server, table):
    """A phone at the table, with all that it fetches behind the page."""

    def sit_down(**options):
        phone = phones(**options)
        phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
        open_page(phone, table)
        return phone

    return sit_down


@pytest.fixture
def phone(sit_down):
    return sit_down()


def open_page(phone, address):
    with phone.expect_response("**/waiting.js"):  # what the outbox fetches last
        phone.goto(address)


def deal(phone, loser):
    """A deal is entered and saved: the next after who lost knocked."""
    chip(phone, "lowest", loser).tap()
    chip(phone, "knocker", loser % 3 + 1).tap()
    phone.locator("#save").tap()


def chip(phone, name, value):
    return phone.locator(f'.chip:has([name="{name}"][value="{value}"])')


def waiting(phone):
    return phone.locator("#waiting li")


def written(match):
    """Who lost each deal that the club has."""
    rounds = Round.objects.filter(match=match, struck=False).order_by("position")
    return ["".join(round.entry["lowest"]) for round in rounds]


def write(match, *losers):
    """Another phone enters deals."""
    device = Device.objects.get(club=match.club)
    with scorebook.write(match.club, match.pk) as book:
        for number, loser in enumerate(losers, start=len(book.live) + 1):
            book.record(number=number, entry=lowest(loser), key=f"another {number}", by=device)


def until(phone, holds, *told):
    """Waits until a function of the page, or of a worker, holds of what it is told."""
    phone.evaluate(
        """async ([patience, told]) => {
            const holds = HOLDS;
            for (const end = performance.now() + patience; !(await holds(...told)); ) {
                if (performance.now() > end) throw new Error("It does not come true.");
                await new Promise((done) => setTimeout(done));
            }
        }""".replace("HOLDS", holds),
        [PATIENCE, told],
    )


OUTBOX_IS_EMPTY = """() => new Promise((done) => {
    const opening = indexedDB.open("outbox");
    opening.onsuccess = () => {
        const counting = opening.result.transaction("deals").objectStore("deals").count();
        counting.onsuccess = () => {
            opening.result.close();
            done(counting.result === 0);
        };
    };
})"""


def all_is_sent(phone):
    """Waits until the outbox is empty, and the page says nothing of it."""
    until(phone, OUTBOX_IS_EMPTY)
    expect(phone.locator("#waiting")).to_be_hidden()


def cut(route):
    route.abort()


def leave_waiting(route):
    """It neither arrives nor fails."""


def lose_the_answer(route):
    route.fetch()
    route.abort()


def back(phone):
    """The network is back, and the browser says so."""
    phone.unroute_all(behavior="ignoreErrors")
    phone.evaluate("dispatchEvent(new Event('online'))")


class BesidesWhatIsLost(list[str]):
    """What a console says, but for the requests that are lost, as these tests mean it."""

    LOST = re.compile(r"error: (Failed to load resource: .*|htmx:(sendError|responseError|timeout), .*)")

    def append(self, line):
        if not self.LOST.fullmatch(line):
            super().append(line)


@pytest.fixture
def console():
    return BesidesWhatIsLost()


@pytest.mark.parametrize("lost", [cut, lose_the_answer])
def test_a_deal_that_hears_no_answer_waits_while_play_goes_on_and_is_written_once(phone, match, lost):
    phone.route(RECORD, lost)

    deal(phone, 2)

    expect(phone.locator("#waiting")).to_contain_text("Waiting to be sent: 1")
    expect(phone.locator("#waiting")).to_contain_text("Bo: lowest · Cy: knocked")
    expect(phone.locator("#save")).to_contain_text("Save deal 2")
    expect(phone.locator(".turn:visible i")).to_have_text("after those that wait")
    expect(phone.locator(":checked")).to_have_count(0)
    back(phone)
    all_is_sent(phone)
    expect(phone.locator(".round").first).to_contain_text("−1")
    assert written(match) == ["2"]


def test_the_network_goes_again_in_the_middle_of_three_deals_and_each_is_written_once_in_order(phone, match):
    sent = []

    def one_gets_through_and_the_answer_to_the_next_is_lost(route):
        sent.append(re.search("key=([^&]*)", route.request.post_data)[1])
        [route.continue_, lambda: lose_the_answer(route), route.abort][min(len(sent), 3) - 1]()

    phone.route(RECORD, cut)
    for loser in (2, 3, 1):
        deal(phone, loser)
        expect(phone.locator(":checked")).to_have_count(0)
    expect(waiting(phone)).to_have_count(3)
    phone.route(RECORD, one_gets_through_and_the_answer_to_the_next_is_lost)  # goes before what was there
    phone.unroute(RECORD, cut)
    with phone.expect_event("requestfailed", lambda request: request.url.endswith("record")):
        phone.evaluate("dispatchEvent(new Event('online'))")
    expect(waiting(phone)).to_have_count(2)

    back(phone)

    all_is_sent(phone)
    assert written(match) == ["2", "3", "1"]
    assert len(set(sent)) == 2


def test_what_waits_is_sent_after_a_reload(phone, match):
    phone.route(RECORD, cut)
    deal(phone, 2)
    deal(phone, 3)
    expect(waiting(phone)).to_have_count(2)
    phone.reload()
    expect(phone.locator("#save")).to_contain_text("Save deal 3")
    phone.unroute(RECORD)

    phone.goto(reverse("players", args=[match.club_id]))

    all_is_sent(phone)
    phone.goto(reverse("table", args=[match.club_id, match.pk]))
    expect(phone.locator("#save")).to_contain_text("Save deal 3")
    assert written(match) == ["2", "3"]


def test_what_waits_says_on_other_pages_which_game_it_is_of(phone, match):
    phone.route(RECORD, cut)
    deal(phone, 2)
    expect(waiting(phone)).to_have_count(1)

    open_page(phone, reverse("players", args=[match.club_id]))

    expect(waiting(phone)).to_contain_text(re.compile(r"Scat: \w"))


def test_a_page_that_ended_before_the_answer_came_left_the_deal_in_the_outbox(phone, match, table):
    phone.route(RECORD, lambda route: route.fetch())  # and never answered
    with phone.expect_request(RECORD):
        deal(phone, 2)
    phone.unroute(RECORD)

    open_page(phone, table)

    all_is_sent(phone)
    expect(phone.locator("#save")).to_contain_text("Save deal 2")
    expect(phone.locator(":checked")).to_have_count(0)
    assert written(match) == ["2"]


def test_what_waits_is_sent_after_the_browser_was_closed(browser, live_server, match, table, tmp_path):
    def open_browser():
        context = browser.browser_type.launch_persistent_context(
            tmp_path,
            executable_path=CHROMIUM,
            args=CHROMIUM_ARGUMENTS,
            has_touch=True,
            base_url=live_server.url,
        )
        context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
        return context

    with open_browser() as context:
        phone = context.new_page()
        open_page(phone, table)
        phone.route(RECORD, cut)
        deal(phone, 2)
        deal(phone, 3)
        expect(waiting(phone)).to_have_count(2)
    assert written(match) == []

    with open_browser() as context:
        phone = context.new_page()
        phone.goto(reverse("club", args=[match.club_id]))
        phone.goto(table)
        expect(phone.locator("#save")).to_contain_text("Save deal 3")
        all_is_sent(phone)
    assert written(match) == ["2", "3"]


def test_a_double_tap_without_a_network_is_one_deal(phone):
    phone.route(RECORD, cut)
    deal(phone, 2)
    expect(waiting(phone)).to_have_count(1)
    chip(phone, "lowest", 3).tap()

    phone.locator("#save").dblclick()

    expect(phone.locator("#save")).to_contain_text("Save deal 3")
    expect(waiting(phone)).to_have_count(2)


def test_two_tabs_send_what_waits_once_and_in_order(phone, match, table):
    other = phone.context.new_page()
    open_page(other, table)
    for tab in (phone, other):
        tab.route(RECORD, cut)
    for number, (tab, loser) in enumerate([(phone, 2), (other, 3), (phone, 1)], start=1):
        tab.bring_to_front()
        deal(tab, loser)
        for either in (phone, other):
            expect(waiting(either)).to_have_count(number)

    back(phone)
    back(other)

    for tab in (phone, other):
        all_is_sent(tab)
    assert written(match) == ["2", "3", "1"]


@pytest.fixture
def overtaken(phone, match):
    """Two deals waited while another phone wrote deal 1; the network is back, and the first of them was refused."""
    phone.route(RECORD, cut)
    deal(phone, 2)
    deal(phone, 3)
    expect(waiting(phone)).to_have_count(2)
    write(match, 1)
    back(phone)
    expect(waiting(phone).first).to_contain_text("Deal 1 is written already")
    expect(waiting(phone)).to_have_count(2)
    phone.get_by_role("link", name="Look and mend").tap()
    expect(phone.get_by_role("heading", name="Deal 1 is written already")).to_be_visible()
    return phone


def test_what_was_refused_comes_into_view(sit_down, match):
    phone = sit_down(width=320, height=640, reduced_motion="reduce")
    cat = new_match(match.club, "smoking-cat", players=4, key="by the keypad", word="TONDA")
    open_page(phone, reverse("table", args=[match.club_id, cat.pk]) + "?way=totals")
    phone.route(RECORD, cut)
    for number in (1, 2):
        for key in ("1", "4", "6", "next", "9"):
            phone.locator(f'.keypad [data-key="{key}"]').tap()
        expect(phone.locator("#save")).to_contain_text(f"Save deal {number}")
        phone.locator("#save").tap()
        expect(waiting(phone)).to_have_count(number)
    phone.locator("#waiting summary").tap()
    phone.locator(".keypad [data-key='1']").tap()
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    with scorebook.write(match.club, cat.pk) as book:
        book.record(number=1, entry={"fine": "2"}, key="another's", by=Device.objects.get(club=match.club))

    back(phone)

    refused = waiting(phone).first
    expect(refused.locator(".wrong")).to_contain_text("Deal 1 is written already")
    expect(refused.locator(".wrong")).to_be_in_viewport(ratio=1)
    heads, dock = (phone.locator(one).bounding_box() for one in (".standings", ".thumb"))
    for part in (refused.locator(".wrong"), refused.get_by_role("link", name="Look and mend")):
        box = part.bounding_box()
        assert max(0, heads["y"] + heads["height"]) <= box["y"]
        assert box["y"] + box["height"] <= dock["y"]


def test_a_deal_that_another_phone_overtook_is_added_after_it_and_those_behind_follow(overtaken, match):
    overtaken.get_by_role("button", name="Add mine as deal 2").tap()

    expect(overtaken.locator("#save")).to_contain_text("Save deal 4")
    all_is_sent(overtaken)
    assert written(match) == ["1", "2", "3"]


def test_those_behind_go_along_with_a_deal_that_was_mended_though_its_answer_is_lost(overtaken, match):
    overtaken.route(RECORD, lose_the_answer)
    overtaken.get_by_role("button", name="Add mine as deal 2").tap()
    expect(waiting(overtaken)).to_have_count(2)

    back(overtaken)

    expect(overtaken.locator("#save")).to_contain_text("Save deal 4")
    all_is_sent(overtaken)
    assert written(match) == ["1", "2", "3"]


def test_what_is_typed_behind_a_deal_that_waits_is_for_the_deal_after_it(phone, match):
    phone.route(RECORD, cut)
    deal(phone, 2)
    expect(waiting(phone)).to_have_count(1)
    chip(phone, "lowest", 3).tap()
    expect(phone.locator("#save")).to_contain_text("not saved yet")
    phone.reload()
    expect(phone.locator("#save")).to_contain_text("Save deal 2")
    expect(chip(phone, "lowest", 3).locator("input")).to_be_checked()

    back(phone)

    all_is_sent(phone)
    phone.reload()
    expect(phone.locator("#save")).to_contain_text("Save deal 2")
    expect(chip(phone, "lowest", 3).locator("input")).to_be_checked()
    expect(phone.locator("#save")).to_contain_text("not saved yet")
    expect(phone.locator(".meanwhile p")).to_have_count(0)
    assert written(match) == ["2"]


@pytest.mark.parametrize("on_its_way", [leave_waiting, lambda route: route.fetch()], ids=["there", "back"])
def test_the_next_deal_is_begun_while_the_last_is_on_its_way(phone, match, on_its_way):
    phone.route(RECORD, on_its_way, times=1)
    phone.route("**/check", leave_waiting)
    deal(phone, 2)

    chip(phone, "lowest", 3).tap()

    expect(phone.locator("#entry :checked")).to_have_count(1)
    expect(phone.locator("#says p")).to_be_empty()
    expect(phone.locator("#save")).to_contain_text("Save deal 2")
    all_is_sent(phone)
    expect(phone.locator(".meanwhile p")).to_have_count(0)
    chip(phone, "knocker", 1).tap()
    phone.locator("#save").tap()
    expect(phone.locator("#save")).to_contain_text("Save deal 3")
    all_is_sent(phone)
    assert written(match) == ["2", "3"]


@pytest.fixture
def begin_the_next(phones, live_server, club):
    """A deal of another match is saved and its answer does not come; what is there then."""

    def begin(game, way, first, players, **rules):
        match = new_match(club, game, players=new_players(club, players), key="another match", **rules)
        phone = phones(width=360, height=640)
        phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
        open_page(phone, reverse("table", args=[club.pk, match.pk]) + f"?way={way}")
        phone.route(RECORD, leave_waiting)
        for key in first:
            phone.locator(key).tap()
        phone.locator("#save").tap()
        return phone, match

    return begin


def put_down(phone, part, follows):
    """A finger stays on a part until what follows from that is on the page."""
    box = part.bounding_box()
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = phone.context.new_cdp_session(phone)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(follows).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def key(digit):
    return f'.keypad [data-key="{digit}"]'


def counts(phone):
    """What stands in the fields of the form that the keys write to."""
    return phone.locator("#entry [data-count]").evaluate_all("all => all.map((one) => one.value)")


def test_the_keys_begin_with_the_first_again_while_the_last_deal_is_on_its_way(begin_the_next):
    phone, _match = begin_the_next("alley-cat", "totals", map(key, "2614"), players=2)
    phone.locator(key(3)).tap()
    phone.locator(key(3)).tap()
    assert counts(phone) == ["33", ""]
    phone.locator(key(7)).tap()
    expect(phone.locator("#entry [data-count]").last).to_have_value("7")


def test_digits_that_are_typed_while_the_last_deal_is_on_its_way_are_of_the_next(begin_the_next):
    phone, _match = begin_the_next("alley-cat", "totals", map(key, "2614"), players=2)
    expect(phone.locator("#save")).to_be_disabled()
    phone.evaluate("document.activeElement.blur()")  # as after a click on save with a mouse
    phone.keyboard.type("33")
    assert counts(phone) == ["33", ""]


@pytest.mark.parametrize("down", [0, 40])
def test_nothing_moves_under_the_finger_that_begins_the_next_deal(phone, down):
    phone.set_viewport_size({"width": 360, "height": 520})
    phone.route(RECORD, leave_waiting)
    deal(phone, 2)
    phone.evaluate("down => scrollTo(0, down)", down)

    put_down(phone, chip(phone, "knocker", 1), phone.locator("#waiting"))

    expect(chip(phone, "knocker", 1).locator("input")).to_be_checked()
    expect(phone.locator("#entry :checked")).to_have_count(1)


def test_who_sits_out_goes_on_clockwise_with_the_next_deal(begin_the_next):
    phone, match = begin_the_next(
        "smoking-cat", "quick", ['.chip:has([name="loser"][value="3"])'], players=5, word="TONDA"
    )
    expect(phone.locator(".sitting b:visible")).to_have_text("Ann")

    put_down(phone, chip(phone, "loser", 2), phone.locator(".sitting b", has_text="Bo"))

    expect(phone.locator(".sitting b:visible")).to_have_text("Bo")
    expect(phone.locator("[name=loser]:checked")).to_have_count(0)  # another has come under the finger
    chip(phone, "loser", 1).tap()
    phone.locator("#save").tap()
    expect(phone.locator("#save")).to_contain_text("Save deal 3")
    back(phone)
    all_is_sent(phone)
    rounds = Round.objects.filter(match=match).order_by("position")
    assert [round.entry["sitting_out"] for round in rounds] == [["1"], ["2"]]


@pytest.mark.parametrize("gone_on", ["a.way[href*=totals]", ".back button"])
def test_a_deal_that_is_on_its_way_when_something_else_is_asked_for_is_seen_to_wait(sit_down, match, gone_on):
    write(match, 1)
    phone = sit_down()
    phone.route(RECORD, leave_waiting)
    phone.route("**/undo/**", cut)
    deal(phone, 2)
    expect(phone.locator("#save")).to_be_disabled()

    phone.locator(gone_on).tap()

    expect(waiting(phone)).to_have_count(1)
    back(phone)
    all_is_sent(phone)
    assert written(match) == ["1", "2"]


def test_a_deal_that_was_the_same_as_that_of_another_phone_is_dropped(overtaken, match):
    overtaken.get_by_role("link", name="It is the same deal: drop mine").tap()

    expect(overtaken.locator("#save")).to_contain_text("Save deal 3")
    all_is_sent(overtaken)
    assert written(match) == ["1", "3"]


def test_a_deal_that_another_phone_got_wrong_is_corrected_with_the_one_that_waited(overtaken, match):
    overtaken.get_by_role("button", name="Correct theirs with mine").tap()
    overtaken.get_by_role("button", name="Correct deal 1").tap()

    expect(overtaken.locator("#save")).to_contain_text("Save deal 3")
    all_is_sent(overtaken)
    assert written(match) == ["2", "3"]


def test_a_refusal_stops_those_behind_it_until_it_is_mended(phone, match):
    phone.route(RECORD, cut)
    chip(phone, "thirty_one", 2).tap()
    deal(phone, 3)
    deal(phone, 3)
    expect(waiting(phone)).to_have_count(2)
    back(phone)
    expect(waiting(phone).first).to_contain_text("With a 31")
    assert written(match) == []
    phone.get_by_role("link", name="Look and mend").tap()
    expect(phone.locator("#wrong-lowest")).to_contain_text("With a 31")
    chip(phone, "thirty_one", 2).tap()

    phone.locator("#save").tap()

    expect(phone.locator("#save")).to_contain_text("Save deal 3")
    all_is_sent(phone)
    assert written(match) == ["3", "3"]


def take_out(phone):
    """While it looks at nothing: a page of the club would notice, and load itself anew in the middle of the test."""
    phone.goto("about:blank")
    Device.objects.all().delete()


def test_a_phone_that_was_taken_out_keeps_what_waits_and_says_why(phone, match):
    phone.route(RECORD, cut)
    deal(phone, 2)
    expect(waiting(phone)).to_have_count(1)
    take_out(phone)
    phone.unroute(RECORD)

    phone.goto("/")

    expect(waiting(phone)).to_contain_text("this phone has not joined")
    phone.get_by_role("button", name="Take back").tap()
    phone.get_by_role("button", name="Yes, take back").tap()
    all_is_sent(phone)


def test_what_waits_can_be_taken_back_and_the_last_stands_in_its_form_again(phone, match):
    phone.route(RECORD, cut)
    for loser in (2, 3, 1):
        deal(phone, loser)
        expect(phone.locator(":checked")).to_have_count(0)
    phone.locator("#waiting summary").tap()

    def take_back(number):
        button = waiting(phone).nth(number).get_by_role("button")
        button.tap()
        expect(button).to_have_text("Yes, take back")
        button.tap()

    take_back(0)
    expect(waiting(phone)).to_have_text(
        [re.compile("^1Cy: lowest"), re.compile("^2Bo: knocked · Ann: lowest")]
    )
    expect(phone.locator("#save")).to_contain_text("Save deal 3")
    take_back(1)
    expect(phone.locator("#save")).to_contain_text("Save deal 2")
    expect(phone.locator('[name="lowest"][value="1"]')).to_be_checked()
    back(phone)
    all_is_sent(phone)
    assert written(match) == ["3"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_waits_and_what_was_refused_is_open_to_everybody(sit_down, match, theme):
    phone = sit_down(width=320, height=640, theme=theme, reduced_motion="reduce")
    phone.route(RECORD, cut)
    deal(phone, 2)
    phone.locator("#waiting summary").tap()
    expect(waiting(phone)).to_be_visible()
    assert barriers(phone) == []
    write(match, 1)

    back(phone)

    expect(waiting(phone)).to_contain_text("Deal 1 is written already")
    assert barriers(phone) == []


def test_what_somebody_else_answers_in_place_of_the_club_saves_nothing(phone, match):
    phone.route(RECORD, lambda route: route.fulfill(body="<h1>Welcome to our network</h1>"))

    deal(phone, 2)

    expect(waiting(phone)).to_have_count(1)
    phone.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.locator("#save")).to_contain_text("Save deal 2")
    expect(waiting(phone)).to_have_count(1)
    back(phone)
    all_is_sent(phone)
    assert written(match) == ["2"]


def test_what_does_not_wait_says_where_it_was_tapped_that_it_was_not_done(phone, match, table):
    write(match, 2)
    open_page(phone, table)
    phone.context.set_offline(True)
    said = phone.locator(".cut")
    phone.get_by_role("button", name="Undo deal 1").tap()
    expect(said).to_contain_text("No connection, so that was not done.")
    phone.context.set_offline(False)
    expect(said).to_be_hidden()

    open_page(phone, reverse("correct", args=[match.club_id, match.pk, Round.objects.get().pk]))
    chip(phone, "lowest", 3).tap()
    phone.context.set_offline(True)
    phone.locator("#save").tap()
    expect(said).to_be_in_viewport()
    assert barriers(phone) == []
    expect(phone.locator("#entry [name=lowest][value='3']")).to_be_checked()
    phone.context.set_offline(False)
    open_page(phone, phone.url)
    expect(phone.locator("#entry [name=lowest][value='3']")).to_be_checked()
    phone.locator("#save").tap()
    expect(phone.get_by_role("button", name="Correct deal 1")).to_be_visible()
    assert written(match) == ["2"]


def test_where_nothing_can_be_kept_the_deal_stays_in_its_form(phones, live_server, table):
    phone = phones()
    phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    phone.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('no room') }")
    open_page(phone, table)
    phone.route(RECORD, cut)

    chip(phone, "lowest", 2).tap()
    chip(phone, "knocker", 3).tap()
    expect(phone.locator('#says [data-state="ready"]')).to_be_attached()
    phone.locator("#save").tap()

    expect(phone.locator("#says")).to_contain_text("What you typed is kept")
    expect(phone.locator('[name="lowest"][value="2"]')).to_be_checked()
    phone.reload()
    expect(phone.locator('[name="lowest"][value="2"]')).to_be_checked()


def test_without_a_worker_the_page_says_that_it_has_to_stay_open(phone):
    phone.route(RECORD, cut)
    deal(phone, 2)
    phone.locator("#waiting summary").tap()

    expect(phone.locator("#waiting .open")).to_be_visible()


KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    return found.filter((address) => address.startsWith("/club/")).sort();
}"""
"""The pages of clubs of which a phone has copies."""


def wait_for_a_copy(phone, address, text=""):
    """Waits until the phone has a copy of a page, with the text in it."""
    has = "async (address, text) => (await (await caches.match(address, OF))?.text())?.includes(text)"
    until(phone, has.replace("OF", "{ ignoreVary: true }"), address, text)


@pytest.fixture
def club_page(match):
    return reverse("club", args=[match.club_id])


@pytest.fixture
def installed(phones, live_server, club_page, table):
    """A phone with a worker, which has opened the club's page."""
    phone = phones(service_workers="allow")
    phone.context.add_cookies([{"name": COOKIE, "value": TOKEN, "url": live_server.url}])
    phone.goto(club_page)
    wait_for_a_copy(phone, club_page)
    wait_for_a_copy(phone, table)
    return phone


def test_the_running_match_opens_without_a_network_and_is_played_on(installed, match, table):
    installed.context.set_offline(True)
    open_page(installed, table)
    deal(installed, 2)
    expect(waiting(installed)).to_have_count(1)

    open_page(installed, table)

    expect(installed.locator("#waiting")).to_contain_text("Waiting to be sent: 1")
    expect(installed.locator("#waiting .open")).to_be_hidden()
    expect(installed.locator(".stale").first).to_contain_text("This is how it stood at")
    deal(installed, 3)
    expect(installed.locator("#save")).to_contain_text("Save deal 3")
    installed.context.set_offline(False)
    all_is_sent(installed)
    assert written(match) == ["2", "3"]


def test_the_copy_of_the_table_follows_what_is_written(installed, table):
    open_page(installed, table)
    deal(installed, 2)

    wait_for_a_copy(installed, table, "Save deal 2")


def test_where_there_is_no_copy_it_is_said_what_opens(installed, match, table):
    installed.context.set_offline(True)
    installed.goto(reverse("start", args=[match.club_id, "petukh"]))

    expect(installed.get_by_role("heading", name="No connection")).to_be_visible()
    assert barriers(installed) == []
    installed.get_by_role("link", name="Scat, kitty").tap()

    expect(installed).to_have_url(re.compile(re.escape(table)))
    expect(installed.locator("#save")).to_contain_text("Save deal 1")


def test_a_copy_says_how_old_it_is(installed, match):
    players = reverse("players", args=[match.club_id])
    installed.goto(players)
    wait_for_a_copy(installed, players)
    expect(installed.locator(".aged")).to_be_hidden()

    installed.context.set_offline(True)
    installed.reload()

    expect(installed.locator(".aged")).to_contain_text(
        re.compile(r"This is how it stood on \w{3} \d+, \d{4}")
    )


def test_codes_are_never_kept(installed, match, club_page, table):
    for name in ("phones", "this-phone"):
        installed.goto(reverse(name, args=[match.club_id]))
    installed.goto(club_page)

    assert installed.evaluate(KEPT) == [club_page, table]


def test_a_phone_that_was_taken_out_has_nothing_of_the_club_any_more(installed, table):
    take_out(installed)

    installed.goto(table)

    until(installed, f"async () => !(await ({KEPT})()).length")


def test_a_phone_that_left_a_club_has_nothing_of_it_once_it_sees_its_clubs(installed):
    take_out(installed)

    installed.goto("/")

    until(installed, f"async () => !(await ({KEPT})()).length")


COUNT_WHAT_IT_IS_TOLD = """
    self.told = 0;
    self.skipWaiting = () => {};
    addEventListener("message", ({ data }) => { if (data.takeOver) self.told += 1; });
"""


def test_a_new_version_waits_for_a_moment_without_a_draft_and_says_so(installed, table, monkeypatch):
    open_page(installed, table)
    chip(installed, "lowest", 2).tap()
    said = installed.locator(".newer")
    expect(said).to_be_hidden()
    monkeypatch.setattr(offline, "version", lambda _request: "the second")

    with installed.context.expect_event("serviceworker") as installing:
        installed.evaluate("navigator.serviceWorker.ready.then((worker) => worker.update())")

    second = installing.value
    expect(said).to_be_visible()
    assert second.evaluate("VERSION") == "the second"
    second.evaluate(COUNT_WHAT_IT_IS_TOLD)
    installed.reload()
    expect(said).to_be_visible()
    assert second.evaluate("told") == 0

    installed.get_by_role("button", name="Take it").tap()

    until(second, "() => self.told === 1")
    with installed.expect_event("load"):
        installed.evaluate("navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))")
    expect(installed.locator('[name="lowest"][value="2"]')).to_be_checked()
    chip(installed, "lowest", 2).tap()
    installed.reload()
    until(second, "() => self.told === 2")
    expect(said).to_be_hidden()


def test_a_new_version_that_took_over_has_the_pages_anew_and_the_old_one_leaves_nothing(
    installed, table, monkeypatch
):
    monkeypatch.setattr(offline, "version", lambda _request: "the second")
    with installed.context.expect_event("serviceworker") as installing:
        installed.evaluate("navigator.serviceWorker.ready.then((worker) => worker.update())")
    expect(installed.locator(".newer")).to_be_visible()
    later = installed.context.new_page()

    installed.close()

    until(installing.value, "() => self.serviceWorker.state === 'activated'")
    later.goto("/offline")
    assert later.evaluate("caches.keys()") == ["scorekeeper the second"]
    wait_for_a_copy(later, table)


def test_a_change_of_language_makes_the_copies_anew_and_nobody_is_asked(installed, club_page, table):
    open_page(installed, table)
    installed.locator(".menu summary").click()

    with installed.context.expect_event("serviceworker") as installing:
        installed.get_by_role("button", name="Українська").click()

    second = installing.value
    second.evaluate(COUNT_WHAT_IT_IS_TOLD)
    until(second, "() => self.told === 1")
    expect(installed.locator(".newer")).to_be_hidden()
    copy = "async (address) => (await (await (await open()).match(address, { ignoreVary: true })).text())"
    assert "Зараз грають" in second.evaluate(copy, club_page)
    assert '<html lang="uk"' in second.evaluate(copy, "/offline")


def test_the_app_can_be_installed(browser, live_server, tmp_path):
    with browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS
    ) as context:
        page = context.new_page()
        page.goto(live_server.url)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        asked = context.new_cdp_session(page)

        assert asked.send("Page.getAppManifest")["errors"] == []
        assert asked.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
