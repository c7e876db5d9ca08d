from collections import Counter, defaultdict
from itertools import chain

import django.db.models.deletion
from django.db import migrations, models

from games.scoring import GAMES
from games.scoring.refusal import Refused


def replay(match, seats):
    """The sheet of a match at its end, and what was told of those of its deals that fit."""
    sheet, deals = GAMES[match.game](sorted(seats), str(match.first_dealer), match.rules), []
    for round in sorted(match.rounds.all(), key=lambda round: round.position):
        try:
            deals += [] if round.struck else [(round.entry, sheet.play(round.entry))]
        except Refused:  # `rebuild --check` names it
            continue
    return sheet, deals


def result_of(ending, sheet, player):
    """What a match that is over counts as for one who sat in it."""
    if ending == "early":
        return "early" if sheet.number else ""
    if player in sheet.winners():
        return "won"
    return "lost" if player in sheet.losers() else "between"


def figures_of(results, entries, sheet, deals):
    """What a match adds to the records, by seat."""
    named = {"won": f"won:{len(sheet.winners())}", "lost": "lost", "early": "early"}
    counts = {
        seat: Counter({"played": 1} | ({named[result]: 1} if result in named else {}))
        for seat, result in results.items()
    }
    places = sheet.places()
    for one, place in places.items():
        for other, others in places.items():
            if other != one:
                counts[one][f"met:{entries[other]}"] += 1
                counts[one][f"ahead:{entries[other]}"] += place < others
                counts[one][f"behind:{entries[other]}"] += place > others
        counts[one]["shared"] += list(places.values()).count(place) > 1
    for player, code, amount in chain(sheet.adds_in_all(), *(sheet.adds(*deal) for deal in deals)):
        counts[player][code] += amount
    return {
        seat: {code: int(amount) for code, amount in of_seat.items() if amount}
        for seat, of_seat in counts.items()
    }


def codes(counts):
    named = ["won" if code.startswith("won:") else code for code in counts]
    return f",{','.join(sorted(named))}," if named else ""


def count(apps, schema_editor):
    """What was played before there were records counts in them too."""
    Club, Match, Seat, Record = (
        apps.get_model("games", name) for name in ("Club", "Match", "Seat", "Record")
    )
    for club in Club.objects.all():
        records = defaultdict(Counter)
        over = Match.objects.filter(club=club, ending__in=("played", "early"))
        for match in over.prefetch_related("seats", "rounds"):
            seats = {str(seat.number): seat for seat in match.seats.all()}
            sheet, deals = replay(match, seats)
            results = {key: result_of(match.ending, sheet, key) for key in seats}
            entries = {key: seat.player_id for key, seat in seats.items()}
            counts = figures_of(results, entries, sheet, deals) if all(results.values()) else {}
            for key, seat in seats.items():
                seat.result, seat.figures = results[key], codes(counts.get(key, {}))
            Seat.objects.bulk_update(seats.values(), ["result", "figures"])
            for key, of_seat in counts.items():
                records[entries[key], match.game].update(of_seat)
        Record.objects.bulk_create(
            Record(club=club, player_id=entry, game=game, counts=counts)
            for (entry, game), counts in records.items()
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
