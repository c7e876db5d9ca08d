"""What is sent to us is looked at only if it is of a size, and written in a way, that a form of ours can be."""

from collections.abc import Callable

from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest, HttpResponse

from scorekeeper.arrival import CUT_SHORT, largest, told_length
from scorekeeper.charset import IN_ANOTHER


class ReadableBodyMiddleware:
    """Answers 400 to what is not. Django's own limit does not count files."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if IN_ANOTHER in request.META or request.META.get(CUT_SHORT):
            raise BadRequest
        sent = told_length(request.META) or 0
        if sent > largest(request.path_info, sent):
            raise RequestDataTooBig
        return self.get_response(request)
