"""The documents tell the truth: their examples run."""

import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import engines
import render
from engines import registry
from engines.conformance.commands.requests import Ask
from engines.contract import AnyEngine
from engines.record import read, verify
from engines.roses.engine import ROSES
from engines.sheet import read_sheet
from render.contract import AnyRenderer, Frame
from tests.engines.command_line import run

DOCS = Path(__file__).parents[2] / "docs"
ADDING = (DOCS / "adding-a-game.md").read_text("utf-8")
PROTOCOL = (DOCS / "engine-protocol.md").read_text("utf-8")


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyEngine]:
    """The game of docs/adding-a-game.md, put where a sixth game would stand."""
    root = tmp_path_factory.mktemp("nim")
    for path, code in re.findall(r"```python file=((?:engines|render)/\S+)\n(.*?)```", ADDING, re.DOTALL):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(code, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "__path__", [*engines.__path__, str(root / "engines")])
        patch.setattr(render, "__path__", [*render.__path__, str(root / "render")])
        engine: AnyEngine = import_module("engines.nim.engine").NIM
        patch.setattr(registry, "ENGINES", {**registry.ENGINES, "nim": engine})
        yield engine
    for name in [name for name in sys.modules if name.startswith(("engines.nim", "render.nim"))]:
        del sys.modules[name]


def test_the_example_is_won_by_the_last_stone(nim: AnyEngine) -> None:
    for last_loses, winner in ((False, 0), (True, 1)):
        state = nim.start(nim.options({"size": 1, "last_loses": last_loses}), 2, "0" * 64)
        outcome = nim.outcome(nim.apply(state, 0, nim.parse(state, 0, "A 1")).state)
        assert outcome is not None
        assert outcome.winners == (winner,)


def test_the_picture_of_the_example(nim: AnyEngine) -> None:
    renderer: AnyRenderer = import_module("render.nim")
    view = nim.view(nim.start(nim.options({}), 2, "0" * 64), None)
    for theme in ("dark", "light"):
        frame = Frame(code="K7QX", players=("Ann", "Bob"), theme=theme, choices=("a", "b"), width=400)
        assert renderer.draw(view, frame).width == 400
        assert "5 in heap a" in renderer.alt(view, frame)
        assert "a ooooo" in renderer.text(view, frame)


def test_the_sketches_name_the_actions_that_are_built() -> None:
    row = next(line for line in ADDING.splitlines() if line.startswith("| **actions**"))
    cell = row.split("|")[2]
    for kind in ROSES.action_types:
        words = [str(kind.__struct_config__.tag), *kind.__struct_encode_fields__]
        assert f"`{' '.join(words)}`" in cell


SESSIONS = re.findall(r"```text session=(\w+)\n(.*?)```", PROTOCOL, re.DOTALL)


def test_the_protocol_has_examples() -> None:
    assert len(SESSIONS) >= 3


@pytest.mark.parametrize(("game", "session"), SESSIONS, ids=range(len(SESSIONS)))
def test_the_examples_of_the_protocol(game: str, session: str) -> None:
    lines = session.splitlines()
    asked = [line[2:] for line in lines if line.startswith("> ")]
    answered = [line[2:] for line in lines if line.startswith("< ")]
    assert len(asked) == len(answered) == len(lines) / 2
    status, came = run("serve", game, stdin="\n".join(asked) + "\n")
    assert status == 0
    assert [json.loads(line) for line in came] == [json.loads(line) for line in answered]


def test_the_protocol_describes_every_request() -> None:
    for kind in Ask.__subclasses__():
        assert f"`{kind.__struct_config__.tag}`" in PROTOCOL


def test_the_record_of_the_protocol_is_the_score_sheet_beside_it() -> None:
    (written,) = re.findall(r'```json\n(\{"format".*?)```', PROTOCOL, re.DOTALL)
    (sheet,) = re.findall(r"```text\n(format = .*?)```", PROTOCOL, re.DOTALL)
    record = read(written.encode())
    verify(record)
    assert read_sheet(sheet) == record


@pytest.mark.parametrize("engine", registry.ENGINES.values(), ids=lambda engine: str(engine.info.key))
def test_the_first_page_says_of_each_game_who_made_it_and_when(engine: AnyEngine) -> None:
    made = f"**{engine.info.title}** by {engine.info.designer} ({engine.info.year})"
    assert made in (DOCS.parent / "README.md").read_text("utf-8")
