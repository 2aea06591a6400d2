"""Rolling a game back: to any public action, across reveals, and out of its end if need be."""

from __future__ import annotations

from collections.abc import Sequence

from bot.service import event_log
from bot.service.admin.acts import Rollback
from bot.service.admin.deed import Deed
from bot.service.event_log import Back, BrokenLog, EventType
from bot.service.summaries import Refused
from bot.store.models import EventRow
from engines.contract import Seat, Value


class Point(Value, frozen=True):
    """A place in a game to which it can go back: what stood after something that the public saw."""

    number: int
    """1, 2, 3 ... over what still stands, as the public may count it."""
    keep: int
    """How many actions stand there, secret ones included: not for showing."""
    seat: Seat | None
    """Who did that; None where it must not be known."""
    text: str
    """The public line of what was done last."""


def points(events: Sequence[EventRow]) -> list[Point]:
    """Every place to which a game can go back, its start left out.

    What one request brought about is never cut through; what was done in secret belongs to the public thing
    that followed it, so that numbers tell nobody how much that was.
    """
    stands = event_log.effective_events(events)
    found: list[Point] = []
    seen: EventRow | None = None
    first = _first(stands)
    for number, event in enumerate(stands[first:], start=first + 1):
        if event.public_notation is not None:
            seen = event
        last = number == len(stands) or stands[number].first_seq != event.first_seq
        if last and seen is not None:
            seat = None if event_log.done(seen).anonymous else seen.seat
            found.append(Point(len(found) + 1, number, seat, seen.public_notation or ""))
            seen = None
    return found


def _first(stands: Sequence[EventRow]) -> int:
    """How far back a game can go: to its start, or to where the rules under which it is played began."""
    return 1 if stands and stands[0].kind == EventType.RULES else 0


async def rollback(deed: Deed, act: Rollback) -> None:
    """Take back everything after a point. Raises Refused."""
    deed.require("active", "paused", "finished", "abandoned")
    live = deed.live
    over = live.row.status in {"finished", "abandoned"}
    if over and live.engine.info.hidden and deed.operator.plays_in(live.row):
        # Else who plays could call a game off, read everything in its record, and play on.
        raise Refused(
            "plays_here",
            f"You play in game {live.row.code}, whose secrets became public with its end: ask another admin.",
        )
    live.check_rules()
    events = await live.unit.events.of_game(live.row.id)
    known = points(events)
    if not 0 <= act.to <= len(known):
        raise Refused(
            "no_such_point",
            f"Game {live.row.code} can go back to 0 (its start) to {len(known)} (its last action).",
        )
    stands = event_log.effective_events(events)
    keep = known[act.to - 1].keep if act.to else _first(stands)
    nothing = keep == len(stands) and not over
    # Whether something was done in secret since the last public action is none of a player's business.
    if nothing and not deed.operator.must_not_know(live):
        raise Refused("nothing_to_undo", "Nothing was played after that, so there is nothing to take back.")
    try:
        state = event_log.replay(live.engine, live.row, stands[:keep])
    except BrokenLog as broken:
        raise Refused("no_undo", "This game cannot go back; it can only go on from here.") from broken
    if live.engine.outcome(state) is not None:
        raise Refused("nothing_to_undo", "The game is over there as well; go further back.")
    count = len(known) - act.to
    deed.words = f"{count} {'action is' if count == 1 else 'actions are'} taken back" + (
        f", up to “{known[act.to - 1].text}”" if act.to else ", all that was played"
    )
    # What was shown to somebody in secret must not show in a warning either.
    if any(event.reveals and event.public_notation is not None for event in stands[keep:]):
        deed.warnings.append("Since then something hidden was shown, which cannot be unseen.")
    if over:
        if live.engine.info.hidden:
            deed.warnings.append(
                "The game was over and its secret seed published: whoever has it can foresee every draw."
            )
        live.row.status, live.row.finished_at = "active", None
    deed.note("an admin rolls the game back", "an admin rolls the game back")
    live.go_back(state, Back(keep), fresh=True)
    live.let_run()
    deed.played = True
