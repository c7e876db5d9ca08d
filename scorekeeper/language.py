"""The language of each answer: what was chosen on the browser by hand, else what the browser asks for."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request, override


class LanguageMiddleware:
    """Django's own says in `Vary` nothing of the cookie, and leaves the language to whatever its thread does next."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = get_language_from_request(request)
        with override(language):
            response = self.get_response(request)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        response.headers.setdefault("Content-Language", language)
        return response
