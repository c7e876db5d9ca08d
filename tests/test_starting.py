"""Starting on a new machine: the port, the address, the static files, the checks, the server itself."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from io import StringIO
from ipaddress import IPv4Address, ip_address
from pathlib import Path
from urllib.request import urlopen

import pytest
import segno
from django.core.management import CommandError, call_command
from django.db import connection

from scorekeeper import address, checks, server
from scorekeeper.collected import collect_changed, is_collected
from scorekeeper.management.commands import serve
from scorekeeper.wsgi import application

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 30


@pytest.fixture
def taken_port():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.fixture
def free_port(taken_port):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        return other.getsockname()[1]


def wait_for(port, process):
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as caller:
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    pytest.fail(f"no server after {START_SECONDS} seconds, or it ended: {process.poll()}")


@pytest.mark.server
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_server_starts_from_nothing_and_gives_its_port_back(sent, tmp_path, free_port):
    said = tmp_path / "said"
    with said.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, ROOT / "manage.py", "serve", "--port", str(free_port)],
            cwd=tmp_path,
            env={"PATH": os.environ["PATH"], "SCOREKEEPER_DATA": str(tmp_path / "data")},
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        wait_for(free_port, process)
        with urlopen(f"http://127.0.0.1:{free_port}/", timeout=START_SECONDS) as answer:
            assert answer.status == 200
    finally:
        os.killpg(process.pid, sent)  # to the whole group, as a terminal does
        ended = process.wait(START_SECONDS)
    assert ended == 0
    assert address.port_refusal("127.0.0.1", free_port) is None
    assert f"http://localhost:{free_port}" in said.read_text()
    assert {path.name for path in (tmp_path / "data").iterdir()} >= {"scorekeeper.sqlite3", "secret-key"}


def test_worker_is_deaf_to_its_terminal():
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        assert server.worker_application("") is application
        assert {signal.SIGINT, signal.SIGHUP} <= signal.pthread_sigmask(signal.SIG_BLOCK, ())
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)


def test_port_that_was_asked_for_and_is_taken_is_refused(taken_port):
    with pytest.raises(CommandError, match=f"Port {taken_port} can't be had: Address already in use"):
        call_command("serve", "--host=127.0.0.1", f"--port={taken_port}")


@pytest.mark.parametrize("port", ["0", "-1", "65536", "8000 ", "http"])
def test_port_that_is_none_is_refused(port):
    with pytest.raises(CommandError, match="from 1 to 65535"):
        call_command("serve", port=port)


def test_host_is_an_address():
    with pytest.raises(CommandError, match="localhost"):
        call_command("serve", "--host=localhost")


def test_next_port_is_taken_when_the_usual_is_not_free(monkeypatch, taken_port, free_port):
    monkeypatch.setattr(serve, "USUAL_PORTS", [taken_port, free_port])
    said = StringIO()
    assert serve.Command(stderr=said).first_free_port(IPv4Address("127.0.0.1")) == free_port
    assert f"Port {taken_port}" in said.getvalue()


def test_no_usual_port_is_free(monkeypatch, taken_port):
    monkeypatch.setattr(serve, "USUAL_PORTS", [taken_port])
    with pytest.raises(CommandError, match="--port 8080"):
        serve.Command(stderr=StringIO()).first_free_port(IPv4Address("127.0.0.1"))


class Terminal(StringIO):
    def isatty(self):
        return True


def test_terminal_shows_the_code_of_the_first_address(monkeypatch):
    monkeypatch.setattr(serve, "network_addresses", lambda: ["192.168.1.20", "10.0.0.3"])
    said = Terminal()
    serve.Command(stdout=said, no_color=True).say_where(IPv4Address(0), 8000)
    lines = said.getvalue().splitlines()
    shown = [line.strip() for line in lines if "http:" in line]
    assert shown == ["http://192.168.1.20:8000", "http://10.0.0.3:8000", "http://localhost:8000"]
    code = list(address.qr_lines("http://192.168.1.20:8000"))
    assert lines[lines.index(code[0]) :][: len(code)] == code


def test_without_a_network_it_says_so(monkeypatch):
    monkeypatch.setattr(serve, "network_addresses", list)
    said = Terminal()
    serve.Command(stdout=said).say_where(IPv4Address(0), 8000)
    assert "only this machine" in said.getvalue()
    assert address.BLOCKS[0, 0] not in said.getvalue()


def test_code_has_every_module_in_its_place():
    modules = {block: pair for pair, block in address.BLOCKS.items()}
    drawn = [
        line.removeprefix(address.WHITE_ON_BLACK).removesuffix(address.PLAIN)
        for line in address.qr_lines("http://192.168.1.20:8000")
    ]
    rows = [bytes(modules[block][half] for block in line) for line in drawn for half in (0, 1)]
    code = segno.make("http://192.168.1.20:8000", micro=False)
    assert rows[: len(rows) - 1] == [bytes(row) for row in code.matrix_iter(border=2)]
    assert not any(rows[-1])


def test_interfaces_tell_their_addresses():
    assert ip_address("127.0.0.1") in list(address._interface_addresses())


def test_outward_address_comes_first_and_once(monkeypatch):
    outward, inward, own = map(ip_address, ("192.168.1.20", "10.0.0.3", "127.0.0.1"))
    monkeypatch.setattr(address, "_outward_address", lambda: iter([outward]))
    monkeypatch.setattr(address, "_interface_addresses", lambda: iter([own, inward, outward]))
    assert address.network_addresses() == ["192.168.1.20", "10.0.0.3"]


@pytest.fixture
def style(settings, tmp_path):
    """The one static file of an app that serves hashed files, not yet collected."""
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [tmp_path / "static"]
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STORAGES = {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }
    style = tmp_path / "static" / "style.css"
    style.parent.mkdir()
    style.write_text("body { color: black }")
    return style


def collected_styles(settings):
    return {path.read_text() for path in Path(settings.STATIC_ROOT).glob("style.*.css")}


def test_static_files_are_collected_once(style, settings):
    assert not is_collected()
    collect_changed()
    assert is_collected()
    assert collected_styles(settings) == {"body { color: black }"}
    manifest = Path(settings.STATIC_ROOT, "staticfiles.json")
    before = manifest.stat().st_mtime_ns
    collect_changed()
    assert manifest.stat().st_mtime_ns == before


def test_changed_static_file_is_collected_again(style, settings):
    collect_changed()
    style.write_text("body { color: white }")
    later = Path(settings.STATIC_ROOT, "staticfiles.json").stat().st_mtime_ns + 1_000_000
    os.utime(style, ns=(later, later))
    collect_changed()
    assert "body { color: white }" in collected_styles(settings)


def test_new_static_file_is_collected_whatever_its_age(style, settings):
    collect_changed()
    old = style.with_name("style.old.css")
    old.write_text("a {}")
    os.utime(old, ns=(0, 0))
    collect_changed()
    assert "a {}" in collected_styles(settings)


def test_plain_storage_needs_no_collecting():
    assert is_collected()


@pytest.mark.parametrize(
    ("version", "faulty"),
    [
        ((3, 6, 23), False),
        ((3, 7, 0), True),
        ((3, 40, 1), True),
        ((3, 44, 5), True),
        ((3, 44, 6), False),
        ((3, 45, 0), True),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 0), True),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
        ((3, 52, 0), False),
        ((4, 0, 0), False),
    ],
)
def test_which_sqlite_has_the_fault(version, faulty):
    assert checks.has_wal_reset_fault(version) is faulty


@pytest.mark.parametrize(("version", "warned"), [((3, 40, 1), ["scorekeeper.W001"]), ((3, 51, 3), [])])
def test_old_sqlite_is_warned_of_in_one_line(version, warned, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    monkeypatch.setattr(connection, "vendor", "sqlite", raising=False)
    messages = checks.sound_sqlite(None, databases=["default"])
    assert [message.id for message in messages] == warned
    assert all("\n" not in message.msg for message in messages)


def test_sqlite_is_nobodys_business_where_no_database_is_checked(monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 40, 1))
    assert checks.sound_sqlite(None) == []


def script_environment(tmp_path, **environment):
    return subprocess.run(
        [ROOT / "script/environment", "constraints.txt"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "SCOREKEEPER_VENV": str(tmp_path / "with a space"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_environment_that_holds_the_lock_is_left_alone(tmp_path):
    venv = tmp_path / "with a space"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin/python").symlink_to(sys.executable)
    (venv / "held-constraints.txt").write_bytes((ROOT / "constraints.txt").read_bytes())
    done = script_environment(tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_too_old_a_python_is_refused_in_a_sentence(tmp_path):
    old = tmp_path / "python3.10"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = script_environment(tmp_path, PYTHON=str(old))
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
    assert str(old) in done.stderr
