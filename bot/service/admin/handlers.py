"""What each act of an administrator does to a game, and to the places of all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from bot.service import deadlines, event_log, notifications
from bot.service.admin.acts import (
    Announce,
    Cancel,
    Clock,
    Force,
    Move,
    Pass,
    Pause,
    Replace,
    Repost,
    Resume,
    Rollback,
)
from bot.service.admin.context import ActContext
from bot.service.admin.points import first_kept, points
from bot.service.clock import control
from bot.service.event_log import Back, BrokenLog, EventType
from bot.service.finding import RUNNING
from bot.service.persons import remembered
from bot.service.play import match_action, parts_of
from bot.service.summaries import Place, Refused
from bot.store.unit import Unit
from engines.contract import Seat, Value

Handler: TypeAlias = Callable[[ActContext, Any], Awaitable[None]]
"""Does an act to the game of a context, whose facts it sets. Raises Refused."""


class Replaced(Value, frozen=True):
    """The data of the event: who left a seat to whom."""

    seat: Seat
    before: int
    after: int


class Moved(Value, frozen=True):
    """The data of the event: from where to where."""

    before: Place | None
    after: Place


async def pause(context: ActContext, _act: Pause) -> None:
    """Let game and clock stand still. Raises Refused."""
    context.require("active")
    _give_back(context)
    control.pause(context.live, context.operator.person)
    context.words = f"Game {context.live.row.code} stands still, with the time that is left"
    context.played = True


async def resume(context: ActContext, _act: Resume) -> None:
    """Let both go on. Raises Refused."""
    control.resume(context.live, context.operator.person)
    context.words = f"Game {context.live.row.code} goes on, with the time that was left"
    context.awaited.update(context.live.engine.to_act(context.live.state))
    context.played = True


async def retime(context: ActContext, act: Clock) -> None:
    """Set another length of turns, or another end of this one. Raises Refused."""
    context.require("active", "paused")
    if act.hours is None and act.left_hours is None:
        raise Refused("no_wish", "Say how many hours a turn has, or how many are left of this one.")
    _give_back(context)
    person = context.operator.person
    words = []
    if act.hours is not None:
        control.set_hours(context.live, act.hours or None, person)
        words.append(f"turns have {act.hours:g} h" if act.hours else "turns have no deadline")
    if act.left_hours is not None:
        control.set_remaining(context.live, timedelta(hours=act.left_hours), person)
        words.append(f"{act.left_hours:g} h are left of this one")
    text = " and ".join(words)
    context.words = text[0].upper() + text[1:]
    context.played = True


def _give_back(context: ActContext) -> None:
    """Leave some time again where the deadline has passed and no bot ran to see it."""
    if context.live.overdue:
        deadlines.move(context.live.row, context.live.now, deadlines.AFTER_OUTAGE)
        context.warnings.append("The deadline had passed; an hour is given back.")


async def rollback(context: ActContext, act: Rollback) -> None:
    """Take back everything after a point. Raises Refused."""
    context.require("active", "paused", "finished", "abandoned")
    live = context.live
    over = live.row.status in {"finished", "abandoned"}
    if over and live.engine.info.hidden and context.operator.plays_in(live):
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
    effective = event_log.effective_events(events)
    keep = known[act.to - 1].keep if act.to else first_kept(effective)
    nothing = keep == len(effective) and not over
    # Whether something was done in secret since the last public action is none of a player's business.
    if nothing and not context.operator.must_not_know(live):
        raise Refused("nothing_to_undo", "Nothing was played after that, so there is nothing to take back.")
    try:
        state = event_log.replay(live.engine, live.row, effective[:keep])
    except BrokenLog as broken:
        raise Refused("no_undo", "This game cannot go back; it can only go on from here.") from broken
    if live.engine.outcome(state) is not None:
        raise Refused("nothing_to_undo", "The game is over there as well; go further back.")
    count = len(known) - act.to
    context.words = f"{count} {'action is' if count == 1 else 'actions are'} taken back" + (
        f", up to “{known[act.to - 1].text}”" if act.to else ", all that was played"
    )
    # What was shown to somebody in secret must not show in a warning either.
    if any(event.reveals and event.public_notation is not None for event in effective[keep:]):
        context.warnings.append("Since then something hidden was shown, which cannot be unseen.")
    if over:
        if live.engine.info.hidden:
            context.warnings.append(
                "The game was over and its secret seed published: whoever has it can foresee every draw."
            )
        live.row.status, live.row.finished_at = "active", None
    context.note("an admin rolls the game back", "an admin rolls the game back")
    live.go_back(state, Back(keep), fresh=True)
    live.let_run()
    context.played = True


async def force(context: ActContext, act: Force) -> None:
    """Play for a seat; all that the text names, or nothing. Raises Refused."""
    context.require("active")
    live = context.live
    live.check_rules()
    name = context.seat_name(act.seat)
    _check_fair(context, act.seat, name)
    context.note(f"an admin plays for {name}", f"an admin plays for {name}")
    done = []
    for part in parts_of(live, act.text):
        action = match_action(live, act.seat, part)
        done.append(live.engine.format(action))
        context.play(EventType.ACTION, act.seat, action)
        live.let_run()
    context.words = f"{name} plays " + f"{live.engine.info.separator or ''} ".join(done)


async def let_pass(context: ActContext, act: Pass) -> None:
    """Do what the clock does at a deadline. Raises Refused."""
    context.require("active")
    live = context.live
    live.check_rules()
    if act.seat is not None:
        name = context.seat_name(act.seat)
        _check_fair(context, act.seat, name)
        if act.seat not in live.engine.to_act(live.state):
            raise Refused("not_awaited", f"Nothing is awaited of {name} now.")
        line = f"an admin lets the time of {name} run out"
    else:
        line = "an admin lets the time run out"
    context.note(line, line)
    for seat in live.engine.to_act(live.state) if act.seat is None else (act.seat,):
        if seat in live.engine.to_act(live.state):
            context.play(EventType.CLOCK, seat, live.engine.clock.on_timeout(live.state, seat))
    live.let_run()
    context.words = line[0].upper() + line[1:]
    context.expired = True


def _check_fair(context: ActContext, seat: Seat, name: str) -> None:
    """Raises Refused where to try would tell the admin, who plays too, what somebody holds or has done."""
    if context.operator.must_not_know(context.live, seat):
        raise Refused(
            "plays_here",
            f"You play in game {context.live.row.code}, and {name} has secrets: ask another admin, or let "
            "everybody's time run out.",
        )


async def replace(context: ActContext, act: Replace) -> None:
    """Seat a newcomer. Raises Refused.

    What the seat holds goes with it, and so does the host's part; private messages stay with whom they were
    written to (Ruling 18 of the Four Gods).
    """
    context.require("active", "paused")
    live = context.live
    name = context.seat_name(act.seat)
    newcomer = await remembered(live.unit, act.person, live.now)
    if live.has_seat(newcomer.id):
        raise Refused("already_in", f"{act.person.name} has a seat in game {live.row.code} already.")
    sitting = next(sitting for sitting in live.row.seats if sitting.seat == act.seat)
    before = sitting.player_id
    sitting.player, sitting.player_id = newcomer, newcomer.id
    sitting.hand_message_id = None
    notifications.hand_left(live, act.seat, before)
    if live.row.host_id == before:
        live.row.host, live.row.host_id = newcomer, newcomer.id
    # No names: the log keeps people by their ids alone, so that who wants to be forgotten can be.
    context.note(
        f"{name} goes to another player",
        f"an admin gives {name} to another player",
        Replaced(act.seat, before, newcomer.id),
    )
    context.words = f"{name} goes to {act.person.name}"
    if live.engine.info.hidden:
        context.warnings.append("The newcomer sees at once whatever the seat holds in secret.")
    context.newcomer = act.seat


async def move(context: ActContext, act: Move) -> None:
    """Carry the game on elsewhere; nothing that was posted before need still be there."""
    live, row = context.live, context.live.row
    before = live.summary().place
    row.guild_id, row.channel_id, row.thread_id = act.guild_id, act.channel_id, act.thread_id
    if row.status == "lobby" and act.thread_id is not None:
        row.channel_id, row.thread_id = act.thread_id, None
    # The old lobby card is in the old place: nothing can hang on it any more.
    row.lobby_message_id = None
    after = Place(act.guild_id, row.thread_id or act.channel_id)
    context.note("moved by an admin", "the game goes on here", Moved(before, after))
    context.words = f"Game {row.code} goes on in " + (
        "a thread that is there" if row.thread_id else "another place"
    )
    if row.thread_id is None and row.threaded and row.status != "lobby":
        context.words = f"Game {row.code} goes on in a new thread"
        notifications.started(live)


async def repost(context: ActContext, _act: Repost) -> None:
    """Post the card anew, below whatever was written since."""
    row = context.live.row
    if row.status == "lobby":
        row.lobby_message_id = None
    context.note("an admin posts the card again")
    context.words = f"The card of game {row.code} is posted again"


async def cancel(context: ActContext, _act: Cancel) -> None:
    """End a game without a result; its seed is published as at any end. Raises Refused."""
    context.require("lobby", "active", "paused")
    live, row = context.live, context.live.row
    if row.status != "lobby":
        context.warnings.append("The game ends without a result, and whatever it hid becomes public.")
    row.status, row.finished_at = "abandoned", live.now
    deadlines.clear(row)
    line = "called off by an admin"
    live.append(EventType.CANCELLED, person=context.operator.person, notation=line, public_notation=line)
    live.summary_lines.append("an admin calls the game off")
    context.words = f"Game {row.code} is called off"


async def announce(unit: Unit, act: Announce, guild_id: int | None, now: datetime) -> str:
    """Put it into the outbox once for every place in which games run; what was done, in a sentence.

    `guild_id` None: in every server.
    """
    places = await unit.games.places(statuses=RUNNING, guild_id=guild_id)
    for game_id, _ in places:
        notifications.announced(unit, game_id, act.text, now)
    where = f"{len(places)} {'place' if len(places) == 1 else 'places'}"
    return f"The announcement goes to {where} where games run"


HANDLERS: Final[Mapping[type[Value], Handler]] = {
    Pause: pause,
    Resume: resume,
    Clock: retime,
    Rollback: rollback,
    Force: force,
    Pass: let_pass,
    Replace: replace,
    Move: move,
    Repost: repost,
    Cancel: cancel,
}
"""By the act that it does to one game."""
