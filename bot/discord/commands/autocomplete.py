"""Autocomplete: games, seats, and exactly the actions that are legal now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discord.app_commands import Choice

from bot.discord.context import Request
from bot.discord.markdown import fair_shares, plain
from bot.discord.options import MAX_CHOICES, VALUE_LIMIT, Focus, Option, choice
from bot.service.finding import GameScope
from bot.service.summaries import Choices, GameSummary
from engines.contract import Action, Offer, Value, Words, joined


def game_option(scope: GameScope = "any") -> Option:
    """The option that names a game, completed with those that a command can do something with."""

    async def complete(request: Request, focus: Focus) -> Sequence[Choice[Any]]:
        place = request.place
        summaries = await request.service.reading.codes(
            request.person, place.guild_id if place else None, focus.current, scope=scope
        )
        return [choice(game_label(summary), summary.code) for summary in summaries]

    return Option("game", "The game's code; leave out to mean the one played here", str, False, complete)


async def resolve_game(request: Request, options: Mapping[str, Any], scope: GameScope = "any") -> GameSummary:
    """The game that a command is about. Raises Refused where that is not clear."""
    return await request.service.reading.resolve_game(
        options.get("game"), request.place, request.person, scope=scope
    )


def game_label(summary: GameSummary) -> str:
    """A game in a list of choices."""
    people = " vs ".join(plain(seat.person.name, 20) if seat.person else "…" for seat in summary.seats)
    return f"{summary.code} · {summary.title} · {people} · {summary.status}"


async def choices_here(request: Request, code: str | None) -> Choices:
    """What the user may do in the game meant. Raises Refused."""
    summary = await resolve_game(request, {"game": code}, "running")
    return await request.service.play.choices(request.person, summary.code)


async def complete_notation(request: Request, focus: Focus) -> Sequence[Choice[Any]]:
    """Every legal action whose notation or description contains what is typed.

    Of several in one text the last is completed, as it would be legal after those before it.
    """
    summary = await resolve_game(request, {"game": focus.options.get("game")}, "running")
    separator = request.engines[summary.key].info.separator
    before, _, last = focus.current.rpartition(separator) if separator else ("", "", focus.current)
    choices = await request.service.play.choices(request.person, summary.code, after=before)
    typed = last.strip().lower()
    lead = f"{before.strip()}{separator} " if before.strip() else ""
    kinds: dict[type[Action], dict[str, Offer[Any]]] = {}
    for offer in choices.offers:
        fits = typed in offer.notation.lower() or typed in offer.words.lower()
        if fits and len(lead) + len(offer.notation) <= VALUE_LIMIT:
            kinds.setdefault(type(offer.action), {})[offer.notation] = offer
    shares = fair_shares([list(offers) for offers in kinds.values()], MAX_CHOICES, lambda _: 1)
    return [
        choice(f"{'… ' if lead else ''}{_offer_label(offer)}", f"{lead}{offer.notation}")
        for offers, share in zip(kinds.values(), shares, strict=True)
        for offer in list(offers.values())[:share]
    ]


def _offer_label(offer: Offer[Any]) -> str:
    words = beside(offer.notation, (offer.head, offer.effect))
    return f"{offer.notation} · {words}" if words else offer.notation


def beside(text: str, words: Words) -> str:
    """Words as they stand beside a text: what it says itself is left out, for a phone's line is short."""
    head, effect = words
    said = text == head or (effect and text.endswith(f" {head}"))
    return effect if said else joined(words)


def completer_for(kind: type[Action]) -> Any:
    """Autocomplete of one kind of action's options: legal values, narrowed by what is filled in."""

    async def complete(request: Request, focus: Focus) -> Sequence[Choice[Any]]:
        choices = await choices_here(request, focus.options.get("game"))
        return values_of(choices.offers, kind, focus)

    return complete


def values_of(offers: Sequence[Offer[Any]], kind: type[Action], focus: Focus) -> list[Choice[Any]]:
    """The values that a field of an action of this kind may still take, with what follows."""
    return narrowed(
        [(offer.action, (offer.head, offer.effect)) for offer in offers if isinstance(offer.action, kind)],
        focus,
    )


def narrowed(candidates: Sequence[tuple[Value, Words]], focus: Focus) -> list[Choice[Any]]:
    """The values of the focused field among candidates that agree with what is filled in.

    Each candidate comes with its words: a value that leaves only one of them says what that does.
    """
    typed = focus.current.strip().lower()
    found: dict[Any, list[Words]] = {}
    by_words: dict[Any, list[Words]] = {}
    for candidate, words in candidates:
        values = fields_by_name(candidate)
        if agrees(values, focus.options):
            if typed in str(values[focus.name]).lower():
                found.setdefault(values[focus.name], []).append(words)
            elif typed in joined(words).lower():
                by_words.setdefault(values[focus.name], []).append(words)
    # What is called so comes before what is only described so.
    found = found or by_words
    return [choice(_value_label(value, behind), value) for value, behind in found.items()]


def _value_label(value: Any, behind: list[Words]) -> str:
    words = beside(str(value), behind[0]) if len(behind) == 1 else f"{len(behind)} possibilities"
    return f"{value} · {words}" if words else str(value)


def fields_by_name(value: Value) -> dict[str, Any]:
    """A struct's fields by the names that commands and records use."""
    fields = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    return {name: getattr(value, field) for name, field in fields}


def agrees(values: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether these are the values in the options that the user filled in, case aside."""
    return all(
        str(values[name]).lower() == str(option).strip().lower()
        for name, option in options.items()
        if name in values
    )


def match_action(
    offers: Sequence[Offer[Any]], kind: type[Action], options: Mapping[str, Any]
) -> Action | None:
    """The one legal action of a kind with these values, or None: the rules then say what is wrong."""
    fitting = [
        offer.action
        for offer in offers
        if isinstance(offer.action, kind) and agrees(fields_by_name(offer.action), options)
    ]
    return fitting[0] if len(fitting) == 1 else None


async def complete_seat(request: Request, focus: Focus) -> Sequence[Choice[Any]]:
    """The free seats of the game meant."""
    summary = await resolve_game(request, focus.options, "open")
    return [choice(seat.name, seat.name) for seat in summary.seats if seat.person is None or seat.drawn]
