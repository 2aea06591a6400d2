"""Going on from turn to turn, and ending the game (docs/rules/reef-encounter.md section 10)."""

from engines.contract import Event, Seat
from engines.reef.events import Finished
from engines.reef.phases.phase import Effect
from engines.reef.state import Ending, ReefState, TurnProgress
from engines.reef.view import Marks


def others(state: ReefState, seat: Seat) -> tuple[Seat, ...]:
    """The other players still in the game, clockwise from the one after this seat."""
    number = len(state.players)
    around = ((seat + step) % number for step in range(1, number))
    return tuple(other for other in around if other not in state.resigned)


def next_after(state: ReefState, seat: Seat) -> Seat:
    """The next player still in the game, clockwise."""
    return next(iter(others(state, seat)), seat)


def pass_on(state: ReefState) -> ReefState:
    """The next player's turn begins."""
    following = next_after(state, state.active)
    return state.having(
        active=following,
        number=state.number + 1,
        turn=TurnProgress(),
        last=state.current,
        current=Marks(seat=following),
    )


def finish(state: ReefState, why: str, by: Seat, *happened: Event) -> Effect:
    """End the game after these events; by the tenth lock or the fourth shrimp the others may feed first."""
    state = state.having(ending=Ending(why, by), turn=TurnProgress())
    feeders = others(state, by) if why in ("locks", "shrimps") else ()
    return feed(state, feeders), (*happened, Finished(why, bool(feeders)))


def feed(state: ReefState, feeders: tuple[Seat, ...]) -> ReefState:
    """Let the first of `feeders` feed; if there are none, end the game."""
    if not feeders:
        return over(state)
    return state.having(phase="final", pending=feeders, last=state.current, current=Marks(seat=feeders[0]))


def over(state: ReefState) -> ReefState:
    """End the game; the last changes stay marked."""
    return state.having(phase="over", pending=(), last=state.current, current=None)
