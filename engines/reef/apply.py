"""Carrying actions out: the new state, and what there is to tell."""

from msgspec.structs import replace

from engines.contract import ErrorCode, Event, IllegalAction, Seat, Step
from engines.contract.action import MetaAction, Resign, TimeUp, format_meta
from engines.reef.actions import Choose, ReefAction
from engines.reef.counts import letters
from engines.reef.events import Announced, Did
from engines.reef.info import INFO
from engines.reef.legal_moves import meta_actions, phase_of
from engines.reef.notation import written
from engines.reef.outcome import final_summary
from engines.reef.phases.progress import others, over
from engines.reef.state import Ending, ReefState
from engines.reef.validation import validate


def apply(state: ReefState, seat: Seat, action: ReefAction) -> Step[ReefState]:
    """Do an action of the game. Raises IllegalAction: codes in `engines.reef.validation`."""
    sound = validate(state, seat, action)
    after, events = phase_of(state).apply(state, seat, sound)
    return _step(state, after, events, written(sound), _public(sound))


def apply_meta(state: ReefState, seat: Seat, action: MetaAction) -> Step[ReefState]:
    """Resign, or let the clock act. Raises IllegalAction."""
    if isinstance(action, TimeUp):
        return _time_up(state, seat)
    if not isinstance(action, Resign):
        raise IllegalAction(ErrorCode.NOT_HERE, f"{INFO.title} has no draws and no claims on time.")
    if action not in meta_actions(state, seat):
        raise IllegalAction(ErrorCode.NOT_SEATED, "That seat is not, or no longer, in this game.")
    return _resign(state, seat)


def _time_up(state: ReefState, seat: Seat) -> Step[ReefState]:
    """What the seat has begun is tidied up; then the clock acts for it."""
    phase, late = phase_of(state), format_meta(TimeUp())
    action = phase.on_timeout(state, seat)
    tidied, before = phase.tidy(state, seat)
    after, events = phase.apply(tidied, seat, action)
    events = (*before, *events)
    return _step(state, after, events, f"{late}, {written(action)}", f"{late}, {_public(action)}")


def _resign(state: ReefState, seat: Seat) -> Step[ReefState]:
    """Remove a player: the shrimps stay and guard. The last remaining player wins."""
    phase = phase_of(state)
    after = replace(state, resigned=(*state.resigned, seat))
    events: tuple[Event, ...] = ()
    if len(others(after, seat)) == 1:
        tidied, _ = phase.tidy(after, seat)
        after = over(replace(tidied, ending=Ending("resignation", seat)))
    else:
        after, events = phase.resign(after, seat)
    return _step(state, after, (Did(state.seats[seat], "gave_up"), *events), "resign", "resign")


def _step(
    before: ReefState, state: ReefState, events: tuple[Event, ...], notation: str, public: str
) -> Step[ReefState]:
    announced = [event for event in events if isinstance(event, Announced)]
    if announced:
        cubes = ", ".join(f"{event.player} {letters(event.cubes)}" for event in announced)
        notation, public = f"{notation}; cubes: {cubes}", f"{public}; cubes: {cubes}"
    return Step(
        state=state.having(ply=before.ply + 1),
        notation=notation,
        events=events,
        public=public,
        summary=final_summary(state, events) if state.phase == "over" else None,
        # Undo goes back to the beginning of a turn: it must neither cross a draw nor another's choice,
        # and no preview may show the final table.
        reveals=state.chance != before.chance or state.phase == "over" or before.phase == "setup",
    )


def _public(action: ReefAction) -> str:
    """How others read an action."""
    return "choose" if isinstance(action, Choose) else written(action)
