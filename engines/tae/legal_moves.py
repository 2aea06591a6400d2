"""The seats to act, and every legal action: docs/rules/tae.md section 14, as each phase defines it."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from engines.contract import MetaAction, Resign, Seat
from engines.tae.actions import TaeAction
from engines.tae.constants import ACTIONS_PER_TURN
from engines.tae.phases.action import ACTION
from engines.tae.phases.choose_combat import CHOOSE_COMBAT
from engines.tae.phases.monument import MONUMENT_CHOICE
from engines.tae.phases.phase import Phase
from engines.tae.phases.reinforce import REINFORCE
from engines.tae.state import TaeState
from engines.tae.view import PhaseName

PHASES: Final[dict[PhaseName, Phase]] = {
    "action": ACTION,
    "choose_combat": CHOOSE_COMBAT,
    "reinforce": REINFORCE,
    "monument": MONUMENT_CHOICE,
    "over": Phase(),
}


def phase_of(state: TaeState) -> Phase:
    """The phase that a game is in."""
    return PHASES[state.phase]


def to_act(state: TaeState) -> tuple[Seat, ...]:
    """The seats that play waits for."""
    return phase_of(state).to_act(state)


def legal(state: TaeState, seat: Seat) -> Iterable[TaeAction]:
    """Every legal action of the seat."""
    return phase_of(state).legal(state, seat) if seat in to_act(state) else ()


def beginnings(state: TaeState, seat: Seat) -> Iterable[TaeAction]:
    """The legal actions of the seat, or of hundreds that begin alike at least the first."""
    return phase_of(state).beginnings(state, seat) if seat in to_act(state) else ()


def meta_actions(state: TaeState, seat: Seat) -> Iterator[MetaAction]:
    """Resigning, for a player who has not left, at any time (R27)."""
    if seat in state.playing:
        yield Resign()


def own_turn(state: TaeState, seat: Seat) -> TaeState | None:
    """The beginning of the seat's turn, with its present ships and nothing under way."""
    if state.phase == "over" or seat not in state.playing:
        return None
    return replace(
        state,
        active=seat,
        actions_left=ACTIONS_PER_TURN,
        phase="action",
        busy=False,
        connecting=None,
        placed=None,
        combat=None,
        combats=0,
    )
