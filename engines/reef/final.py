"""The final table in words and fixed width, as the last card tells it."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Event, StepSummary
from engines.reef import narration
from engines.reef.components import CORALS
from engines.reef.naming import name
from engines.reef.scoring import results, values
from engines.reef.state import ReefState

_HEADLINE = 80


def final_summary(state: ReefState, events: Sequence[Event]) -> StepSummary:
    """What ended the game, then each fish, its score, and what settles ties."""
    told = "; ".join(map(narration.narrate, events))
    worth = "".join(f"{f'{colour}×{value}':>4}" for colour, value in zip(CORALS, values(state), strict=True))
    table = sorted(results(state), key=lambda line: (line.rank, line.seat))
    lines = [f"{'':10}{worth} score"]
    for one in table:
        fish = "".join(f"{count or '·':>4}" for count in one.fish)
        lines.append(f"{one.rank}. {name(state.seats[one.seat]):7}{fish}{one.score:>6}")
    lines.append("ties: front, cubes, hand tiles, guarded polyps")
    for one in table:
        ties = "".join(f"{count:>4}" for count in (one.front, one.cubes, one.tiles, one.guarded))
        lines.append(f"   {name(state.seats[one.seat]):7}{ties}")
    shown = "\n".join(lines)
    return StepSummary(told[:_HEADLINE], f"{told[:1].upper()}{told[1:]}.\n```\n{shown}\n```")
