"""Addresses, methods and headers that no browser of ours sends."""

from hypothesis import given
from hypothesis import strategies as st

from tests.hostile.calling import COOKIES, GAP, ROUTES, call, everything_kept, filled
from tests.hostile.conftest import EXAMPLES, tries
from tests.hostile.drawing import texts
from tests.hostile.test_forms import REFUSED, check, sent

GAPS = [
    "0",
    "00",
    "2147483648",
    "9223372036854775808",
    "9" * 4301,
    "-1",
    "1.0",
    "٣",
    "a" * 5000,
    "-_-",
    "\0",
    "\ud83d",
    "\u202e",
    "..",
    "%2e%2e",
    "a;b",
    "a\r\nb",
    " ",
    "",
]
METHODS = ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "FOO", "\xff"]
SOME = 1 if EXAMPLES > 1 else 3
"""One of so many things is said in a short run."""
HEADERS = [
    "HTTP_HOST",
    "HTTP_ACCEPT",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_COOKIE",
    "HTTP_HX_REQUEST",
    "HTTP_HX_BOOSTED",
    "HTTP_HX_CURRENT_URL",
    "HTTP_HX_CURRENT_URL_URI_AUTOENCODED",
    "HTTP_HX_TARGET",
    "HTTP_HX_TRIGGER",
    "HTTP_HX_TRIGGERING_EVENT",
    "HTTP_HX_PROMPT",
    "HTTP_HX_HISTORY_RESTORE_REQUEST",
    "HTTP_IF_MODIFIED_SINCE",
    "HTTP_IF_NONE_MATCH",
    "HTTP_ORIGIN",
    "HTTP_RANGE",
    "HTTP_REFERER",
    "HTTP_X_CSRFTOKEN",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_USER_AGENT",
    "REMOTE_ADDR",
    "CONTENT_TYPE",
    "CONTENT_LENGTH",
    "QUERY_STRING",
]
SAID = [
    "",
    " ",
    ",",
    "*",
    "true",
    "false",
    "\xff\xfe",
    "\0",
    "a" * 100_000,
    ";;;=",
    "ka,uk;q=1e400,ru;q=-1,*;q=nan",
    "x-" * 5000 + "y",
    "device=; csrftoken=",
    "language=../../../etc; csrftoken=",
    'device="\\377\\000"; language=\xff',
    "http://[::1",
    "http://elsewhere.test/\xff?%",
    "//elsewhere.test",
    "text/html; charset=zip",
    "multipart/form-data",
    "multipart/form-data; boundary=\xff",
    "multipart/form-data; boundary=" + "a" * 5000,
    "application/x-www-form-urlencoded; charset=\0",
    "application/json; charset",
    "bytes=0-,-1,5-2",
    "9" * 5000,
    "-1",
    "2²",
    "Thu, 99 Foo 99999 99:99:99 GMT",
    "gzip;q=9e99, br;q=x",
    "%FF%00&&==&a[]=b&" * 100,
    "::1%eth0, 999.1.1.1",
    "[::1]:99999",
    "cards.test:abc",
]


def test_no_gap_of_an_address_takes_what_is_no_id(rows):
    before = everything_kept()
    for at, (name, route) in enumerate(ROUTES.items()):
        for turn, gap in enumerate(GAP.findall(route)):
            for value in GAPS[(at + turn) % SOME :: SOME]:
                for method in ("GET", "POST"):
                    sent(method, name, rows | {gap: value}, before)


def test_every_address_by_every_method(rows):
    before = everything_kept()
    for at, name in enumerate(ROUTES):
        for method in METHODS[at % SOME :: SOME]:
            sent(method, name, rows, before)


@tries(100)
@given(st.one_of(texts.map(lambda text: f"/{text}"), st.binary(max_size=30).map(lambda path: b"/" + path)))
def test_any_path_is_a_page_or_not_found(rows, path):
    assert call("GET", path).status in {200, 301, 302} | REFUSED


def test_a_header_says_what_it_likes(rows):
    before = everything_kept()
    asked = [("GET", "table"), ("POST", "add-player"), ("GET", "home"), ("POST", "language")]
    for at, header in enumerate(HEADERS):
        for turn, said in enumerate(SAID[at % SOME :: SOME]):
            for method, name in asked if EXAMPLES > 1 else [asked[(at + turn) % len(asked)]]:
                body = b"name=Zoe&key=12345678" if method == "POST" else b""
                sent(method, name, rows, before, body=body, environ={header: said})


@tries(100)
@given(data=st.data())
def test_many_headers_say_what_they_like(rows, data):
    before = everything_kept()
    name = data.draw(st.sampled_from(sorted(ROUTES)))
    said = st.one_of(st.sampled_from(SAID), st.text(st.characters(max_codepoint=255), max_size=50))
    environ = data.draw(st.dictionaries(st.sampled_from(HEADERS), said, max_size=6))
    sent(data.draw(st.sampled_from(["GET", "POST"])), name, rows, before, environ=environ)


def test_a_cookie_of_another_club_opens_nothing_here(rows):
    stranger = COOKIES.replace("device=", "device=not-")
    for name, route in ROUTES.items():
        if "<slug:club>" in route:
            for method in ("GET", "POST"):
                answer = call(method, filled(name, rows), cookies=stranger)
                assert (name, answer.status in {404, 405}) == (name, True)
                check(answer, name, lambda: True)
