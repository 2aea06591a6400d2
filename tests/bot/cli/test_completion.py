"""Completion: the script that is printed works in a real shell, and the tree of commands explains itself."""

import shutil
import subprocess
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from pathlib import Path

import pytest
import shtab

from bot.cli import main as tree
from bot.cli.main import main

_PRESS_TAB = """
source "$1"; shift
COMP_WORDS=(turnpost "$@"); COMP_CWORD=$#
read -r -a registered <<< "$(complete -p turnpost)"
for place in "${!registered[@]}"; do
    if [ "${registered[$place]}" = -F ]; then "${registered[$place + 1]}"; fi
done
printf '%s\\n' "${COMPREPLY[@]}"
"""
"""What bash does when somebody presses the key after these words."""


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(["completion", shell])
    assert stopped.value.code == 0
    return capsys.readouterr().out


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("do",), {"doctor"}),
        (("db", ""), {"upgrade", "check", "backup", "release", "restore"}),
        (("admin", "clock", "K7QX", "--h"), {"--help", "--hours"}),
        (("db", "restore", "mon"), {"monday.gz"}),
        (("game", "verify", "mon"), {"monday.gz"}),
        (("game", "export", "K7QX", "--output", "mon"), {"monday.gz"}),
        (("completion", "b"), {"bash"}),
    ],
)
def test_bash_completes(
    words: tuple[str, ...], offered: set[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("monday.gz").touch()
    file = tmp_path / "turnpost.bash"
    file.write_text(script("bash", capsys), encoding="utf-8")
    pressed = ("bash", "--norc", "-c", _PRESS_TAB, "bash", str(file), *words)
    done = subprocess.run(pressed, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert {line.rstrip() for line in done.stdout.splitlines() if line} == offered


def test_every_shell_that_the_library_knows_gets_a_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(tree._SHELLS) == set(shtab.SUPPORTED_SHELLS)
    for shell in tree._SHELLS:
        assert "turnpost" in script(shell, capsys)


def test_a_wrong_setting_is_in_nobodys_way(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOG_FORMAT", "xml")
    assert "complete " in script("bash", capsys)


def parsers(parser: ArgumentParser) -> Iterator[ArgumentParser]:
    yield parser
    for action in parser._actions:
        for below in action.choices.values() if isinstance(action.choices, dict) else ():
            yield from parsers(below)


def test_every_command_and_argument_has_a_help_text() -> None:
    for parser in parsers(tree._parser()):
        for action in parser._actions:
            if isinstance(action, _SubParsersAction):
                commands = {id(below) for below in action.choices.values()}
                texts = [choice.help for choice in action._get_subactions()]
                assert len(texts) == len(commands)
                assert all(texts), parser.prog
            else:
                assert action.help, f"{parser.prog} {action.dest}"
