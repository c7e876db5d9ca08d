"""The start page: line-up, first dealer, rules; all of it without a script."""

import pytest
from django.http import QueryDict

from games import players, scorebook
from games.models import Match, Player, Preset
from games.scoring import GAMES
from games.scoring.petukh import PRESETS
from games.words import words
from tests.pages.paper import form_with, press
from tests.tables import lowest, new_match, new_players


def start_page(client, club, game="scat", query=""):
    return client.get(f"/club/{club.pk}/start/{game}/{query}")


def seated(response):
    """The names in the line-up of a page, in order."""
    by_id = {str(player.pk): player.name for player in Player.objects.all()}
    return [by_id[one] for one in form_with(response, "start").all("seat")]


def dealer(response):
    return Player.objects.get(pk=form_with(response, "start").get("dealer")).name


def pressed(response, button):
    return [value for name, value in form_with(response, "start").pressed if name == button]


def begun(response):
    """The match that a press of start led to."""
    assert response.redirect_chain
    return Match.objects.get(pk=response.redirect_chain[-1][0].rstrip("/").rpartition("/")[2])


def toggle(client, page, *some):
    for player in some:
        page = press(client, page, "toggle", player.pk)
    return page


def at_the_table(client, club, number, game="scat"):
    """The start page with the first so many friends in the line-up."""
    some = new_players(club, number)
    return toggle(client, start_page(client, club, game), *some)


# Who plays


def test_from_nothing_to_a_match_with_names_added_on_the_way(keeper, club):
    page = start_page(keeper, club)
    for name in ("Ann", "Bo", "Cy"):
        page = press(keeper, page, "add", name=name)
    assert seated(page) == ["Ann", "Bo", "Cy"]
    assert dealer(page) == "Ann"
    match = begun(press(keeper, page, "start"))
    assert match.game == "scat"
    assert [seat.player.name for seat in match.seats.select_related("player")] == ["Ann", "Bo", "Cy"]
    assert match.first_dealer == 1
    assert match.rules == {key: option.default for key, option in GAMES["scat"].options.items()}


def test_a_tap_seats_a_player_and_another_takes_him_away(keeper, club):
    ann, bo, cy = new_players(club, 3)
    page = toggle(keeper, start_page(keeper, club), cy, ann, bo)
    assert seated(page) == ["Cy", "Ann", "Bo"]
    assert set(pressed(page, "toggle")) == {str(one.pk) for one in (ann, bo, cy)}
    page = toggle(keeper, page, ann)
    assert seated(page) == ["Cy", "Bo"]
    assert str(ann.pk) not in pressed(page, "toggle")


def test_a_player_is_moved_one_seat_up_and_the_first_to_the_end(keeper, club):
    ann, bo, cy = new_players(club, 3)
    page = toggle(keeper, start_page(keeper, club), ann, bo, cy)
    page = press(keeper, page, "move", cy.pk)
    assert seated(page) == ["Ann", "Cy", "Bo"]
    page = press(keeper, page, "move", ann.pk)
    assert seated(page) == ["Cy", "Bo", "Ann"]


def test_what_was_chosen_and_typed_stands_in_the_address_and_comes_back_from_it(keeper, club):
    ann, bo = new_players(club, 2)
    page = toggle(keeper, start_page(keeper, club), ann)
    page = press(
        keeper, page, "toggle", bo.pk, name="Cy", mix="Friday's", rule__lives="5", rule__three_of_a_kind="30"
    )
    address, status = page.redirect_chain[-1]
    assert status == 302
    assert not {"csrfmiddlewaretoken", "key", "toggle"} & QueryDict(address.partition("?")[2]).keys()
    form = form_with(keeper.get(address), "start")
    assert form.all("seat") == [str(ann.pk), str(bo.pk)]
    assert (form.get("name"), form.get("mix")) == ("Cy", "Friday's")
    assert (form.get("rule-lives"), form.get("rule-three_of_a_kind")) == ("5", "30")


def test_a_name_that_is_there_is_asked_about_once(keeper, club):
    new_players(club, 2)
    page = press(keeper, start_page(keeper, club), "add", name="Ann")
    assert page.status_code == 422
    assert "Somebody is called <bdi>Ann</bdi> already" in page.content.decode()
    page = press(keeper, page, "another")
    assert seated(page) == ["Ann"]
    assert Player.objects.filter(name="Ann").count() == 2
    assert form_with(page, "start").get("name") == ""


def test_archived_players_are_not_offered(keeper, club):
    ann, bo = new_players(club, 2)
    players.archive(bo)
    assert form_with(start_page(keeper, club), "start").values("toggle") == [str(ann.pk)]


# What is offered first


def test_the_last_line_up_of_the_game_is_offered_with_the_dealer_that_the_game_says(keeper, club):
    match = new_match(club, players=3, first_dealer=2, lives=5)
    with scorebook.write(club, match.pk) as book:
        book.record(number=1, entry=lowest(1), key="first deal", by=None)
    new_match(club, "petukh", players=2, key="another game")
    page = start_page(keeper, club)
    assert seated(page) == ["Ann", "Bo", "Cy"]
    assert dealer(page) == "Cy"
    assert form_with(page, "start").get("rule-lives") == "5"


def test_without_a_match_of_the_game_the_people_of_the_last_match_are_offered(keeper, club):
    new_match(club, players=3, first_dealer=2, lives=5)
    page = start_page(keeper, club, "petukh")
    assert seated(page) == ["Ann", "Bo", "Cy"]
    assert dealer(page) == "Ann"
    assert pressed(page, "preset") == ["book"]


def test_more_people_than_the_game_takes_are_not_offered(keeper, club):
    new_match(club, players=3)
    assert seated(start_page(keeper, club, "alley-cat")) == []


def test_who_was_archived_since_is_not_offered_again(keeper, club):
    new_match(club, players=3)
    players.archive(Player.objects.get(name="Bo"))
    assert seated(start_page(keeper, club)) == ["Ann", "Cy"]


def test_another_game_with_the_same_people_takes_two_taps_from_the_clubs_page(keeper, club):
    new_match(club, players=3)
    assert f'href="/club/{club.pk}/start/petukh/"' in keeper.get(f"/club/{club.pk}/").content.decode()
    match = begun(press(keeper, start_page(keeper, club, "petukh"), "start"))
    assert (match.game, match.seats.count()) == ("petukh", 3)


# The first dealer


def test_the_first_dealer_is_who_was_chosen(keeper, club):
    ann, bo, cy = new_players(club, 3)
    page = toggle(keeper, start_page(keeper, club), ann, bo, cy)
    assert begun(press(keeper, page, "start", dealer=str(cy.pk))).first_dealer == 3


def test_the_draw_says_on_whom_the_lot_fell_and_reload_draws_no_other(keeper, club):
    page = at_the_table(keeper, club, 3)
    page = press(keeper, page, "draw")
    drawn = dealer(page)
    said = f"The draw: <bdi>{drawn}</bdi> deals first."
    assert said in page.content.decode()
    assert said in keeper.get(page.redirect_chain[-1][0]).content.decode()


def test_the_draw_can_fall_on_anybody(keeper, club):
    page = at_the_table(keeper, club, 3)
    drawn = {QueryDict(press(keeper, page, "draw", follow=False).url)["dealer"] for _ in range(60)}
    assert drawn == set(form_with(page, "start").all("seat"))


def test_a_dealer_who_is_taken_away_leaves_the_deal_to_the_first_seat(keeper, club):
    ann, bo, cy = new_players(club, 3)
    page = press(
        keeper, toggle(keeper, start_page(keeper, club), ann, bo), "toggle", cy.pk, dealer=str(bo.pk)
    )
    assert dealer(page) == "Bo"
    assert dealer(toggle(keeper, page, bo)) == "Ann"


# Rules


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_offered_with_its_name_and_every_value_in_words(keeper, club, game):
    page = start_page(keeper, club, game).content.decode()
    said = words(game).options
    assert said.keys() == GAMES[game].options.keys()
    for option in said.values():
        assert str(option.title) in page
        assert option.about
        assert all(str(value) in page for value in option.values.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_words_name_just_the_values_that_the_scoring_takes(game):
    for key, option in GAMES[game].options.items():
        known = list(words(game).options[key].values)
        assert all(option.takes([value] if isinstance(option.default, list) else value) for value in known)
        if hasattr(option, "values"):
            assert known == list(option.values)


@pytest.mark.parametrize(("game", "mix"), [(game, mix) for game in GAMES for mix in words(game).presets])
def test_each_named_mix_can_be_played_and_is_shown_as_chosen(keeper, club, game, mix):
    page = press(keeper, at_the_table(keeper, club, GAMES[game].seats[0], game), "preset", mix)
    assert pressed(page, "preset") == [mix]
    match = begun(press(keeper, page, "start", rule__word__typed="САЛО"))
    differing = {
        key: value for key, value in match.rules.items() if value != GAMES[game].options[key].default
    }
    differing.pop("word", None)
    assert differing == words(game).presets[mix][1]


def test_the_authors_house_rules_are_petukhs(keeper, club):
    page = press(keeper, at_the_table(keeper, club, 2, "petukh"), "preset", "house-long")
    match = begun(press(keeper, page, "start"))
    assert PRESETS["house-long"].items() <= match.rules.items()


def test_any_mix_can_be_told_rule_by_rule(keeper, club):
    page = at_the_table(keeper, club, 2, "petukh")
    told = {
        "rule__start__typed": "33",
        "rule__deck": "32",
        "rule__boys_may_pass": "False",
        "rule__mark_price__typed": "0",
        "rule__house_rules": ["lead-trump-ace", "trump-card-stays"],
    }
    match = begun(press(keeper, page, "start", **told))
    assert match.rules == {key: option.default for key, option in GAMES["petukh"].options.items()} | {
        "start": 33,
        "deck": 32,
        "boys_may_pass": False,
        "mark_price": 0,
        "house_rules": ["lead-trump-ace", "trump-card-stays"],
    }
    assert GAMES["petukh"].options["boys_may_pass"].takes(match.rules["boys_may_pass"])


def test_a_mix_of_ones_own_is_said_to_be_one(keeper, club):
    page = press(keeper, start_page(keeper, club), "draw", rule__lives="5")
    assert pressed(page, "preset") == []
    assert '<span class="own">A mix of your own</span>' in page.content.decode()


def test_a_value_that_was_typed_becomes_a_chip(keeper, club):
    page = press(keeper, start_page(keeper, club), "draw", rule__lives__typed="7")
    form = form_with(page, "start")
    assert (form.get("rule-lives"), form.get("rule-lives-typed")) == ("7", "")
    assert 'name="rule-lives" value="7" checked' in page.content.decode()


def test_the_half_and_the_off_value_are_chips(keeper, club):
    page = at_the_table(keeper, club, 2)
    match = begun(press(keeper, page, "start", rule__three_of_a_kind="30.5", rule__minimum_knock="0"))
    assert (match.rules["three_of_a_kind"], match.rules["minimum_knock"]) == (30.5, 0)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"rule__lives__typed": "11"}, "11 is too high"),
        ({"rule__lives__typed": "many"}, "many is not a number"),
        ({"rule__minimum_knock__typed": "16"}, "16 is too low"),
        ({"rule__three_of_a_kind": "31"}, "This cannot be played."),
        ({"rule__straight_flush": "1"}, "This cannot be played."),
    ],
)
def test_a_rule_that_cannot_be_played_is_told_beside_it_and_nothing_is_written(keeper, club, typed, said):
    page = at_the_table(keeper, club, 2)
    answer = press(keeper, page, "start", **typed)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert "<details" in answer.content.decode()
    assert ' class="every" open' in answer.content.decode()
    assert seated(answer) == ["Ann", "Bo"]
    assert not Match.objects.exists()


# The word of Smoking Cat


@pytest.mark.parametrize("word", ["САЛО", "შოთა", "rock-n'roll", "שלום", "x" * 30, "🃏 a"])
def test_a_word_in_any_script_is_played(keeper, club, word):
    page = at_the_table(keeper, club, 4, "smoking-cat")
    assert begun(press(keeper, page, "start", rule__word__typed=f" {word} ")).rules["word"] == word


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("", "Which word is played for?"),
        ("---", "A word has 1 to 30 letters or digits."),
        ("x" * 31, "A word has 1 to 30 letters or digits."),
    ],
)
def test_a_word_that_is_none_is_told_beside_it(keeper, club, word, said):
    page = at_the_table(keeper, club, 4, "smoking-cat")
    assert said not in page.content.decode()
    answer = press(keeper, page, "start", rule__word__typed=word)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert f'value="{word}"' in answer.content.decode()
    assert not Match.objects.exists()


def test_the_last_words_are_chips_newest_first_and_the_last_is_down(keeper, club):
    for number, word in enumerate(["КОТ", "САЛО", "КОТ", "ДИМ"]):
        new_match(club, "smoking-cat", players=4, key=f"match {number}", word=word)
    page = start_page(keeper, club, "smoking-cat")
    assert form_with(page, "start").get("rule-word") == "ДИМ"
    text = page.content.decode()
    assert text.index('value="ДИМ"') < text.index('value="КОТ"') < text.index('value="САЛО"')
    assert begun(press(keeper, page, "start", rule__word__typed="МИША")).rules["word"] == "МИША"


# Mixes that the club saves


def save_mix(client, club, name="Friday's", **rules):
    return press(client, start_page(client, club), "save", mix=name, **rules)


def test_rules_are_saved_under_a_name_and_chosen_by_it(keeper, club):
    page = save_mix(keeper, club, rule__lives="5", rule__straight_flush="True")
    saved = Preset.objects.get()
    assert (saved.game, saved.name, saved.rules) == ("scat", "Friday's", {"lives": 5, "straight_flush": True})
    assert pressed(page, "preset") == [str(saved.pk)]
    page = press(keeper, start_page(keeper, club), "preset", saved.pk)
    assert form_with(page, "start").get("rule-lives") == "5"


def test_the_word_of_an_abandoned_match_is_not_offered_again(keeper, club):
    new_match(club, "smoking-cat", players=4, word="КОТ")
    dropped = new_match(club, "smoking-cat", players=4, key="dropped", word="123 ---")
    with scorebook.write(club, dropped.pk) as book:
        book.abandon(key="the abandoning", by=None)
    page = start_page(keeper, club, "smoking-cat")
    assert form_with(page, "start").get("rule-word") == "КОТ"
    assert "123 ---" not in page.content.decode()


def test_the_word_of_the_day_is_no_rule_to_save(keeper, club):
    press(keeper, start_page(keeper, club, "smoking-cat"), "save", mix="Ours", rule__word__typed="САЛО")
    assert Preset.objects.get().rules == {}


def test_a_mix_of_the_same_name_is_replaced_after_one_question(keeper, club):
    save_mix(keeper, club, rule__lives="5")
    asked = save_mix(keeper, club, "friday's", rule__lives="4")
    assert asked.status_code == 422
    assert "There are rules called" in asked.content.decode()
    assert Preset.objects.get().rules == {"lives": 5}
    press(keeper, asked, "save", Preset.objects.get().pk)
    assert [(mix.name, mix.rules) for mix in Preset.objects.all()] == [("Friday's", {"lives": 4})]


def test_the_same_mix_sent_twice_is_one_and_asks_nothing(keeper, club):
    save_mix(keeper, club, rule__lives="5")
    assert save_mix(keeper, club, rule__lives="5").status_code == 200
    assert Preset.objects.count() == 1


def test_a_mix_of_another_club_is_another(keeper, club, stranger):
    save_mix(keeper, club, rule__lives="5")
    assert (
        "Friday&#x27;s"
        not in start_page(stranger, type(club).objects.exclude(pk=club.pk).get()).content.decode()
    )


@pytest.mark.parametrize(
    ("name", "rules", "said"),
    [
        ("", {}, "A name is needed."),
        ("x" * 41, {}, "40 characters are the most"),
        ("the usual rules", {}, "The game has rules of that name already."),
        ("Ours", {"rule__lives__typed": "0"}, "0 is too low"),
    ],
)
def test_a_mix_that_cannot_be_saved_is_told_beside_the_field(keeper, club, name, rules, said):
    answer = save_mix(keeper, club, name, **rules)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Preset.objects.exists()


def test_deleting_a_mix_asks_once_and_brings_back_what_was_chosen(keeper, club):
    save_mix(keeper, club, rule__lives="5")
    page = at_the_table(keeper, club, 2)
    address = f"/club/{club.pk}/start/scat/mixes/{Preset.objects.get().pk}/delete"
    query = page.redirect_chain[-1][0].partition("?")[2]
    assert address in page.content.decode()
    asked = keeper.get(f"{address}?{query}")
    assert "Friday&#x27;s" in asked.content.decode()
    assert Preset.objects.exists()
    for _ in range(2):
        assert seated(keeper.post(f"{address}?{query}", follow=True)) == ["Ann", "Bo"]
    assert not Preset.objects.exists()
    assert keeper.get(address).status_code == 404


def test_mixes_are_the_keepers(scorer, keeper, club):
    save_mix(keeper, club, rule__lives="5")
    preset = Preset.objects.get()
    page = start_page(scorer, club)
    assert str(preset.pk) in form_with(page, "start").values("preset")
    assert not form_with(page, "start").values("save")
    assert scorer.post(f"/club/{club.pk}/start/scat/", {"save": "new", "mix": "Ours"}).status_code == 403
    assert scorer.post(f"/club/{club.pk}/start/scat/mixes/{preset.pk}/delete").status_code == 403


# Starting


@pytest.mark.parametrize(
    ("game", "number", "said"),
    [
        ("scat", 0, "For 2 to 9 players. Nobody is at the table yet."),
        ("scat", 1, "For 2 to 9 players. 1 is at the table."),
        ("alley-cat", 3, "For 2 players. 3 are at the table."),
        ("smoking-cat", 3, "For 4 to 8 players. 3 are at the table."),
        ("petukh", 6, "For 2 to 5 players. 6 are at the table."),
    ],
)
def test_too_few_or_too_many_are_told_with_how_many_can_play(keeper, club, game, number, said):
    page = at_the_table(keeper, club, number, game)
    answer = press(keeper, page, "start", rule__word__typed="САЛО")
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Match.objects.exists()


def test_a_name_that_was_typed_and_not_added_holds_the_start_up(keeper, club):
    page = at_the_table(keeper, club, 2)
    answer = press(keeper, page, "start", name="Cy")
    assert answer.status_code == 422
    assert "Cy is not at the table yet." in answer.content.decode()
    assert form_with(answer, "start").get("name") == "Cy"
    assert not Match.objects.exists()


def told(club, *seats, **more):
    return {"start": "1", "key": "k" * 20, "seat": [str(seat) for seat in seats], **more}


def test_a_player_cannot_sit_twice(keeper, club):
    ann, bo = new_players(club, 2)
    answer = keeper.post(f"/club/{club.pk}/start/scat/", told(club, ann.pk, bo.pk, ann.pk))
    assert answer.status_code == 422
    assert "Ann sits there twice." in answer.content.decode()
    assert not Match.objects.exists()


def test_who_is_not_the_clubs_cannot_sit_down(keeper, club, stranger):
    ann, bo = new_players(club, 2)
    other = players.add(type(club).objects.exclude(pk=club.pk).get(), "Zoe")
    for somebody in (other.pk, 10**6, "x", ""):
        answer = keeper.post(f"/club/{club.pk}/start/scat/", told(club, ann.pk, bo.pk, somebody))
        assert answer.status_code == 422
        assert "is not among the players any more" in answer.content.decode()
        assert "Zoe" not in answer.content.decode()
    assert not Match.objects.exists()


def test_the_same_start_sent_twice_is_one_match(keeper, club):
    page = at_the_table(keeper, club, 2)
    first, second = press(keeper, page, "start"), press(keeper, page, "start")
    assert first.redirect_chain == second.redirect_chain
    assert Match.objects.count() == 1


def test_the_form_sent_again_with_another_dealer_is_another_match(keeper, club):
    ann, bo = new_players(club, 2)
    page = toggle(keeper, start_page(keeper, club), ann, bo)
    press(keeper, page, "start", dealer=str(ann.pk))
    press(keeper, page, "start", dealer=str(bo.pk))
    assert sorted(Match.objects.values_list("first_dealer", flat=True)) == [1, 2]


def test_a_start_without_a_key_starts_a_match_each_time(keeper, club):
    new_players(club, 2)
    seats = [player.pk for player in players.of_club(club)]
    for _ in range(2):
        keeper.post(f"/club/{club.pk}/start/scat/", told(club, *seats, key=""))
    assert Match.objects.count() == 2


def test_a_scorer_starts_and_a_watcher_does_not(scorer, watcher, club):
    seats = [player.pk for player in new_players(club, 2)]
    assert scorer.post(f"/club/{club.pk}/start/scat/", told(club, *seats)).status_code == 302
    assert watcher.get(f"/club/{club.pk}/start/scat/").status_code == 403
    assert watcher.post(f"/club/{club.pk}/start/scat/", told(club, *seats, key="z" * 20)).status_code == 403
    assert Match.objects.count() == 1


def test_an_unknown_game_does_not_exist(keeper, club):
    assert start_page(keeper, club, "bridge").status_code == 404


# With htmx


def test_a_script_gets_the_form_alone_and_the_address_that_keeps_what_was_chosen(keeper, club):
    ann, _bo = new_players(club, 2)
    page = start_page(keeper, club)
    form = form_with(page, "start")
    data = {**dict(form.fields), "draw": "1", "seat": str(ann.pk)}
    answer = keeper.post(form.action, data, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert f"?seat={ann.pk}" in answer.headers["HX-Replace-Url"].replace("&", "?")
    assert seated(keeper.get(answer.headers["HX-Replace-Url"])) == ["Ann"]


# How much is asked of the database


@pytest.mark.parametrize(("number", "matches"), [(2, 1), (9, 30)])
def test_the_page_asks_eight_times_however_much_was_played(
    keeper, club, number, matches, django_assert_num_queries
):
    new_players(club, number)
    for one in range(matches):
        new_match(club, players=number, key=f"match {one}")
        Preset.objects.create(club=club, game="scat", name=f"Mix {one}", rules={})
    with django_assert_num_queries(8):
        start_page(keeper, club)


@pytest.mark.parametrize(("number", "matches"), [(4, 1), (9, 30)])
def test_the_page_at_an_address_asks_four_times(keeper, club, number, matches, django_assert_num_queries):
    ann, *_ = new_players(club, number)
    for one in range(matches):
        new_match(club, "smoking-cat", players=4, key=f"match {one}", word="САЛО")
    with django_assert_num_queries(4):
        start_page(keeper, club, "smoking-cat", f"?seat={ann.pk}")


@pytest.mark.parametrize(
    ("game", "counted"), [("petukh", "Poens"), ("scat", "Pennies"), ("alley-cat", ""), ("smoking-cat", "")]
)
def test_what_a_match_without_a_price_is_played_for_is_said(keeper, scorer, club, game, counted):
    said, stakes = f"{counted} are only counted: no price is set.", f"/club/{club.pk}/stakes/"
    for client, may_set in ((keeper, True), (scorer, False)):
        page = start_page(client, club, game).content.decode()
        assert (said in page) == bool(counted)
        assert (stakes in page) == (bool(counted) and may_set)
    club.currency, club.prices = "UAH", {"poen": 50, "penny": 50}
    club.save()
    page = start_page(keeper, club, game).content.decode()
    assert "are only counted" not in page
    assert stakes not in page
