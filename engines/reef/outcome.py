"""The final table, and how the game ended (docs/rules/reef-encounter.md section 11)."""

from collections.abc import Container, Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from engines.contract import LONGEST_HEADLINE, Event, Outcome, Seat, StepSummary, ranks_by
from engines.reef.components import name
from engines.reef.counts import things
from engines.reef.events import REASONS, narrate
from engines.reef.state import ReefState
from engines.reef.view import ResultView
from engines.wording import capital, counted, listed, shorten

_TIES: Final = ("tiles in front of the screen", "cubes", "tiles in hand", "guarded polyps")
"""What settles ties, in order (docs/rules/reef-encounter.md section 11)."""


def results(state: ReefState) -> tuple[ResultView, ...]:
    """The final table, by seat. Those who gave up come last, the first to do so at the very end."""
    table = tuple(
        ResultView(
            seat=seat,
            rank=0,
            score=state.open_sea.worth(player.fish),
            fish=player.fish,
            front=sum(player.front),
            cubes=sum(player.cubes),
            tiles=sum(player.hand),
            guarded=state.corals.guarded(seat),
        )
        for seat, player in enumerate(state.players)
    )
    ranks = ranks_by([_key(state, line) for line in table])
    return tuple(replace(line, rank=rank) for line, rank in zip(table, ranks, strict=True))


def _key(state: ReefState, line: ResultView) -> tuple[int, ...]:
    if line.seat in state.resigned:
        return (state.resigned.index(line.seat) - len(state.players),)
    return (0, line.score, *_settling(line))


def _settling(line: ResultView) -> tuple[int, ...]:
    return line.front, line.cubes, line.tiles, line.guarded


def outcome(state: ReefState) -> Outcome | None:
    """How the game ended. Its reasons: the keys of `REASONS`."""
    if state.phase != "over":
        return None
    table = results(state)
    why = state.ending.why if state.ending else "position"
    return Outcome(
        ranks=tuple(line.rank for line in table),
        why=why,
        text=f"{victory(table, state.resigned, list(map(name, state.seats)))}: {REASONS[why]}.",
        scores=tuple(line.score for line in table),
    )


def victory(table: Iterable[ResultView], gone: Container[Seat], names: Sequence[str]) -> str:
    """A clause that names the winners and their points; where others have as many, also those, and the
    tie-breaker that decided.

    `gone`: the seats that gave up. `names`: the names of the seats.
    """
    standing = sorted((line for line in table if line.seat not in gone), key=lambda line: line.rank)
    first = standing[0]
    best = [line for line in standing if line.rank == first.rank]
    tied = [line for line in standing if line.rank > first.rank and line.score == first.score]
    verb = "share the win" if best[1:] else "wins"
    text = f"{listed(names[line.seat] for line in best)} {verb} with {counted(first.score, 'point')}"
    if not tied:
        return text
    closest = [line for line in tied if line.rank == tied[0].rank]
    settled = zip(_TIES, _settling(first), _settling(tied[0]), strict=True)
    decisive = next(words for words, most, less in settled if most != less)
    return f"{text}, ahead of {listed(names[line.seat] for line in closest)} by {decisive}"


def final_summary(state: ReefState, events: Iterable[Event]) -> StepSummary:
    """What ended the game, then a line for each player: score and fish, and what settles ties."""
    text = "; ".join(map(narrate, events))
    table = sorted(results(state), key=lambda line: (line.rank, line.seat))
    scores = [line.score for line in table]
    lines = [f"{capital(text)}."]
    for line in table:
        who = f"**{line.rank}.** {name(state.seats[line.seat])}"
        ties = f"; {_tie_breakers(line)}" if scores.count(line.score) > 1 else ""
        gone = ", gave up" if line.seat in state.resigned else ""
        lines.append(f"{who}, {counted(line.score, 'point')}{gone}: {things(line.fish, 'tile')}{ties}")
    return StepSummary(shorten(text, LONGEST_HEADLINE), "\n".join(lines))


def _tie_breakers(line: ResultView) -> str:
    """A player's tie-breakers in words, in order."""
    held = (
        counted(line.cubes, "cube"),
        counted(line.tiles, "tile") + " in hand",
        counted(line.guarded, "guarded polyp"),
    )
    return ", ".join((f"{line.front} in front", *held))
