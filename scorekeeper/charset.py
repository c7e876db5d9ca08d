"""Addresses and forms are read as UTF-8, as browsers write them."""

import codecs
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.utils.http import parse_header_parameters

IN_ANOTHER = "scorekeeper.in_another_character_set"


def only_utf8(application: WSGIApplication) -> WSGIApplication:
    """The application, which is spared what says that it is written otherwise.

    Django takes any codec by its name, `zip` and `rot13` too, and reads an address by it before any
    middleware is asked; what such a codec raises would leave the server without an answer. So the type
    and the body are taken away, and `scorekeeper.bodies` is told to refuse what is left.
    """

    def of_utf8(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not is_utf8(environ.get("CONTENT_TYPE", "")):
            environ |= {"CONTENT_TYPE": "", "CONTENT_LENGTH": "", IN_ANOTHER: True}
        return application(environ, start_response)

    return of_utf8


def is_utf8(content_type: str) -> bool:
    """Whether a content type names UTF-8, or no character set at all."""
    try:
        _, parameters = parse_header_parameters(content_type)
        return codecs.lookup(parameters.get("charset", "utf-8")).name == "utf-8"
    except (LookupError, ValueError):
        return False
