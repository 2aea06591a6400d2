"""The door to all pictures: drawn once, the same for everybody, from any thread, and in time."""

import os
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from engines.registry import engine_for
from engines.roses.view import RosesView
from render.contract import Frame
from render.registry import RENDERERS, draw_png, paint, renderer_for
from tests.render.forgetting import forget_drawn
from tests.render.golden import GALLERIES
from tests.render.scenes import after


class Slow:
    """A renderer that counts and takes its time."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.drawn = 0
        self.fault = fault

    def draw(self, view: RosesView, frame: Frame) -> Image.Image:
        self.drawn += 1
        time.sleep(0.05)
        if self.fault is not None:
            raise self.fault
        return Image.new("RGB", (10, 10))

    def alt(self, view: RosesView, frame: Frame) -> str:
        return ""

    def text(self, view: RosesView, frame: Frame) -> str:
        return ""


def in_threads(count: int, work: Any) -> list[Any]:
    gate = threading.Barrier(count)

    def run(index: int) -> Any:
        gate.wait()
        return work(index)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def test_threads_that_want_the_same_picture_have_it_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setitem(RENDERERS, "roses", slow)
    scene = after(3, code="ONCE")
    pictures = in_threads(8, lambda _: paint("roses", scene.view, scene.frame))
    assert len(set(pictures)) == 1
    paint("roses", scene.view, scene.frame)
    assert slow.drawn == 1
    paint("roses", scene.view, after(3, code="TWO").frame)
    assert slow.drawn == 2


def test_a_picture_does_not_depend_on_what_only_texts_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    counting = Slow()
    monkeypatch.setitem(RENDERERS, "roses", counting)
    scene = after(3, code="SAID")
    told, untold = (replace(scene.frame, recent_events=events) for events in ("Ann drops a soldier", ""))
    assert paint("roses", scene.view, told) == paint("roses", scene.view, untold)
    assert counting.drawn == 1


def test_a_fault_reaches_everybody_and_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(RuntimeError("no ink"))
    monkeypatch.setitem(RENDERERS, "roses", slow)
    scene = after(3, code="FAIL")

    def refused(_: int) -> str:
        with pytest.raises(RuntimeError) as caught:
            paint("roses", scene.view, scene.frame)
        return str(caught.value)

    assert set(in_threads(4, refused)) == {"no ink"}
    slow.fault = None
    assert paint("roses", scene.view, scene.frame).startswith(b"\x89PNG")


@pytest.mark.parametrize("few", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["few", "all"])
@pytest.mark.parametrize("game", GALLERIES)
def test_threads_draw_what_one_thread_draws(game: str, few: bool) -> None:
    found = list(GALLERIES[game].scenes().values())
    scenes = [(scene.view, replace(scene.frame, width=250)) for scene in (found[::3] if few else found)]
    alone = [draw_png(game, *scene) for scene in scenes]
    forget_drawn()
    assert in_threads(len(scenes), lambda index: draw_png(game, *scenes[index])) == alone


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), [("roses", "start-dark"), ("tae", "internal-light")])
def test_processes_that_order_sets_differently_draw_the_same_bytes(game: str, name: str) -> None:
    program = f"""
from hashlib import sha256
from tests.render.golden import GALLERIES, png
print(sha256(png({game!r}, GALLERIES[{game!r}].scenes()[{name!r}])).hexdigest())
"""
    one, other = (
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        for seed in ("1", "2")
    )
    assert one == other


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(KeyError, match=r"chess.*roses"):
        renderer_for("chess")


def test_every_game_has_pictures_and_every_picture_a_game() -> None:
    for key in RENDERERS:
        assert engine_for(key).info.key == key


def test_pictures_are_small_in_every_position() -> None:
    engine = engine_for("roses")
    rng = random.Random(7)
    for game in range(3):
        state = engine.start(engine.options({}), 2, "0" * 64)
        for ply in range(60):
            if engine.outcome(state) is not None:
                break
            seat = engine.to_act(state)[0]
            step = engine.apply(state, seat, rng.choice(list(engine.legal(state, seat))))
            state = step.state
            if ply % 6 == 5:
                frame = Frame(
                    code="K7QX",
                    players=("Maximiliane", "Bartholomäus"),
                    recent_events="; ".join(engine.narrate(event) for event in step.events),
                    theme="light" if ply % 4 == 1 else "dark",
                    perspective=game % 2,
                )
                png = paint("roses", engine.view(state, None), frame)
                assert len(png) <= 120_000
                assert Image.open(BytesIO(png)).width == 1000
