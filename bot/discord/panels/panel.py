"""The panel: a player picks an action step by step on a picture of the board, and plays it or goes back.

No state is kept between presses: custom ids hold the picks so far, and the engine's paths say which picks may
follow.
"""

import contextlib
from collections.abc import Sequence
from functools import wraps
from typing import NamedTuple

import discord
from discord import ButtonStyle

from bot.discord.formatting.markdown import (
    DISPLAY_LIMIT,
    played_words,
    status_line,
    title,
    undone_words,
    with_people,
)
from bot.discord.interaction.choosing import page_of, rows_of, split
from bot.discord.interaction.components import NO_GAME, ButtonHandler, ButtonState, StatefulItem, plan_button
from bot.discord.interaction.context import Request
from bot.discord.interaction.responder import Responder
from bot.discord.panels.toggles import open_toggles
from bot.discord.posts.cards import move_button
from bot.sentences.plays import preview_headline, preview_words
from bot.sentences.turns import task_words
from bot.service.game.picking import PickLevel, level_of
from bot.service.values.answers import Choices, Played, Preview, UndoRange
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from engines.contract import END
from engines.wording import capital, shorten

WHOLE = "turn"
"""The payload of an Undo button that takes back all actions of the turn."""
_STEP = "/"
"""Separates picks in a custom id."""
_LAST_ROW = 5
"""Buttons of the last row."""
_LONGEST_PREVIEW = 3000
"""Characters of text that leave room for a title."""
_NOT_OPEN = "You cannot do that now; choose from these."
_OVERTAKEN = {"stale", "nothing_to_undo", "nothing_to_redo", "revealed"}
"""Refusals of presses on a panel that shows an earlier position."""
_PASSED = "That position has passed; this is the present one."


_NOTHING = UndoRange(0, 0)


class PanelSource(NamedTuple):
    """The offers to pick from, and what happens to the picked action."""

    choices: Choices
    undo_range: UndoRange = _NOTHING
    """The number of actions that the person may undo alone, and redo."""
    action: str = "choose"
    """The key of the button action that continues the picks and handles the picked action."""
    where: tuple[str, ...] = ()
    """Prefix of the picks in a custom id."""
    back: tuple[str, str] | None = None
    """Action and payload of the back button of the first level."""
    also: tuple[StatefulItem, ...] = ()
    """Buttons beside the one that closes the panel, where there is room."""

    def state(self, action: str, payload: str = "") -> ButtonState:
        """The state of a button about this position."""
        return ButtonState.about(self.choices.summary, action, self.choices.seat, payload)

    def choose(self, *parts: str) -> ButtonState:
        """The state of a button that makes these picks, or opens a section of the next ones."""
        return self.state(self.action, _STEP.join((*self.where, *parts)))

    def picked(self, state: ButtonState) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The picks behind a press, and the sections opened after them."""
        return split((*state.payload.split(_STEP)[len(self.where) :], *state.values))


async def turn_of(request: Request, code: str) -> PanelSource:
    """The person's choices in a game. Raises Refused where it is not that person's turn."""
    choices = await request.service.play.choices(request.person, code)
    return PanelSource(choices, await _undo_range_of(request, choices.summary))


async def _undo_range_of(request: Request, summary: GameSummary) -> UndoRange:
    """The number of actions that the user may undo and redo now; none if the game has no undo, or is over."""
    if request.engines[summary.key].info.undo != "none" and summary.status == "active":
        with contextlib.suppress(Refused):
            return await request.service.undo.undo_range(request.person, summary.code)
    return _NOTHING


async def open_panel(responder: Responder, state: ButtonState) -> None:
    """Open the panel by the button of a card."""
    await start(responder, state.code, state.public_version)


async def open_former(responder: Responder, state: ButtonState) -> None:
    """Show the present panel after a press on an older kind of panel."""
    await start(responder, state.code, note="That button is out of date; choose here.")


async def start(
    responder: Responder, code: str, public_version: int | None = None, *, note: str = ""
) -> None:
    """Open the staged panel of a game that has one, else the first level of picks.

    `public_version` is that of the card that was pressed, None for a command. Raises Refused.
    """
    if await open_toggles(responder, code):
        return
    try:
        turn = await turn_of(responder, code)
    except Refused as refusal:
        if refusal.code == "not_your_turn" and refusal.game is not None:
            responder.instead = plan_button(refusal.game)
        raise
    if public_version not in (None, turn.choices.summary.public_version):
        note = "That card showed an earlier position; this is the present one."
    await show_level(responder, turn, note=note)


def _at_present(handler: ButtonHandler) -> ButtonHandler:
    """Wrap a handler so that a press for an older position shows the present panel."""

    @wraps(handler)
    async def press(responder: Responder, state: ButtonState) -> None:
        try:
            await handler(responder, state)
        except Refused as refusal:
            if refusal.code not in _OVERTAKEN:
                raise
            await _show_turn(responder, await turn_of(responder, state.code), refusal.sentence)

    return press


@_at_present
async def choose(responder: Responder, state: ButtonState) -> None:
    """Make a pick, or open a section of a long list; `payload` and a select's value hold the path.

    A picked action is played, or previewed if it needs confirmation. Raises Refused.
    """
    turn = await turn_of(responder, state.code)
    if state.public_version != turn.choices.summary.public_version:
        await show_level(responder, turn, note=_PASSED)
        return
    picks, opened = turn.picked(state)
    level = level_of(turn.choices.offers, picks)
    if level.offer is None:
        await show_level(responder, turn, level, opened, note=_NOT_OPEN if picks and not level.tokens else "")
        return
    done = await responder.attempt(state.code, level.offer.action, state.public_version, pointed=True)
    if isinstance(done, Preview):
        await show_preview(responder, done, turn.choose(*picks[:-1]))
    else:
        await _go_on(responder, done)


async def use_hand(responder: Responder, state: ButtonState) -> None:
    """Show the next picks after a first pick below a hand, which may be an old one; nothing is played.

    Raises Refused.
    """
    turn = await turn_of(responder, state.code)
    level = level_of(turn.choices.offers, turn.picked(state)[0])
    if level.offer is None:
        await show_level(responder, turn, level, note="" if level.tokens else _NOT_OPEN)
    else:
        await show_level(responder, turn)


@_at_present
async def play(responder: Responder, state: ButtonState) -> None:
    """Play the confirmed action; `payload` is its notation. Raises Refused."""
    await _go_on(responder, await responder.act(state.code, state.payload, state.public_version))


async def _go_on(responder: Responder, played: Played) -> None:
    """Show the result; the panel stays while a turn of several actions goes on."""
    summary = played.summary
    done = played_words(played)
    if summary.outcome is None:
        try:
            turn = await turn_of(responder, summary.code)
        except Refused:
            pass
        else:
            await _show_turn(responder, turn, done)
            return
    buttons = await buttons_after(responder, played)
    text = shorten(f"{title(summary)}\n{done}\n{status_line(summary, reader=played.seat)}", DISPLAY_LIMIT)
    await responder.show_box(text, buttons)


@_at_present
async def take_back(responder: Responder, state: ButtonState) -> None:
    """Undo the last action of the turn, or all of them if `payload` says so. Raises Refused."""
    back = await responder.service.undo.take_back(
        responder.person,
        state.code,
        cause=responder.cause,
        whole=state.payload == WHOLE,
        expected_public_version=state.public_version,
    )
    await show_level(responder, await turn_of(responder, state.code), note=undone_words(back))


@_at_present
async def redo(responder: Responder, state: ButtonState) -> None:
    """Redo the last undone action. Raises Refused."""
    redone = await responder.service.undo.redo(
        responder.person, state.code, cause=responder.cause, expected_public_version=state.public_version
    )
    await _go_on(responder, redone)


async def close(responder: Responder, state: ButtonState) -> None:
    """Close the panel; nothing is played."""
    unplayed = f"`{state.code}`: nothing was played. The card's buttons bring you back."
    await responder.replace_with("Nothing was done." if state.code == NO_GAME else unplayed)


async def _show_turn(responder: Responder, turn: PanelSource, note: str) -> None:
    """Show the staged panel of a game that has one, else the first level of picks."""
    if not (turn.choices.staged and await open_toggles(responder, turn.choices.summary.code, note)):
        await show_level(responder, turn, note=note)


async def show_level(
    responder: Responder,
    source: PanelSource,
    level: PickLevel | None = None,
    opened: Sequence[int] = (),
    *,
    note: str = "",
) -> None:
    """Show the picks so far and the next ones; `note`: a line above them."""
    choices = source.choices
    level = level or level_of(choices.offers)
    leading = _leading_back(source, level, opened)
    ends = [entry for entry in level.entries if entry.pick.group == END][: _LAST_ROW - 1 - len(leading)]
    # Questions are about the present position: panels of plans and of trial lines offer none.
    asks = source.action == "choose" and responder.engines[choices.summary.key].questions.types
    page = page_of([entry for entry in level.entries if entry not in ends], opened)
    marked = dict.fromkeys(entry.pick.at for entry in page.entries if entry.pick.at)
    chosen = tuple(pick.at for pick in level.picks if pick.at)
    view = choices.view()
    picture = await responder.picture(choices.summary, view, choices=tuple(marked), chosen=chosen)
    lines = (
        title(choices.summary),
        note,
        with_people(f"{_prompt_for(responder, choices, view.prompt)}.", choices.summary),
        with_people("\n".join(view.notes), choices.summary),
        choices.turn_hints if not level.picks else "",
        _question_after(level, page.name),
        with_people("\n".join(page.notes), choices.summary),
    )
    text = "\n".join(line for line in lines if line)
    rows = rows_of(page, lambda *parts: source.choose(*level.tokens, *parts), opened)
    last = [
        *leading,
        *(source.choose(*level.tokens, one.token).button(one.pick.label) for one in ends),
        *([source.state("board").button("Look")] if asks else []),
        *source.also,
    ][: _LAST_ROW - 1]
    await responder.show_box(text, picture, *rows, [*last, source.state("close").button("Close")])


def _prompt_for(responder: Responder, choices: Choices, prompt: str) -> str:
    """The prompt, in the second person if the user has the seat; in a tried line one picks for all seats."""
    seat = choices.summary.seats[choices.seat]
    own = seat.person is not None and seat.person.id == responder.person.id
    return capital(task_words(prompt, seat.name)) if own else prompt


def _question_after(level: PickLevel, part: str) -> str:
    """The question that follows the picks; `part`: the opened section of a long list."""
    if level.picks and level.picks[-1].then and not part:
        return f"**{level.picks[-1].then}**"
    trail = ", ".join((*(pick.label for pick in level.picks), *([part] if part else ())))
    return f"**{capital(trail)}**: what next?" if trail else ""


def _leading_back(source: PanelSource, level: PickLevel, opened: Sequence[int]) -> list[StatefulItem]:
    """The buttons back to earlier picks or, before the first one, to earlier positions of the turn."""
    if opened:
        return [source.choose(*level.tokens).button("Back")]
    if level.tokens:
        return [source.choose(*level.tokens[:-1]).button("Back")]
    if source.back is not None:
        return [source.state(*source.back).button("Back")]
    return _back_buttons(source.choices.summary, source.undo_range)


async def buttons_after(request: Request, played: Played) -> list[StatefulItem]:
    """The buttons to go on, to undo, to redo and to plan ahead after an action."""
    summary, undo_range = played.summary, played.undo_range
    goes_on = [move_button(summary)] if played.seat in summary.to_act else []
    plan = [plan_button(summary)] if played.may_plan else []
    if undo_range is None:
        undo_range = await _undo_range_of(request, summary)
    return [*goes_on, *_back_buttons(summary, undo_range), *plan]


def _back_buttons(summary: GameSummary, undo_range: UndoRange) -> list[StatefulItem]:
    back = ButtonState.about(summary, "takeback")
    buttons = [back.button("Undo")] if undo_range.undo else []
    if undo_range.undo > 1:
        buttons.append(back._replace(payload=WHOLE).button(f"Undo all {undo_range.undo}"))
    if undo_range.redo:
        buttons.append(ButtonState.about(summary, "redo").button("Redo"))
    return buttons


async def show_preview(responder: Responder, seen: Preview, back: ButtonState | None = None) -> None:
    """Show a preview: text, a picture where one may be drawn, and the buttons.

    `back` leads to the other choices, if there are any.
    """
    summary = seen.summary
    words = shorten(with_people(preview_words(seen), summary), _LONGEST_PREVIEW)
    named = f"-# {seen.notation}" if words else f"**{seen.notation}**"
    lines = (title(summary), words, named, "Only you see this. Play it?")
    pictures: list[discord.File] = []
    if seen.view is not None:
        headline = preview_headline(seen)
        pictures = [await responder.picture(summary, seen.view, recent_events=headline, preview=True)]
    play = ButtonState.about(summary, "play", seen.seat, seen.action)
    buttons = [play.button("Play it", ButtonStyle.success)]
    if back is not None:
        buttons.append(back.button("Back"))
    buttons.append(play._replace(action="close", payload="").button("Close"))
    text = "\n".join(line for line in lines if line)
    await responder.show_box(text, *pictures, buttons)
