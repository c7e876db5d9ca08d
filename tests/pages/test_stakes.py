"""What the club plays for: a currency and prices; and who shares a purse."""

import pytest

from games.models import Club, Match, Player
from games.money import DECIMALS
from tests.pages.paper import forms
from tests.tables import new_match, new_players


@pytest.fixture
def stakes(club):
    return f"/club/{club.pk}/stakes/"


def kept(club):
    club = Club.objects.get(pk=club.pk)
    return club.currency, club.prices


def offered(client, stakes):
    """The currencies to choose from, in their groups."""
    return client.get(stakes).context["form"].fields["currency"].choices


def told(**typed):
    return {"currency": "UAH", "poen": "", "penny": ""} | typed


def test_a_currency_and_prices_are_kept_and_filled_in_again(keeper, club, stakes):
    keeper.post(stakes, told(poen="0,50", penny="1.5"))
    assert kept(club) == ("UAH", {"poen": 50, "penny": 150})
    [form] = [form for form in forms(keeper.get(stakes)) if form.get("poen")]
    assert (form.get("poen"), form.get("penny")) == ("0.50", "1.50")


def test_a_price_may_be_missing(keeper, club, stakes):
    keeper.post(stakes, told(poen="2"))
    assert kept(club) == ("UAH", {"poen": 200})


def test_prices_can_be_done_away_with(keeper, club, stakes):
    keeper.post(stakes, told(poen="2"))
    keeper.post(stakes, told(currency=""))
    assert kept(club) == ("", {})


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"poen": "1,234"}, "poen", "1,234: is that thousands?"),
        ({"poen": "0,125"}, "poen", "0,125 has too many figures after the comma: 2 are the most."),
        ({"poen": "0,5", "currency": "JPY"}, "poen", "0,5: this goes by whole numbers only."),
        ({"penny": "-3"}, "penny", "An amount has no minus."),
        ({"penny": "0"}, "penny", "That would be nothing."),
        ({"penny": "a lot"}, "penny", "“a lot” is no amount."),
        ({"penny": "10000001"}, "penny", "That is more than any table plays for."),
        ({"poen": "1", "currency": ""}, "currency", "In what? Choose a currency, or clear the prices."),
        ({"currency": "XXX"}, "currency", "This cannot be chosen here."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_kept(
    keeper, club, stakes, typed, field, sentence
):
    answer = keeper.post(stakes, told(**typed))
    assert answer.status_code == 422
    assert sentence in answer.context["form"].errors[field][0]
    assert (
        f'id="wrong-{field}">{answer.context["form"].errors[field].as_text()[2:5]}' in answer.content.decode()
    )
    assert kept(club) == ("", {})
    for name, value in typed.items():
        assert answer.context["form"][name].value() == value


def test_the_currency_of_where_the_club_plays_comes_first(keeper, club, stakes):
    Club.objects.filter(pk=club.pk).update(zone="Asia/Tbilisi")
    nothing, (_, usual), _others = offered(keeper, stakes)
    assert nothing[0] == ""
    assert usual[0] == ("GEL", "GEL · Georgian Lari")


def test_the_usual_currencies_come_before_those_of_funds(keeper, stakes):
    _nothing, (_, usual), (_, others) = offered(keeper, stakes)
    usual, others = dict(usual), dict(others)
    assert {"EUR", "USD", "UAH", "GEL", "RUB", "GBP", "PLN"} <= usual.keys()
    assert {"XAD", "USN", "UYI", "CLF"} <= others.keys()
    assert not usual.keys() & others.keys()


def test_the_clubs_own_currency_is_among_the_usual_ones(keeper, club, stakes):
    Club.objects.filter(pk=club.pk).update(currency="CLF")
    _nothing, (_, usual), (_, others) = offered(keeper, stakes)
    assert usual[0][0] == "CLF"
    assert "CLF" not in dict(others)


def test_every_currency_can_be_chosen(keeper, stakes):
    _nothing, (_, usual), (_, others) = offered(keeper, stakes)
    assert len(usual) + len(others) == len(DECIMALS)
    assert dict(others)["KWD"] == "KWD · Kuwaiti Dinar"
    keeper.post(stakes, told(poen="1", currency="KWD"))
    assert kept(Club.objects.get()) == ("KWD", {"poen": 1000})


def test_a_match_takes_the_price_at_its_start_and_keeps_it(keeper, club, stakes):
    first = new_match(club, "petukh")
    keeper.post(stakes, told(poen="0,50"))
    club.refresh_from_db()
    second = new_match(club, "petukh", key="the second match")
    keeper.post(stakes, told(poen="1", currency="EUR"))
    stake = {match.pk: (match.coin, match.price) for match in Match.objects.all()}
    assert stake == {first.pk: ("poen", 1), second.pk: ("UAH", 50)}


def test_two_share_a_purse_and_share_it_no_more(keeper, club, stakes):
    ann, bo, _cy = new_players(club, 3)
    keeper.post(stakes + "purse", {"player": ann.pk, "other": bo.pk})
    assert "Ann and Bo" in keeper.get(stakes).content.decode()
    keeper.post(stakes + "purse", {"player": ann.pk, "other": ""})
    assert keeper.get(stakes).context["purses"] == []
    assert Player.objects.get(pk=ann.pk).purse is None


def test_nobody_shares_a_purse_with_himself(keeper, club, stakes):
    ann, _bo = new_players(club, 2)
    answer = keeper.post(stakes + "purse", {"player": ann.pk, "other": ann.pk})
    assert answer.status_code == 422
    assert "That is the same person." in answer.content.decode()
    assert keeper.post(stakes + "purse", {"other": ann.pk}).status_code == 422


def test_people_of_another_club_share_no_purse_here(keeper, stranger, club, stakes):
    ann, bo = new_players(club, 2)
    other = Club.objects.exclude(pk=club.pk).get()
    answer = stranger.post(f"/club/{other.pk}/stakes/purse", {"player": ann.pk, "other": bo.pk})
    assert answer.status_code == 422
    assert not Player.objects.exclude(purse=None).exists()
