"""The app's settings, and one address more: a bare view to compare with."""

import os

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import DATA_DIR

ROOT_URLCONF = "bench.urls"
STATIC_ROOT = DATA_DIR / "static"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.settings")
