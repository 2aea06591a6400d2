"""Questions: the scores, a region, the effects of an action; and the player's hand."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import astuple, replace

from engines.contract import Answer, ErrorCode, IllegalAction, Question, Questions, Seat
from engines.tae.actions import Colony, Leader, Withdraw
from engines.tae.board_masks import around, cells_of
from engines.tae.constants import COLONY_TYPES, NAMES, OFF_BOARD, cell_at, cell_name, ships_named
from engines.tae.events import colonies_name, combat_sides, leader_name
from engines.tae.legal_moves import legal
from engines.tae.notation import read, write
from engines.tae.outcome import finals
from engines.tae.preview import LONGEST, preview
from engines.tae.ranking import threatened
from engines.tae.state import TaeState
from engines.tae.validation import no_cell
from engines.tae.view_builder import build_view, scores_open
from engines.wording import counted, listed, shorten


class AskScores(Question, frozen=True, tag="scores"):
    """Show the points that you may know."""


class AskRegion(Question, frozen=True, tag="region"):
    """Show a region: its colonies, leaders, artifacts, and how strong they are."""

    cell: Annotated[str, Meta(description="A cell of the region, e.g. I5")]


class AskResources(Question, frozen=True, tag="resources"):
    """Show all regions, and how strong every leader is in its region."""


class AskCombats(Question, frozen=True, tag="combats"):
    """Show the cells on which one colony would start a combat."""


class AskPreview(Question, frozen=True, tag="preview"):
    """Say what an action would bring: regions joined, combats, what could be lost."""

    action: Annotated[str, Meta(description="The action as you would write it, e.g. colony settler I5")]

    @property
    def group(self) -> str:
        """All but the action's last word, the cell: ``preview colony settler``."""
        return " ".join(("preview", *self.action.split()[:-1]))


def _questions(state: TaeState, seat: Seat | None) -> Iterator[Question]:
    """Every question worth asking now."""
    yield AskScores()
    yield AskResources()
    yield AskCombats()
    yield from (AskRegion(cell_name(cell)) for cell in cells_of(state.board.occupied))
    if seat is not None and state.phase == "action":
        # A colony far from everything else has no effects worth asking about.
        near = around(state.board.occupied)
        for action in legal(state, seat):
            if isinstance(action, Withdraw) or (
                isinstance(action, Leader | Colony) and near >> action.cell & 1
            ):
                yield AskPreview(write(action))


def tell_hand(state: TaeState, seat: Seat) -> str | None:
    """A player's own ships, bombs, leaders and points, and commitment; None: they have left."""
    if seat in state.resigned:
        return None
    home = [COLONY_TYPES[kind] for kind, cell in enumerate(state.board.leaders[seat]) if cell is None]
    lines = [
        f"**Your ships**: {ships_named(state.hands[seat])}.",
        f"{counted(state.bombs[seat], 'bomb')} left. Leaders at home: {listed(home) if home else 'none'}.",
        _score_line(state, seat, "Your"),
    ]
    side = state.combat.side_of(seat) if state.combat else None
    if side is not None and side.ships is not None:
        lines.append(f"You have committed {counted(side.ships, 'ship')}, sealed.")
    return "\n".join(lines)


def _tell_scores(state: TaeState, seat: Seat | None, _question: AskScores) -> Answer:
    """The totals that the asker may know."""
    lines = [
        _score_line(state, owner, "Your" if owner == seat else f"{NAMES[owner]}'s")
        if scores_open(state, owner, seat)
        else f"**{NAMES[owner]}'s points**: hidden until the end."
        for owner in range(state.seats)
    ]
    return Answer("\n".join(lines))


def _tell_region(state: TaeState, seat: Seat | None, question: AskRegion) -> Answer:
    """A region in words and marked on the board. Raises IllegalAction."""
    cell = cell_at(question.cell)
    if cell is None or cell == OFF_BOARD:
        raise no_cell(question.cell)
    name, view = cell_name(cell), build_view(state, seat)
    region = next((region for region in view.regions if name in region.cells), None)
    if region is None:
        return Answer(f"{name} is in no region: no colony, leader or monument is on it.")
    lines = [f"**The region of {name}** has {counted(len(region.cells), 'cell')}."]
    leaders = [one for one in view.leaders if one.cell in region.cells]
    for kind, number in zip(COLONY_TYPES, astuple(region.colonies), strict=True):
        owners = [f"{leader_name(one.seat, kind)} on {one.cell}" for one in leaders if one.kind == kind]
        if number or owners:
            led = listed(owners) if owners else "no leader"
            lines.append(f"- **{number}** {colonies_name(kind, number)}, {led}")
    held = [one.cell for one in view.artifacts if one.cell in region.cells]
    if held:
        lines.append(f"- {'artifact' if len(held) == 1 else 'artifacts'} on {listed(held)}")
    return Answer("\n".join(lines), replace(view, mark=region.cells))


def _tell_resources(state: TaeState, seat: Seat | None, _question: AskResources) -> Answer:
    """Every region with leaders in words, and all of them on the board."""
    view = build_view(state, seat)
    lines = []
    for region in view.regions:
        if region.leaders:
            led = listed(leader_name(owner, kind) for owner, kind in region.leaders)
            colonies = ships_named(astuple(region.colonies))
            lines.append(f"- **The region of {region.cells[0]}**: {led}; colonies {colonies}.")
    text = shorten("\n".join(lines) or "No region has a leader yet.", LONGEST)
    return Answer(text, replace(view, mark=tuple(map(cell_name, cells_of(state.board.occupied)))))


def _tell_combats(state: TaeState, seat: Seat | None, _question: AskCombats) -> Answer:
    """The cells where one colony would join regions whose leaders must fight."""
    if state.phase in ("choose_combat", "reinforce"):
        # Until then leaders of one kind are in one region, and nobody knows which of them will stay.
        return Answer("A combat is under way: what would start another one shows once it is over.")
    found = list(threatened(state.board))
    lines = [
        f"- **{cell_name(cell)}**: {COLONY_TYPES[kind]}, {combat_sides(sides)}"
        for cell, (kind, sides) in found
    ]
    text = shorten("\n".join(lines) or "No single colony would start a combat.", LONGEST)
    cells = dict.fromkeys(cell_name(cell) for cell, _ in found)
    return Answer(text, replace(build_view(state, seat), mark=tuple(cells)) if cells else None)


def _tell_preview(state: TaeState, seat: Seat | None, question: AskPreview) -> Answer:
    """What an action of the asker would bring. Raises IllegalAction."""
    if seat is None:
        raise IllegalAction(ErrorCode.NOT_SEATED, "Only a player can act.")
    if state.phase == "over":
        raise IllegalAction(ErrorCode.GAME_OVER, "The game is over.")
    text: object = question.action
    action = read(state, seat, text if isinstance(text, str) else "")
    seen = preview(state, seat, action)
    return replace(seen, text=f"**{write(action)}**\n{seen.text}")


def _score_line(state: TaeState, seat: Seat, whose: str) -> str:
    *points, artifacts = state.scores[seat]
    kinds = ", ".join(f"{kind} {number}" for kind, number in zip(COLONY_TYPES, points, strict=True))
    lowest = finals(state.scores[seat])[0]
    return f"**{whose} points**: {kinds}; {counted(artifacts, 'artifact')}; lowest with them {lowest}."


QUESTIONS = Questions[TaeState](
    answers={
        AskScores: _tell_scores,
        AskRegion: _tell_region,
        AskResources: _tell_resources,
        AskCombats: _tell_combats,
        AskPreview: _tell_preview,
    },
    suggest=_questions,
)
