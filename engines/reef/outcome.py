"""The final table, and how the game ended (rules/reef-encounter.md section 11)."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engines.contract import LONGEST_HEADLINE, Event, Outcome, StepSummary, ranks_by
from engines.reef.components import name
from engines.reef.counts import things
from engines.reef.events import REASONS, narrate
from engines.reef.state import ReefState
from engines.reef.view import ResultView
from engines.wording import capital, counted, listed, shortened

_TIES: Final = ("tiles in front of the screen", "cubes", "tiles in hand", "guarded polyps")
"""What settles ties, the first of it first (rules/reef-encounter.md section 11)."""


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
    return (0, line.score, line.front, line.cubes, line.tiles, line.guarded)


def outcome(state: ReefState) -> Outcome | None:
    """How the game ended. Its reasons: the keys of `REASONS`."""
    if state.phase != "over":
        return None
    table = results(state)
    why = state.ending.why if state.ending else "position"
    best = [line for line in table if line.rank == 1]
    names = listed(name(state.seats[line.seat]) for line in best)
    (score,) = {line.score for line in best}
    verb = "share the win" if len(best) > 1 else "wins"
    return Outcome(
        ranks=tuple(line.rank for line in table),
        why=why,
        text=f"{names} {verb} with {counted(score, 'point')}{_decided(state, table)}: {REASONS[why]}.",
        scores=tuple(line.score for line in table),
    )


def _decided(state: ReefState, table: Iterable[ResultView]) -> str:
    """Whom the winners are ahead of in spite of as many points, and by which tie-breaker."""
    keys = {line.seat: _key(state, line) for line in table}
    best = max(keys.values())
    tied = {seat: key for seat, key in keys.items() if key != best and key[:2] == best[:2]}
    if not tied:
        return ""
    closest = max(tied.values())
    decisive = next(
        words for words, most, less in zip(_TIES, best[2:], closest[2:], strict=True) if most != less
    )
    names = listed(name(state.seats[seat]) for seat, key in tied.items() if key == closest)
    return f", ahead of {names} by {decisive}"


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
    return StepSummary(shortened(text, LONGEST_HEADLINE), "\n".join(lines))


def _tie_breakers(line: ResultView) -> str:
    """What settles ties, the first of it first."""
    held = (
        counted(line.cubes, "cube"),
        counted(line.tiles, "tile") + " in hand",
        counted(line.guarded, "guarded polyp"),
    )
    return ", ".join((f"{line.front} in front", *held))
