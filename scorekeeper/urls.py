from django.urls import include, path

urlpatterns = [path("", include("games.urls"))]

handler400 = "games.views.refusals.unreadable"
handler403 = "games.views.refusals.forbidden"
handler404 = "games.views.refusals.not_found"
handler500 = "games.views.unavailable.broken"
