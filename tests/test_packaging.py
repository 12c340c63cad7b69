"""What is installed is what is locked: the same versions and hashes in each lock file, and the image by its digest."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
LOCKS = {
    "requirements.lock": "",
    "requirements-postgresql.lock": "postgresql",
    "requirements-test.lock": "test",
    "requirements-bench.lock": "bench",
}
"""Each lock file, and the extra that it holds besides what the program needs to run."""

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def locked(name: str) -> dict[str, list[str]]:
    """Return the locked requirements (name, version and environment marker) with the hashes of their files."""
    found: dict[str, list[str]] = {}
    last: list[str] = []
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        hashed = re.fullmatch(r"    --hash=(sha256:[0-9a-f]{64})( \\)?", line)
        if hashed:
            last.append(hashed[1])
        else:
            last = found.setdefault(line.removesuffix(" \\"), [])
    return found


def project(requirement: str) -> str:
    match = re.match(r"[\w.-]+", requirement)
    assert match is not None
    return re.sub(r"[-_.]+", "-", match[0]).lower()


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_version_has_the_hashes_of_its_files(name: str) -> None:
    """Nothing else is in a lock file, in particular no address of a package index."""
    for requirement, hashes in locked(name).items():
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+( ; .+)?", requirement)
        assert hashes, requirement


@pytest.mark.parametrize("name", LOCKS)
def test_all_that_is_asked_for_is_locked(name: str) -> None:
    asked = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
    if LOCKS[name]:
        asked += PROJECT["project"]["optional-dependencies"][LOCKS[name]]
    assert {project(each) for each in asked} <= {project(each) for each in locked(name)}


def test_the_lock_files_agree() -> None:
    """The requirements to run the program are the same in all of them, and tests use the driver that is locked for
    operators."""
    for base, others in (("requirements.lock", LOCKS), ("requirements-postgresql.lock", ("requirements-test.lock",))):
        wanted = locked(base)
        for name in others:
            other = locked(name)
            assert {requirement: other.get(requirement) for requirement in wanted} == wanted, name


def test_what_builds_is_locked_as_it_is_required() -> None:
    assert PROJECT["dependency-groups"]["build"] == PROJECT["build-system"]["requires"]


def test_the_image_is_named_by_its_digest() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    [base] = re.findall(r"^ARG BASE=(\S+)$", text, re.MULTILINE)
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+@sha256:[0-9a-f]{64}", base)
    assert set(re.findall(r"^FROM (\S+)", text, re.MULTILINE)) == {"${BASE}"}


def test_the_image_is_run_by_nobody_s_name_but_a_number() -> None:
    """Kubernetes' `runAsNonRoot` accepts only a numeric user, since a name might be root's."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    [user] = re.findall(r"^USER (.+)$", text, re.MULTILINE)
    assert f"--uid {int(user)} " in text


def test_the_image_holds_every_package() -> None:
    """`.dockerignore` lets every package through, and the Dockerfile copies it."""
    packages = {name.removesuffix("*") for name in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]}
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert set(re.findall(r"^COPY (\w+) \1$", text, re.MULTILINE)) == packages
    let_through = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {f"!{package}" for package in packages} <= set(let_through)
