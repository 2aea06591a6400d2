"""`/game review`: where a game that is over was decided, and what a computer would have done there."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import discord

from bot.discord.commands.about_game import resolve_game
from bot.discord.components import ButtonState, StatefulItem, stateful_button
from bot.discord.layouts import Part, boxed
from bot.discord.markdown import escaped, pinging, title, with_people
from bot.discord.responder import Responder
from bot.sentences import capital
from bot.service.reviews import LEVEL, Reviewed, Shown
from bot.service.summaries import GameSummary
from engines.contract import View
from engines.reviewing import Swing
from engines.wording import counted, listed
from render.phrases import shorten

_TOLD = 700
"""Characters of what was played, and of what would have been better."""
_ALT = 1024
"""Characters of an alt text."""


async def review(responder: Responder, summary: GameSummary, _options: Mapping[str, Any]) -> None:
    """The first swing, or word that it is being looked for. Raises Refused."""
    await _show(responder, summary.code, 0)


async def press(responder: Responder, state: ButtonState) -> None:
    """The buttons that lead from swing to swing. Raises Refused."""
    await _show(responder, state.code, state.offset)


async def share(responder: Responder, state: ButtonState) -> None:
    """Show everybody a swing. Raises Refused."""
    summary = await resolve_game(responder, {"game": state.code})
    found = await responder.service.reviews.ask(summary.code, responder.person, state.offset)
    if found is None or found.shown is None:
        await _show(responder, summary.code, 0)
        return
    parts, files = await _page(responder, found, found.shown)
    shown = f"{escaped(responder.identity.name)} shows what a computer makes of this game."
    await responder.interaction.followup.send(
        view=boxed(shown, *parts), files=files, allowed_mentions=pinging()
    )


async def _show(responder: Responder, code: str, number: int) -> None:
    found = await responder.service.reviews.ask(code, responder.person, number)
    if found is None:
        summary = await responder.service.reading.summary(code)
        again = stateful_button(ButtonState("review", code), "Show the review")
        text = "A computer is looking through the game: that takes some seconds, or longer if others wait."
        await responder.show(boxed(f"{title(summary)}\n{text}", [again]))
    elif found.shown is None:
        await responder.show(boxed(_heading(found)))
    else:
        parts, files = await _page(responder, found, found.shown)
        await responder.show(boxed(*parts, _ways(found, found.shown)), files=files)


class _Side(NamedTuple):
    """What was done, or would have been."""

    label: str
    words: str
    view: View
    proposed: bool


async def _page(responder: Responder, found: Reviewed, shown: Shown) -> tuple[list[Part], list[discord.File]]:
    """The text and pictures of a swing."""
    summary, swing = found.summary, shown.swing
    sides = (
        _Side("Played", _told(summary, shown.played), shown.after, proposed=False),
        _Side(
            "Better" if found.review.exact else "The computer",
            _told(summary, shown.line),
            shown.instead,
            True,
        ),
    )
    hidden = responder.engines[summary.key].info.hidden
    parts: list[Part] = [_heading(found), _swing(found, shown, hidden=hidden)]
    files = []
    for number, side in enumerate(sides):
        changed = await responder.pictures.changes(summary.key, shown.before, side.view)
        frame = await responder.frame(summary, changed=changed, preview=side.proposed)
        file = await responder.pictures.picture(summary.key, side.view, frame)
        file.filename = f"{number}-{file.filename}"
        file.description = shorten(f"{side.label}: {file.description}", _ALT)
        files.append(file)
        notation = f"\n-# {escaped(', '.join(swing.line), 300)}" if side.proposed else ""
        parts += [f"**{side.label}**: {side.words}{notation}", file]
    return parts, files


def _told(summary: GameSummary, clauses: tuple[str, ...]) -> str:
    words = "; ".join(clause.strip().rstrip(".") for clause in clauses if clause.strip())
    return shorten(capital(with_people(words, summary)), _TOLD) or "nothing that is seen"


def _heading(found: Reviewed) -> str:
    """What was looked at, and what came of it."""
    summary, review = found.summary, found.review
    turns = counted(sum(review.turns), "turn")
    head = f"{title(summary)} · review"
    if not review.exact:
        who = f"a {LEVEL.word} computer"
        guess = f"{who} would have done nothing from which it expected more"
        if review.swings:
            guess = f"{who} guesses that most was lost in {len(review.swings)}"
        return f"{head}\nOf {turns}: {guess}."
    wrong = [
        f"{with_people(seat.name, summary)} {sum(one.turn.seat == seat.seat for one in review.swings)} in "
        f"{counted(review.turns[seat.seat], 'turn')}"
        for seat in summary.seats
    ]
    return f"{head}\nThe best play is known. Mistakes: {listed(wrong)}."


def _swing(found: Reviewed, shown: Shown, *, hidden: bool) -> str:
    """What a turn cost."""
    swing, summary = shown.swing, found.summary
    place = f"**{found.number + 1} of {len(found.review.swings)}**, from point {shown.moment.number} on"
    who = with_people(summary.seats[swing.turn.seat].name, summary)
    if not found.review.exact:
        return (
            f"{place}: {who} could expect {_percent(swing.share)} of a win after this turn, and "
            f"{_percent(swing.instead)} after what the computer would have done."
            f"{' The pictures are as that player saw it.' if hidden else ''}"
        )
    return f"{place}: {who} {_chance(swing)}, and {_result(swing.share)} after this turn."


def _chance(swing: Swing) -> str:
    if swing.instead < 1:
        return "could have drawn"
    far = "" if swing.plies is None else f" in {counted(swing.plies, 'move')} of both sides together"
    return f"could have won{far}"


def _result(share: float) -> str:
    return "has lost" if share == 0 else "has a draw left"


def _percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")


def _ways(found: Reviewed, shown: Shown) -> list[StatefulItem]:
    code, here, last = found.summary.code, found.number, len(found.review.swings) - 1

    def way(label: str, number: int) -> StatefulItem:
        state = ButtonState("review", code, payload=label.lower(), offset=max(number, 0))
        return stateful_button(state, label, disabled=not 0 <= number <= last or number == here)

    return [
        way("First", 0),
        way("Back", here - 1),
        way("Forward", here + 1),
        stateful_button(
            ButtonState("past", code, payload="at", offset=shown.moment.number), "Look back there"
        ),
        stateful_button(ButtonState("reviewed", code, offset=here), "Show everybody"),
    ]
