"""What is sent to us is looked at only if it is of a size, and written in a way, that a form of ours can be."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from scorekeeper.charset import IN_ANOTHER


class ReadableBodyMiddleware:
    """Answers 400 to what is not. Django's own limit does not count files."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if IN_ANOTHER in request.META:
            raise BadRequest
        sent = length(request)
        if sent > settings.LARGEST_FORM and sent > largest(request.path_info):
            raise RequestDataTooBig
        return self.get_response(request)


def largest(address: str) -> int:
    """How long a body may be that is sent to an address: more only where files are taken."""
    try:
        name = resolve(address).url_name or ""
    except Resolver404:
        name = ""
    return settings.LARGEST_FILES.get(name, settings.LARGEST_FORM)


def length(request: HttpRequest) -> int:
    """How long the body is said to be; no more of it is read."""
    told = request.META.get("CONTENT_LENGTH") or "0"
    return int(told) if told.isdecimal() else 0
