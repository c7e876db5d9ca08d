import pytest
from django.test import Client

from games.access import COOKIE
from games.models import Role
from tests.evenings import Clock
from tests.tables import new_club, new_device


@pytest.fixture
def club(db):
    return new_club()


def phone_of(club, role):
    token = f"token of a {role} of {club.pk}"
    new_device(club, role, token)
    client = Client()
    client.cookies[COOKIE] = token
    return client


@pytest.fixture
def keeper(club):
    return phone_of(club, Role.KEEPER)


@pytest.fixture
def scorer(club):
    return phone_of(club, Role.SCORER)


@pytest.fixture
def watcher(club):
    return phone_of(club, Role.WATCHER)


@pytest.fixture
def stranger(db):
    """A browser that has joined another club only."""
    return phone_of(new_club("Others"), Role.KEEPER)


@pytest.fixture
def clock(monkeypatch):
    """The time of day, which stands still unless it is moved on."""
    clock = Clock()
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock.now)
    return clock
