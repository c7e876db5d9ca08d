"""The evenings of a club: their list, the page of each, and how they are named, closed, joined and split."""

from itertools import chain

import pytest
from django.urls import reverse

from games import merging, scorebook
from games.evenings import QUIET
from games.models import Evening, Match, Payment, Player
from tests.evenings import HOUR, SATURDAY, played_scat
from tests.pages.paper import forms
from tests.tables import lowest, new_match, new_players


def listing(client, club, query=""):
    return client.get(reverse("evenings", args=[club.pk]) + query).content.decode()


def page(client, evening, query=""):
    return client.get(reverse("evening", args=[evening.club_id, evening.pk]) + query)


def send(client, response, address, **typed):
    """What the browser gets that sends the form of the page to an address that ends so."""
    form = next(form for form in forms(response) if form.action.rstrip("?").endswith(address))
    return client.post(form.action, dict(form.fields) | typed, follow=True)


def text_of(client, evening):
    return page(client, evening).content.decode()


@pytest.fixture
def weekend(club, clock):
    """Two evenings: of two Scats, which Ann won and Bo, and of one, which Ann won."""
    matches = [played_scat(club, clock, *losers) for losers in ("2222", "1111")]
    clock.pass_by(24)
    matches.append(played_scat(club, clock, *"2222"))
    return [Match.objects.get(pk=match.pk) for match in matches]


def evenings():
    return list(Evening.objects.order_by("began_at"))


# The list


def test_evenings_are_listed_newest_first_with_who_played_what_and_how_it_ended(keeper, club, weekend):
    shown = listing(keeper, club)
    sunday, saturday = shown.partition("Saturday 29 November 2025")[::2]
    assert "Sunday 30 November 2025" in sunday
    assert "Ann won." in sunday
    assert "2 matches, won: Ann\N{NO-BREAK SPACE}1, Bo\N{NO-BREAK SPACE}1" in saturday
    assert "20:00 to 21:00" in saturday
    assert "Ann, Bo" in saturday


def test_only_matches_that_count_are_counted(keeper, club, weekend):
    match = new_match(club, players=2, key="abandoned")
    with scorebook.write(club, match.pk) as book:
        book.abandon(key="the ending", by=None)
    new_match(club, players=2, key="still running")
    Match.objects.update(evening=weekend[0].evening)
    assert "3 matches, won: " in listing(keeper, club)


def test_of_matches_none_of_which_counts_it_is_said_that_one_goes_on(keeper, club, clock):
    new_match(club, players=2)
    new_match(club, players=2, key="another")
    assert "<small>It goes on.</small>" in listing(keeper, club)


def test_two_entries_of_one_person_stand_as_one(keeper, club, clock):
    ann, bo, cy = new_players(club, 3)
    for people in ([ann, bo], [cy, bo]):
        match = new_match(club, "scat", players=people, key=f"with {people[0]}")
        for number in range(1, 5):
            with scorebook.write(club, match.pk) as book:
                book.record(number=number, entry=lowest(2), key=f"{match.pk} {number}", by=None)
    merging.merge(ann, cy)
    shown = page(keeper, match.evening).context["sitting"]
    assert shown.players == "Ann, Bo"
    assert [(one.name, one.won) for one in shown.games[0].standings] == [("Ann", "2"), ("Bo", "0")]
    assert shown.games[0].standings[0].player == ann


def test_before_it_is_closed_it_is_said_how_many_matches_still_run(keeper, club, clock):
    match = new_match(club, players=2)
    new_match(club, players=2, key="another")
    assert "2 matches still run, and can be played on all the same." in text_of(keeper, match.evening)
    with scorebook.write(club, match.pk) as book:
        book.abandon(key="the ending", by=None)
    assert "1 match still runs" in text_of(keeper, match.evening)


def test_a_club_that_has_played_nothing_has_no_evening(keeper, club):
    assert "Nothing has been played yet." in listing(keeper, club)


@pytest.mark.parametrize("number", [1, 30])
def test_a_list_of_evenings_asks_five_times_however_many_there_are(
    keeper, club, clock, number, django_assert_num_queries
):
    new_players(club, 2)
    for _ in range(number):
        played_scat(club, clock, "2")
        clock.pass_by(24)
    with django_assert_num_queries(5):
        listing(keeper, club)


def test_ten_evenings_a_page_and_back_again(keeper, club, clock):
    new_players(club, 2)
    for _ in range(23):
        new_match(club, "scat", players=2, key=f"begun at {clock.now}")
        clock.pass_by(24)
    leaf, seen = "", []
    while True:
        shown = keeper.get(reverse("evenings", args=[club.pk]) + leaf).context
        seen.append([sitting.id for sitting in shown["evenings"]])
        if not shown["leaf"].older:
            break
        leaf = shown["leaf"].older
    newest_first = [evening.pk for evening in reversed(evenings())]
    assert [len(one) for one in seen] == [10, 10, 3]
    assert [*chain(*seen)] == newest_first
    newer = keeper.get(reverse("evenings", args=[club.pk]) + shown["leaf"].newer).context
    assert [sitting.id for sitting in newer["evenings"]] == newest_first[10:20]
    first = keeper.get(reverse("evenings", args=[club.pk]) + newer["leaf"].newer).context
    assert [sitting.id for sitting in first["evenings"]] == newest_first[:10]
    assert not first["leaf"].newer


@pytest.mark.parametrize(
    "place", ["", "x", "1-", "-1", "99999999999999999999-1", "1764446400000000-1.5", "²-²"]
)
def test_an_address_that_names_no_place_shows_the_newest(keeper, club, weekend, place):
    for side in ("older", "newer"):
        assert "Sunday 30 November 2025" in listing(keeper, club, f"?{side}={place}")


# The page


def test_a_page_has_the_matches_as_they_were_played_and_what_they_came_to(keeper, club, weekend):
    first, second, _ = weekend
    shown = text_of(keeper, first.evening)
    assert shown.index(f"/matches/{first.pk}/history") < shown.index(f"/matches/{second.pk}/history")
    assert "Ann won." in shown
    assert "Bo won." in shown


def test_standings_count_wins_and_places_and_a_tie_shares_its_rank(keeper, club, clock):
    new_players(club, 3)
    for losers in ("22223333", "33332222", "11112222"):
        played_scat(club, clock, *losers, players=3)
    (scat,) = page(keeper, Evening.objects.get()).context["sitting"].games
    assert [(one.rank, one.name, one.won, one.places) for one in scat.standings] == [
        ("1", "Ann", "2", ["1", "1", "3"]),
        ("2", "Cy", "1", ["2", "3", "1"]),
        ("3", "Bo", "0", ["3", "2", "2"]),
    ]


def test_where_few_is_good_the_few_stand_first(keeper, club, clock):
    for number in range(2):
        match = new_match(club, "smoking-cat", players=4, word="ox", key=f"the match {number}")
        for deal, loser in enumerate("133", start=1):
            with scorebook.write(club, match.pk) as book:
                book.record(number=deal, entry={"verdict": loser}, key=f"deal number {deal}", by=None)
    (cat,) = page(keeper, Evening.objects.get()).context["sitting"].games
    assert [(one.rank, one.name, one.won) for one in cat.standings] == [
        ("1", "Bo", "2"),
        ("1", "Di", "2"),
        ("3", "Ann", "0"),
        ("4", "Cy", "0"),
    ]


def test_what_was_abandoned_counts_for_nothing_and_what_goes_on_for_nothing_yet(keeper, club, clock):
    played_scat(club, clock, *"2222")
    dropped = new_match(club, "scat", players=2, key="to be dropped")
    with scorebook.write(club, dropped.pk) as book:
        book.abandon(key="abandon it", by=None)
    new_match(club, "scat", players=2, key="still played")
    (scat,) = page(keeper, Evening.objects.get()).context["sitting"].games
    assert [(one.name, one.places) for one in scat.standings] == [("Ann", ["1"]), ("Bo", ["2"])]
    assert scat.outcome == "1 match, won: Ann\N{NO-BREAK SPACE}1"


@pytest.mark.parametrize("number", [1, 40])
def test_the_page_asks_as_often_however_much_was_played(
    keeper, club, clock, number, django_assert_num_queries
):
    new_players(club, 2)
    for _ in range(number):
        played_scat(club, clock, *"2222", hours=0.1)
    evening = Evening.objects.get()
    with django_assert_num_queries(11):
        page(keeper, evening)


def test_evenings_lead_to_those_before_and_after(keeper, club, weekend):
    saturday, sunday = evenings()
    assert reverse("evening", args=[club.pk, sunday.pk]) in text_of(keeper, saturday)
    assert reverse("evening", args=[club.pk, saturday.pk]) in text_of(keeper, sunday)


def test_a_watcher_looks_and_is_offered_no_change(watcher, club, weekend):
    assert "Ann won." in text_of(watcher, weekend[0].evening)
    assert not [form for form in forms(page(watcher, weekend[0].evening)) if "language" not in form.action]


# Dates


@pytest.mark.parametrize(
    ("zone", "began", "date"),
    [
        ("Asia/Tokyo", "2025-11-29T13:50Z", "Saturday 29 November 2025"),
        ("Asia/Tokyo", "2025-11-29T15:10Z", "Sunday 30 November 2025"),
        ("America/New_York", "2025-11-30T03:50Z", "Saturday 29 November 2025"),
        ("America/New_York", "2025-11-30T05:10Z", "Sunday 30 November 2025"),
        ("Pacific/Kiritimati", "2025-11-29T09:50Z", "Saturday 29 November 2025"),
        ("Pacific/Pago_Pago", "2025-11-30T10:50Z", "Saturday 29 November 2025"),
    ],
)
def test_what_was_played_shortly_before_midnight_is_dated_so_east_and_west_of_greenwich(
    keeper, club, clock, zone, began, date
):
    club.zone = zone
    club.save()
    clock.now = SATURDAY.fromisoformat(began)
    played_scat(club, clock, *"2222", hours=0.1)
    for shown in (listing(keeper, club), text_of(keeper, Evening.objects.get())):
        assert date in shown


def test_an_evening_that_crossed_midnight_is_one(keeper, club, clock):
    clock.now = SATURDAY + 3 * HOUR
    for _ in range(4):
        played_scat(club, clock, *"2222")
    clock.now += QUIET
    evening = Evening.objects.get()
    shown = listing(keeper, club)
    assert "Saturday 29 November 2025" in shown
    assert "30 November" not in shown
    assert "23:00 to 01:00" in text_of(keeper, evening)


# Names


def test_an_evening_is_called_by_its_name_and_keeps_its_date(keeper, club, weekend):
    saturday, _ = evenings()
    shown = send(keeper, page(keeper, saturday), "/name", name="Olena's birthday").content.decode()
    assert "Olena&#x27;s birthday" in shown
    assert "Saturday 29 November 2025" in shown
    send(keeper, page(keeper, saturday), "/name", name="")
    assert "birthday" not in listing(keeper, club)


@pytest.mark.parametrize("name", ["a\u202eb", "\u3164", "x" * 61, "a\x00b"])
def test_a_name_that_cannot_stand_is_refused_and_stays_in_its_field(keeper, club, weekend, name):
    saturday, _ = evenings()
    refused = send(keeper, page(keeper, saturday), "/name", name=name)
    assert refused.status_code == 422
    assert refused.context["form"].errors
    assert not Evening.objects.exclude(name="").exists()


# Closed by hand, and by hours of quiet


def test_a_closed_evening_takes_no_more_matches_until_it_is_opened_again(keeper, club, clock):
    new_players(club, 2)
    evening = played_scat(club, clock, *"2222").evening
    closed = keeper.post(reverse("close-evening", args=[club.pk, evening.pk]), follow=True)
    assert "Open it again" in closed.content.decode()
    keeper.post(reverse("open-evening", args=[club.pk, evening.pk]))
    assert new_match(club, key="after all").evening == evening
    keeper.post(reverse("close-evening", args=[club.pk, evening.pk]))
    assert new_match(club, key="another one").evening != evening


def test_closing_twice_is_closing_once(keeper, club, clock):
    evening = played_scat(club, clock, *"2222").evening
    for _ in range(2):
        keeper.post(reverse("close-evening", args=[club.pk, evening.pk]))
        clock.pass_by(1)
    assert Evening.objects.get().closed_at == clock.now - 2 * HOUR


def test_after_another_evening_has_begun_the_closed_one_stays_closed(keeper, club, clock):
    evening = played_scat(club, clock, *"2222").evening
    keeper.post(reverse("close-evening", args=[club.pk, evening.pk]))
    new_match(club, key="another one")
    refused = keeper.post(reverse("open-evening", args=[club.pk, evening.pk]))
    assert refused.status_code == 409
    assert "Another evening has begun meanwhile." in refused.content.decode()
    assert "Open it again" not in refused.content.decode()


def test_an_evening_that_fell_quiet_is_over_by_itself(keeper, club, clock):
    evening = played_scat(club, clock, *"2222").evening
    assert "Close the evening" in text_of(keeper, evening)
    clock.now += QUIET
    shown = text_of(keeper, evening)
    assert "Close the evening" not in shown
    assert "20:00 to 20:30" in shown


# Joined and split


def test_joining_asks_once_makes_one_of_two_and_can_be_taken_back(keeper, club, weekend):
    saturday, sunday = evenings()
    Evening.objects.filter(pk=sunday.pk).update(name="Tea")
    asked = keeper.get(reverse("join-evenings", args=[club.pk, saturday.pk]))
    assert "Make these two one evening?" in asked.content.decode()
    assert Evening.objects.count() == 2

    joined = send(keeper, asked, "/join")

    (one,) = evenings()
    assert one.name == "Tea"
    assert one.closed_at is None
    assert set(Match.objects.values_list("evening", flat=True)) == {saturday.pk}
    assert "The two are one evening now." in joined.content.decode()

    again = send(keeper, joined, "/split")

    first, second = evenings()
    assert [match.evening for match in Match.objects.order_by("pk")] == [first, first, second]
    assert (first.began_at, first.last_at) == (saturday.began_at, saturday.last_at)
    assert (second.began_at, second.last_at, second.closed_at) == (sunday.began_at, sunday.last_at, None)
    assert second.name == "Tea"
    assert "What came later is an evening of its own now." in again.content.decode()


def test_splitting_asks_at_which_match_and_can_be_taken_back(keeper, club, weekend):
    saturday, _ = evenings()
    _, later, _ = weekend
    asked = keeper.get(reverse("split-evening", args=[club.pk, saturday.pk]))
    assert keeper.post(asked.request["PATH_INFO"]).status_code == 422

    split = send(keeper, asked, "/split", match=str(later.pk))

    first, second, _sunday = evenings()
    assert first.closed_at == first.last_at == later.started_at
    assert (second.began_at, second.last_at) == (later.started_at, later.ended_at)
    assert "What came later is an evening of its own now." in split.content.decode()

    send(keeper, split, "/join")

    first, _sunday = evenings()
    assert (first.pk, first.began_at, first.last_at) == (saturday.pk, saturday.began_at, saturday.last_at)


def test_the_same_sent_twice_joins_and_splits_once(keeper, club, weekend):
    saturday, _ = evenings()
    split = reverse("split-evening", args=[club.pk, saturday.pk])
    join = reverse("join-evenings", args=[club.pk, saturday.pk])
    first = [keeper.post(split, {"match": weekend[1].pk}).url for _ in range(2)]
    assert len(evenings()) == 3
    assert first[0] == first[1]
    second = [keeper.post(join, {"match": weekend[1].pk}).url for _ in range(2)]
    assert len(evenings()) == 2
    assert second[0] == second[1]


def test_a_split_evening_that_goes_on_goes_on_in_its_later_part(keeper, club, clock):
    new_players(club, 2)
    for _ in range(2):
        later = played_scat(club, clock, *"2222")
    keeper.post(reverse("split-evening", args=[club.pk, later.evening_id]), {"match": later.pk})
    first, second = evenings()
    assert (first.closed_at, second.closed_at) == (first.last_at, None)
    assert new_match(club, key="the next").evening == second


def test_nothing_is_split_off_where_nothing_would_be_left(keeper, club, weekend):
    first, _, other = weekend
    refused = keeper.post(reverse("split-evening", args=[club.pk, first.evening_id]), {"match": first.pk})
    assert refused.status_code == 422
    assert "Nothing would be left of this evening." in refused.content.decode()
    keeper.post(reverse("split-evening", args=[club.pk, other.evening_id]), {"match": other.pk})
    assert len(evenings()) == 2


def test_a_watcher_takes_back_no_joining_whatever_the_address_says(watcher, club, weekend):
    saturday = evenings()[0]
    page = watcher.get(f"/club/{club.pk}/evenings/{saturday.pk}/?joined={weekend[1].pk}").content.decode()
    assert '<form method="post" action="/club/' not in page
    assert "Take it back" not in page


def test_only_neighbours_are_joined(keeper, club, weekend, clock):
    clock.pass_by(24)
    monday = played_scat(club, clock, *"2222")
    saturday, *_ = evenings()
    asked = keeper.post(reverse("join-evenings", args=[club.pk, saturday.pk]), {"match": monday.pk})
    assert asked.status_code == 409
    assert "The evenings have changed meanwhile." in asked.content.decode()
    assert len(evenings()) == 3


def test_what_was_paid_for_an_evening_goes_where_its_matches_go(keeper, club, weekend, clock):
    saturday, sunday = evenings()
    ann, bo = Player.objects.order_by("pk")
    for evening in (saturday, sunday):
        Payment.objects.create(
            club=club,
            payer=ann,
            payee=bo,
            coin="penny",
            amount=1,
            key=f"for {evening.pk}",
            evening=evening,
            offered_at=evening.last_at,
        )
    joined = send(keeper, keeper.get(reverse("join-evenings", args=[club.pk, saturday.pk])), "/join")
    assert set(Payment.objects.values_list("evening", flat=True)) == {saturday.pk}
    send(keeper, joined, "/split")
    first, second = evenings()
    assert [payment.evening for payment in Payment.objects.order_by("pk")] == [first, second]


def test_an_evening_joined_with_one_carried_over_is_carried_over(keeper, club, weekend):
    saturday, _ = evenings()
    Evening.objects.filter(pk=saturday.pk).update(carried_at=SATURDAY)
    send(keeper, keeper.get(reverse("join-evenings", args=[club.pk, saturday.pk])), "/join")
    assert Evening.objects.get().carried_at == SATURDAY


def test_the_page_says_what_is_open_and_leads_to_settling_it(keeper, club, weekend):
    saturday, sunday = evenings()
    shown = text_of(keeper, sunday)
    assert reverse("evening-settling", args=[club.pk, sunday.pk]) in shown
    assert "Nothing is open." in text_of(keeper, saturday)
    assert "Nothing is open." not in shown
    Evening.objects.filter(pk=sunday.pk).update(carried_at=SATURDAY)
    assert "What this evening left open is settled with the rest." in text_of(keeper, sunday)


def test_an_evening_without_stakes_says_nothing_of_money(keeper, club):
    match = new_match(club, "alley-cat", players=2)
    assert reverse("evening-settling", args=[club.pk, match.evening_id]) not in text_of(keeper, match.evening)


def test_a_deal_corrected_after_all_that_moves_no_evening(keeper, club, weekend):
    first, *_ = weekend
    with scorebook.write(club, first.pk) as book:
        book.correct(book.rounds[0], entry=lowest(1), key="corrected late", by=None)
    assert "Saturday 29 November 2025" in listing(keeper, club)
