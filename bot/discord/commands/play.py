"""Opening games and acting in them: what the commands of every game do."""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.discord import forums, panel
from bot.discord.chat import note_place
from bot.discord.components import plan_button
from bot.discord.context import Request, identity_of
from bot.discord.layouts import boxed
from bot.discord.markdown import (
    DISPLAY_LIMIT,
    Markdown,
    escaped,
    how_it_starts,
    jump_link,
    played_words,
    status_line,
    title,
    undone_words,
)
from bot.discord.membership import check_member
from bot.discord.notices import unposted_words
from bot.discord.opening import OPPONENTS, PLACES
from bot.discord.responder import Responder
from bot.sentences import undo_answer_words
from bot.service.answers import Choices, Played, Preview, UndoAnswer
from bot.service.game_scope import GameRef
from bot.service.game_summary import GameSummary
from bot.service.new_games import USUAL
from bot.service.play import ActionResolver
from bot.service.refused import Refused
from bot.service.request import Membership, Person, Place
from bot.service.servers import NotOpenedHere
from bot.service.term_options import agreed
from bot.service.typed_fields import resolve_action
from engines.contract import Action, AnyEngine, Level, Offer
from engines.wording import listed
from render.phrases import shorten

RANDOM_SEAT = "random"
NEEDED = (
    "view_channel",
    "send_messages",
    "attach_files",
    "create_public_threads",
    "send_messages_in_threads",
)
"""Permissions without which cards or threads cannot be posted."""


async def create_game(responder: Responder, options: Mapping[str, Any], *, engine: AnyEngine) -> str:
    """Open a game; returns the answer to the user. `options` are the host's and the game's own. Raises
    Refused.
    """
    own = dict(options)
    alone = responder.place is None
    place, membership, lacking = _where(responder, own.pop("channel", None))
    seat_name = own.pop("seat", RANDOM_SEAT)
    hours = own.pop("hours", USUAL)
    threaded = own.pop("thread", True)
    players = own.pop("players", None)
    words = own.pop("words", None)
    terms = agreed(engine, own.pop("terms", ""))
    level = Level[str(own.pop("level", Level.STEADY.word)).upper()]
    computers = own.pop("computers", (players or engine.info.min_seats) - 1 if alone else 0)
    opponents = [
        await _opponent(responder, own.pop(name), place) for name in OPPONENTS if own.get(name) is not None
    ]
    names = [seat.name for seat in engine.info.seats]
    with naming_what_is_allowed():
        summary = await responder.service.lobby.create(
            responder.person,
            place,
            engine.info.key,
            own,
            cause=responder.cause,
            membership=membership,
            seat=names.index(seat_name) if seat_name in names else None,
            seats=players,
            deadline_hours=float(hours) or None,
            terms=terms,
            threaded=threaded and membership.parent_id is None,
            words=words,
            opponents=opponents,
            levels=[level] * computers,
            dm_channel_id=responder.interaction.channel_id if alone else None,
        )
    if summary.status != "lobby":
        return f"You opened {title(summary)}. {how_it_starts(summary)}"
    there = "" if place is None or place == responder.place else f" in <#{place.channel_id}>"
    others = listed(escaped(one.name) for one in opponents) if opponents else "Others"
    return (
        f"You opened {title(summary)}{there}: {jump_link(summary)}\n{how_it_starts(summary)} "
        f"{others} press{'es' if len(opponents) == 1 else ''} **{'Accept' if opponents else 'Join'}** "
        f"on its card or type{'s' if len(opponents) == 1 else ''} `/game join game:{summary.code}`.{lacking}"
    )


async def _opponent(
    responder: Responder, user: discord.User | discord.Member | discord.Object, place: Place | None
) -> Person:
    """The member for whom a game is opened. Raises Refused for who cannot see where it is played."""
    if place is None:
        raise Refused("alone_here", "In direct messages you play alone: invite people in a server.")
    name = "Who you invite" if isinstance(user, discord.Object) else escaped(user.display_name)
    guild = responder.interaction.guild
    channel = None if guild is None else guild.get_channel(place.channel_id)
    member = await check_member(
        responder.interaction.client, place.guild_id, user.id, f"{name} is no member of this server."
    )
    name = escaped(member.display_name)
    if member.bot:
        raise Refused("a_bot", f"Games are played by people; {name} is a bot.")
    if channel is not None and not channel.permissions_for(member).view_channel:
        raise Refused("unseen", f"{name} cannot see <#{channel.id}>, so you cannot play there together.")
    return Person.of(identity_of(member))


def _where(
    responder: Responder, channel: app_commands.AppCommandChannel | discord.Object | None
) -> tuple[Place | None, Membership, str]:
    """The game's place, the server's facts about the user, and a line about missing permissions.

    None: in direct messages. Raises Refused.
    """
    here = responder.place
    if here is None:
        return None, Membership(), ""
    if channel is None:
        return here, responder.membership, missing_rights(responder)
    known = (
        None if responder.interaction.guild is None else responder.interaction.guild.get_channel(channel.id)
    )
    user, chosen = responder.interaction.user, isinstance(channel, discord.Object)
    if chosen and (known is None or not isinstance(user, discord.Member)):
        raise Refused("no_place", "That channel is not there any more; choose another.")
    found: Any = known if chosen else channel
    if found.type not in PLACES:
        raise Refused("no_place", "Games are opened in text channels and in forums; name one.")
    allowed = found.permissions_for(user) if chosen else found.permissions
    if not (allowed.view_channel and allowed.send_messages):
        raise Refused("no_rights", f"You may not write in <#{channel.id}>, so you can open no game there.")
    lacking, forum = "", isinstance(known, discord.ForumChannel)
    if isinstance(known, discord.ForumChannel):
        forums.check(known)
    if known is not None:
        rights = known.permissions_for(known.guild.me)
        lacking = _lacking_line(lacking_rights(rights, forums.NEEDED if forum else NEEDED))
    place = Place(here.guild_id, channel.id, forum)
    return place, replace(responder.membership, parent_id=None), lacking


@contextlib.contextmanager
def naming_what_is_allowed() -> Iterator[None]:
    """Where the server's settings refuse a game, say where, or by whom, one may be opened."""
    try:
        yield
    except NotOpenedHere as refused:
        channels = ", ".join(f"<#{channel}>" for channel in refused.settings.channels)
        roles = ", ".join(f"<@&{role}>" for role in refused.settings.roles)
        allowed = {"not_in_channel": f" Open yours in {channels}.", "not_role": f" They are {roles}."}
        more = allowed.get(refused.code, "")
        raise Refused(refused.code, f"{refused.sentence}{more}") from refused


def missing_rights(request: Request, needed: Sequence[str] = NEEDED) -> str:
    """A line about permissions that the bot lacks here; empty where it has them or they are unknown."""
    rights = request.interaction.app_permissions
    lacking = lacking_rights(rights, needed)
    return _lacking_line(lacking) if rights.value and not rights.administrator else ""


def _lacking_line(lacking: Sequence[str]) -> str:
    if not lacking:
        return ""
    return f"\n⚠️ I lack permissions in that channel, so the game may stay unseen: {', '.join(lacking)}."


def lacking_in(request: Request, channel_id: int, needed: Sequence[str]) -> list[str]:
    """The permissions that the bot is known to lack in a channel of the server."""
    guild, user = request.interaction.guild, request.interaction.client.user
    if guild is None or user is None:
        return []
    channel, me = guild.get_channel(channel_id), guild.get_member(user.id)
    return [] if channel is None or me is None else lacking_rights(channel.permissions_for(me), needed)


def lacking_rights(rights: discord.Permissions, needed: Sequence[str]) -> list[str]:
    """The missing permissions, in words."""
    return [name.replace("_", " ") for name in needed if not getattr(rights, name)]


async def act_by_fields(
    responder: Responder, code: str, values: Mapping[str, Any], *, kind: type[Action]
) -> None:
    """Play the action with these fields. Raises Refused, with the engine's reason where it is illegal."""
    if kind.opens_panel and not values:
        await panel.start(responder, code)
        return

    def match(choices: Callable[[], Choices]) -> Action:
        offers: Sequence[Offer[Any]] = ()
        # A refusal here (it is not this person's turn) is left to the use case.
        with contextlib.suppress(Refused):
            offers = choices().offers
        return resolve_action(offers, kind, values)

    await act(responder, code, match)


async def act(
    responder: Responder,
    game: str | GameRef,
    action: Action | str | ActionResolver,
    public_version: int | None = None,
) -> None:
    """Play an action and answer with its result, with a picture where no new card shows it to everybody.

    An action that needs confirmation is previewed instead, and played when the user confirms it.
    """
    await note_place(responder, game)
    played = await responder.attempt(game, action, public_version)
    if isinstance(played, Preview):
        await panel.show_preview(responder, played)
        return
    pictures = [] if played.posted else [await responder.own_picture(played.summary)]
    await _say(responder, played, played_text(played) + _unseen(responder, played), pictures)


async def _say(responder: Responder, played: Played, text: str, pictures: Sequence[discord.File]) -> None:
    """Show what was done, with buttons to undo, to redo and to plan ahead."""
    summary = played.summary
    buttons = panel.back_buttons(summary, await panel.reach_of(responder, summary))
    if played.may_plan:
        buttons.append(plan_button(summary))
    if buttons:
        shown = boxed(shorten(text, DISPLAY_LIMIT), *pictures, buttons)
        await responder.show(shown, files=pictures)
    else:
        await responder.say(text, files=pictures)


def _unseen(request: Request, played: Played) -> str:
    """A line about missing permissions, for a user who plays where the card will be posted."""
    if not played.posted or request.interaction.channel_id not in {
        played.summary.thread_id,
        played.summary.channel_id,
    }:
        return ""
    posting = "send_messages" if played.summary.thread_id is None else "send_messages_in_threads"
    return missing_rights(request, ("view_channel", posting, "attach_files"))


def played_text(played: Played) -> str:
    """The private echo of an accepted action."""
    summary = played.summary
    done = played_words(played)
    lines = [title(summary), done]
    if played.refusal is not None:
        lines.append(f"⚠️ {unposted_words(played.refusal)}")
    return "\n".join((*lines, status_line(summary), jump_link(summary)))


async def play_steps(responder: Responder, code: str, options: Mapping[str, Any]) -> None:
    """Play several actions written in one text. Raises Refused."""
    await act(responder, code, str(options["steps"]))


async def undo_own(responder: Responder, summary: GameSummary, options: Mapping[str, Any]) -> None:
    """Undo the user's last action or whole turn, or redo, and show the position.

    Where that takes the consent of the others, they are asked. Raises Refused.
    """
    person, code, far = responder.person, summary.code, options.get("how_far")
    if far == "redo":
        done: Played | UndoAnswer = await responder.redo(code)
    else:
        undo = responder.service.undo.undo
        done = await undo(person, code, cause=responder.cause, whole=far == "turn")
    if isinstance(done, UndoAnswer):
        await responder.say(answer_text(done, person))
        return
    words = played_words(done) if far == "redo" else undone_words(done)
    text = f"{title(done.summary)}\n{words}\n{status_line(done.summary)}"
    await _say(responder, done, text, [await responder.own_picture(done.summary)])


def answer_text(answer: UndoAnswer, person: Person) -> str:
    """The result of an undo request, for its author or a voter."""
    summary = answer.summary
    words = undo_answer_words(answer, summary.seat_of(person.id), Markdown())
    return f"{title(summary)}\n{words}\n{status_line(summary)}"
