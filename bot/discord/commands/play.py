"""Acting in games, for the commands of every game."""

from collections.abc import Sequence

import discord
from msgspec.structs import replace

from bot.discord.formatting.markdown import (
    DISPLAY_LIMIT,
    Markdown,
    jump_link,
    played_words,
    status_line,
    title,
    undone_words,
)
from bot.discord.interaction.context import Request
from bot.discord.interaction.responder import Options, Responder
from bot.discord.interaction.rights import missing_rights
from bot.discord.panels import panel
from bot.discord.posts.chat import relay_to_direct_player
from bot.discord.posts.notices import unposted_words
from bot.sentences.requests import undo_answer_words
from bot.service.game.scope import GameRef
from bot.service.notices.place_refusals import GONE
from bot.service.play.actions import RequestedAction
from bot.service.typed_fields import action_typed
from bot.service.values.answers import Played, Preview, UndoAnswer
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import UNREADABLE, Refused
from bot.service.values.request import Person
from engines.contract import Action, Resign, parse_meta
from engines.wording import shorten


async def act_by_fields(responder: Responder, code: str, values: Options, *, kind: type[Action]) -> None:
    """Play the action with these fields. Raises Refused, with the engine's reason for an illegal action."""
    if kind.opens_panel and not values:
        await panel.start(responder, code)
        return
    await act(responder, code, action_typed(kind, values))


async def act(
    responder: Responder,
    game: str | GameRef,
    action: RequestedAction,
    public_version: int | None = None,
) -> None:
    """Play an action and answer with its result, with a picture if no new card shows it to everybody.

    An action that needs confirmation is previewed instead, and played when the user confirms it.
    """
    await relay_to_direct_player(responder, game)
    played = await responder.attempt(game, action, public_version)
    if isinstance(played, Preview) or not played.card_tells or played.undo_range is None:
        # Only these answers need to know who the user is.
        await responder.identify()
    if isinstance(played, Preview):
        await panel.show_preview(responder, played)
        return
    pictures = []
    if not played.card_tells:
        view = await responder.service.reading.view(played.summary.code, responder.person)
        pictures.append(await responder.picture(played.summary, view))
        played = replace(played, summary=played.summary.seen_in(view))
    await _say(responder, played, played_text(played) + _unseen(responder, played), pictures)


async def _say(responder: Responder, played: Played, text: str, pictures: Sequence[discord.File]) -> None:
    """Show what was done, with the buttons that lead on and back."""
    buttons = await panel.buttons_after(responder, played)
    if buttons:
        await responder.show_box(shorten(text, DISPLAY_LIMIT), *pictures, buttons)
    else:
        await responder.say(text, files=pictures)


def _unseen(request: Request, played: Played) -> str:
    """A line about permissions that the bot lacks for the card, if the user plays where it will be posted."""
    places = (played.summary.thread_id, played.summary.channel_id)
    if not played.card_tells or request.interaction.channel_id not in places:
        return ""
    posting = "send_messages" if played.summary.thread_id is None else "send_messages_in_threads"
    return missing_rights(request, ("view_channel", posting, "attach_files"))


def played_text(played: Played) -> str:
    """The private echo of an accepted action."""
    summary = played.summary
    lines = [title(summary), played_words(played)]
    if played.refusal is not None:
        lines.append(f"⚠️ {unposted_words(played.refusal)}")
    lines.append(status_line(summary, reader=played.seat))
    if played.refusal != GONE:
        lines.append(jump_link(summary))
    return "\n".join(lines)


async def act_as_written(responder: Responder, game: str | GameRef, text: str) -> None:
    """Play the action or actions of a text in notation, except resigning. Raises Refused."""
    if isinstance(parse_meta(text), Resign):
        raise Refused("ask_first", "To give the game up use `/game resign`, which asks whether you are sure.")
    try:
        await act(responder, game, text)
    except Refused as refused:
        if refused.code in UNREADABLE and refused.game is not None:
            # A user who cannot move now is told that, rather than that the text is unreadable.
            await responder.identify()
            await responder.service.play.choices(responder.person, refused.game.code)
        raise


async def play_steps(responder: Responder, code: str, options: Options) -> None:
    """Play several actions written in one text. Raises Refused."""
    await act_as_written(responder, code, str(options["steps"]))


async def undo_own(responder: Responder, summary: GameSummary, options: Options) -> None:
    """Undo the user's last action or whole turn, or redo, and show the position.

    If others must consent to the undo, they are asked. Raises Refused.
    """
    person, undoing, far = responder.person, responder.service.undo, options.get("how_far")
    if far == "redo":
        done: Played | UndoAnswer = await undoing.redo(person, summary.code, cause=responder.cause)
    else:
        done = await undoing.undo(person, summary.code, cause=responder.cause, whole=far == "turn")
    if isinstance(done, UndoAnswer):
        await responder.say(answer_text(done, person))
        return
    words = played_words(done) if far == "redo" else undone_words(done)
    text = f"{title(done.summary)}\n{words}\n{status_line(done.summary, reader=done.seat)}"
    await _say(responder, done, text, [await responder.own_picture(done.summary)])


def answer_text(answer: UndoAnswer, person: Person) -> str:
    """The result of an undo request, for its author or a voter."""
    summary = answer.summary
    seat = summary.seat_of(person.id)
    words = undo_answer_words(answer, seat, Markdown())
    return f"{title(summary)}\n{words}\n{status_line(summary, reader=seat)}"
