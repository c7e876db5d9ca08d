"""The addresses of the app. Everything of a club stands under the club's id."""

from django.urls import URLPattern, URLResolver, include, path

from games.views import clubs, players, rounds, starting, table

of_a_match = [
    path("", table.page, name="table"),
    path("lying", table.lying, name="lying"),
    path("record", table.record, name="record"),
    path("check", table.check, name="check"),
    path("undo/<int:number>", table.undo, name="undo"),
    path("redo/<int:number>", table.redo, name="redo"),
    path("end", table.end, name="end"),
    path("reopen", table.reopen, name="reopen"),
    path("rematch", starting.rematch, name="rematch"),
    path("rounds/<int:round_id>/", rounds.page, name="round"),
    path("rounds/<int:round_id>/correct", rounds.correct, name="correct"),
    path("rounds/<int:round_id>/check", rounds.check, name="check-correction"),
    path("rounds/<int:round_id>/strike", rounds.strike, name="strike"),
    path("rounds/<int:round_id>/restore", rounds.restore, name="restore"),
]

of_a_club: list[URLPattern | URLResolver] = [
    path("", clubs.page, name="club"),
    path("players/", players.listing, name="players"),
    path("players/add", players.add, name="add-player"),
    path("players/<int:player_id>/", players.edit, name="player"),
    path("players/<int:player_id>/archive", players.archive, name="archive-player"),
    path("players/<int:player_id>/bring-back", players.bring_back, name="bring-back-player"),
    path("start/<slug:game>/", starting.page, name="start"),
    path("start/<slug:game>/mixes/<int:preset_id>/delete", starting.delete_mix, name="delete-mix"),
    path("matches/", clubs.matches, name="matches"),
    path("matches/<int:match_id>/", include(of_a_match)),
]

urlpatterns = [
    path("", clubs.home, name="home"),
    path("club/<slug:club>/", include(of_a_club)),
]
