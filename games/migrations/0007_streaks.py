import django.db.models.deletion
from django.db import migrations, models

from games.records import STEPS, runs_of


def find(apps, schema_editor):
    """Where the longest streaks that are kept already have ended."""
    Club, Player, Seat, Streak = (
        apps.get_model("games", name) for name in ("Club", "Player", "Seat", "Streak")
    )
    for club in Club.objects.all():
        merged = dict(
            Player.objects.filter(club=club, merged_into__isnull=False).values_list("pk", "merged_into")
        )
        results = []
        seats = Seat.objects.filter(club=club, result__in=list(STEPS)).order_by("started_at", "match")
        for entry, *how in seats.values_list("player", "game", "result", "match"):
            while entry in merged:
                entry = merged[entry]
            results.append((entry, *how))
        for (person, game), run in runs_of(results).items():
            Streak.objects.filter(club=club, player=person, game=game).update(
                won_last=run.won_last, lost_last=run.lost_last
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
