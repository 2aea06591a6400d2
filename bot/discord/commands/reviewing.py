"""`/game review`: where a game that is over was decided, and what a computer would have done there."""

from functools import partial

from bot.discord.commands.about_game import resolve_game
from bot.discord.formatting.layouts import Part
from bot.discord.formatting.markdown import LINE_LIMIT, escaped, title, with_people
from bot.discord.interaction.choosing import steps
from bot.discord.interaction.components import ButtonState, StatefulItem
from bot.discord.interaction.responder import Options, Responder
from bot.sentences.reviews import review_words, swing_sides, swing_words
from bot.service.jobs.reviews import ReviewPage, ShownSwing
from bot.service.values.game_summary import GameSummary
from engines.wording import shorten

_ALT = 1024
"""Characters of an alt text."""


async def review(responder: Responder, summary: GameSummary, _options: Options) -> None:
    """Show the first swing, or say that the review is not ready yet. Raises Refused."""
    await _show(responder, summary.code, 0)


async def press(responder: Responder, state: ButtonState) -> None:
    """Show the swing to which a button leads. Raises Refused."""
    await _show(responder, state.code, state.offset)


async def share(responder: Responder, state: ButtonState) -> None:
    """Show everybody a swing. Raises Refused."""
    summary = await resolve_game(responder, {"game": state.code})
    found = await responder.service.reviews.ask(summary.code, responder.person, state.offset)
    if found is None or found.shown is None:
        await _answer(responder, summary.code, found)
        return
    shown = f"{escaped(responder.identity.name)} shows what a computer makes of this game."
    await responder.post(shown, *await _page(responder, found, found.shown))


async def _show(responder: Responder, code: str, number: int) -> None:
    await _answer(responder, code, await responder.service.reviews.ask(code, responder.person, number))


async def _answer(responder: Responder, code: str, found: ReviewPage | None) -> None:
    if found is None:
        summary = await responder.service.reading.summary(code)
        again = ButtonState("review", code).button("Show the review")
        text = "A computer is looking through the game: that takes some seconds, or longer if others wait."
        await responder.show_box(f"{title(summary)}\n{text}", [again])
    elif found.shown is None:
        await responder.show_box(_heading(found))
    else:
        await responder.show_box(*await _page(responder, found, found.shown), _ways(found, found.shown))


async def _page(responder: Responder, found: ReviewPage, shown: ShownSwing) -> list[Part]:
    summary = found.summary
    people = partial(with_people, summary=summary)
    place = f"**{found.number + 1} of {len(found.review.swings)}**, from point {shown.point.number} on"
    as_seen = responder.engines[summary.key].info.hidden and not found.review.exact
    seen = " The pictures are as that player saw it." if as_seen else ""
    parts: list[Part] = [_heading(found), f"{place}: {swing_words(found, shown, people)}{seen}"]
    for number, side in enumerate(swing_sides(found, shown, people)):
        changed = await responder.pictures.changes(summary.key, shown.before, side.view)
        frame = await responder.frame(
            summary, changed=changed, preview=side.proposed, suggested=side.proposed
        )
        file = await responder.draw(summary.key, side.view, frame)
        file.filename = f"{number}-{file.filename}"
        file.description = shorten(f"{side.label}: {file.description}", _ALT)
        notation = f"\n-# {escaped(', '.join(shown.swing.line), LINE_LIMIT)}" if side.proposed else ""
        parts += [f"**{side.label}**: {side.words}{notation}", file]
    return parts


def _heading(found: ReviewPage) -> str:
    """The progress and the result of a review."""
    people = partial(with_people, summary=found.summary)
    return f"{title(found.summary)} · review\n{review_words(found, people)}"


def _ways(found: ReviewPage, shown: ShownSwing) -> list[StatefulItem]:
    code, here = found.summary.code, found.number
    turning = steps("review", code, here, len(found.review.swings) - 1)
    back = ButtonState("past", code, payload="at", offset=shown.point.number)
    return [
        *(turning[label] for label in ("First", "Back", "Forward")),
        back.button("Look back there"),
        ButtonState("reviewed", code, offset=here).button("Show everybody"),
    ]
