"""The command group of one game, made from its engine: `new`, and a command for each kind of action."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal, TypeVar

import discord
import msgspec
from discord import app_commands

from bot.discord import panel
from bot.discord.chat import note_place
from bot.discord.commands.autocomplete import (
    choices_here,
    completer_for,
    fields_by_name,
    game_option,
    match_action,
    resolve_game,
)
from bot.discord.context import Request
from bot.discord.markdown import jump_link, played_words, sentence, status_line, title
from bot.discord.options import Option, build_command, closed_lists, fields_of, group
from bot.discord.preview import show_preview
from bot.discord.responder import Responder
from bot.discord.viewer_pictures import own_picture
from bot.service.summaries import GameSummary, Played, Refused
from engines.contract import Action, AnyEngine, Offer, Question, Value

Typed = TypeVar("Typed", Action, Question)

RANDOM_SEAT = "random"

NEEDED = (
    "view_channel",
    "send_messages",
    "attach_files",
    "create_public_threads",
    "send_messages_in_threads",
)
"""Permissions without which cards or threads cannot be posted."""


def engine_group(engine: AnyEngine) -> app_commands.Group:
    """`/roses new | drop | step | ...`."""
    commands = group(engine.info.key, f"{engine.info.title} by {engine.info.designer}")
    commands.add_command(new_command(engine))
    for kind in engine.action_types:
        if not kind.automatic:
            commands.add_command(action_command(kind))
    return commands


def new_command(engine: AnyEngine) -> app_commands.Command[Any, Any, Any]:
    """`new`: the game's own options and those of every host."""
    declared = [*fields_of(engine.options_type), *host_options(engine)]
    help_text = f"Open a game of {engine.info.title} in this channel"
    return build_command("new", help_text, declared, partial(create_game, engine=engine))


def host_options(engine: AnyEngine) -> list[Option]:
    """The options of `new` that every game has."""
    info = engine.info
    names = tuple(seat.name for seat in info.seats)
    hours = app_commands.Range[float, 0.0, float(info.max_deadline_hours)]
    hours_help = f"Hours for a turn, 0 for no clock; {info.default_deadline_hours} unless you say"
    if info.seating == "lot":
        seat = Option("seat", "Where you sit; random unless you say", Literal[(RANDOM_SEAT, *names)], False)
    else:
        seat = Option("seat", f"Where you sit; {names[0]} unless you say", Literal[names], False)
    options = [
        seat,
        Option("hours", hours_help, hours, False),
        Option("thread", "Whether the game gets a thread of its own; yes unless you say", bool, False),
    ]
    if info.min_seats < len(info.seats):
        players = app_commands.Range[int, info.min_seats, len(info.seats)]
        options.insert(0, Option("players", "How many play at the most", players, False))
    return options


async def create_game(responder: Responder, options: Mapping[str, Any], *, engine: AnyEngine) -> None:
    """Open a game. `options` are the host's and the game's own, as filled in. Raises Refused."""
    place = responder.place
    if place is None:
        raise Refused("not_here", "Games are opened in a server's channel, not in direct messages.")
    own = dict(options)
    seat_name = own.pop("seat", RANDOM_SEAT)
    hours = own.pop("hours", engine.info.default_deadline_hours)
    threaded = own.pop("thread", True)
    players = own.pop("players", None)
    names = [seat.name for seat in engine.info.seats]
    summary = await responder.service.lobby.create(
        responder.person,
        place,
        engine.info.key,
        own,
        cause=responder.cause,
        seat=names.index(seat_name) if seat_name in names else None,
        seats=players,
        deadline_hours=float(hours) or None,
        threaded=threaded,
    )
    await responder.say(
        f"You opened {title(summary)}. It begins when the last seat is taken: others press **Join** on its "
        f"card or type `/game join game:{summary.code}`.{missing_rights(responder)}"
    )


def missing_rights(request: Request, needed: Sequence[str] = NEEDED) -> str:
    """A line about permissions that the bot lacks here; empty where it has them or they are not told."""
    rights = request.interaction.app_permissions
    lacking = lacking_rights(rights, needed)
    if not rights.value or rights.administrator or not lacking:
        return ""
    return f"\n⚠️ I lack permissions in this channel, so the game may stay unseen: {', '.join(lacking)}."


def lacking_rights(rights: discord.Permissions, needed: Sequence[str]) -> list[str]:
    """The permissions that are needed and not given, in words."""
    return [name.replace("_", " ") for name in needed if not getattr(rights, name)]


def action_command(kind: type[Action]) -> app_commands.Command[Any, Any, Any]:
    """The command of one kind of action: its fields are the options, its legal values the choices."""
    name = str(kind.__struct_config__.tag)
    declared = fields_of(kind, complete=completer_for(kind))
    if kind.opens_panel:
        declared = [option._replace(required=False) for option in declared]
    help_text = (kind.__doc__ or name).strip().splitlines()[0]
    return build_command(
        name,
        help_text,
        [*declared, game_option("running")],
        lambda responder, options: act_by_fields(responder, kind, options),
    )


def wrong_game(summary: GameSummary) -> Refused:
    """The refusal of a game's own command in a game of another kind."""
    return Refused(
        "wrong_game", f"{title(summary)} has no such action; its commands begin with `/{summary.key}`."
    )


async def act_by_fields(responder: Responder, kind: type[Action], options: Mapping[str, Any]) -> None:
    """Play the action with these fields. Raises Refused, with the engine's reason where it is illegal."""
    values = dict(options)
    summary = await resolve_game(responder, {"game": values.pop("game", None)}, "running")
    if summary.key not in responder.engines or kind not in responder.engines[summary.key].action_types:
        raise wrong_game(summary)
    if kind.opens_panel and not values:
        await panel.start(responder, summary.code)
        return
    offers: Sequence[Offer[Any]] = ()
    # A refusal here (not this user's turn) is left to the use case, which recognizes repeated requests.
    with contextlib.suppress(Refused):
        offers = (await choices_here(responder, summary.code)).offers
    action = match_action(offers, kind, values) or convert(kind, values, [offer.action for offer in offers])
    await act(responder, summary.code, action)


def convert(kind: type[Typed], values: Mapping[str, Any], examples: Sequence[Value]) -> Typed:
    """A struct from what was typed, legal or not, in the letter case of the examples of its kind.

    Raises Refused where the values do not fit the fields.
    """
    model = next((fields_by_name(example) for example in examples if isinstance(example, kind)), {})
    texts = {name: _as_large(value, model.get(name)) for name, value in values.items()}
    for name, allowed in closed_lists(kind).items():
        if name in texts and texts[name] not in allowed:
            listed = ", ".join(str(value) for value in allowed)
            raise Refused("syntax", f"`{name}` is one of: {listed}.")
    try:
        return msgspec.convert({"kind": kind.__struct_config__.tag, **texts}, kind)
    except msgspec.ValidationError as error:
        raise Refused("syntax", "That does not fit this command's options.") from error


def _as_large(value: Any, example: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = value.strip()
    return text.upper() if isinstance(example, str) and example.isupper() else text.lower()


async def act(
    responder: Responder,
    code: str,
    action: Action | str,
    *,
    expected_public_version: int | None = None,
) -> None:
    """Play an action and answer with its result, with a picture where no new card shows it to everybody.

    An action that needs confirmation is previewed instead, and played when the user confirms it.
    """
    person = responder.person
    seen = await responder.service.play.needs_confirmation(person, code, action, cause=responder.cause)
    if seen is not None:
        await show_preview(responder, seen)
        return
    await note_place(responder, code)
    played = await responder.service.play.act(
        person, code, action, cause=responder.cause, expected_public_version=expected_public_version
    )
    pictures = [] if played.posted else [await own_picture(responder, played.summary)]
    await responder.say(played_text(played) + _unseen(responder, played), files=pictures)


def _unseen(request: Request, played: Played) -> str:
    """A line about missing permissions, for a user who plays where the card is to be posted."""
    if not played.posted or request.interaction.channel_id not in {
        played.summary.thread_id,
        played.summary.channel_id,
    }:
        return ""
    posting = "send_messages" if played.summary.thread_id is None else "send_messages_in_threads"
    return missing_rights(request, ("view_channel", posting, "attach_files"))


def played_text(played: Played) -> str:
    """The private echo of an accepted action: a meta action in words, any other in its notation."""
    summary = played.summary
    words = sentence(played.summary_lines) if played.meta else ""
    done = f"✅ {words}" if words else played_words(played.notation, posted=played.posted)
    lines = [title(summary), done]
    if not played.posted and not played.marked:
        lines.append("-# Only you see this so far.")
    return "\n".join((*lines, status_line(summary), jump_link(summary)))
