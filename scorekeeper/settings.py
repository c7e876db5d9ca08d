"""The settings. Nothing has to be set to run on one machine; the environment says the rest.

| variable | what it says | without it |
|---|---|---|
| `SCOREKEEPER_DATA` | the folder of the database and the secret key | `data/` beside `manage.py` |
| `DATABASE_URL` | a PostgreSQL instead of the file | `data/scorekeeper.sqlite3` |
| `SECRET_KEY` | the secret key | one made at the first start and kept in the data folder |
| `SCOREKEEPER_HOSTS` | names that the server answers to, by comma | any |
| `SCOREKEEPER_HTTPS` | `1` behind a proxy that speaks TLS: secure cookies, and its word on scheme and caller is taken | plain http |
| `SCOREKEEPER_DEBUG` | `1` while developing | off |
"""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import dj_database_url

from scorekeeper.secret import kept_secret

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("SCOREKEEPER_DATA") or BASE_DIR / "data")
DEBUG = os.environ.get("SCOREKEEPER_DEBUG") == "1"
HTTPS = os.environ.get("SCOREKEEPER_HTTPS") == "1"

SECRET_KEY = os.environ.get("SECRET_KEY") or kept_secret(DATA_DIR)
ALLOWED_HOSTS = os.environ.get("SCOREKEEPER_HOSTS", "*").split(",")

INSTALLED_APPS = [
    "django.forms",  # the form renderer finds Django's own widgets here
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "scorekeeper",
    "games",
]

MIDDLEWARE = [
    # Whatever answers behind these three, a static file or a refusal, goes out with their headers.
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "scorekeeper.headers.SafeHeadersMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Whatever is said behind this one is said in the browser's language.
    "scorekeeper.language.LanguageMiddleware",
    "games.views.unavailable.FaultsMiddleware",
    "scorekeeper.bodies.ReadableBodyMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": ["django.template.context_processors.request"],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "django_htmx.templatetags.django_htmx",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

WAIT = 4
"""So many seconds one waits for others who write: phones give up at five, and are to hear why."""

# A round that was shown as saved survives a power cut (synchronous=FULL), and a second writer
# waits its turn instead of failing (IMMEDIATE, WAL).
SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "scorekeeper.sqlite3",
    "CONN_MAX_AGE": None,
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": WAIT,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
    },
    # Threads of a test share a file, which a database in memory is not.
    "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
}
DATABASES: dict[str, Any] = {
    "default": dj_database_url.config(conn_max_age=600, conn_health_checks=True)
    if "DATABASE_URL" in os.environ
    else SQLITE,
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    patience = {"connect_timeout": WAIT, "options": f"-c lock_timeout={WAIT}s"}
    DATABASES["default"]["OPTIONS"] = patience | DATABASES["default"].get("OPTIONS", {})
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("uk", "Українська"), ("ru", "Русский"), ("ka", "ქართული")]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = timedelta(days=400)
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "scorekeeper.formats"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "scorekeeper.storage.HashedFiles",
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False

LARGEST_FORM = 256 * 1024
# The addresses that take files, with a little room for what comes along.
LARGEST_FILES = {"bring-in": 5 * 1024 * 1024 + LARGEST_FORM, "whole-club": 64 * 1024 * 1024}
DATA_UPLOAD_MAX_MEMORY_SIZE = LARGEST_FILES["bring-in"]
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "games.views.refusals.csrf_failure"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if HTTPS else 0
# W005 and W021 ask the same of every other name below this one, which is not ours to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
# Over plain http browsers do not heed it, and say so in the console at each page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"
# In the shape that Django 6 reads by itself; until then scorekeeper.headers sends it.
SECURE_CSP = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
}

PERMISSIONS_DENIED = ["camera", "display-capture", "geolocation", "microphone", "midi", "payment", "usb"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {
        "without codes": {"()": "scorekeeper.discreet.WithoutCodes"},
        "refusals in a line": {"()": "scorekeeper.discreet.RefusalsInALine"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["without codes", "refusals in a line"],
        }
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    # Django's own handlers, which know no filter, are left out; what it has to say comes to the root.
    "loggers": {"django": {"level": "INFO"}, "django.server": {"level": "INFO", "propagate": True}},
}
