"""Events in words."""

from __future__ import annotations

from engines.contract import Event
from engines.meta import MetaEvent, narrate_meta
from engines.roses.board import NAMES
from engines.roses.events import CastleFell, Dropped, Fell, Moved, Passed, Pushed
from engines.wording import listed


def narrate(event: Event) -> str:
    """A clause about an event of this game."""
    match event:
        case MetaEvent():
            return narrate_meta(event, NAMES)
        case Dropped(cell=cell):
            return f"a soldier is dropped on {cell}"
        case Moved(moved=((origin, target),)):
            return f"the soldier on {origin} goes to {target}"
        case Moved(moved=moved):
            origins, targets = zip(*moved, strict=True)
            return f"the soldiers on {listed(origins)} go to {listed(targets)}"
        case Pushed(origin=origin, target=target):
            return f"the soldier on {origin} is pushed to {target}"
        case Fell(cell=cell):
            return f"the soldier on {cell} is pushed over the edge"
        case CastleFell(seat=seat):
            return f"{NAMES[1 - seat]}'s castle falls"
        case Passed(seat=seat):
            return f"{NAMES[seat]} has no legal action and passes"
    raise ValueError(f"{event!r} is not an event of this game.")
