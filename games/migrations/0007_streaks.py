from collections import defaultdict

import django.db.models.deletion
from django.db import migrations, models

STEPS = {"won": 1, "between": 0, "lost": -1}


def goes_on(run, step, match):
    """A streak, after one match more."""
    run["run"] = run["run"] + step if step * run["run"] > 0 else step
    for longest, now in (("won", run["run"]), ("lost", -run["run"])):
        if now > run[longest]:
            run[longest], run[f"{longest}_last_id"] = now, match


def find(apps, schema_editor):
    """The streaks of what was played before there were any, and where the longest of them ended."""
    Club, Player, Seat, Streak = (
        apps.get_model("games", name) for name in ("Club", "Player", "Seat", "Streak")
    )
    for club in Club.objects.all():
        merged = dict(
            Player.objects.filter(club=club, merged_into__isnull=False).values_list("pk", "merged_into")
        )
        runs = defaultdict(lambda: {"run": 0, "won": 0, "lost": 0})
        seats = Seat.objects.filter(club=club, result__in=list(STEPS)).order_by("started_at", "match")
        for entry, game, result, match in seats.values_list("player", "game", "result", "match"):
            while entry in merged:
                entry = merged[entry]
            for scope in ("", game):
                goes_on(runs[entry, scope], STEPS[result], match)
        Streak.objects.filter(club=club).delete()
        Streak.objects.bulk_create(
            Streak(club=club, player_id=person, game=game, **run) for (person, game), run in runs.items()
        )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_turns"),
    ]

    operations = [
        migrations.AddField(
            model_name="streak",
            name=name,
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="games.match",
            ),
        )
        for name in ("won_last", "lost_last")
    ] + [migrations.RunPython(find, migrations.RunPython.noop)]
