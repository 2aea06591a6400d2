"""What may be asked: the scores, a region, what an action would bring; and what a player holds."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import astuple, replace

from engines.contract import Answer, ErrorCode, IllegalAction, Question, Questions, Seat
from engines.tae.actions import Colony, Leader, Withdraw
from engines.tae.board_masks import around, cells_of
from engines.tae.constants import (
    CATEGORY_NAMES,
    COLONY_NAMES,
    COLONY_TYPES,
    LEADER_NAMES,
    NAMES,
    OFF_BOARD,
    SHIP_NAMES,
    cell_at,
    cell_name,
)
from engines.tae.events import leader_name
from engines.tae.legal_moves import legal
from engines.tae.notation import read, write
from engines.tae.outcome import finals
from engines.tae.preview import preview
from engines.tae.state import TaeState
from engines.tae.view_builder import build_view, scores_open
from engines.wording import counted, listed


class AskScores(Question, frozen=True, tag="scores"):
    """Show the points that you may know."""


class AskRegion(Question, frozen=True, tag="region"):
    """Show a region: its colonies, leaders, artifacts, and how strong they are."""

    cell: Annotated[str, Meta(description="A cell of the region, e.g. I5")]


class AskPreview(Question, frozen=True, tag="preview"):
    """Say what an action would bring: regions joined, combats, what could be lost."""

    action: Annotated[str, Meta(description="The action as you would write it, e.g. colony settler I5")]


def _questions(state: TaeState, seat: Seat | None) -> Iterator[Question]:
    """Everything worth asking now."""
    yield AskScores()
    yield from (AskRegion(cell_name(cell)) for cell in cells_of(state.board.occupied))
    if seat is not None and state.phase == "action":
        # Far from everything nothing follows but what one sees.
        near = around(state.board.occupied)
        for action in legal(state, seat):
            if isinstance(action, Withdraw) or (
                isinstance(action, Leader | Colony) and near >> action.cell & 1
            ):
                yield AskPreview(write(action))


def hand(state: TaeState, seat: Seat) -> str | None:
    """A player's own ships, bombs, leaders and points, and what he has committed; None: he has left."""
    if seat in state.resigned:
        return None
    held = [counted(ships, SHIP_NAMES[kind]) for kind, ships in enumerate(state.hands[seat]) if ships]
    home = [LEADER_NAMES[kind] for kind, cell in enumerate(state.board.leaders[seat]) if cell is None]
    lines = [
        f"**Ships of {NAMES[seat]}**: {listed(held) if held else 'none'}.",
        f"{counted(state.bombs[seat], 'bomb')} left. Leaders at home: {listed(home) if home else 'none'}.",
        _score_line(state, seat),
    ]
    side = state.combat.side_of(seat) if state.combat else None
    if side is not None and side.ships is not None:
        lines.append(f"You have committed {counted(side.ships, 'ship')}, sealed.")
    return "\n".join(lines)


def _tell_scores(state: TaeState, seat: Seat | None, _question: AskScores) -> Answer:
    """The totals that the asker may know."""
    lines = [
        _score_line(state, owner)
        if scores_open(state, owner, seat)
        else f"**{NAMES[owner]}**: hidden until the end."
        for owner in range(state.seats)
    ]
    return Answer("\n".join(lines))


def _tell_region(state: TaeState, seat: Seat | None, question: AskRegion) -> Answer:
    """A region in words and marked on the board. Raises IllegalAction."""
    cell = cell_at(question.cell)
    if cell is None or cell == OFF_BOARD:
        raise IllegalAction("off_board", "A cell is a column A to P and a row 1 to 11, such as I5.")
    spoken, view = cell_name(cell), build_view(state, seat)
    region = next((region for region in view.regions if spoken in region.cells), None)
    if region is None:
        return Answer(f"{spoken} is in no region: no colony, leader or monument is on it.")
    lines = [f"**The region of {spoken}** has {counted(len(region.cells), 'cell')}."]
    leaders = [one for one in view.leaders if one.cell in region.cells]
    for kind, name, number in zip(COLONY_TYPES, COLONY_NAMES, astuple(region.colonies), strict=True):
        owners = [f"{leader_name(one.seat, kind)} on {one.cell}" for one in leaders if one.kind == kind]
        if number or owners:
            lines.append(f"- {name}: **{number}**, {listed(owners) if owners else 'no leader'}")
    held = [one.cell for one in view.artifacts if one.cell in region.cells]
    if held:
        lines.append(f"- artifacts: {listed(held)}")
    return Answer("\n".join(lines), replace(view, mark=region.cells))


def _tell_preview(state: TaeState, seat: Seat | None, question: AskPreview) -> Answer:
    """What an action of the asker would bring. Raises IllegalAction."""
    if seat is None:
        raise IllegalAction(ErrorCode.NOT_SEATED, "Only a player can act.")
    text: object = question.action
    action = read(state, seat, text if isinstance(text, str) else "")
    seen = preview(state, seat, action)
    return replace(seen, text=f"**{write(action)}**\n{seen.text}")


def _score_line(state: TaeState, seat: Seat) -> str:
    *points, artifacts = state.scores[seat]
    categories = ", ".join(f"{name} {n}" for name, n in zip(CATEGORY_NAMES, points, strict=True))
    lowest = finals(state.scores[seat])[0]
    return f"**{NAMES[seat]}**: {categories}, artifacts {artifacts}; lowest with artifacts {lowest}."


QUESTIONS = Questions[TaeState](
    answers={AskScores: _tell_scores, AskRegion: _tell_region, AskPreview: _tell_preview},
    suggest=_questions,
)
