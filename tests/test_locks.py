"""The locks hold what pyproject.toml asks for, and nothing else."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RUNTIME = PROJECT["project"]["dependencies"]
TEST = PROJECT["dependency-groups"]["test"]


def pins(lock):
    """The pinned lines of a lock, without their hashes, and the number of hashes of each."""
    text = (ROOT / lock).read_text().replace("\\\n", "")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    return [(Requirement(line.split("--hash")[0]), line.count("--hash=sha256:")) for line in lines]


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize(
    ("lock", "asked"), [("constraints.txt", RUNTIME), ("constraints-test.txt", RUNTIME + TEST)]
)
def test_lock_holds_what_is_asked_for(lock, asked):
    held = pins(lock)
    for requirement in map(Requirement, asked):
        versions = [
            next(iter(pin.specifier)).version
            for pin, _ in held
            if canonical(pin.name) == canonical(requirement.name)
        ]
        assert versions, f"{requirement.name} is not in {lock}: run script/lock"
        assert all(map(requirement.specifier.contains, versions)), f"{lock} is old: run script/lock"


@pytest.mark.parametrize("lock", ["constraints.txt", "constraints-test.txt"])
def test_every_pin_is_exact_and_hashed(lock):
    for pin, hashes in pins(lock):
        assert [specifier.operator for specifier in pin.specifier] == ["=="]
        assert hashes


def test_tests_run_on_what_the_app_runs_on():
    app, tests = (
        {(canonical(pin.name), str(pin.specifier)) for pin, _ in pins(lock)}
        for lock in ("constraints.txt", "constraints-test.txt")
    )
    assert app <= tests


@pytest.mark.parametrize("lock", ["constraints.txt", "constraints-test.txt"])
def test_locks_name_no_place(lock):
    assert "://" not in (ROOT / lock).read_text()
