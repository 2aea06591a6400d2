"""The panel: a player picks an action step by step, sees a private preview, and confirms or goes back.

No state is kept between presses: the custom ids hold the picks so far, and the engine's paths say which picks
may follow.
"""

import contextlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import discord
from discord import ButtonStyle, ui

from bot.discord.components import NO_GAME, SELECT_OPTIONS, ButtonState, stateful_button, stateful_select
from bot.discord.context import Request
from bot.discord.layouts import boxed
from bot.discord.markdown import played_words, sentence, status_line, title
from bot.discord.responder import Responder
from bot.discord.toggles import open_toggles
from bot.service.summaries import GameSummary, Preview, Refused
from engines.contract import Action, Offer, Pick, Seat
from render.phrases import shorten

WHOLE = "turn"
"""In the custom id of an Undo button: not the last action only."""
_STEP = "/"
"""Between two picks in a custom id."""
_LONGEST_PREVIEW = 3000
"""Characters of the words under which there is room for a title."""

Paths: TypeAlias = Sequence[tuple[tuple[Pick, ...], Offer[Any]]]
"""Paths of picks, each with the legal action to which it leads."""


class Reached(NamedTuple):
    """How far a person has come in a panel."""

    picks: tuple[str, ...]
    paths: Paths
    """Those that begin with the picks; at least one."""

    @property
    def action(self) -> Action | None:
        """The action that the picks have led to, or None."""
        depth = len(self.picks)
        return next((offer.action for path, offer in self.paths if len(path) == depth), None)


class Turn(NamedTuple):
    """What a person may do now."""

    summary: GameSummary
    seat: Seat
    offers: Sequence[Offer[Any]]
    undoable: int
    """How many actions of this turn the person may take back."""
    turn_hints: str
    """The engine's words about what may still be done in this turn."""


async def turn_of(request: Request, code: str) -> Turn:
    """The person's choices in a game. Raises Refused where it is not that person's turn."""
    person = request.person
    choices = await request.service.play.choices(person, code)
    alone = request.engines[choices.summary.key].info.undo == "turn"
    undoable = await request.service.undo.undoable(person, code) if alone else 0
    return Turn(choices.summary, choices.seat, choices.offers, undoable, choices.turn_hints)


async def open_panel(responder: Responder, state: ButtonState) -> None:
    """The button of a card that opens the panel."""
    await start(responder, state.code, state.public_version)


async def start(responder: Responder, code: str, public_version: int | None = None) -> None:
    """Open the staged panel of a game that has one, else the first pick.

    `public_version` is that of the card that was pressed, None for a command. Raises Refused.
    """
    if await open_toggles(responder, code):
        return
    turn = await turn_of(responder, code)
    note = (
        ""
        if public_version in (None, turn.summary.public_version)
        else "That card showed an earlier position; this is the present one."
    )
    await _show(responder, turn, (), note=note)


async def pick(responder: Responder, state: ButtonState) -> None:
    """Show what follows a pick; `payload` holds the page and the picks before it."""
    turn = await turn_of(responder, state.code)
    page, _, so_far = state.payload.partition(_STEP)
    picks = tuple(so_far.split(_STEP)) if so_far else ()
    if state.public_version != turn.summary.public_version:
        await _show(responder, turn, (), note="That position has passed; this is the present one.")
        return
    await _show(responder, turn, (*picks, *state.values), page=int(page or 0))


async def play(responder: Responder, state: ButtonState) -> None:
    """Play the confirmed action; `payload` is its notation. Raises Refused."""
    try:
        played = await responder.act(state.code, state.payload, state.public_version)
    except Refused as refusal:
        if refusal.code != "stale":
            raise
        turn = await turn_of(responder, state.code)
        await _show(responder, turn, (), note=refusal.sentence)
        return
    done = played_words(played.notation, posted=played.posted)
    if played.summary.outcome is None:
        # A turn may be many small actions: the panel stays for as long as it is this player's turn.
        with contextlib.suppress(Refused):
            await _show(responder, await turn_of(responder, state.code), (), note=done)
            return
    await responder.replace_with(f"{title(played.summary)}\n{done}\n{status_line(played.summary)}")


async def take_back(responder: Responder, state: ButtonState) -> None:
    """Take back the last action of the turn, or all of them where `payload` says so. Raises Refused."""
    try:
        whole = state.payload == WHOLE
        back = await responder.take_back(state.code, whole=whole, public_version=state.public_version)
        note = f"↩️ {back.notation}: done."
    except Refused as refusal:
        if refusal.code not in {"stale", "nothing_to_undo", "revealed"}:
            raise
        note = refusal.sentence
    await _show(responder, await turn_of(responder, state.code), (), note=note)


async def close(responder: Responder, state: ButtonState) -> None:
    """Close the panel; nothing is played."""
    if state.code == NO_GAME:
        await responder.replace_with("Nothing was done.")
        return
    await responder.replace_with(
        f"`{state.code}`: nothing was played. The first button on the card brings you back."
    )


async def _show(
    responder: Responder,
    turn: Turn,
    picks: tuple[str, ...],
    *,
    page: int = 0,
    note: str = "",
) -> None:
    reached = _through_single_choices(turn.offers, picks)
    if reached.action is not None:
        seen = await responder.service.play.preview(
            responder.person,
            turn.summary.code,
            reached.action,
            expected_public_version=turn.summary.public_version,
        )
        back = _pick_state(turn, reached.picks[:1] if len(reached.picks) > 1 else ())
        await show_preview(responder, seen, back)
        return
    # A player with a hidden hand needs to see it, and the board, at every pick.
    pictures = [await responder.own_picture(turn.summary)] if turn.summary.hands else []
    await responder.show(_picking(turn, reached, page, note, pictures), files=pictures)


def paths_of(offers: Iterable[Offer[Any]], picks: Iterable[str] = ()) -> Paths:
    """The paths to these offers that begin with these picks."""
    paths = [(path, offer) for offer in offers for path in offer.paths]
    for depth, value in enumerate(picks):
        paths = [(path, offer) for path, offer in paths if len(path) > depth and path[depth].value == value]
    return paths


def next_picks(paths: Paths, depth: int) -> dict[str, list[Pick]]:
    """The picks that follow so many, by value: one entry for each path that goes on with it."""
    following: dict[str, list[Pick]] = {}
    for path, _ in paths:
        if len(path) > depth:
            following.setdefault(path[depth].value, []).append(path[depth])
    return following


def _through_single_choices(offers: Sequence[Offer[Any]], picks: tuple[str, ...]) -> Reached:
    """Answer every later question that has a single answer; the first is always asked."""
    reached = Reached(picks, paths_of(offers, picks))
    if not reached.paths:
        # Picks without a path belong to another position, so the panel begins again.
        return Reached((), paths_of(offers))
    while reached.picks and reached.action is None:
        following = next_picks(reached.paths, len(reached.picks))
        if len(following) > 1:
            break
        reached = Reached((*reached.picks, *following), reached.paths)
    return reached


def _state(turn: Turn, action: str, payload: str) -> ButtonState:
    return ButtonState(action, turn.summary.code, turn.summary.public_version, turn.seat, payload)


def _pick_state(turn: Turn, picks: tuple[str, ...], page: int = 0) -> ButtonState:
    return _state(turn, "pick", _STEP.join((str(page), *picks)))


def _picking(
    turn: Turn, reached: Reached, page: int, note: str, pictures: Sequence[discord.File]
) -> ui.LayoutView:
    picks, paths = reached
    entries = list(next_picks(paths, len(picks)).items())
    pages = max(1, -(-len(entries) // SELECT_OPTIONS))
    page = min(page, pages - 1)
    options = pick_options(entries[page * SELECT_OPTIONS : (page + 1) * SELECT_OPTIONS])
    trail = " → ".join(pick.label for pick in paths[0][0][: len(picks)])
    lines = [title(turn.summary), f"{turn.summary.prompt}.", *turn.summary.notes]
    if turn.turn_hints and not picks:
        lines.append(turn.turn_hints)
    text = "\n".join((*lines, f"{trail} → …") if trail else lines)
    placeholder = "What do you do?" if not picks else "Choose"
    select = stateful_select(_pick_state(turn, picks, page), placeholder, options)
    buttons = []
    if pages > 1:
        label = f"More choices ({page + 1}/{pages})"
        buttons.append(stateful_button(_pick_state(turn, picks, (page + 1) % pages), label))
    if picks:
        buttons.append(stateful_button(_pick_state(turn, ()), "Back"))
    elif turn.undoable:
        buttons.append(stateful_button(_state(turn, "takeback", ""), "Undo"))
        if turn.undoable > 1:
            buttons.append(stateful_button(_state(turn, "takeback", WHOLE), f"Undo all {turn.undoable}"))
    buttons.append(stateful_button(_state(turn, "close", ""), "Close"))
    return boxed(f"{note}\n{text}" if note else text, *pictures, [select], buttons)


def pick_options(entries: Iterable[tuple[str, list[Pick]]]) -> list[discord.SelectOption]:
    """The options of a select: each pick with its effect, or with the number of actions that it leads to."""
    return [
        discord.SelectOption(label=shorten(behind[0].label, 80), value=value, description=_note(behind))
        for value, behind in entries
    ]


def _note(behind: list[Pick]) -> str | None:
    if len(behind) == 1:
        return shorten(behind[0].note, 100) or None
    return f"{len(behind)} possibilities"


async def show_preview(responder: Responder, seen: Preview, back: ButtonState | None = None) -> None:
    """An action before it is done: words, a picture where one may be drawn, and the buttons.

    `back` leads to the other choices, where there are any.
    """
    summary = seen.summary
    words = shorten(seen.words or sentence(seen.summary_lines), _LONGEST_PREVIEW)
    lines = (title(summary), f"**{seen.notation}**", words, "Only you see this. Play it?")
    pictures: list[discord.File] = []
    if seen.view is not None:
        pictures = [await responder.picture(summary, seen.view, happened=seen.notation, preview=True)]
    play = ButtonState("play", summary.code, summary.public_version, seen.seat, seen.action)
    buttons = [stateful_button(play, "Play it", ButtonStyle.success)]
    if back is not None:
        buttons.append(stateful_button(back, "Back"))
    buttons.append(stateful_button(play._replace(action="close", payload=""), "Close"))
    text = "\n".join(line for line in lines if line)
    await responder.show(boxed(text, *pictures, buttons), files=pictures)
