"""Autocomplete of legal actions, free seats and titles of games."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from discord.app_commands import Choice

from bot.discord.commands.about_game import resolve_game
from bot.discord.formatting.markdown import fair_shares, plain, with_people
from bot.discord.interaction.context import Request
from bot.discord.interaction.options import MAX_CHOICES, VALUE_LIMIT, Completions, Focus, choice
from bot.service.game.term_options import SEPARATOR, agreed, offered
from bot.service.play.requested import divided
from bot.service.typed_fields import fields_by_name
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.titles import matching_titles, pitch_line, table_words
from bot.service.values.typed import Found, quoted
from engines.contract import Action, AnyEngine, Offer, Value, Words, joined

_SEARCHED = 100
"""Offers whose words are searched, where their notation does not contain the typed text."""


async def complete_notation(
    request: Request, focus: Focus, *, engine: AnyEngine | None = None
) -> Completions:
    """Every legal action whose notation contains the typed text, or whose description contains its words.

    `engine`: only for games of that engine. Of several actions in one text the last is completed, with those
    that would be legal after the ones before it.
    """
    summary = await resolve_game(request, focus.options, "running", engine=engine)
    separator = request.engines[summary.key].info.separator
    *earlier, last = divided(focus.current, separator) if separator else [focus.current]
    before = (separator or "").join(earlier)
    choices = await request.service.play.choices(request.person, summary.code, after=before)
    lead = f"{before.strip()}{separator} " if before.strip() else ""
    return _fitting(lambda typed: notation_choices(matching(choices.offers, typed), lead), last, summary)


async def complete_planned(request: Request, focus: Focus) -> Completions:
    """Every action that may be planned for the user's next turn, whatever others do before."""
    if focus.options.get("if_they_play"):
        raise Refused("none_fits", "Write your move as it answers theirs; it is checked when you send it.")
    summary = await resolve_game(request, focus.options, "running")
    choices = await request.service.orders.choices(request.person, summary.code, "whatever")
    return _fitting(lambda typed: notation_choices(matching(choices.offers, typed)), focus.current, summary)


def _fitting(find: Callable[[str], Completions], typed: str, summary: GameSummary) -> Completions:
    """The choices found for the typed text, with people beside seats. Raises Refused if there are none."""
    found = find(typed) or find(with_seats(typed, summary))
    if not found:
        raise Refused("none_fits", f"None of your moves has {quoted(typed)} there.")
    named = [(one, with_people(one.name, summary, label=True)) for one in found]
    return [choice(label if len(label) <= VALUE_LIMIT else one.name, one.value) for one, label in named]


def with_seats(typed: str, summary: GameSummary) -> str:
    """The typed text with seats in place of their players, as moves are described; in small letters."""
    names = {seat.person.name.lower(): seat.name for seat in summary.seats if seat.person is not None}
    either = "|".join(map(re.escape, names))
    return re.sub(rf"(?<!\w)({either})(?!\w)", lambda found: names.get(found[0], ""), typed.lower())


def matching(offers: Sequence[Offer[Any]], text: str) -> Sequence[Offer[Any]]:
    """The offers whose notation begins with the typed text or contains it, then those with all its words.

    This runs at every keystroke, so words are searched only where notations leave choices free, and only
    those of the first `_SEARCHED` offers.
    """
    typed = text.strip().lower()
    if not typed:
        return offers
    begun: list[Offer[Any]] = []
    named: list[Offer[Any]] = []
    others: list[Offer[Any]] = []
    for offer in offers:
        notation = offer.notation.lower()
        (begun if notation.startswith(typed) else named if typed in notation else others).append(offer)
    if len(begun) + len(named) < MAX_CHOICES:
        texts = ((one, f"{kind_of(one)} {one.notation} {one.words}") for one in islice(others, _SEARCHED))
        named += _found_by_text(typed, texts)
    return begun + named


def _found_by_text(typed: str, texts: Iterable[tuple[Found, str]]) -> list[Found]:
    """The things whose text contains the typed text or, if there are none, all its words in any order."""
    lower = [(one, text.lower()) for one, text in texts]
    whole = [one for one, text in lower if typed in text]
    return whole or [one for one, text in lower if all(word in text for word in typed.split())]


def kind_of(offer: Offer[Any]) -> str:
    """The word for the kind of an offer's action, as the commands have it."""
    return str(offer.action.__struct_config__.tag)


def notation_choices(offers: Sequence[Offer[Any]], lead: str = "") -> list[Choice[Any]]:
    """As many choices as Discord shows, shared among the kinds of action; `lead` precedes each value."""
    kinds = defaultdict[type[Action], list[Offer[Any]]](list)
    for offer in offers:
        kinds[type(offer.action)].append(offer)
    fitting = [
        list(islice((one for one in kind if len(lead) + len(one.notation) <= VALUE_LIMIT), MAX_CHOICES))
        for kind in kinds.values()
    ]
    shares = fair_shares([[one.notation for one in kind] for kind in fitting], MAX_CHOICES, lambda _: 1)
    return [
        choice(f"{'… ' if lead else ''}{_offer_label(offer)}", f"{lead}{offer.notation}")
        for kind, share in zip(fitting, shares, strict=True)
        for offer in kind[:share]
    ]


def _offer_label(offer: Offer[Any]) -> str:
    words = beside(offer.notation, offer.described)
    return f"{offer.notation} · {words}" if words else offer.notation


def beside(text: str, words: Words) -> str:
    """The words to show beside a text, except words that repeat the text: a phone's line is short."""
    head, effect = words
    said = text == head or (effect and text.endswith(f" {head}"))
    return effect if said else joined(words)


def completer_for(engine: AnyEngine, kind: type[Action]) -> Any:
    """Autocomplete of one kind of action's options: legal values, narrowed by the given options."""

    async def complete(request: Request, focus: Focus) -> Completions:
        summary = await resolve_game(request, focus.options, "running", engine=engine)
        choices = await request.service.play.choices(request.person, summary.code)
        if not any(isinstance(offer.action, kind) for offer in choices.offers):
            kinds = dict.fromkeys(map(kind_of, choices.offers))
            commands = ", ".join(f"/{summary.key} {tag}" for tag in kinds)
            tag = kind.__struct_config__.tag
            raise Refused("not_now", f"Not now: before any {tag} comes {commands}")
        find = partial(values_of, choices.offers, kind)
        return _fitting(lambda typed: find(focus._replace(current=typed)), focus.current, summary)

    return complete


def values_of(offers: Sequence[Offer[Any]], kind: type[Action], focus: Focus) -> list[Choice[Any]]:
    """The values that a field of an action of this kind may still take, with their effects."""
    fitting = [offer for offer in offers if isinstance(offer.action, kind)]
    first = {offer.first: offer for offer in reversed(fitting) if offer.first}

    def note_of(value: Any) -> str:
        return first[value].paths[0][0].note if value in first else ""

    actions = [(offer.action, partial(getattr, offer, "described")) for offer in fitting]
    return narrowed(actions, focus, note_of)


def narrowed(
    candidates: Sequence[tuple[Value, Callable[[], Words]]],
    focus: Focus,
    note_of: Callable[[Any], str] = lambda _: "",
) -> list[Choice[Any]]:
    """The values of the focused field among candidates that agree with the given options.

    Each candidate comes with a function that makes its words. A value of a single candidate is shown with its
    words, a value of several candidates with its note (`note_of`). Values that begin with the typed text come
    first; words are searched only where no value contains it.
    """
    typed = focus.current.strip().lower()
    named = ((fields_by_name(candidate), words) for candidate, words in candidates)
    fitting = [(values[focus.name], words) for values, words in named if _agrees(values, focus.options)]
    shown = [one for one in fitting if typed in str(one[0]).lower()]
    if not shown:
        notes = {value: note_of(value) for value, _ in fitting}
        noted = {*_found_by_text(typed, (one for one in notes.items() if one[1]))}
        texts = ((one, joined(one[1]())) for one in fitting[:_SEARCHED])
        shown = [one for one in fitting if one[0] in noted] or _found_by_text(typed, texts)
    found: dict[Any, list[Callable[[], Words]]] = {}
    for value, words in shown:
        found.setdefault(value, []).append(words)

    def begins(value: Any) -> bool:
        return str(value).lower().startswith(typed) or note_of(value).lower().startswith(typed)

    begun_first = sorted(found, key=begins, reverse=True)[:MAX_CHOICES]
    return [choice(_value_label(value, found[value], note_of(value)), value) for value in begun_first]


def _value_label(value: Any, behind: list[Callable[[], Words]], note: str) -> str:
    words = beside(str(value), behind[0]()) if len(behind) == 1 else note or f"{len(behind)} moves"
    return f"{value} · {words}" if words else str(value)


def complete_terms(engine: AnyEngine, typed: str) -> list[Choice[Any]]:
    """Every term that may be added to those typed before the last separator.

    Raises Refused if there is none and the typed text is not valid either.
    """
    before, _, last = typed.rpartition(SEPARATOR)
    lead = f"{before.strip()}{SEPARATOR} " if before.strip() else ""
    wanted = last.strip().lower()
    texts = (
        (f"{term.name}: {one.text}", one.words) for term, choices in offered(engine) for one in choices[1:]
    )
    found = [
        choice(f"{'… ' if lead else ''}{text} · {words}", f"{lead}{text}")
        for text, words in _found_by_text(wanted, ((one, " ".join(one)) for one in texts))
        if len(lead) + len(text) <= VALUE_LIMIT
    ]
    if not found:
        # The typed text may be a valid value that is not among the listed ones.
        agreed(engine, typed)
        found = [choice(typed, typed)]
    return found[:MAX_CHOICES]


async def complete_seat(request: Request, focus: Focus) -> Completions:
    """The seats of the game."""
    return seat_choices(await resolve_game(request, focus.options), focus.current)


def seat_choices(summary: GameSummary, typed: str) -> Completions:
    """The seats with their players, where either contains the typed text."""
    people = {seat.name: plain(seat.person.name) if seat.person else "free" for seat in summary.seats}
    labels = ((name, f"{name} · {who}") for name, who in people.items())
    return [choice(label, name) for name, label in labels if typed.strip().lower() in label.lower()]


async def complete_free_seat(request: Request, focus: Focus) -> Completions:
    """The free seats of the game."""
    summary = await resolve_game(request, focus.options, "open")
    return [choice(seat.name, seat.name) for seat in summary.seats if seat.person is None or seat.drawn]


async def complete_title(request: Request, focus: Focus) -> Completions:
    """The games that match the typed text, titles that begin with it first."""
    return [
        choice(f"{info.title} · {table_words(info)} · {pitch_line(info)}", info.key)
        for info in matching_titles(request.engines, focus.current)
    ]


def _agrees(values: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether the given options have these values, ignoring case."""
    both = values.keys() & options.keys()
    return all(str(values[name]).lower() == str(options[name]).strip().lower() for name in both)
