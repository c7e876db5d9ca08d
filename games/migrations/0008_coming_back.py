from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_streaks"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="coming_back_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
