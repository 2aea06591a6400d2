"""The effects of an action that its player may know: joinings, combats, possible losses.

Draws, and information that only the end of the game reveals, are left out.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import Answer, Event, Seat
from engines.tae import events
from engines.tae.actions import Colony, End, Reinforce, Swap, TaeAction
from engines.tae.apply import apply
from engines.tae.board import leaders_in
from engines.tae.board_masks import cells_of
from engines.tae.combat import conflicts, external, side_region
from engines.tae.constants import COLONY_TYPES, NAMES, cell_name, ships_named
from engines.tae.events import colonies_name, combat_sides, leader_name, narrate
from engines.tae.phases.reinforce import ties
from engines.tae.state import Combat, TaeState
from engines.tae.validation import validate
from engines.tae.view_builder import build_view
from engines.wording import capital, counted, listed, second_person, shorten

LONGEST = 1_800
"""The longest answer, in characters, with room for a line above it."""
_FORESEEN = (
    events.Points | events.CombatBegins | events.LeaderHome | events.ArtifactsTaken | events.MonumentBuilt
)
_GRAVE = events.CombatBegins | events.ChoiceOpen | events.GameOver
_GRAVE_AT_LAST = events.Bombed | events.LeaderHome | events.MonumentBuilt
"""Events to confirm only where the turn ends with them: within a turn they can be taken back."""


def preview(state: TaeState, seat: Seat, action: TaeAction) -> Answer:
    """The known effects of a legal action: in words, and the board before hands are refilled."""
    action = validate(state, seat, action)
    if isinstance(action, Reinforce):
        return Answer("Sealed and final: what comes of it shows when all have committed.")
    text = shorten("\n".join(_lines(state, seat, action)) or "- No points, no combat.", LONGEST)
    # With an action left the turn does not end, so that nothing is drawn.
    step = apply(replace(state, actions_left=state.actions_left + 1), seat, action)
    if step.reveals:
        return Answer(text)
    after = step.state
    if after.active == state.active:
        after = replace(after, actions_left=after.actions_left - 1)
    return Answer(text, build_view(after, seat))


def needs_confirmation(state: TaeState, seat: Seat, action: TaeAction) -> bool:
    """Whether a legal action fights, ends the game or draws ships for good; or destroys, sends a leader home
    or builds where the turn ends with it, so that it cannot be taken back.
    """
    if isinstance(action, Reinforce | Swap):
        return isinstance(action, Swap)
    step = apply(state, seat, action)
    grave = _GRAVE if step.state.active == seat else _GRAVE | _GRAVE_AT_LAST
    return any(isinstance(event, grave) for event in step.events)


def _lines(state: TaeState, seat: Seat, action: TaeAction) -> Iterator[str]:
    step = apply(state, seat, action)
    for event in step.events:
        match event:
            case events.RegionsJoined() if isinstance(action, Colony):
                yield _sentence(event, seat)
                yield from _joined(state, action.cell)
            case events.ChoiceOpen(kinds=kinds):
                yield f"- You choose which combat comes first: {listed(kinds, 'or')}."
            case events.GameOver():
                yield "- The game ends."
            case events.TurnBegins(seat=seat_to_come):
                unused = state.actions_left if isinstance(action, End) else 0
                left = f", with {counted(unused, 'action')} unused" if unused else ""
                yield f"- Your turn ends{left}; {NAMES[seat_to_come]} is next."
            case _ if isinstance(event, _FORESEEN):
                yield _sentence(event, seat)
    after = step.state
    if after.combat is not None:
        yield from _stakes(after, after.combat, seat)
    if after.phase == "choose_combat":
        for kind in conflicts(after):
            combat = external(after, kind)
            yield f"- {COLONY_TYPES[kind].capitalize()} combat: {combat_sides(combat.initial)}."
            yield from _stakes(after, combat, seat)
    if after.phase == "monument":
        yield "- The colony completes a square: you may build a monument."
    if isinstance(action, Swap):
        yield "- You see the new ships afterwards, and cannot take the swap back."


def _sentence(event: Event, seat: Seat) -> str:
    return f"- {capital(second_person(narrate(event), NAMES[seat]))}."


def _joined(state: TaeState, cell: int) -> Iterator[str]:
    """The regions that a colony joins: their leaders, and their other contents."""
    board = state.board
    for region in board.partition.beside(cell):
        leaders = [leader_name(seat, COLONY_TYPES[kind]) for seat, kind, _ in leaders_in(board, region)]
        numbers = board.colony_counts(region)
        first = cell_name(next(cells_of(region)))
        held = f"colonies {ships_named(numbers)}"
        yield f"  - The one of {first}: {listed(leaders) if leaders else 'no leader'}; {held}."


def _stakes(state: TaeState, combat: Combat, seat: Seat) -> Iterator[str]:
    kind = combat.kind
    for side in combat.sides:
        lost = f"the {COLONY_TYPES[kind]} leader on {cell_name(side.cell)}"
        if not combat.internal and (held := state.board.colonies(kind) & side_region(state, side.cell)):
            cells = [cell_name(cell) for cell in cells_of(held)]
            name = colonies_name(COLONY_TYPES[kind], len(cells))
            lost += f" and {len(cells)} {name} ({', '.join(cells)})"
        who = "You" if side.seat == seat else NAMES[side.seat]
        yield f"  - {who} could lose {lost}."
    yield f"  - Each {COLONY_TYPES[combat.ship]} committed adds 1. {ties(combat)}"
