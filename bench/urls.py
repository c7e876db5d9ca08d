from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse("Hello.")


urlpatterns = [path("bare", bare), path("", include("scorekeeper.urls"))]
