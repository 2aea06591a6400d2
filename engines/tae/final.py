"""The final table in words and fixed width, as the last card tells it."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Account, Event
from engines.tae.ending import finals, ranks
from engines.tae.happenings import GameOver
from engines.tae.state import TaeState
from engines.tae.story import narrate
from engines.tae.terms import NAMES

_HEADLINE = 80
_COLUMNS = ("Mon", "Tec", "Peo", "Raw", "Art")


def final_account(state: TaeState, events: Sequence[Event]) -> Account:
    """What came last, all points by rank, and what decides: the categories from the lowest."""
    told = "; ".join(narrate(event) for event in events if event.audience == "public" and _is_news(event))
    told = f"{told[:1].upper()}{told[1:]}." if told else ""
    table = sorted(enumerate(ranks(state)), key=lambda line: (line[1], line[0]))
    lines = [f"{'':8}{''.join(f'{column:>4}' for column in _COLUMNS)}"]
    for seat, rank in table:
        points = "".join(f"{number:>4}" for number in state.scores[seat])
        gone = "  resigned" if seat in state.resigned else ""
        lines.append(f"{rank}. {NAMES[seat]:5}{points}{gone}")
    lines.append("lowest first, artifacts added:")
    for seat, _ in table:
        lines.append(f"   {NAMES[seat]:5}{''.join(f'{number:>4}' for number in finals(state.scores[seat]))}")
    shown = "\n".join(lines)
    return Account(told[:_HEADLINE], f"{told}\n```\n{shown}\n```".lstrip())


def _is_news(event: Event) -> bool:
    # Who has won stands below the table, as on every last card.
    return not isinstance(event, GameOver)
