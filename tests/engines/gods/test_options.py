"""Presets and single options: section 6 of docs/rules/four-gods.md."""

import re

import msgspec
import pytest

from engines.contract import IllegalOptions
from engines.gods.options import PRESETS
from tests.engines.gods.table import ENGINE, energies, start

FIGURES = ("start", "attack_cost", "defend_cost", "damage", "refund", "timer")


@pytest.mark.parametrize(
    ("preset", "figures"),
    [
        ("rulebook", (60, 2, 1, 5, 1, 40)),
        ("uniform2", (60, 2, 2, 5, 1, 40)),
        ("uniform1", (60, 1, 1, 5, 1, 40)),
        ("server", (45, 1, 1, 3, 1, 25)),
        ("classic", (100, 1, 1, 3, 0, 30)),
        ("class40", (40, 1, 1, 3, 0, 40)),
        ("short30", (30, 1, 1, 3, 0, 30)),
    ],
)
def test_a_preset(preset: str, figures: tuple[int, ...]) -> None:
    options = ENGINE.options({"preset": preset})
    assert tuple(getattr(options, name) for name in FIGURES) == figures
    assert energies(start(preset=preset)) == [figures[0]] * 4


def test_the_default_is_the_rule_book() -> None:
    assert ENGINE.options({}) == ENGINE.options({"preset": "rulebook"})
    assert set(PRESETS) == {"rulebook", "uniform2", "uniform1", "server", "classic", "class40", "short30"}


def test_single_options_override_a_preset() -> None:
    options = ENGINE.options({"preset": "server", "damage": 20, "start": 1})
    assert (options.start, options.attack_cost, options.damage) == (1, 1, 20)
    assert ENGINE.options({"preset": "classic", "start": 60}).start == 60


def test_options_with_their_preset_filled_in_stay_what_they_are() -> None:
    for preset in PRESETS:
        options = ENGINE.options({"preset": preset, "refund": 5})
        assert ENGINE.options(msgspec.to_builtins(options)) == options


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("limit", ("count", "cost")),
        ("stalemate", ("reset", "sticky", "off")),
        ("mode", ("async", "live")),
        ("eliminated_talk", ("all", "public", "none")),
        ("show_ready", (True, False)),
        ("reveal_messages", (True, False)),
        ("preset", tuple(PRESETS)),
    ],
)
def test_the_values_of_a_choice(name: str, values: tuple[object, ...]) -> None:
    for value in values:
        assert getattr(ENGINE.options({name: value}), name) == value
    for wrong in ("other", 3, None, ["rulebook"]):
        with pytest.raises(IllegalOptions):
            ENGINE.options({name: wrong})


def test_what_is_said_before_the_first_round_holds_whatever_the_options() -> None:
    guide = ENGINE.info.guide
    assert guide is not None
    words = " ".join((ENGINE.info.pitch, guide.goal, guide.picture, guide.turn, guide.press))
    assert not re.search(r"\d|\bthree\b|\bsixty\b", words)
