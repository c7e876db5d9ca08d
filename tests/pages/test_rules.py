"""The rules at hand, and what a match is played by: complete, at the place that matters, and right in every figure."""

import gzip
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template import Context, Template
from django.urls import reverse
from django.utils.translation import override

from games import scorebook
from games.models import Player
from games.scoring import GAMES
from games.scoring.alley_cat import AlleyCat
from games.scoring.match_file import match as match_of
from games.scoring.match_file import replay, result
from games.scoring.options import AGREE, Choice, Flag, Several, Whole
from games.scoring.petukh import PRESETS, WITHOUT_TRICK
from games.words import words
from games.words.sentences import face, number, signed
from tests.tables import new_match

ROOT = Path(__file__).parents[2]
HEAVIEST = 10 * 1024
"""Bytes of a page of rules, compressed."""
WORKED = {
    (worked["match"]["game"], worked["title"]): worked["match"]
    for worked in map(json.loads, (ROOT / "tests/scoring/worked.jsonl").read_text("utf-8").splitlines())
}
WRITTEN = sorted(
    (path.parents[1].name, path.stem) for path in (ROOT / "templates/games").glob("*/rules/*.html")
)
"""The game and the language of each page of rules that there is."""
WORD = {"smoking-cat": {"word": "САЛО"}}
every_game = pytest.mark.parametrize("game", GAMES)
every_page = pytest.mark.parametrize(("game", "language"), WRITTEN)


class Page(HTMLParser):
    """What stands in a page: its ids, its words, where its links lead, and its tables row by row."""

    def __init__(self, html):
        super().__init__()
        self.ids, self.links, self.text, self.tables = [], [], "", []
        self.cell = None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if tag == "a" and "href" in attrs:
            self.links.append(attrs["href"])
        if tag == "table":
            self.tables.append((attrs, []))
        elif tag == "tr":
            self.tables[-1][1].append((attrs, []))
        elif tag in {"td", "th"}:
            self.cell = ""

    def handle_endtag(self, tag):
        if tag in {"td", "th"}:
            self.tables[-1][1][-1][1].append(" ".join(self.cell.split()))
            self.cell = None

    def handle_data(self, data):
        self.text += data
        if self.cell is not None:
            self.cell += data

    def with_attribute(self, name):
        """The tables that have an attribute: its value, and their rows."""
        return [(attrs[name], rows) for attrs, rows in self.tables if name in attrs]


def rules(client, game, language="en", **headers):
    return client.get(
        reverse("rules", args=[game]), headers={"Accept-Language": language, "Accept-Encoding": ""} | headers
    )


def page(client, game, language="en"):
    return Page(rules(client, game, language).content.decode())


def address(match, name, *args):
    return reverse(name, args=[match.club_id, match.pk, *args])


def played(match, *entries):
    for place, entry in enumerate(entries, start=1):
        with scorebook.write(match.club, match.pk) as book:
            book.record(number=place, entry=entry, key=f"deal-{place}", by=None)


# The pages


@every_page
def test_whoever_has_the_address_may_read_them_and_nothing_is_looked_up(client, game, language):
    told = rules(client, game, language)  # a query would raise: the test has no database
    assert told.status_code == 200
    assert f'<article class="prose" lang="{language}">' in told.content.decode()


def test_no_other_game_has_any(client):
    assert rules(client, "skat").status_code == 404


@every_page
def test_a_page_is_light(client, game, language):
    assert len(gzip.compress(rules(client, game, language).content)) < HEAVIEST


@every_page
def test_the_contents_lead_to_every_section_and_each_link_to_one(client, game, language):
    told = page(client, game, language)
    contents = [link[1:] for link in told.links if link.startswith("#")]
    assert {"aim", "cards", "deal", "choices", "words"} <= set(contents)
    assert set(contents) <= set(told.ids)
    assert len(told.ids) == len(set(told.ids))


@every_page
def test_every_language_has_the_sections_of_the_first(client, game, language):
    told, first = page(client, game, language), page(client, game)
    assert [link for link in told.links if link[0] == "#"] == [link for link in first.links if link[0] == "#"]
    assert told.ids == first.ids


@every_page
def test_every_language_draws_the_same_cards_and_leads_to_the_same_places(game, language):
    written = (ROOT / "templates/games" / game / "rules" / f"{tongue}.html" for tongue in (language, "en"))
    told, first = (
        re.findall(r'{%.*?%}|href="[^"]*"|<h2>|<(?:p|li|tr)\b', page.read_text()) for page in written
    )
    assert told == first


@every_page
def test_whatever_a_sentence_goes_by_has_its_section(client, game, language):
    said, ids = words(game), page(client, game, language).ids
    assert {*said.whys, *said.reminders, *said.warnings} <= set(said.sections)
    assert set(said.sections) <= {*said.whys, *said.reminders, *said.warnings, *said.refusals}
    assert set(said.sections.values()) <= set(ids)


@every_page
def test_everything_that_a_table_agrees_on_is_there_with_its_values(client, game, language):
    told = page(client, game, language).text
    with override(language):
        for option in words(game).options.values():
            for text in (option.title, option.about, *option.values.values()):
                assert str(text) in told


def test_a_language_without_rules_of_its_own_has_them_in_english(client, settings):
    settings.LANGUAGES = [*settings.LANGUAGES, ("cs", "Čeština")]
    assert '<article class="prose" lang="en">' in rules(client, "scat", "cs").content.decode()


def test_a_phone_that_has_a_page_is_told_so_and_may_keep_it(client):
    told = rules(client, "petukh")
    assert told.headers["Offline-Copy"]
    assert "csrftoken" not in told.cookies
    assert rules(client, "petukh", **{"If-None-Match": told.headers["ETag"]}).status_code == 304


# The way back


@pytest.mark.parametrize(
    ("came_from", "back"),
    [
        ("http://testserver/club/abc/matches/5/?way=cards", "/club/abc/matches/5/?way=cards"),
        ("http://testserver/rules/scat/", "/"),
        ("http://testserver/sw.js", "/"),
        ("http://elsewhere/club/abc/", "/"),
        ("//elsewhere/club/abc/", "/"),
        ("javascript:alert(1)", "/"),
        ("http://[", "/"),
        ("", "/"),
    ],
)
def test_the_way_back_is_to_the_page_of_the_club_that_led_here(client, came_from, back):
    told = rules(client, "scat", Referer=came_from).content.decode()
    assert f'<a class="home" href="{back}"' in told


# What the pages say of deals


def told_of(game, worked):
    """What a worked example comes to: by row, what stands there for each player."""
    whole = result(*replay(match_of(WORKED[game, worked])))
    last = whole["deals"][-1]
    none = dict.fromkeys(last["points"], 0)
    return {
        "points": [number(points) if points is not None else None for points in last["points"].values()],
        "change": [signed(change) for change in last["change"].values()],
        "tally": [number(tally) for tally in last["tally"].values()],
        "letters": [letters or "–" for letters in last.get("letters", none).values()],
        "marks": [str(marks) for marks in last.get("marks", none).values()],
        "ledger": [signed(units) for units in whole["ledger"].values()],
    }


@every_page
def test_the_examples_are_what_the_scoring_makes_of_them(client, game, language):
    examples = page(client, game, language).with_attribute("data-worked")
    assert len(examples) >= 4
    for worked, rows in examples:
        told = told_of(game, worked)
        shown = [(attrs["data-of"], cells[1:]) for attrs, cells in rows if "data-of" in attrs]
        assert shown
        for of, cells in shown:
            assert len(cells) == len(told[of])
            for cell, figure in zip(cells, told[of], strict=True):
                assert cell == figure if figure is not None else not re.search(r"\d", cell), (worked, of)


@pytest.mark.parametrize("language", [language for game, language in WRITTEN if game == "petukh"])
def test_what_boys_come_to_without_a_trick_is_as_it_is_scored(client, language):
    ((_, rows),) = page(client, "petukh", language).with_attribute("data-of")
    shown = [cells[1:] for _, cells in rows[1:]]
    assert shown == [
        [signed(charged - off) for off, charged in (way[boys] for way in WITHOUT_TRICK.values())]
        for boys in (0, 5, 10, 15)
    ]


@pytest.mark.parametrize("language", [language for game, language in WRITTEN if game == "alley-cat"])
def test_the_round_of_alley_cat_is_as_the_rules_play_it(client, language):
    ((worked, rows),) = page(client, "alley-cat", language).with_attribute("data-tricks")
    told = WORKED["alley-cat", worked]
    sheet = AlleyCat(told["players"], told["first_dealer"], {"target": 44, "last_card": "ends"})
    tricks = list(sheet.trick_by_trick(told["deals"][0]["tricks"]))
    shown = [cells for _, cells in rows[1:]]
    names = dict(zip(told["players"], dict.fromkeys(cells[2] for cells in shown), strict=True))
    assert shown == [
        [
            face(trick.led),
            face(trick.followed),
            names[trick.taker],
            signed(trick.worth),
            names.get(trick.draws, "–"),
        ]
        for trick in tricks
    ]


@pytest.mark.parametrize("language", [language for game, language in WRITTEN if game == "smoking-cat"])
def test_what_is_worth_points_in_smoking_cat_comes_to_33(client, language):
    tables = page(client, "smoking-cat", language).tables
    (rows,) = [rows for attrs, rows in tables if attrs["class"] == "worths"]
    *worths, total = [int(cells[-1]) for _, cells in rows[1:]]
    assert sum(worths) + 3 * worths[-1] == total == 33  # 10, 9, 8 and 7 have one row


# Cards


@pytest.mark.parametrize(
    ("tag", "drawn"),
    [
        (
            '{% card "KS" %}',
            '<span class="drawn" role="img" aria-label="king of spades">K<i data-suit="S">♠</i></span>',
        ),
        ('{% card "10D" %}', 'aria-label="10 of diamonds"'),
        ('{% card "H" %}', '<span class="pip" aria-hidden="true"><i data-suit="H">♥</i></span>'),
        (
            '{% german "OL" %}',
            'aria-label="Ober of leaves">O<svg class="leaf"><use href="#leaf"/></svg></span>',
        ),
        ('{% german "AA" %}', 'aria-label="ace of acorns">A<svg class="acorn">'),
    ],
)
def test_a_card_is_drawn_and_can_be_heard(tag, drawn):
    assert drawn in Template("{% load cards %}" + tag).render(Context())


# From the table, at the place that matters


@every_game
def test_the_table_and_the_club_lead_to_the_rules(watcher, club, game):
    match = new_match(club, game, players=GAMES[game].seats[0], **WORD.get(game, {}))
    links = Page(watcher.get(address(match, "table")).content.decode()).links
    assert reverse("rules", args=[game]) in links
    assert address(match, "match-rules") in links
    assert (
        reverse("rules", args=[game])
        in Page(watcher.get(reverse("club", args=[club.pk])).content.decode()).links
    )


def test_a_reminder_leads_to_its_rule(watcher, club):
    match = new_match(club, "petukh", players=2, start=5)
    links = Page(watcher.get(address(match, "table")).content.decode()).links
    assert f"{reverse('rules', args=['petukh'])}#finishing" in links


def test_the_question_of_a_tie_leads_to_its_rule(scorer, club):
    match = new_match(club, "smoking-cat", players=4, word="САЛО")
    points = {"points-1": "16", "points-2": "16", "points-3": "1", "points-4": "0"}
    told = scorer.post(address(match, "check"), {"way": "totals", "number": 1, "key": "k" * 20} | points)
    assert f"{reverse('rules', args=['smoking-cat'])}#tie" in Page(told.content.decode()).links


def test_a_refusal_leads_to_its_rule(scorer, club):
    match = new_match(club, "petukh", players=2, start=7, no_boys_at_seven=True, finish_with_boys="off")
    with scorebook.write(match.club, match.pk) as book:
        book.record(number=1, entry={"tricks": {"1": 0, "2": 5}}, key="deal-1", by=None)
    entered = {"way": "tricks", "number": 2, "key": "k" * 20, "tricks-1": "4", "tricks-2": "4"}
    told = scorer.post(address(match, "check"), entered)
    assert f"{reverse('rules', args=['petukh'])}#record" in Page(told.content.decode()).links


def test_what_explains_a_score_leads_to_its_rule(watcher, club):
    match = new_match(club, "scat", lives=1)
    played(match, {"thirty_one": ["2"], "knocker": "1"})
    round = scorebook.read(club, match.pk).rounds[0]
    links = Page(watcher.get(address(match, "round", round.pk)).content.decode()).links
    assert f"{reverse('rules', args=['scat'])}#thirty-one" in links


# What a match is played by


def of_match(client, match):
    return client.get(address(match, "match-rules"))


def parts(response):
    return {part.kind: part for part in response.context["rules"].parts}


def values(option):
    match option:
        case Choice():
            return option.values
        case Flag():
            return True, False
        case Whole():
            return {option.default, option.low, option.high, option.low if option.off is None else option.off}
        case Several():
            return [], list(option.values)
        case _:
            return ["САЛО"]


@every_game
def test_every_value_of_every_option_is_a_sentence(game):
    said = words(game)
    usual = {
        key: "САЛО" if option.default is AGREE else option.default
        for key, option in GAMES[game].options.items()
    }
    assert set(said.agreements) == set(usual)
    for key, option in GAMES[game].options.items():
        for value in values(option):
            for sentence in said.agreed(key, {**usual, key: value}):
                assert sentence.endswith(".")
                assert "%" not in sentence


@every_game
def test_the_usual_rules_are_all_told_as_usual(watcher, club, game):
    match = new_match(club, game, players=GAMES[game].seats[0], **WORD.get(game, {}))
    told = parts(of_match(watcher, match))
    assert "different" not in told
    agreed = sum(option.default is AGREE for option in GAMES[game].options.values())
    assert len(told["usual"].sentences) == len(GAMES[game].options) - agreed


def test_what_was_agreed_comes_first_then_what_differs(watcher, club):
    match = new_match(club, "smoking-cat", players=4, word="САЛО", odd_tie="replay")
    told = parts(of_match(watcher, match))
    assert list(told) == ["agreed", "different"]
    assert told["agreed"].sentences == ["The word is САЛО."]
    assert told["different"].sentences == [
        "Two with 11 and a third with the Heim and 10: nobody takes a letter."
    ]


def test_a_rule_that_another_one_changes_differs_too(watcher, club):
    told = parts(of_match(watcher, new_match(club, "petukh", boys_without_trick="void")))
    assert "Whoever passes may not announce boys." in told["different"].sentences


def test_rules_that_have_a_name_are_called_by_it(watcher, club):
    told = parts(of_match(watcher, new_match(club, "petukh", **PRESETS["house-long"])))
    assert told["different"].title == "Different from the usual: House rules, from 49"
    assert "Everybody starts with 49 poens to write off." in told["different"].sentences


def test_the_rules_of_a_match_are_there_as_a_text_to_send(watcher, club):
    match = new_match(club, "scat", players=2, three_of_a_kind=30.5)
    Player.objects.filter(name="Bo").update(name="Bo & O'Neil")
    told = watcher.get(address(match, "match-rules-text"))
    assert told.headers["Content-Type"] == "text/plain; charset=utf-8"
    text = told.content.decode()
    assert text.startswith(
        "Scat\nAnn, Bo & O'Neil\n\nDifferent from the usual\n– Three of a kind count 30½: "
    )
    assert text.count("\n– ") == len(GAMES["scat"].options)


@pytest.mark.parametrize("name", ["match-rules", "match-rules-text"])
def test_the_rules_of_a_match_are_for_its_club_only(watcher, stranger, club, name):
    match = new_match(club)
    assert watcher.get(address(match, name)).status_code == 200
    assert stranger.get(address(match, name)).status_code == 404
