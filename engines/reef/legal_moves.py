"""The seats to act, and their legal actions."""

from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import MetaAction, Resign, Seat
from engines.reef.actions import Decline, Feed, ReefAction
from engines.reef.phases.choosing import CHOOSING
from engines.reef.phases.meals import FINAL_FEEDING
from engines.reef.phases.phase import Phase
from engines.reef.phases.turn import TURN
from engines.reef.state import ReefState, TurnProgress
from engines.reef.view import PhaseName

_PHASES: dict[PhaseName, Phase] = {"setup": CHOOSING, "turn": TURN, "final": FINAL_FEEDING, "over": Phase()}


def phase_of(state: ReefState) -> Phase:
    """The phase that a game is in."""
    return _PHASES[state.phase]


def to_act(state: ReefState) -> tuple[Seat, ...]:
    """In set-up all who have not chosen, then one."""
    return phase_of(state).to_act(state)


def legal(state: ReefState, seat: Seat) -> Iterator[ReefAction]:
    """Every legal action of the seat, in the order of the commands."""
    phase = phase_of(state)
    return phase.legal(state, seat) if seat in phase.to_act(state) else iter(())


def forced(state: ReefState) -> tuple[Seat, ReefAction] | None:
    """Declining the final feeding where no coral can be eaten (Ruling 10)."""
    if state.phase != "final":
        return None
    seat = state.pending[0]
    if any(isinstance(action, Feed) for action in legal(state, seat)):
        return None
    return seat, Decline()


def meta_actions(state: ReefState, seat: Seat) -> Iterator[MetaAction]:
    """Resigning, at any time: there are no draws and claims."""
    if seat in range(len(state.players)) and seat not in state.resigned:
        yield Resign()


def turn_hints(state: ReefState, seat: Seat) -> str:
    """What the seat that is to act may still do, a line for each thing that is open."""
    return "\n".join(f"- {line}" for line in phase_of(state).hints(state, seat))


def own_turn(state: ReefState, seat: Seat) -> ReefState | None:
    """The beginning of the seat's turn, on the boards as they now lie; or its final feeding."""
    if seat in state.resigned:
        return None
    match state.phase:
        case "turn":
            return replace(state, active=seat, turn=TurnProgress(), current=None)
        case "final" if seat in state.pending:
            return replace(state, pending=(seat,))
    return None
