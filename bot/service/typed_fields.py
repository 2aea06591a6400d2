"""Structs from what people fill in: an action, a question, the options of a game, from fields by name."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from bot.service.commands import Parameter
from bot.service.play.actions import ActionResolver
from bot.service.values.answers import Choices
from bot.service.values.refused import Refused
from bot.service.values.typed import quoted
from engines.contract import Action, Offer, Question, Value

Typed = TypeVar("Typed", Action, Question)


def described_fields(
    struct: type[Value],
) -> Iterator[tuple[msgspec.inspect.Field, msgspec.inspect.Type, dict[str, str]]]:
    """The fields of a struct with their types and texts: ``title``, ``description``."""
    info = msgspec.inspect.type_info(struct)
    for field in info.fields if isinstance(info, msgspec.inspect.StructType) else ():
        kind, described = field.type, dict[str, str]()
        if isinstance(kind, msgspec.inspect.Metadata):
            described = kind.extra_json_schema or {}
            kind = kind.type
        yield field, kind, described


def parameters_of(struct: type[Value]) -> list[Parameter]:
    """The fields of a struct as parameters of a command, required ones first, named by their titles if they
    have any. Raises TypeError for a field of a type that nobody can type.
    """
    parameters = []
    for field, kind, described in described_fields(struct):
        name, help_text = described.get("title", field.encode_name), described.get("description", "…")
        typed = _type(kind)
        if typed is None:
            raise TypeError(f"{struct.__name__}.{field.name}: {kind!r} cannot be filled in")
        parameters.append(Parameter(name, help_text, typed, field.required))
    return sorted(parameters, key=lambda one: not one.required)


def _type(kind: msgspec.inspect.Type) -> Any:
    """A field's type as `Parameter.kind` has it; None for one that it does not know."""
    match kind:
        case msgspec.inspect.BoolType():
            return bool
        case msgspec.inspect.LiteralType(values=values):
            return Literal[tuple(values)]
        case msgspec.inspect.StrType():
            return str
        case msgspec.inspect.FloatType():
            return float
        case msgspec.inspect.IntType(ge=low, le=high):
            return int if low is None and high is None else Annotated[int, msgspec.Meta(ge=low, le=high)]
        case _:
            return None


def closed_lists(struct: type[Value]) -> dict[str, tuple[Any, ...]]:
    """The fields of a struct that take one of a few values, with those."""
    return {
        field.encode_name: tuple(kind.values)
        for field, kind, _ in described_fields(struct)
        if isinstance(kind, msgspec.inspect.LiteralType)
    }


def named_after(kind: type[Action] | type[Question]) -> tuple[str, str]:
    """The name and purpose of a command made from a struct."""
    name = str(kind.__struct_config__.tag)
    return name, (kind.__doc__ or name).strip().splitlines()[0]


def fields_by_name(value: Value) -> dict[str, Any]:
    """A struct's fields by the names that commands and records use."""
    fields = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    return {name: getattr(value, field) for name, field in fields}


def agreeing(values: Iterable[Typed], kind: type[Typed], options: Mapping[str, Any]) -> list[Typed]:
    """The values of a kind that agree with the given options, ignoring case. There may be hundreds."""
    names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    wanted = [(field, str(options[name]).strip().lower()) for name, field in names if name in options]
    found = [value for value in values if isinstance(value, kind)]
    for field, text in wanted:
        found = [value for value in found if str(getattr(value, field)).lower() == text]
    return found


def resolve_action(offers: Sequence[Offer[Any]], kind: type[Action], options: Mapping[str, Any]) -> Action:
    """The action of a kind with these values, legal or not. Raises Refused where they do not fit it.

    Missing values are found where exactly one legal action fits; a boolean that is left out has its default.
    """
    known: list[Action] = [offer.action for offer in offers]
    return _resolve(known, kind, options, _unset_booleans(kind))


def action_typed(kind: type[Action], options: Mapping[str, Any]) -> ActionResolver:
    """Finds the action of a kind with these values: see `resolve_action`."""

    def resolve(ask: Callable[[], Choices]) -> Action:
        offers: Sequence[Offer[Any]] = ()
        # A player out of turn is refused later, by the action, as for every other action.
        with suppress(Refused):
            offers = ask().offers
        return resolve_action(offers, kind, options)

    return resolve


@cache
def _unset_booleans(struct: type[Value]) -> dict[str, bool]:
    """The boolean fields of a struct, with their defaults."""
    return {
        field.encode_name: field.default
        for field, kind, _ in described_fields(struct)
        if isinstance(kind, msgspec.inspect.BoolType) and not field.required
    }


def resolve_question(known: Sequence[Question], kind: type[Question], options: Mapping[str, Any]) -> Question:
    """The question of a kind with these values. Raises Refused where they do not fit it."""
    return _resolve(known, kind, options, {})


def _resolve(
    known: Sequence[Typed], kind: type[Typed], options: Mapping[str, Any], defaults: Mapping[str, Any]
) -> Typed:
    """The only known value with these values and defaults, else the one made of the values alone."""
    match agreeing(known, kind, {**defaults, **options}):
        case [only]:
            return only
        case _:
            return convert(kind, options, known)


def convert(kind: type[Typed], values: Mapping[str, Any], examples: Sequence[Value]) -> Typed:
    """A struct from typed values, legal or not, in the letter case of the examples of its kind.

    Raises Refused where the values do not fit the fields.
    """
    model = next((fields_by_name(example) for example in examples if isinstance(example, kind)), {})
    texts = {name: _as_large(value, model.get(name)) for name, value in values.items()}
    for name, allowed in closed_lists(kind).items():
        if name not in texts:
            continue
        typed = str(texts[name]).lower()
        meant = next((value for value in allowed if str(value).lower() == typed), None)
        if meant is None:
            listed = ", ".join(str(value) for value in allowed)
            raise Refused("syntax", f"`{name}` is one of: {listed}.")
        texts[name] = meant
    try:
        return msgspec.convert({"kind": kind.__struct_config__.tag, **texts}, kind)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        typed = ", ".join(f"`{name}` {quoted(str(value))}" for name, value in values.items())
        raise Refused(
            "syntax", f"That does not fit this command: {typed or 'nothing was filled in'}."
        ) from error


def _as_large(value: Any, example: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = value.strip()
    return text.upper() if isinstance(example, str) and example.isupper() else text.lower()
