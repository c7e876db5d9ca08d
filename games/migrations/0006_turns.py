from django.db import migrations, models
from django.db.models import F


def turn(apps, schema_editor):
    """What was taken back once is known; what was made again before there were turns is not."""
    Change = apps.get_model("games", "Change")
    undone = Change.objects.filter(undone_at__isnull=False)
    undone.update(turned_at=F("undone_at"))
    for change in undone.iterator(chunk_size=500):
        change.turns = [change.undone_at.isoformat()]
        change.save(update_fields=["turns"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_records"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="change", name="changes_that_moved_them_back"),
        migrations.RenameField(model_name="change", old_name="undone_by", new_name="turned_by"),
        migrations.AddField(
            model_name="change", name="turned_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(model_name="change", name="turns", field=models.JSONField(null=True)),
        migrations.AddIndex(
            model_name="change",
            index=models.Index(
                condition=models.Q(("units__isnull", False)),
                fields=["club", "turned_at"],
                name="changes_that_were_turned",
            ),
        ),
        migrations.RunPython(turn, migrations.RunPython.noop),
    ]
