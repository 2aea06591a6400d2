"""What each act of an administrator does to a game."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from bot.column_values import OVER, RUNNING, UNFINISHED
from bot.service.admin import acts
from bot.service.admin.context import ActContext
from bot.service.admin.rollback_points import rollback_points
from bot.service.clock import control
from bot.service.clock.control import abandon
from bot.service.game import commitment, deadlines
from bot.service.game.insiders import ever_sat
from bot.service.game.preconditions import check_rules
from bot.service.game.seating import forgotten_seats
from bot.service.lobby.invitations import take_seat
from bot.service.log import event_types, replay
from bot.service.log.effective_events import effective_events, first_kept
from bot.service.log.event_types import Back, EventType
from bot.service.log.replay import refuse_broken
from bot.service.notices import notifications
from bot.service.people.persons import ensure_person
from bot.service.play.requested import apply_all, joined, parts_of
from bot.service.seats.changing_hands import disown_former
from bot.service.seats.inviting import invite
from bot.service.values.refused import Refused
from bot.service.values.request import Place
from bot.store.models import EventRow
from engines.contract import Seat, Value
from engines.wording import capital

Handler: TypeAlias = Callable[[ActContext, Any], Awaitable[str]]
"""Carries an act out on the game of a context; the act in a sentence. Raises Refused."""


class Moved(Value, frozen=True):
    """The data of the event of a move: the old place and the new one."""

    before: Place | None
    after: Place


async def pause(context: ActContext, _act: acts.Pause) -> str:
    """Stop the game and its clock. Raises Refused."""
    context.require("active")
    _give_back(context)
    control.pause(context.live, context.operator.person)
    context.played = True
    return f"Game {context.live.row.code} is paused, with the time that is left"


async def resume(context: ActContext, _act: acts.Resume) -> str:
    """Let a paused game and its clock go on. Raises Refused."""
    context.require("paused")
    person = context.operator.person
    why = "the game goes on" if person is None else "an admin lets the game go on"
    control.resume(context.live, person, why=why)
    context.played = True
    return f"Game {context.live.row.code} goes on, with the time that was left"


async def retime(context: ActContext, act: acts.Retime) -> str:
    """Change the length of turns, or the time left of the present one. Raises Refused."""
    context.require(*RUNNING)
    if act.hours is None and act.left is None:
        raise Refused("no_wish", "Say how many hours a turn has, or how many are left of this one.")
    _give_back(context)
    person = context.operator.person
    words = []
    if act.hours is not None:
        control.set_hours(context.live, act.hours or None, person)
        words.append(f"turns have {act.hours:g} h" if act.hours else "turns have no deadline")
    if act.left is not None:
        control.set_remaining(context.live, act.left, person)
        words.append(f"{act.left:g} h are left of the present turn")
    context.played = True
    return capital(" and ".join(words))


def _give_back(context: ActContext) -> None:
    """Move a deadline that passed while no bot ran."""
    if context.live.clock.overdue:
        context.live.clock.set_remaining(deadlines.AFTER_OUTAGE)
        context.warnings.append("The deadline had passed; an hour is given back.")


async def rollback(context: ActContext, act: acts.Rollback) -> str:
    """Take back everything after a point. Raises Refused."""
    live = context.live
    # A game that was called off before it began has nothing to go back to.
    context.require(*RUNNING, *(() if live.row.state is None else OVER))
    over = live.row.status in OVER
    if over and live.engine.info.hidden:
        await _check_never_played(context)
    check_rules(live)
    events = await live.unit.events.of_game(live.row.id)
    known = await asyncio.to_thread(rollback_points, events)
    if not 0 <= act.to <= len(known):
        last = f"a point from 0 (its start) to {len(known)} (its last action)"
        reach = last if known else "only 0 (its start)"
        raise Refused("no_such_point", f"Game {live.row.code} can go back to {reach}.")
    effective = effective_events(events)
    keep = known[act.to - 1].keep if act.to else first_kept(effective)
    state = await _state_after(context, effective, keep, over=over)
    # A warning must not reveal what was shown in secret.
    if any(event.reveals and event.public_notation is not None for event in effective[keep:]):
        context.warnings.append("Since then something hidden was revealed, which cannot be unseen.")
    if over:
        if live.engine.info.hidden:
            context.warnings.append("The game was over, so what players had hidden may have been read since.")
        live.row.status, live.row.finished_at = "active", None
        live.clock.resume()
    context.note("an admin rolls the game back", "an admin rolls the game back")
    banks = None
    if keep < len(effective):
        banks = event_types.banks_after(event for event in events if event.seq < effective[keep].seq)
    if live.engine.draws(live.engine.options(msgspec.json.decode(live.row.options))):
        # Some players know the draws of that position by now, and everybody does if the secret was published.
        promise, seed = commitment.recommit(live, context.rng)
        live.go_back(live.engine.reseed(state, seed), Back(keep, promise), fresh=True, banks=banks)
    else:
        live.go_back(state, Back(keep), fresh=True, banks=banks)
    disown_former(live, events, effective[:keep])
    live.apply_forced()
    context.played = True
    count = len(known) - act.to
    if not count:
        return "The game goes on " + (f"after “{known[-1].text}”" if known else "from its start")
    return f"{count} {'action is' if count == 1 else 'actions are'} taken back" + (
        f", and the game goes on after “{known[act.to - 1].text}”" if act.to else ", all that was played"
    )


async def _check_never_played(context: ActContext) -> None:
    """Raises Refused if the operator ever sat in a game, or a person who did was forgotten since.

    Otherwise a player could cancel a game, read everything in its record, and play on.
    """
    live, person = context.live, context.operator.person
    if person is not None and (forgotten_seats(live.row) or await ever_sat(live.unit, live.row, person)):
        raise Refused(
            "plays_here",
            f"You play in game {live.row.code}, whose secrets became public with its end, or may have played "
            "in it: ask another admin or whoever runs the bot.",
        )


async def _state_after(context: ActContext, effective: Sequence[EventRow], keep: int, *, over: bool) -> Value:
    """The state after the first `keep` effective events, from which the game goes on. Raises Refused."""
    live = context.live
    nothing = all(event.kind == EventType.UNDONE for event in effective[keep:]) and not over
    # A player must not learn whether something was done in secret since the last public action.
    if nothing and not context.insider:
        raise Refused("nothing_to_undo", "Nothing was played after that, so there is nothing to take back.")
    with refuse_broken("no_undo", "This game cannot go back; it can only go on from here."):
        state = await asyncio.to_thread(replay.replay, live.engine, live.row, effective[:keep])
    if live.engine.outcome(state) is not None:
        raise Refused("nothing_to_undo", "The game is over there as well; go further back.")
    return state


async def force(context: ActContext, act: acts.Force) -> str:
    """Play for a seat: every action that the text names, or none. Raises Refused."""
    context.require("active")
    live = context.live
    check_rules(live)
    _check_fair(context, act.seat)
    name, who = live.seat_name(act.seat), context.who(act.seat)
    context.note(f"an admin plays for {name}", f"an admin plays for {name}")
    actions, steps = apply_all(live, act.seat, parts_of(live, act.action), context.operator.person)
    notations = [step.notation for step in steps]
    if any(event.reveals for event in live.unit.events.added):
        # The public notations may show what others hold or have chosen.
        notations = [live.engine.format(action) for action in actions]
    context.played = True
    # To an operator who plays, a dry run would reveal more than playing does.
    context.blind = context.insider
    return f"{who} plays {joined(live, notations)}"


async def let_pass(context: ActContext, act: acts.Pass) -> str:
    """Do what the clock does at a deadline. Raises Refused."""
    context.require("active")
    live = context.live
    check_rules(live)
    seats: Sequence[Seat] = live.engine.to_act(live.state)
    line = words = "an admin lets the time run out"
    if act.seat is not None:
        _check_fair(context, act.seat)
        who = context.who(act.seat)
        if act.seat not in seats:
            raise Refused("not_awaited", f"{who} has nothing to play now.")
        seats, line = (act.seat,), f"an admin lets the time of {live.seat_name(act.seat)} run out"
        words = f"an admin lets the time of {who} run out"
    context.note(line, line)
    for seat in seats:
        if seat in live.engine.to_act(live.state):
            live.apply(EventType.CLOCK, seat, live.engine.clock.on_timeout(live.state, seat))
    live.apply_forced()
    # The deadline is over only if nobody else is pending: the time of other seats runs on.
    context.expired = set(live.engine.to_act(live.state)) <= set(seats)
    context.played = True
    context.blind = context.insider
    return capital(words)


def _check_fair(context: ActContext, seat: Seat) -> None:
    """Raises Refused where a dry run would reveal to an operator who plays what a seat holds or has done."""
    if context.insider and not context.operator.holds(context.live, seat):
        raise Refused(
            "plays_here",
            f"You play in game {context.live.row.code}, and {context.who(seat)} has secrets: ask another "
            "admin, or let everybody's time run out.",
        )


async def replace(context: ActContext, act: acts.Replace) -> str:
    """Invite somebody to a seat, or withdraw the invitation to it. Raises Refused."""
    context.require(*RUNNING)
    live, person = context.live, context.operator.person
    name, who = live.seat_name(act.seat), context.who(act.seat)
    newcomer = await ensure_person(live.unit, act.player, live.now)
    if live.seat_of(newcomer.id) == act.seat:
        if not await live.unit.invitations.withdraw(live.row.id, act.seat, live.now):
            raise Refused("already_in", f"They play {name} in game {live.row.code} already.")
        return f"{act.player.name} keeps {name}: the invitation is withdrawn"
    if context.insider and person is not None and person.id == newcomer.id and not live.has_seat(person.id):
        raise Refused(
            "plays_here",
            f"You have played in game {live.row.code}, and {name} has secrets: "
            "ask another admin to invite you.",
        )
    if live.engine.info.hidden:
        context.warnings.append("The newcomer sees at once whatever the seat holds in secret.")
    if not context.operator.may_seat(newcomer.id, at_once=act.at_once):
        await invite(live, act.seat, newcomer, person)
        return f"{act.player.name} is invited to the seat of {who}; until they accept, it stays as it is"
    await take_seat(live, act.seat, newcomer, person)
    context.played = True
    context.newcomer = act.seat
    return f"The seat of {who} goes to {act.player.name}"


async def move(context: ActContext, act: acts.Move) -> str:
    """Continue the game in another place. Posts in the old place may be gone."""
    live, row = context.live, context.live.row
    before = live.summary().place
    places = (row.thread_id, act.channel_id, act.thread_id)
    row.forum = act.forum or (row.forum and row.channel_id == act.channel_id)
    if row.guild_id != act.guild_id:
        await live.unit.audits.move(row.id, act.guild_id)
    row.guild_id, row.channel_id, row.thread_id = act.guild_id, act.channel_id, act.thread_id
    row.threaded = row.threaded if act.threaded is None else act.threaded
    # Whoever names a place vouches for it, so earlier refusals there no longer count.
    await live.unit.refusals.clear(act.guild_id, {one for one in places if one is not None})
    if row.status == "lobby" and act.thread_id is not None:
        row.channel_id, row.thread_id, row.forum = act.thread_id, None, False
    # The old lobby card stands in the old place.
    row.lobby_message_id = None
    after = Place(act.guild_id, row.thread_id or act.channel_id)
    context.note("moved by an admin", "the game goes on here", Moved(before, after))
    where = "a thread that is there" if row.thread_id else "another place"
    if row.thread_id is None and row.forum:
        where = "a new post of a forum"
    elif act.threaded is False:
        where = "the channel"
    elif row.thread_id is None and row.threaded and row.status != "lobby":
        where = "a new thread"
        notifications.open_thread(live)
    return f"Game {row.code} goes on in {where}"


async def repost(context: ActContext, _act: acts.Repost) -> str:
    """Post the card again, below newer messages."""
    row = context.live.row
    if row.status == "lobby":
        row.lobby_message_id = None
    context.note("an admin posts the card again")
    return f"The card of game {row.code} is posted again"


async def cancel(context: ActContext, _act: acts.Cancel) -> str:
    """End a game without a result; its seed is published as at every end. Raises Refused."""
    context.require(*UNFINISHED)
    live, row = context.live, context.live.row
    if row.status != "lobby":
        context.warnings.append("The game ends without a result, and whatever it hid becomes public.")
    await abandon(live, "called off by an admin", "an admin calls the game off", context.operator.person)
    return f"Game {row.code} is called off"


HANDLERS: Final[Mapping[type[Value], Handler]] = {
    acts.Pause: pause,
    acts.Resume: resume,
    acts.Retime: retime,
    acts.Rollback: rollback,
    acts.Force: force,
    acts.Pass: let_pass,
    acts.Replace: replace,
    acts.Move: move,
    acts.Repost: repost,
    acts.Cancel: cancel,
}
