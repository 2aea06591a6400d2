"""Structs become options of the right type, and refuse what Discord cannot show."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import pytest
from discord import AppCommandOptionType
from discord.app_commands import Choice
from msgspec import Meta, field

from bot.discord.interaction.context import Request
from bot.discord.interaction.options import Focus, build_command, choice, fields_of
from bot.discord.interaction.responder import Responder
from engines.contract import Value


class Sample(Value, frozen=True):
    first: Annotated[Literal["white", "black"], Meta(description="who begins")] = "white"
    times: Annotated[int, Meta(ge=0, le=9, description="how often")] = 3
    long: Annotated[bool, Meta(title="endless", description="or not")] = False


class Bounded(Value, frozen=True):
    least: Annotated[int, Meta(ge=2, description="no fewer")]
    most: Annotated[int, Meta(le=7, description="no more")]
    any: Annotated[int, Meta(description="however many")]


class Move(Value, frozen=True):
    origin: Annotated[str, Meta(description="where from")] = field(name="from")
    way: Annotated[Literal["e", "w"], Meta(description="which way")]


class Odd(Value, frozen=True):
    cells: tuple[str, ...]


async def nothing(_request: Request, _focus: Focus) -> Sequence[Choice[Any]]:
    return []


async def run(_responder: Responder, _options: Mapping[str, Any]) -> None:
    return


def payload(options: Any) -> list[Mapping[str, Any]]:
    command = build_command("try", "Try it", options, run)
    return [parameter.to_dict() for parameter in command._params.values()]


def test_settings_become_typed_options() -> None:
    first, times, long = payload(fields_of(Sample))
    assert first["type"] == AppCommandOptionType.string.value
    assert {c["value"] for c in first["choices"]} == {"white", "black"}
    assert (times["type"], times["min_value"], times["max_value"]) == (
        AppCommandOptionType.integer.value,
        0,
        9,
    )
    assert long["type"] == AppCommandOptionType.boolean.value
    assert [o["name"] for o in (first, times, long)] == ["first", "times", "endless"]
    assert [o["description"] for o in (first, times, long)] == ["who begins", "how often", "or not"]
    assert not any(o["required"] for o in (first, times, long))


def test_a_number_may_have_one_bound_or_none_or_be_completed() -> None:
    bounds = [(one.get("min_value"), one.get("max_value")) for one in payload(fields_of(Bounded))]
    assert bounds == [(2, None), (None, 7), (None, None)]
    completed = payload(fields_of(Bounded, complete=nothing))
    assert [(one.get("min_value"), one["autocomplete"]) for one in completed] == [(None, True)] * 3


def test_action_fields_complete_what_is_legal() -> None:
    origin, way = payload(fields_of(Move, complete=nothing))
    assert [o["name"] for o in (origin, way)] == ["from", "way"]
    assert all(o["autocomplete"] and o["required"] and not o.get("choices") for o in (origin, way))


def test_a_field_that_discord_cannot_show_is_refused() -> None:
    with pytest.raises(TypeError, match="cells"):
        fields_of(Odd)


def test_choice_labels_keep_the_limit() -> None:
    assert len(choice("x" * 300, "v").name) == 100
