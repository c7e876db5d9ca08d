"""What everybody has to show for, on the players' pages; merging two entries of one person, and parting them."""

from html import unescape

import pytest
from django.urls import reverse
from pytest_django.asserts import assertRedirects

from games import merging, players, scorebook
from games.merging import BothSat
from games.models import Device, Match, Player, Role
from games.people import People
from tests.pages.paper import press
from tests.tables import lowest, new_match, new_players

WON = {"lives": 1, "free_ride": False}


def page_of(client, player, query=""):
    return client.get(reverse("player", args=[player.club_id, player.pk]) + query)


def scat(club, two, loser, key):
    """A Scat of one deal that seat `loser` of two loses."""
    match = new_match(club, "scat", players=two, key=key, **WON)
    with scorebook.write(club, match.pk) as book:
        book.record(number=1, entry=lowest(loser, knocker=1), key=f"{key}, its deal", by=None)
    return match


@pytest.fixture
def friends(club):
    return new_players(club, 4)


@pytest.fixture
def played(club, friends):
    """Ann wins twice and loses once against Bo, and wins a word that Cy completes."""
    ann, bo, *_ = friends
    matches = [
        scat(club, [ann, bo], loser, f"scat {loser} {number}") for number, loser in enumerate((2, 1, 2))
    ]
    word = new_match(club, "smoking-cat", players=friends, word="o", key="the word")
    with scorebook.write(club, word.pk) as book:
        book.record(number=1, entry={"verdict": "3"}, key="the letter", by=None)
    return [*matches, word]


def lines(tally):
    return {line.title: line.text for line in tally.lines}


def links(response):
    """The matches behind each figure of all games, by what the figure is."""
    return {line.title: line.url for line in response.context["total"].lines}


def test_a_page_says_what_somebody_has_to_show_for(watcher, played, friends):
    context = page_of(watcher, friends[0]).context
    assert lines(context["total"]) == {
        "Played": "4",
        "Won": "3",
        "Lost": "1",
        "Shared a place": "1",
        "Won, of those played out": "58%",  # a third of the word: (2 + 1/3) / 4
    }
    assert [(line.title, line.text) for line in context["total"].streaks] == [
        ("In a row now", "2 won"),
        ("Most won in a row", "2"),
        ("Most lost in a row", "1"),
    ]
    assert [game.code for game, _tally, _beside in context["games"]] == ["smoking-cat", "scat"]


def test_against_each_other(watcher, played, friends):
    _ann, bo, cy, _di = friends
    beside = {one.player: one for one in page_of(watcher, friends[0]).context["beside"]}
    told = [beside[bo].ahead.text, beside[bo].behind.text, beside[bo].level.text, beside[bo].met.text]
    assert told == ["2", "1", "1", "4"]
    assert beside[cy].ahead.text == "1"


@pytest.mark.parametrize(
    ("title", "found"), [("Played", [3, 2, 1, 0]), ("Won", [3, 2, 0]), ("Lost", [1]), ("Shared a place", [3])]
)
def test_a_figure_leads_to_its_matches(watcher, played, friends, title, found):
    shown = watcher.get(links(page_of(watcher, friends[0]))[title])
    assert [match.id for match in shown.context["matches"]] == [played[one].pk for one in found]


def test_every_link_of_a_page_leads_to_matches(watcher, played, friends):
    for friend in friends:
        text = unescape(page_of(watcher, friend).content.decode())
        addresses = {
            part.partition('"')[0]
            for part in text.split('href="')[1:]
            if "matches/?" in part.partition('"')[0]
        }
        assert addresses
        for address in addresses:
            shown = watcher.get(address)
            assert (address, shown.status_code, bool(shown.context["matches"])) == (address, 200, True)


def test_a_figure_against_somebody_leads_to_as_many_matches(watcher, played, friends):
    beside = page_of(watcher, friends[0]).context["beside"]
    assert beside
    for one in beside:
        for line in (one.ahead, one.behind, one.level, one.met):
            found = watcher.get(line.url).context["matches"] if line.url else []
            assert (one.player.name, line.title, str(len(found))) == (one.player.name, line.title, line.text)


def found_by(watcher, line):
    return [match.id for match in watcher.get(line.url).context["matches"]]


def test_what_was_won_or_lost_in_a_row_leads_to_these_matches_and_no_others(watcher, club, played, friends):
    now, most_won, most_lost = page_of(watcher, friends[0]).context["total"].streaks
    assert found_by(watcher, now) == found_by(watcher, most_won) == [played[3].pk, played[2].pk]
    assert found_by(watcher, most_lost) == [played[1].pk]
    _now, never_won, _lost = page_of(watcher, friends[2]).context["total"].streaks
    assert (never_won.text, never_won.url) == ("0", "")
    lost = scat(club, friends[:2], 1, "lost again")
    now, most_won, most_lost = page_of(watcher, friends[0]).context["total"].streaks
    assert found_by(watcher, now) == [lost.pk]
    assert found_by(watcher, most_won) == [played[3].pk, played[2].pk]


def test_a_row_of_one_game_is_not_broken_by_another(watcher, club, friends):
    ann, bo, *_ = friends
    won = [scat(club, [ann, bo], 2, f"scat {number}") for number in (1, 2)]
    between = new_match(club, "alley-cat", players=[ann, bo], key="between", target=10)
    with scorebook.write(club, between.pk) as book:
        book.record(number=1, entry={"points": {"1": 1, "2": 11}}, key="its deal", by=None)
    won.append(scat(club, [ann, bo], 2, "scat 3"))
    context = page_of(watcher, ann).context
    (in_scat,) = (tally for _game, tally, _beside in context["games"] if tally.game == "scat")
    (now, *_), (now_in_all, *_) = in_scat.streaks, context["total"].streaks
    assert found_by(watcher, now) == [match.pk for match in reversed(won)]
    assert found_by(watcher, now_in_all) == [won[-1].pk]


def test_a_figure_of_one_game_leads_to_the_matches_with_it(watcher, club, played, friends):
    ann, bo, *_ = friends
    address = reverse("matches", args=[club.pk])
    shown = watcher.get(f"{address}?player={ann.pk}&game=scat&figure=knocks-lost")
    assert [match.id for match in shown.context["matches"]] == [played[1].pk]
    assert shown.context["finding"].called == ["Ann", "Scat", "Knocks lost"]
    behind = watcher.get(f"{address}?player={ann.pk}&figure=behind:{bo.pk}")
    assert [match.id for match in behind.context["matches"]] == [played[1].pk]
    assert behind.context["finding"].called == ["Ann", "behind Bo"]


@pytest.mark.parametrize(
    "query",
    ["figure=won", "player={ann}&figure=luck", "player={ann}&figure=ahead:99999", "player={ann}&figure=31s"],
)
def test_what_no_figure_is_of_nobody_is_refused(watcher, club, friends, query):
    asked = query.format(ann=friends[0].pk)
    shown = watcher.get(f"{reverse('matches', args=[club.pk])}?{asked}")
    assert shown.status_code == 422
    assert list(shown.context["form"].errors) == ["figure"]


def test_who_has_played_nothing_is_told_so(watcher, friends):
    assert "No match is over yet." in page_of(watcher, friends[0]).content.decode()


def test_the_list_says_a_little(watcher, club, played):
    text = watcher.get(reverse("players", args=[club.pk])).content.decode()
    assert "4 played, 3 won" in text


@pytest.mark.parametrize("times", [1, 8])
def test_a_page_asks_four_times_whatever_was_played(watcher, club, friends, times, django_assert_num_queries):
    ann, bo, *_ = friends
    for number in range(times):
        scat(club, [ann, bo], 1 + number % 2, f"match {number}")
    with django_assert_num_queries(4):
        page_of(watcher, ann)
    with django_assert_num_queries(3):
        watcher.get(reverse("players", args=[club.pk]))


# Two entries, one person


@pytest.fixture
def twice(club, friends):
    """Ann played once as Ann and once as Di."""
    ann, bo, _cy, di = friends
    return [scat(club, [ann, bo], 2, "as Ann"), scat(club, [di, bo], 2, "as Di")]


def merged(keeper, player, other):
    chosen = keeper.get(reverse("merge-players", args=[player.club_id, player.pk]), {"other": other.pk})
    return press(keeper, chosen, "")


def test_merging_is_asked_once_and_says_what_it_means(keeper, club, friends, twice):
    ann, *_, di = friends
    choice = keeper.get(reverse("merge-players", args=[club.pk, ann.pk]))
    assert f'value="{di.pk}"' in choice.content.decode()
    asked = keeper.get(reverse("merge-players", args=[club.pk, ann.pk]), {"other": di.pk})
    text = asked.content.decode()
    assert "Are these two one person?" in text
    assert text.count("1 played, 1 won") == 2
    assert Player.objects.get(pk=di.pk).merged_into is None


def test_two_entries_count_as_one_and_are_parted_by_one_tap(keeper, club, friends, twice):
    ann, bo, _cy, di = friends
    page = merged(keeper, ann, di)
    assert page.redirect_chain
    assert lines(page.context["total"])["Won"] == "2"
    assert [line.text for line in page.context["total"].streaks] == ["2 won", "2", "0"]
    assert [one.met.text for one in page_of(keeper, bo).context["beside"]] == ["2"]
    found = keeper.get(links(page)["Won"]).context["matches"]
    assert [match.id for match in found] == [twice[1].pk, twice[0].pk]
    assert page_of(keeper, di).url == reverse("player", args=[club.pk, ann.pk])
    parted = keeper.post(reverse("part-players", args=[club.pk, di.pk]), follow=True)
    assert lines(parted.context["total"])["Won"] == "1"
    assert lines(page_of(keeper, di).context["total"])["Won"] == "1"
    assert [line.text for line in parted.context["total"].streaks] == ["1 won", "1", "0"]


def test_a_notice_offers_to_take_a_merge_back(keeper, friends, twice):
    ann, *_, di = friends
    page = merged(keeper, ann, di)
    assert 'role="status"' in page.content.decode()
    press(keeper, page, "")
    assert Player.objects.get(pk=di.pk).merged_into is None


def test_who_was_merged_is_offered_no_more_and_old_matches_keep_the_name(keeper, club, friends, twice):
    ann, *_, di = friends
    merging.merge(ann, di)
    assert di not in players.of_club(club)
    offered = keeper.get(reverse("players", args=[club.pk])).content.decode()
    assert reverse("player", args=[club.pk, ann.pk]) in offered
    assert reverse("player", args=[club.pk, di.pk]) not in offered
    assert ">Di<" in keeper.get(reverse("history", args=[club.pk, twice[1].pk])).content.decode()


def test_the_same_again_is_played_by_the_person(keeper, club, friends, twice):
    ann, bo, _cy, di = friends
    merging.merge(ann, di)
    offered = keeper.get(reverse("club", args=[club.pk])).content.decode()
    assert "<small>Ann, Bo</small>" in offered.partition("Play again")[2].partition("</form>")[0]
    keeper.post(reverse("rematch", args=[club.pk, twice[1].pk]))
    again = Match.objects.order_by("-pk").first()
    assert {seat.player_id for seat in again.seats.all()} == {ann.pk, bo.pk}


def test_whose_phone_it_is_follows(keeper, club, friends, twice):
    ann, *_, di = friends
    Device.objects.filter(club=club, role=Role.KEEPER).update(player=di)
    merging.merge(ann, di)
    assert "you" in page_of(keeper, ann).content.decode().partition("<main")[2].partition("</main>")[0]


def test_two_who_sat_in_one_match_are_two_people(keeper, club, friends, twice):
    ann, bo, *_ = friends
    asked = keeper.get(reverse("merge-players", args=[club.pk, ann.pk]), {"other": bo.pk})
    sent = keeper.post(reverse("merge-players", args=[club.pk, ann.pk]), {"other": bo.pk})
    for refused in (asked, sent):
        assert refused.status_code == 422
        assert "Ann and Bo sat in one match: they are two people." in refused.content.decode()
        assert "Are these two one person?" not in refused.content.decode()
    assert not Player.objects.exclude(merged_into=None).exists()


def test_no_entry_is_merged_twice_nor_into_itself(friends):
    ann, bo, cy, _di = friends
    merging.merge(ann, bo)
    for one, other in ((cy, bo), (bo, cy), (bo, ann), (ann, ann)):
        with pytest.raises(Player.DoesNotExist):
            merging.merge(one, other)
    merging.merge(cy, ann)
    assert People(cy.club).entries_of(cy.pk) == [cy.pk, ann.pk, bo.pk]


def test_all_entries_of_two_are_looked_at(club, friends):
    ann, bo, cy, _di = friends
    scat(club, [bo, cy], 1, "Bo and Cy")
    merging.merge(ann, bo)
    with pytest.raises(BothSat):
        merging.merge(cy, ann)


@pytest.mark.parametrize("other", ["", "999999", "Ann"])
def test_nobody_is_merged_with_nobody(keeper, club, friends, other):
    answer = keeper.post(reverse("merge-players", args=[club.pk, friends[0].pk]), {"other": other})
    assert answer.status_code == 422


def test_the_form_of_an_entry_that_was_merged_is_the_persons(keeper, club, friends):
    ann, *_others, di = friends
    merging.merge(ann, di)
    address = reverse("edit-player", args=[club.pk, di.pk])
    persons = reverse("edit-player", args=[club.pk, ann.pk])
    assertRedirects(keeper.get(address), persons)
    assertRedirects(keeper.post(address, {"name": "Zoe", "mark": "Z"}), persons)
    assert Player.objects.get(pk=di.pk).name == "Di"
