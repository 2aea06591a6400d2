"""The wheel holds everything that the service needs, and its command starts."""

import signal
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def _run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, env={"PATH": ""})
    assert done.returncode == 0, done.stderr
    return done.stdout


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a fresh environment with the wheel; dependencies are those of this one."""
    folder = tmp_path_factory.mktemp("distribution")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    build = ("wheel", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", folder, ROOT)
    _run(*pip, *build, cwd=folder)
    (wheel,) = folder.glob("turnpost-*.whl")
    venv.create(folder / "fresh", with_pip=False, symlinks=True)
    commands = folder / "fresh" / "bin"
    _run(*pip, "--python", commands / "python", "install", "--no-deps", "--no-index", wheel, cwd=folder)
    (packages,) = (folder / "fresh" / "lib").glob("python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return commands


def test_the_command_starts_and_brings_its_schema(installed: Path, tmp_path: Path) -> None:
    assert "COMMAND" in _run(installed / "turnpost", "--help", cwd=tmp_path)
    _run(installed / "turnpost", "db", "upgrade", cwd=tmp_path)
    assert (tmp_path / "data" / "turnpost.sqlite3").is_file()


def test_the_service_starts_on_the_sandbox_with_its_page(installed: Path, tmp_path: Path) -> None:
    settings = {"PATH": "", "SANDBOX_PORT": "0", "PYTHONUNBUFFERED": "1"}
    service = subprocess.Popen(
        (installed / "turnpost", "run"), cwd=tmp_path, env=settings, stdout=subprocess.PIPE, text=True
    )
    try:
        assert service.stdout is not None
        address = next(word for line in service.stdout for word in line.split() if word.startswith("http://"))
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with browser.open(address) as page:
            assert b"<title>" in page.read()
    finally:
        service.send_signal(signal.SIGINT)
        service.communicate()
    assert service.returncode == 0


def test_the_wheel_brings_the_games_and_their_types(installed: Path, tmp_path: Path) -> None:
    program = """
import importlib.resources, pathlib, sys
from engines.registry import ENGINES
from render.registry import RENDERERS
import bot, engines, render, sandbox
assert list(RENDERERS) == list(ENGINES)
for package in (bot, engines, render, sandbox):
    home = pathlib.Path(package.__file__).parent
    assert home.is_relative_to(sys.prefix), home
    assert (home / "py.typed").is_file()
print(*ENGINES)
"""
    games = _run(installed / "python", "-c", program, cwd=tmp_path).split()
    assert len(games) == 5
