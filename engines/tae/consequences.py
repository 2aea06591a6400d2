"""What a legal action would bring at once, in a few words, for lists of many actions.

What would be drawn, and what others have committed, never shows.
"""

from collections.abc import Iterator
from functools import lru_cache

from engines.contract import Event, Seat
from engines.tae import events
from engines.tae.actions import Bomb, Build, Colony, Leader, TaeAction
from engines.tae.constants import NAMES
from engines.tae.events import combat_sides, leader_name
from engines.tae.phases import PHASES
from engines.tae.state import TaeState
from engines.tae.turn_context import TurnContext
from engines.wording import counted, listed


@lru_cache(1024)
def consequences(state: TaeState, seat: Seat, action: TaeAction) -> str:
    """What a legal action on a cell brings, or nothing. Kept: each keystroke asks again about a position."""
    if not isinstance(action, Leader | Colony | Bomb | Build):
        return ""
    context = TurnContext(state, None, draws=False)
    PHASES[state.phase].apply(context, seat, action)
    words = [words for event in context.events for words in _words(event)]
    if context.state.phase == "monument":
        words.append("may become a monument")
    return ", ".join(words)


def _words(event: Event) -> Iterator[str]:
    match event:
        case events.RegionsJoined(regions=number):
            yield f"joins {number} regions"
        case events.Points(seat=seat, category=category, n=n):
            yield f"{NAMES[seat]} +{n} {category}"
        case events.CombatBegins(kind=kind, initial=initial):
            yield f"{kind} combat {combat_sides(initial, ' : ')}"
        case events.ChoiceOpen(kinds=kinds):
            yield f"combats: {listed(kinds)}"
        case events.LeaderHome(seat=seat, kind=kind):
            yield f"{leader_name(seat, kind)} goes home"
        case events.ArtifactsTaken(seat=seat, taken=taken):
            yield f"{NAMES[seat]} takes {counted(len(taken), 'artifact')}"
        case events.MonumentBuilt():
            yield "a monument rises"
        case events.GameOver():
            yield "the game ends"
