"""How a game ends, and final scoring: docs/rules/tae.md section 12."""

from collections.abc import Sequence
from typing import Final

from engines.contract import LONGEST_HEADLINE, Event, Outcome, Seat, StepSummary, ranks_by
from engines.tae.constants import COLONY_TYPES, NAMES
from engines.tae.events import GameOver, narrate
from engines.tae.state import ARTIFACTS, Counts, Reason, TaeState, Tally
from engines.wording import capital, listed, shorten

_WORDS = (*COLONY_TYPES, "artifacts")
_WHY = {
    "artifacts": "No more than two artifacts are left on the board.",
    "bag": "The bag can no longer refill every hand.",
    # Not “rounds”: seats may be empty, and turns that the clock ended do not count.
    "stalemate": "In {quiet} turns ended in person nothing was founded, bombed, swapped or fought over.",
    "resignation": "Everybody else has resigned.",
}


_ORDER: Final = ("", "second", "third", "fourth")


def with_artifacts(tally: Tally) -> Counts:
    """The categories after each artifact has been added to the lowest one."""
    categories = list(tally[:ARTIFACTS])
    for _ in range(tally[ARTIFACTS]):
        categories[categories.index(min(categories))] += 1
    money, technology, people, raw = categories
    return money, technology, people, raw


def finals(tally: Tally) -> Counts:
    """The four categories with artifacts added, sorted from the lowest to the highest."""
    one, two, three, four = sorted(with_artifacts(tally))
    return one, two, three, four


def ranks(state: TaeState) -> tuple[int, ...]:
    """The ranks by the lowest category, then the second lowest and so on; players who resigned are last."""
    return ranks_by(
        [() if seat in state.resigned else finals(tally) for seat, tally in enumerate(state.scores)]
    )


def winners(state: TaeState) -> tuple[Seat, ...]:
    """The leading players."""
    return tuple(seat for seat, rank in enumerate(ranks(state)) if rank == 1)


def outcome(state: TaeState) -> Outcome | None:
    """How the game ended, or None while it runs."""
    if state.ending is None:
        return None
    first = winners(state)
    names = listed(NAMES[seat] for seat in first)
    scores = tuple(finals(tally)[0] for tally in state.scores)
    verdict = f"{names} {'share the victory' if len(first) > 1 else 'wins'}"
    if state.ending != "resignation":
        verdict += f" with {max(scores[seat] for seat in first)} in the weakest kind{_decided(state)}"
    return Outcome(
        ranks=ranks(state),
        why=state.ending,
        text=f"{verdict}. {_why(state, state.ending)}",
        scores=scores,
    )


def _decided(state: TaeState) -> str:
    """A clause about who has as much in the weakest kind as the winners, and what decided; or ``""``."""
    in_play = [seat for seat in range(state.seats) if seat not in state.resigned]
    kinds = {seat: finals(state.scores[seat]) for seat in in_play}
    best = max(kinds.values())
    tied = [kind for kind in kinds.values() if kind != best and kind[0] == best[0]]
    if not tied:
        return ""
    closest = max(tied)
    names = listed(NAMES[seat] for seat, kind in kinds.items() if kind == closest)
    which = next(number for number in range(1, len(best)) if best[number] != closest[number])
    return f", ahead of {names} by {best[which]} to {closest[which]} in the {_ORDER[which]} weakest"


def _why(state: TaeState, reason: Reason) -> str:
    return _WHY[reason].format(quiet=state.quiet)


def final_summary(state: TaeState, why: Reason, events: Sequence[Event]) -> StepSummary:
    """The last event, or why the game is over; then points by rank, and the categories from the lowest."""
    # The winner is named below the table, as on every final card.
    news = (one for one in events if one.audience == "public" and not isinstance(one, GameOver))
    text = "; ".join(map(narrate, news))
    text = f"{capital(text)}." if text else ""
    table = sorted(enumerate(ranks(state)), key=lambda line: (line[1], line[0]))
    lines = [text] if text else []
    for seat, rank in table:
        points = ", ".join(
            f"{word} {number}" for word, number in zip(_WORDS, state.scores[seat], strict=True)
        )
        lowest = ", ".join(map(str, finals(state.scores[seat])))
        gone = "; resigned" if seat in state.resigned else ""
        lines.append(f"**{rank}.** {NAMES[seat]}: {points}; lowest first with artifacts {lowest}{gone}")
    return StepSummary(shorten(text or _why(state, why), LONGEST_HEADLINE), "\n".join(lines))
