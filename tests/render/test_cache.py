"""What is drawn once and kept stays within its bound, whatever is drawn, and the same is drawn once."""

import pkgutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import _lru_cache_wrapper, partial
from importlib import import_module

import pytest
from PIL import Image

import render
from render.cache import DRAWN, FINISHED, Cache, cached_bytes, cached_ground, limit_cache, size_of
from render.registry import paint
from tests.render.golden import GALLERIES, png

SMALL_AND_FIXED = {
    "render.flicflac.words._columns": 4,
    "render.phrases._seats_named": 64,
    "render.png.palette_of": 32,
    "render.typeface.shaping": 1,
    "render.typeface.writer": 8192,
    "render.typeface._plain": 16,
    "render.typeface._missing": 16,
}
"""Kept apart, by how many values: a truth, fonts by character, one small size of each font, name patterns."""


@pytest.fixture(autouse=True)
def _bound_of_this_test() -> Iterator[None]:
    yield
    limit_cache(64)


def test_of_equals_what_was_not_used_for_longest_goes_first() -> None:
    cache, made = Cache(10_000, spent=lambda: 0.0), list[str]()

    def ask(keys: str) -> None:
        for key in keys:
            cache.get(key, partial(_made, made, key))

    ask("abcade")
    assert cache.size <= 10_000
    assert made == [*"abcde"]
    ask("a")
    assert made == [*"abcde"]
    ask("b")
    assert made == [*"abcdeb"]


def test_what_took_least_time_for_its_bytes_goes_first_unless_it_is_used() -> None:
    seconds = 0.0
    cache, made = Cache(10_000, spent=lambda: seconds), list[str]()

    def ask(key: str, size: int, takes: float) -> None:
        def make() -> bytes:
            nonlocal seconds
            seconds += takes
            made.append(key)
            return bytes(size)

        cache.get(key, make)

    ask("letter", 500, takes=1)
    for ground in "abcd":
        ask(ground, 6_000, takes=1)
    ask("letter", 500, takes=1)
    assert made == ["letter", *"abcd"]
    # What is not used any more goes at last, whatever it took.
    for ground in "efghijklmnop":
        ask(ground, 6_000, takes=1)
    ask("letter", 500, takes=1)
    assert made == ["letter", *"abcdefghijklmnop", "letter"]


def _made(made: list[str], key: str) -> bytes:
    made.append(key)
    return bytes(2_000)


def test_what_is_larger_than_the_bound_is_drawn_and_not_kept() -> None:
    cache = Cache(1_000)
    assert len(cache.get("whole", lambda: bytes(2_000))) == 2_000
    assert cache.size == 0


def test_a_bound_that_is_lowered_holds_at_once() -> None:
    cache = Cache(100_000)
    for key in range(9):
        cache.get(key, lambda: bytes(10_000))
    cache.limit(20_000)
    assert 0 < cache.size <= 20_000


def test_threads_have_a_value_made_once_and_a_failure_is_not_kept() -> None:
    cache, made, gate = Cache(100_000), list[str](), threading.Barrier(8)

    def ask(_: int) -> bytes:
        gate.wait()
        return cache.get("one", lambda: _made(made, "one"))

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(ask, range(8))) == {bytes(2_000)}
    assert made == ["one"]
    with pytest.raises(ZeroDivisionError):
        cache.get("two", lambda: 1 // 0)
    assert cache.get("two", lambda: 2) == 2


def test_what_was_driven_out_while_it_was_made_is_not_counted() -> None:
    cache = Cache(10_000)

    def slow() -> bytes:
        cache.get("other", lambda: bytes(9_000))
        cache.get("third", lambda: bytes(9_000))
        return bytes(3_000)

    assert len(cache.get("slow", slow)) == 3_000
    cache.limit(0)
    assert cache.size == 0


@pytest.mark.parametrize(("mode", "deep"), [("L", 1), ("P", 1), ("RGB", 4), ("RGBA", 4)])
def test_pictures_count_by_what_pillow_keeps_of_them(mode: str, deep: int) -> None:
    size = size_of(Image.new(mode, (100, 50)))
    assert 5_000 * deep <= size <= 5_000 * deep + 2_000


@pytest.mark.parametrize("megabytes", [64, 2])
def test_a_ground_is_drawn_once_even_where_there_is_no_room_for_its_pixels(megabytes: float) -> None:
    drawn = list[str]()

    @cached_ground
    def ground(colour: str) -> Image.Image:
        drawn.append(colour)
        image = Image.new("RGB", (1000, 1000), colour)
        image.info["colour"] = colour
        return image

    limit_cache(megabytes)
    for _ in range(3):
        for colour in ("red", "blue"):
            found = ground(colour)
            assert found.tobytes() == Image.new("RGB", (1000, 1000), colour).tobytes()
            assert found.info == {"colour": colour}
            # It is the caller's to draw on.
            found.paste("white", (0, 0, 9, 9))
    assert drawn == ["red", "blue"]
    assert cached_bytes() <= megabytes * 1_000_000


def test_pictures_of_all_games_stay_within_the_bound_and_look_the_same() -> None:
    scenes = [(game, [*gallery.scenes().values()][:3]) for game, gallery in GALLERIES.items()]
    roomy = [png(game, scene) for game, few in scenes for scene in few]
    assert DRAWN.size > 8_000_000
    limit_cache(8)
    found = list[bytes]()
    for game, few in scenes:
        for scene in few:
            found.append(paint(game, scene.view, scene.frame))
            assert cached_bytes() <= 8_000_000
    assert found == roomy
    assert FINISHED.size >= sum(map(len, found[-3:]))


def test_nothing_else_is_kept_of_pictures_than_what_is_small_and_fixed() -> None:
    found = {}
    for module in pkgutil.walk_packages(render.__path__, "render."):
        for thing in vars(import_module(module.name)).values():
            if isinstance(thing, _lru_cache_wrapper) and thing.__module__.startswith("render"):
                found[f"{thing.__module__}.{thing.__name__}"] = thing.cache_parameters()["maxsize"]
    assert found == SMALL_AND_FIXED
