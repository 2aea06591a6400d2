"""The contents of panels that open games, a line a component, written by
``python -m tests.discord.opening_panels``.

The line of a select has its question, how many options may be chosen, and the options, the chosen ones with a
star. A line that several panels of a game share is there once. Then come the values of choices that differ
from their texts, and the fields that can be typed.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from discord import ui

from bot.discord.panels.opening import options_panel, titles_panel, typed_fields
from bot.discord.panels.opening_fields import CONTRIBUTION, HOURS, NUMBERS, NUMBERS_AT_ONCE, fields_of
from engines.contract import AnyEngine
from engines.registry import ENGINES

FILE: Final = Path(__file__).with_name("opening_panels.txt")


def opening_panels() -> str:
    """All opening panels as text, including those for numbers, and for a person who plays alone."""
    of_games: list[list[Any]] = [[titles_panel(ENGINES)], *(list(_of(engine)) for engine in ENGINES.values())]
    found = (
        dict.fromkeys(line for view in views for one in view.to_components() for line in _lines(one))
        for views in of_games
    )
    shown = "".join(f"{line}\n" for lines in found for line in lines)
    result = dict.fromkeys(line for engine in ENGINES.values() for line in _meanings(engine))
    typed = (line for engine in ENGINES.values() for line in _typed(engine))
    return shown + "".join(f"{line}\n" for line in (*result, *typed))


def _meanings(engine: AnyEngine) -> Iterator[str]:
    for alone in (False, True):
        for field in fields_of(engine, alone=alone):
            if result := [f"{text}={value!r}" for text, value, _ in field.choices if text != value]:
                yield f"{engine.info.key} {field.name}: {' | '.join(result)}"


def _typed(engine: AnyEngine) -> Iterator[str]:
    figures = [field.name for field in typed_fields(engine, {}) if field.name != CONTRIBUTION]
    chosen = {CONTRIBUTION: ("two crows",), HOURS: ("37.5",), NUMBERS: figures[:1]}
    chosen |= dict.fromkeys(figures, ("7",))
    for one in dict.fromkeys((*typed_fields(engine, {}), *typed_fields(engine, chosen))):
        now = f", now {one.value}" if one.value else ""
        yield f"{engine.info.key} {one.name}: {one.label} ({one.hint}), at most {one.most} characters{now}"


def _of(engine: AnyEngine) -> Iterator[ui.LayoutView]:
    yield options_panel(engine, {})
    if engine.computer is not None:
        yield options_panel(engine, {}, alone=True)
    numbers = [text for field in fields_of(engine) if field.name == NUMBERS for text, _, _ in field.choices]
    for at in range(0, len(numbers), NUMBERS_AT_ONCE):
        yield options_panel(engine, {NUMBERS: numbers[at : at + NUMBERS_AT_ONCE]})


def _lines(component: Mapping[str, Any]) -> Iterator[str]:
    for one in component.get("components", ()):
        yield from _lines(one)
    if text := component.get("content") or component.get("label"):
        yield text
    if "placeholder" in component:
        options = (
            f"{one['value']}={one['label']}{'*' if one.get('default') else ''}"
            for one in component.get("options", ())
        )
        bounds = f"{component.get('min_values')} to {component.get('max_values')}"
        yield f"{component['placeholder']} ({bounds}): {' | '.join(options)}"


if __name__ == "__main__":
    FILE.write_text(opening_panels())
