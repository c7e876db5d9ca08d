"""A PostgreSQL that is locked, or goes away: who saves is told, and it is found again."""

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tests.faults.conftest import TRICKS

pytestmark = [pytest.mark.server, pytest.mark.parametrize("kept_in", ["postgresql"], indirect=True)]

GO_AWAY = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"


def test_a_match_that_is_held_too_long_is_told_of(kept_in):
    with kept_in.open() as server:
        with psycopg.connect(kept_in.database_url) as others:
            others.execute("SELECT 1 FROM games_match WHERE id = 1 FOR UPDATE")
            status, headers, said = server.save(1, TRICKS, script=True)
            assert server.save(1, TRICKS, match=2, script=True)[0] == 200
        assert (status, headers["Retry-After"]) == (503, "5")
        assert said == "Others wrote for so long that this did not get its turn. Nothing was saved."
        assert server.save(1, TRICKS, script=True)[0] == 200
    assert kept_in.entries() == {(1, 1): TRICKS, (2, 1): TRICKS}
    kept_in.check_totals()


def test_one_that_went_away_is_found_again(kept_in):
    beside = make_conninfo(kept_in.database_url, dbname="postgres")
    name = conninfo_to_dict(kept_in.database_url)["dbname"]
    with kept_in.open() as server, psycopg.connect(beside, autocommit=True) as postgresql:
        assert server.save(1, TRICKS)[0] == 302
        postgresql.execute(GO_AWAY, [name])
        assert server.save(2, TRICKS)[0] == 302
        postgresql.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        postgresql.execute(GO_AWAY, [name])
        status, _, page = server.save(3, TRICKS)
        assert (status, "does not answer. Perhaps it was saved, perhaps not" in page) == (503, True)
        postgresql.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert server.save(3, TRICKS)[0] == 302
    assert len(kept_in.entries()) == 3
