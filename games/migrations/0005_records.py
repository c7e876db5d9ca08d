from collections import Counter, defaultdict

import django.db.models.deletion
from django.db import migrations, models

from games.kept import result_of
from games.records import STEPS, codes, runs_of, told
from games.scoring import GAMES
from games.scoring.refusal import Refused


def count(apps, schema_editor):
    """What was played before there were records counts in them too."""
    names = ("Club", "Player", "Match", "Seat", "Record", "Streak")
    Club, Player, Match, Seat, Record, Streak = (apps.get_model("games", name) for name in names)
    for club in Club.objects.all():
        records, results = defaultdict(Counter), []
        merged = dict(
            Player.objects.filter(club=club, merged_into__isnull=False).values_list("pk", "merged_into")
        )
        over = Match.objects.filter(club=club, ending__in=("played", "early")).order_by("started_at", "pk")
        for match in over.prefetch_related("seats", "rounds"):
            seats = {str(seat.number): seat for seat in match.seats.all()}
            sheet = GAMES[match.game](sorted(seats), str(match.first_dealer), match.rules)
            deals = []
            for round in sorted(match.rounds.all(), key=lambda round: round.position):
                try:
                    deals += [] if round.struck else [(round.entry, sheet.play(round.entry))]
                except Refused:  # `rebuild --check` names it
                    continue
            adds = told(match.ending, {key: seat.player_id for key, seat in seats.items()}, sheet, deals)
            for key, seat in seats.items():
                seat.result = result_of(match.ending, sheet, key)
                seat.figures = codes(adds.counts.get(seat.player_id, {}))
            Seat.objects.bulk_update(seats.values(), ["result", "figures"])
            for entry, counts in adds.counts.items():
                records[entry, match.game].update(counts)
            for entry, result in adds.results.items():
                if result in STEPS:
                    while entry in merged:
                        entry = merged[entry]
                    results.append((entry, match.game, result, match.pk))
        Record.objects.bulk_create(
            Record(club=club, player_id=entry, game=game, counts=counts)
            for (entry, game), counts in records.items()
        )
        Streak.objects.bulk_create(
            Streak(club=club, player_id=person, game=game, run=run.now, won=run.won, lost=run.lost)
            for (person, game), run in runs_of(results).items()
        )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_history"),
    ]

    operations = [
        migrations.CreateModel(
            name="Record",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=20)),
                ("counts", models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name="Streak",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=20)),
                ("run", models.IntegerField()),
                ("won", models.PositiveIntegerField()),
                ("lost", models.PositiveIntegerField()),
            ],
        ),
        migrations.AddField(
            model_name="seat",
            name="result",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "Nothing"),
                    ("won", "Won"),
                    ("lost", "Lost"),
                    ("between", "Between"),
                    ("early", "Early"),
                ],
                default="",
                max_length=7,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="figures",
            field=models.TextField(blank=True, default=""),
        ),
        migrations.AddField(
            model_name="record",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.club"
            ),
        ),
        migrations.AddField(
            model_name="record",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.player"
            ),
        ),
        migrations.AddField(
            model_name="streak",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.club"
            ),
        ),
        migrations.AddField(
            model_name="streak",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.player"
            ),
        ),
        migrations.AddConstraint(
            model_name="record",
            constraint=models.UniqueConstraint(
                fields=("club", "player", "game"), name="player_has_one_record_a_game"
            ),
        ),
        migrations.AddConstraint(
            model_name="streak",
            constraint=models.UniqueConstraint(
                fields=("club", "player", "game"), name="player_has_one_streak_a_game"
            ),
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
