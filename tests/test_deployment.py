"""The files that install the service name what is there, and keep it apart from its machine."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import SETTINGS

ROOT = Path(__file__).resolve().parents[1]
UNIT = ROOT / "deploy" / "turnpost.service"

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def _instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, with continued lines joined."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.strip().partition(" ") for line in lines)]


def _arguments(word: str) -> list[str]:
    return [rest for found, rest in _instructions() if found == word]


def _compose() -> dict[str, Any]:
    with (ROOT / "compose.yaml").open() as file:
        loaded: dict[str, Any] = yaml.safe_load(file)
    return loaded


@needs_systemd
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    # The interpreter that it starts is not on the machine that tests.
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/srv/turnpost/.venv/bin/python", sys.executable))
    done = subprocess.run(("systemd-analyze", "verify", unit), capture_output=True, text=True, check=False)
    assert (done.returncode, [line for line in done.stderr.splitlines() if unit.name in line]) == (0, [])


@needs_systemd
def test_the_unit_exposes_little_of_the_machine() -> None:
    score = ("systemd-analyze", "security", "--offline=true", "--threshold=29", UNIT)
    done = subprocess.run(score, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout.splitlines()[-1:]


@needs_systemd
def test_the_unit_lets_computers_think() -> None:
    """What its filter does not allow kills the process: `engines think` steps back behind others first."""
    allowed = set[str]()
    for line in re.findall(r"^SystemCallFilter=(.*)$", UNIT.read_text(), re.MULTILINE):
        calls = set[str]().union(*map(_calls, line.removeprefix("~").split()))
        allowed = allowed - calls if line.startswith("~") else allowed | calls
    assert {"setpriority", "read"} <= allowed
    assert not {"chroot", "sched_setaffinity"} & allowed


def _calls(name: str) -> set[str]:
    """The system calls of a group of systemd's, or the one of that name."""
    if not name.startswith("@"):
        return {name}
    group = ("systemd-analyze", "syscall-filter", name)
    lines = subprocess.run(group, capture_output=True, text=True, check=True).stdout.split("\n")[1:]
    members = [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]
    return set[str]().union(*map(_calls, members))


def test_the_image_holds_every_package_that_the_wheel_has() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        packages = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    copied = {rest.split()[0] for rest in _arguments("COPY")}
    assert copied == {*packages, "requirements/run.lock"}
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert allowed == copied
    assert all((ROOT / source).exists() for source in copied)


def test_the_image_runs_the_bot_as_a_user_without_rights_and_asks_whether_it_lives() -> None:
    words = [word for word, _ in _instructions()]
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert _arguments("USER") == ["turnpost"]
    assert json.loads(_arguments("ENTRYPOINT")[0]) == ["python", "-m", "bot"]
    (port,) = re.findall(r"METRICS_PORT=(\d+)", _arguments("ENV")[0])
    assert f"127.0.0.1:{port}/healthz" in _arguments("HEALTHCHECK")[0]


def test_the_unit_and_the_containers_set_settings_that_there_are() -> None:
    compose = _compose()
    unit = re.findall(r"^Environment=(\w+)=", UNIT.read_text(), re.MULTILINE)
    image = re.findall(r"(\w+)=", _arguments("ENV")[0])
    known = {name.upper() for name in SETTINGS} | {"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
    assert {*unit, *image, *compose["services"]["turnpost"]["environment"]} <= known
    assert unit
    assert image


def test_the_bot_waits_for_a_database_that_answers_and_writes_to_its_volume_alone() -> None:
    compose = _compose()
    bot, database = compose["services"]["turnpost"], compose["services"]["database"]
    assert bot["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert database["healthcheck"]["test"]
    assert bot["read_only"]
    assert [volume.split(":")[1] for volume in bot["volumes"]] == _arguments("VOLUME") == ["/data"]
    used = {volume.split(":")[0] for service in (bot, database) for volume in service["volumes"]}
    assert used == set(compose["volumes"])


def test_no_secret_is_written_into_the_files() -> None:
    texts = [(ROOT / name).read_text() for name in ("Dockerfile", "compose.yaml", "deploy/turnpost.service")]
    assert not any(re.search(r"DISCORD_TOKEN\s*[=:]", text) for text in texts)
    for service in _compose()["services"].values():
        for value in service["environment"].values():
            assert "password" not in value.lower() or "${POSTGRES_PASSWORD:?" in value
