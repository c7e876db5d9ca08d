"""The settings that the environment says, and the secret key that nobody has to think of."""

import re
import runpy
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper import settings as real
from scorekeeper.secret import kept_secret

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def settings_with(monkeypatch, tmp_path):
    """What the settings come to with these variables set, and no other of theirs."""

    def settings_with(**variables):
        for name in named_variables(Path(real.__file__).read_text()):
            monkeypatch.delenv(name, raising=False)
        for name, value in ({"SCOREKEEPER_DATA": str(tmp_path)} | variables).items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(real.__file__)

    return settings_with


def named_variables(text):
    return set(re.findall(r"(?:environ\.get\(|environ\[|[|] )[\"`]([A-Z_]+)[\"`]", text))


def test_nothing_has_to_be_set(settings_with, tmp_path):
    plain = settings_with()
    assert plain["DATABASES"]["default"]["NAME"] == tmp_path / "scorekeeper.sqlite3"
    assert plain["SECRET_KEY"] == (tmp_path / "secret-key").read_text()
    assert plain["ALLOWED_HOSTS"] == ["*"]
    assert not plain["DEBUG"]
    assert not plain["CSRF_COOKIE_SECURE"]
    assert plain["SECURE_PROXY_SSL_HEADER"] is None
    assert not plain["SECURE_SSL_REDIRECT"]
    assert not plain["SECURE_HSTS_SECONDS"]


def test_environment_names_a_postgresql(settings_with):
    named = settings_with(DATABASE_URL="postgres://ann:secret@db.example:5433/evenings")["DATABASES"][
        "default"
    ]
    assert named["ENGINE"] == "django.db.backends.postgresql"
    assert (named["HOST"], named["PORT"], named["NAME"]) == ("db.example", 5433, "evenings")


def test_given_secret_is_used_and_none_is_made(settings_with, tmp_path):
    assert settings_with(SECRET_KEY="given")["SECRET_KEY"] == "given"
    assert not (tmp_path / "secret-key").exists()


def test_behind_a_proxy_cookies_are_secure(settings_with):
    behind = settings_with(SCOREKEEPER_HTTPS="1", SCOREKEEPER_HOSTS="cards.example,cards.test")
    assert behind["CSRF_COOKIE_SECURE"]
    assert behind["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")
    assert behind["ALLOWED_HOSTS"] == ["cards.example", "cards.test"]
    assert behind["SECURE_SSL_REDIRECT"]
    assert behind["SECURE_HSTS_SECONDS"] > 0
    assert behind["SECURE_CROSS_ORIGIN_OPENER_POLICY"] == "same-origin"


def test_while_developing_static_files_keep_their_names(settings_with):
    developing, serving = settings_with(SCOREKEEPER_DEBUG="1"), settings_with()
    assert developing["DEBUG"]
    assert "Hashed" not in developing["STORAGES"]["staticfiles"]["BACKEND"]
    assert "Hashed" in serving["STORAGES"]["staticfiles"]["BACKEND"]


@pytest.mark.parametrize("told", [real.__file__, ROOT / "docs/running.md"])
def test_every_variable_is_told_of(told):
    read = {name for name in named_variables(Path(real.__file__).read_text()) if name.isupper()}
    assert {"SCOREKEEPER_DATA", "DATABASE_URL"} <= read
    assert read <= set(re.findall(r"^[|] `([A-Z_]+)` [|]", Path(told).read_text(), re.MULTILINE))


def test_secret_is_made_once_and_is_its_owners(tmp_path):
    folder = tmp_path / "data"
    made = kept_secret(folder)
    assert len(made) >= 50
    assert kept_secret(folder) == made
    assert stat.S_IMODE((folder / "secret-key").stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == ["secret-key"]


def test_two_folders_have_two_secrets(tmp_path):
    assert kept_secret(tmp_path / "one") != kept_secret(tmp_path / "other")


def test_processes_that_start_at_once_keep_one_secret(tmp_path):
    with ThreadPoolExecutor(8) as starters:
        assert len(set(starters.map(kept_secret, [tmp_path] * 64))) == 1
