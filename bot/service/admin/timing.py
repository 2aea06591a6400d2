"""Standing still, going on, and other deadlines."""

from __future__ import annotations

from datetime import timedelta

from bot.service.admin.acts import Clock, Pause, Resume
from bot.service.admin.deed import Deed
from bot.service.clock import control
from bot.service.clock import state as clock_state
from bot.service.summaries import Refused


async def pause(deed: Deed, _act: Pause) -> None:
    """Let game and clock stand still. Raises Refused."""
    deed.require("active")
    _give_back(deed)
    control.pause(deed.live, deed.operator.person)
    deed.words = f"Game {deed.live.row.code} stands still, with the time that is left"
    deed.played = True


async def resume(deed: Deed, _act: Resume) -> None:
    """Let both go on. Raises Refused."""
    control.resume(deed.live, deed.operator.person)
    deed.words = f"Game {deed.live.row.code} goes on, with the time that was left"
    deed.awaited.update(deed.live.engine.to_act(deed.live.state))
    deed.played = True


async def retime(deed: Deed, act: Clock) -> None:
    """Set another length of turns, or another end of this one. Raises Refused."""
    deed.require("active", "paused")
    if act.hours is None and act.left_hours is None:
        raise Refused("no_wish", "Say how many hours a turn has, or how many are left of this one.")
    _give_back(deed)
    person = deed.operator.person
    words = []
    if act.hours is not None:
        control.set_hours(deed.live, act.hours or None, person)
        words.append(f"turns have {act.hours:g} h" if act.hours else "turns have no deadline")
    if act.left_hours is not None:
        control.set_remaining(deed.live, timedelta(hours=act.left_hours), person)
        words.append(f"{act.left_hours:g} h are left of this one")
    text = " and ".join(words)
    deed.words = text[0].upper() + text[1:]
    deed.played = True


def _give_back(deed: Deed) -> None:
    """Leave some time again where the deadline has passed and no bot ran to see it."""
    if deed.live.overdue:
        clock_state.move(deed.live.row, deed.live.now, clock_state.AFTER_OUTAGE)
        deed.warnings.append("The deadline had passed; an hour is given back.")
