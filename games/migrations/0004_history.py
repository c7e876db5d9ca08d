from unicodedata import normalize

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from games.scoring.smoking_cat import word_letters

SAME_SHAPE = str.maketrans("авекмнорстухіјѕ" + "’ʼ‘`´", "abekmhopctyxijs" + "'" * 5)


def found_by(word):
    text = normalize("NFKC", "".join(word_letters(word)))
    return " ".join(text.casefold().translate(SAME_SHAPE).split())


def stand_beside(apps, schema_editor):
    """What stands beside seats and matches, to find them by, is told by what is there already."""
    Match, Seat = apps.get_model("games", "Match"), apps.get_model("games", "Seat")
    of_match = Match.objects.filter(pk=OuterRef("match"))
    Seat.objects.update(
        game=Subquery(of_match.values("game")), started_at=Subquery(of_match.values("started_at"))
    )
    for match in Match.objects.filter(rules__has_key="word").only("rules").iterator():
        Match.objects.filter(pk=match.pk).update(word=found_by(match.rules["word"]))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_settling"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="started_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.device"
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="word",
            field=models.TextField(blank=True, default=""),
        ),
        migrations.AddField(
            model_name="seat",
            name="game",
            field=models.CharField(default="", max_length=20),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="seat",
            name="started_at",
            field=models.DateTimeField(default=timezone.now),
            preserve_default=False,
        ),
        migrations.RunPython(stand_beside, migrations.RunPython.noop),
        migrations.RemoveIndex(
            model_name="match",
            name="matches_newest_first",
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["club", "-started_at", "-id"], name="matches_newest_first"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["club", "game", "-started_at", "-id"], name="matches_of_a_game"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("ended_at", None)),
                fields=["club", "ended_at", "-started_at", "-id"],
                name="matches_that_go_on",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("word", ""), _negated=True),
                fields=["club", "-started_at", "-id", "word"],
                name="matches_with_a_word",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["club", "player", "-started_at", "-match"], name="matches_of_players"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                fields=["club", "player", "game", "-started_at", "-match"], name="games_of_players"
            ),
        ),
    ]
