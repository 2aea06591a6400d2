"""Playing for somebody, and letting the clock do so."""

from __future__ import annotations

from bot.service.admin.acts import Force, Pass
from bot.service.admin.deed import Deed
from bot.service.event_log import EventType
from bot.service.play import match_action, parts_of
from bot.service.summaries import Refused
from engines.contract import Seat


async def force(deed: Deed, act: Force) -> None:
    """Play for a seat; all that the text names, or nothing. Raises Refused."""
    deed.require("active")
    live = deed.live
    live.check_rules()
    name = deed.seat_name(act.seat)
    _check_fair(deed, act.seat, name)
    deed.note(f"an admin plays for {name}", f"an admin plays for {name}")
    done = []
    for part in parts_of(live, act.text):
        action = match_action(live, act.seat, part)
        done.append(live.engine.format(action))
        deed.play(EventType.ACTION, act.seat, action)
        live.let_run()
    deed.words = f"{name} plays " + f"{live.engine.info.separator or ''} ".join(done)


async def let_pass(deed: Deed, act: Pass) -> None:
    """Do what the clock does at a deadline. Raises Refused."""
    deed.require("active")
    live = deed.live
    live.check_rules()
    if act.seat is not None:
        name = deed.seat_name(act.seat)
        _check_fair(deed, act.seat, name)
        if act.seat not in live.engine.to_act(live.state):
            raise Refused("not_awaited", f"Nothing is awaited of {name} now.")
        line = f"an admin lets the time of {name} run out"
    else:
        line = "an admin lets the time run out"
    deed.note(line, line)
    for seat in live.engine.to_act(live.state) if act.seat is None else (act.seat,):
        if seat in live.engine.to_act(live.state):
            deed.play(EventType.CLOCK, seat, live.engine.clock.on_timeout(live.state, seat))
    live.let_run()
    deed.words = line[0].upper() + line[1:]
    deed.expired = True


def _check_fair(deed: Deed, seat: Seat, name: str) -> None:
    """Raises Refused where to try would tell the admin, who plays too, what somebody holds or has done."""
    if deed.operator.must_not_know(deed.live, seat):
        raise Refused(
            "plays_here",
            f"You play in game {deed.live.row.code}, and {name} has secrets: ask another admin, or let "
            "everybody's time run out.",
        )
