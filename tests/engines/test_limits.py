"""What games declare fits into the commands, panels and help that are made from it."""

import re

import msgspec
import pytest
from msgspec import inspect

from engines.contract import Action, AnyEngine, Claim, Draw, Extend, Question, Resign, TimeUp
from engines.registry import ENGINES

_NAME = re.compile(r"[a-z0-9_-]{1,32}")

pytestmark = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)


def test_the_facts_of_a_game_fit(engine: AnyEngine) -> None:
    info = engine.info
    assert _NAME.fullmatch(info.key)
    assert re.fullmatch(r"[a-z0-9-]{1,60}", info.slug)
    assert 0 < len(info.title) <= 60
    assert info.designer
    assert 1 <= len(info.pitch.splitlines()) <= 2
    assert len(info.pitch) <= 250
    assert 200 <= len(info.rules) <= 3_500
    assert len(info.pitch.splitlines()[0]) <= 100, "Discord takes no more in a list of games"
    assert info.rules_version >= 1
    assert "ption" in info.rules, "some of it is otherwise with the options"
    assert 2 <= info.min_seats <= len(info.seats)
    assert 0 < info.min_deadline_hours <= info.default_deadline_hours <= info.max_deadline_hours


def test_seats_are_told_apart_without_colour(engine: AnyEngine) -> None:
    seats = engine.info.seats
    assert len({seat.emblem for seat in seats}) == len(seats)
    for seat in seats:
        assert _NAME.fullmatch(seat.key)
        assert 1 <= len(seat.emblem) <= 2
        assert 0 < len(seat.name) <= 30


def test_every_kind_of_action_makes_a_command(engine: AnyEngine) -> None:
    kinds = (*engine.action_types, *engine.questions.types)
    assert len(kinds) <= 24, "a group has 25 subcommands, one of which is new"
    tags = [kind.__struct_config__.tag for kind in kinds]
    assert len(set(tags)) == len(tags)
    for kind in kinds:
        assert kind.__struct_config__.tag_field == "kind"
        assert _NAME.fullmatch(str(kind.__struct_config__.tag))
        assert 0 < len(first_line(kind)) <= 100
        described = inspect.type_info(kind)
        assert isinstance(described, inspect.StructType)
        assert len(described.fields) <= 25
        for field in described.fields:
            assert _NAME.fullmatch(field.encode_name)
            assert 0 < len(description(field)) <= 100
            assert_optionlike(field)


def test_options_make_a_command(engine: AnyEngine) -> None:
    described = inspect.type_info(engine.options_type)
    assert isinstance(described, inspect.StructType)
    assert len(described.fields) <= 20
    for field in described.fields:
        assert _NAME.fullmatch(field.encode_name)
        assert 0 < len(description(field)) <= 100
        assert "ruling" not in description(field), "players do not read the rules by their numbers"
        assert not field.required
        assert_optionlike(field)
    assert engine.options({}) == engine.options(msgspec.to_builtins(engine.options({})))


def test_meta_actions_make_commands(engine: AnyEngine) -> None:
    for kind in (Resign, Draw, Claim, Extend):
        assert 0 < len(first_line(kind)) <= 100
        assert not kind.host_only
    assert TimeUp.host_only


def test_names_of_seats_are_in_order(engine: AnyEngine) -> None:
    assert engine.info.seat_names(engine.info.min_seats) == tuple(
        seat.name for seat in engine.info.seats[: engine.info.min_seats]
    )


def first_line(kind: type[Action | Question]) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0]


def description(field: inspect.Field) -> str:
    assert isinstance(field.type, inspect.Metadata)
    return str((field.type.extra_json_schema or {}).get("description", ""))


def assert_optionlike(field: inspect.Field) -> None:
    kind = field.type
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    parts = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    for part in parts:
        assert isinstance(
            part,
            inspect.StrType | inspect.IntType | inspect.BoolType | inspect.LiteralType | inspect.NoneType,
        )
        if isinstance(part, inspect.LiteralType):
            assert len(part.values) <= 25
