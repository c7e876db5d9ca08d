"""Calls as anybody can make them: byte by byte, to every address that there is.

The addresses come from the resolver, and the fields of the forms from the pages that they stand on, so that
a new one is tried by itself.
"""

import io
import re
import sys
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote_from_bytes, urlsplit

from django.apps import apps
from django.core.signals import got_request_exception
from django.db import connection
from django.urls import Resolver404, URLPattern, get_resolver, resolve

from scorekeeper.wsgi import application
from tests.tables import TOKEN

FORM = "application/x-www-form-urlencoded"
TOKEN_OF_FORMS = "c" * 32
COOKIES = f"device={TOKEN}; csrftoken={TOKEN_OF_FORMS}"
LONGEST_ANSWER = 2_000_000
"""Bytes; no page of a small club is as long."""


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    page: str


def call(method, path, body=b"", *, query="", content_type=FORM, cookies=COOKIES, environ=None):
    """What the server is answered with; what breaks in the app is raised.

    `path` is text, or bytes that are none; `body` what is sent; `environ` what else a client can say.
    """
    told = path if isinstance(path, bytes) else path.encode("utf-8", "surrogatepass")
    asked = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": told.decode("latin-1"),
        "QUERY_STRING": query,
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)) if body else "",
        "HTTP_HOST": "cards.test",
        "HTTP_COOKIE": cookies,
        "HTTP_X_CSRFTOKEN": TOKEN_OF_FORMS,
        "REMOTE_ADDR": "127.0.0.1",
        "SERVER_NAME": "cards.test",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    } | (environ or {})
    started, broken = [], []

    def breaks(sender, **facts):
        broken.append(sys.exc_info()[1])

    got_request_exception.connect(breaks)
    try:
        answer = application(asked, lambda status, headers: started.append((status, headers)))
        page = b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()
    finally:
        got_request_exception.disconnect(breaks)
    if broken:
        raise broken[0]
    status, headers = started[0]
    assert len(page) < LONGEST_ANSWER
    return Answer(int(status.split()[0]), dict(headers), page.decode("utf-8", "replace"))


def routes(resolver=None, before=""):
    """Every address of the app, by its name, as it is written in the code: `club/<slug:club>/`."""
    for one in (resolver or get_resolver()).url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield one.name, f"/{route}"
        else:
            yield from routes(one, route)


ROUTES = dict(routes())
GAP = re.compile(r"<\w+:(\w+)>")


def filled(name, rows):
    """The path of an address, with what stands in `rows` for its gaps; that may be anything."""
    return GAP.sub(lambda gap: str(rows[gap[1]]), ROUTES[name])


@dataclass
class Fields(HTMLParser):
    """The fields of the forms on a page and of the questions in its links, by the name of the address asked."""

    path: str
    found: dict[Any, Any] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))
    to: str = ""

    def __post_init__(self):
        super().__init__()

    def name_of(self, address):
        try:
            return resolve(urlsplit(address).path or self.path).url_name
        except Resolver404:
            return None

    def handle_starttag(self, tag, attributes):
        told = dict(attributes)
        if tag == "form":
            self.to = self.name_of(told.get("action") or "")
        for key in ("href", "action", "formaction", "hx-get", "hx-post"):
            for part in urlsplit(told.get(key) or "").query.split("&"):
                if part:
                    self.found[self.name_of(told[key])][part.partition("=")[0]].add(part.partition("=")[2])
        if told.get("name") and tag in {"input", "button", "select", "textarea"}:
            to = self.name_of(told["formaction"]) if told.get("formaction") else self.to
            self.found[to][told["name"]].add(told.get("value") or "")


def fields_of_pages(pages):
    """All fields that there are on pages, by address and name, with the values that they have there."""
    all_of_them = defaultdict(lambda: defaultdict(set))
    for path, page in pages:
        reader = Fields(path)
        reader.feed(page)
        for name, fields in reader.found.items():
            for one, values in fields.items():
                all_of_them[name][one] |= values
    return all_of_them


COUNTED = {"Guesses": None, "Club": "version"}
"""What counts those who try: wrong codes, and how often a club was held to be written to."""


def everything_kept():
    """All that is kept of everybody, but for what is only counted."""
    kept = {}
    for model in apps.get_app_config("games").get_models():
        but = COUNTED.get(model.__name__, "")
        names = [
            field.attname for field in model._meta.concrete_fields if but is not None and field.attname != but
        ]
        kept[model.__name__] = names and list(model.objects.order_by("pk").values(*names))
    return kept


@contextmanager
def writes():
    """What is written within, in the words of the database."""
    heard = []

    def hear(execute, sql, *rest):
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and "games_guesses" not in sql:
            heard.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(hear):
        yield heard


def encoded(pairs):
    """Fields as a form sends them; a value may be bytes, or text with halves of characters."""

    def part(told):
        return quote_from_bytes(told if isinstance(told, bytes) else told.encode("utf-8", "surrogatepass"))

    return "&".join(f"{part(name)}={part(value)}" for name, value in pairs).encode()
