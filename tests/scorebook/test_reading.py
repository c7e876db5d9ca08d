"""Who looks sees a match as it stood at one moment, whatever is written while it is being read."""

import pytest
from django.db import connection

from games import scorebook
from tests.tables import lowest, new_club, new_match

pytestmark = pytest.mark.django_db

AFTER_THE_MATCH = ["games_seat", "games_round", "games_change"]


def record(match, number):
    with scorebook.write(match.club, match.pk) as book:
        book.record(number=number, entry=lowest(1), key=f"deal {number}", by=None)


@pytest.mark.parametrize("asked", AFTER_THE_MATCH)
def test_a_deal_that_is_written_while_a_match_is_read_is_seen_whole(asked):
    match = new_match(new_club(), players=9)
    record(match, 1)
    waiting = [2]

    def somebody_writes(execute, sql, params, many, context):
        if waiting and f'FROM "{asked}"' in sql:
            record(match, waiting.pop())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(somebody_writes):
        book = scorebook.read(match.club, match.pk)

    assert not waiting
    assert (book.match.version, len(book.rounds), [change.number for change in book.changes]) == (2, 2, [2])
    assert len(book.replay.scores) == 2
