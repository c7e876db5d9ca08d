"""The headers of every answer, static files and refusals too, that Django does not send by itself."""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse


class SafeHeadersMiddleware:
    """The Content-Security-Policy, until the oldest Django that we run on sends it, and its neighbours.

    They say what a document may do. An answer without contents, which each phone gets about once a second,
    goes without them. What does not say whether it may be kept is kept by no cache: most pages are for one
    phone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.headers = {
            "Content-Security-Policy": "; ".join(
                f"{name} {' '.join(values)}" for name, values in settings.SECURE_CSP.items()
            ),
            "Permissions-Policy": ", ".join(f"{name}=()" for name in settings.PERMISSIONS_DENIED),
            "Cross-Origin-Resource-Policy": "same-origin",
        }

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != HTTPStatus.NO_CONTENT:
            for name, value in self.headers.items():
                response.headers[name] = value
        response.headers.setdefault("Cache-Control", "no-store")
        return response
