"""From which address a request comes: what the server sees, and behind the proxy what the proxy saw."""

import pytest
from django.test import RequestFactory

from scorekeeper.caller import caller


def asked(remote, forwarded=None):
    headers = {"X-Forwarded-For": forwarded} if forwarded is not None else {}
    return RequestFactory(REMOTE_ADDR=remote).get("/", headers=headers)


def test_on_the_own_network_nobody_says_himself_where_he_is(settings):
    settings.HTTPS = False
    assert caller(asked("192.168.1.7", "203.0.113.9")) == "192.168.1.7"


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("10.0.0.1, 198.51.100.1, 203.0.113.9", "203.0.113.9"),
        ("anything,203.0.113.9 ", "203.0.113.9"),
        (None, "127.0.0.1"),
        ("", "127.0.0.1"),
        ("203.0.113.9, unknown", "127.0.0.1"),
    ],
)
def test_behind_the_proxy_what_it_wrote_last_counts(settings, forwarded, address):
    settings.HTTPS = True
    assert caller(asked("127.0.0.1", forwarded)) == address


def test_a_customer_has_more_than_one_address_of_the_newer_kind(settings):
    settings.HTTPS = False
    one, same, other = (caller(asked(f"2001:db8:{rest}")) for rest in ("1:2::3", "1:ffff:4:5:6:7", "2::1"))
    assert one == same != other


def test_an_old_address_in_new_clothes_is_the_old_one(settings):
    settings.HTTPS = False
    assert caller(asked("::ffff:192.168.1.7")) == "192.168.1.7"


@pytest.mark.parametrize("remote", ["", "unix:", "a.b"])
def test_where_the_server_does_not_know_all_are_one(settings, remote):
    settings.HTTPS = False
    assert caller(asked(remote)) == ""
