"""A game's answers to questions about its position, each a button under a private board."""

from collections import Counter
from collections.abc import Sequence

import discord
import msgspec

from bot.column_values import UNFINISHED
from bot.discord.formatting.markdown import title, with_people
from bot.discord.interaction.choosing import ROW, Page, page_of, rows_of, split
from bot.discord.interaction.components import ButtonState, StatefulItem
from bot.discord.interaction.responder import Responder
from bot.discord.posts.cards import follow_button, move_button
from bot.service.game.picking import Entry
from bot.service.lookback.trying import may_be_tried
from bot.service.values.game_summary import GameSummary
from engines.contract import Pick, Question
from engines.wording import capital


async def show(
    responder: Responder,
    summary: GameSummary,
    text: str,
    pictures: Sequence[discord.File] = (),
    opened: Sequence[int] = (),
) -> None:
    """Answer with text and pictures, and below them the possible questions and a button to move."""
    asked = await responder.service.reading.questions(summary.code, responder.person)
    page = _page([_entry(question) for question in asked], opened)

    def state(*parts: str) -> ButtonState:
        return ButtonState("ask", summary.code, payload="/".join(parts))

    rows: list[list[StatefulItem]] = rows_of(page, state, opened)
    ways = await _ways_on(responder, summary)
    if page.name:
        text = f"{text}\n**{capital(page.name)}**: which?"
        ways = [state().button("Back"), *ways[: ROW - 1]]
    await responder.show_box(text, *pictures, *rows, ways)


async def _ways_on(responder: Responder, summary: GameSummary) -> list[StatefulItem]:
    """The further buttons under a board: to move, see missed events or earlier points, follow the game."""
    back = [ButtonState("past", summary.code, payload="before").button("Look back")]
    if may_be_tried(responder.engines[summary.key]) and summary.outcome is None:
        back.append(ButtonState("trial", summary.code).button("Try"))
    if summary.status == "finished" and responder.engines[summary.key].computer is not None:
        back.append(ButtonState("review", summary.code).button("Review"))
    seated = summary.seat_of(responder.person.id) is not None
    missed = ButtonState("missed", summary.code).button("Since I last played")
    games = ButtonState("games").button("All my games")
    own = [missed, *back, games] if seated else back
    if summary.status not in UNFINISHED:
        return own
    if seated and await responder.service.reading.still_plays(summary.code, responder.person):
        return [move_button(summary), *own] if summary.status == "active" else own
    follows = await responder.service.following.follows(responder.person, summary.id)
    return [*own, follow_button(summary.code, following=follows)]


async def ask(responder: Responder, state: ButtonState) -> None:
    """Answer the question of a button, or open a part of a long list of them. Raises Refused."""
    summary = await responder.service.reading.summary(state.code)
    tokens, opened = split((*state.payload.split("/"), *state.values))
    asked = await responder.service.reading.questions(state.code, responder.person)
    question = next((one for one in asked if _entry(one).token in tokens), None)
    if question is None:
        note = "" if opened or not tokens else "\nThat cannot be asked about this position any more."
        pictures = [await responder.own_picture(summary)]
        await show(responder, summary, f"{title(summary)}{note}", pictures, opened)
        return
    answer = await responder.service.reading.ask(state.code, responder.person, question)
    pictures = [] if answer.view is None else [await responder.picture(summary, answer.view)]
    await show(responder, summary, f"{title(summary)}\n{with_people(answer.text, summary)}", pictures, opened)


def _entry(question: Question) -> Entry:
    kind = str(question.__struct_config__.tag).replace("_", " ")
    typed = capital(" ".join((kind, *(str(value) for value in msgspec.structs.astuple(question)))))
    return Entry(Pick(typed, question.label or typed, group=question.group or kind))


def _page(entries: Sequence[Entry], opened: Sequence[int]) -> Page:
    """A page of questions: single ones are buttons, the others are grouped by kind."""
    kinds = Counter(entry.pick.group for entry in entries)
    entries = sorted(entries, key=lambda entry: kinds[entry.pick.group] > 1)
    return page_of(entries, opened, best=sum(count == 1 for count in kinds.values()))
