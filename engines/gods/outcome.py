"""The outcome: winners first, then later falls before earlier ones; in one round, more energy before less."""

from engines.contract import Outcome, Seat, ranks_by
from engines.gods.colours import NAMES, SEATS, named
from engines.gods.state import GodsState, Result


def outcome(state: GodsState) -> Outcome | None:
    """How the game ended, or None. Without a winner all share the first place."""
    result = state.result
    if result is None:
        return None
    ranks = ranks_by([_merit(state, result, seat) for seat in SEATS])
    return Outcome(
        ranks=ranks if result.winners else (1,) * len(SEATS),
        why=result.how,
        text=_sentence(result),
        scores=tuple(god.ep for god in state.gods),
    )


def _merit(state: GodsState, result: Result, seat: Seat) -> tuple[int, ...]:
    god = state.gods[seat]
    if seat in result.winners:
        return (1,)
    return (0, god.fell or 0, 0 if god.resigned else 1, god.ep)


def _sentence(result: Result) -> str:
    match result.how:
        case "last_standing":
            return f"{NAMES[result.winners[0]]} wins as the last god standing."
        case "highest_of_fallen":
            return (
                f"All have fallen; {NAMES[result.winners[0]]} wins with the most energy of the last to fall."
            )
        case "tie":
            return f"All have fallen; {named(result.winners)} share a tie with the same energy."
        case "consent":
            return f"{named(result.winners)} agree on a draw."
        case "none":
            return "Everybody left has resigned; the game ends without a winner."
