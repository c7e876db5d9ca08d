import pytest

from tests.tables import new_club, new_device


@pytest.fixture
def club(transactional_db):
    """A club whose keeper's phone shows `tests.tables.TOKEN`."""
    club = new_club()
    new_device(club)
    return club
