"""The settings of the tests: all that they write goes to a folder that ends with them."""

import atexit
import os
import shutil
import tempfile

os.environ["SCOREKEEPER_DATA"] = folder = tempfile.mkdtemp(prefix="scorekeeper-tests-")
atexit.register(shutil.rmtree, folder, ignore_errors=True)

from scorekeeper.settings import *  # noqa: E402, F403 - read only now: they make a secret key in that folder

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":  # noqa: F405 - of the settings above
    DATABASES["default"]["OPTIONS"]["timeout"] = 20  # noqa: F405 - the machine does other things too

# Straight from where the files lie: nothing is collected before tests.
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
