"""Summaries of games: the public facts, from the row and from what the rules let the public see."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from bot.column_values import OVER, RUNNING
from bot.service.game import deadlines
from bot.service.game.open_requests import OpenRequests, read_undo
from bot.service.log.mixture import mixtures_of
from bot.service.values.answers import Invitation, MessageView
from bot.service.values.game_summary import Bank, GameSummary, SeatSummary
from bot.service.values.request import Person, Place
from bot.service.values.seat_clocks import SeatClocks
from bot.service.values.terms import Terms
from bot.store.models import ChatMessageRow, GameRow, InvitationRow, PersonRow, SeatRow
from engines.chance import seed_hash
from engines.contract import AnyEngine, IllegalOptions, Level, Seat, Value, View


def terms_of(row: GameRow) -> Terms:
    """The agreed terms."""
    return msgspec.json.decode(row.terms, type=Terms)


def terms_in_force(engine: AnyEngine, row: GameRow) -> Terms:
    """The terms with the game's options: live games and those with rules about absence override the defaults,
    unless the table agreed on something else. Without a server nobody can play for an absent player.
    """
    terms, options = terms_of(row), _options(engine.options, row.options)
    own = 0 if options is None else engine.clock.absent_after(options)
    if terms.absence in {"substitute", "computer"}:
        # After this many deadlines the clock makes no further timeout, so no more can be missed.
        after = min(terms.absent_after, own) if own else terms.absent_after
        return replace(terms, absence="pause" if row.guild_id is None else terms.absence, absent_after=after)
    if options is None:
        return terms
    if terms.absence != "pause" or not (own or engine.clock.seconds(options) is not None):
        return terms
    # The rules eliminate an absent player, or allow a claim, before the game would pause.
    return replace(terms, absence="rules", absent_after=max(terms.absent_after, own and own + 1))


def seat_clocks_of(row: GameRow) -> SeatClocks:
    """The clock's state of each seat."""
    return msgspec.json.decode(row.clock, type=SeatClocks)


def person(row: PersonRow) -> Person:
    """A player as other layers know them."""
    level = None if row.level is None else Level(row.level)
    return Person(row.id, row.name, level=level, vacant=row.vacant)


@lru_cache(maxsize=256)
def _options(read: Callable[[Mapping[str, object]], Value], stored: str) -> Value | None:
    """A game's options; None where this host no longer knows their rules."""
    try:
        return read(msgspec.json.decode(stored))
    except IllegalOptions:
        return None


def _draws(engine: AnyEngine, row: GameRow) -> bool:
    """Whether the game draws from its seed; assumed for rules that this host no longer knows."""
    options = _options(engine.options, row.options)
    return options is None or engine.draws(options)


def seconds_per_period(engine: AnyEngine, row: GameRow) -> float | None:
    """Seconds of each clock period by the rules, or None (`ClockRules.seconds`)."""
    options = _options(engine.options, row.options)
    # A game under unknown rules can be looked at, but not go on.
    return None if options is None else engine.clock.seconds(options)


def summarize(
    engine: AnyEngine, row: GameRow, state: Value | None, *, view: View | None = None
) -> GameSummary:
    """The public facts of a game; `state` is None before the start.

    `view`: the public view, if it exists already.
    """
    clocks = seat_clocks_of(row)
    summary = _of_row(engine, row, clocks)
    if state is None:
        return summary
    view = engine.view(state, None) if view is None else view
    if row.status in RUNNING:
        summary = _with_requests(summary, engine, row, state, clocks)
    summary = _with_view(summary, row, view)
    banks = _banks(row, clocks, engine.to_act(state))
    if row.status != "active":
        return replace(summary, banks=banks)
    return replace(
        summary,
        banks=banks,
        mentioned=view.mentioned,
        off_turn_prompt=engine.clock.off_turn_prompt(state),
        clock_stopped=bool(row.away),
        hands=engine.hand is not None,
    )


def seen_by(engine: AnyEngine, row: GameRow, state: Value, seat: Seat, public: GameSummary) -> GameSummary:
    """The facts of a game that a seat may know. `public`: those that everybody may."""
    return _with_view(public, row, engine.view(state, seat))


def _of_row(engine: AnyEngine, row: GameRow, clocks: SeatClocks) -> GameSummary:
    """The facts that are known without the position."""
    undo, mixture = read_undo(row.undo), mixtures_of(row).newest
    over, paused = row.status in OVER, row.status == "paused"
    return GameSummary(
        id=row.id,
        code=row.code,
        key=row.key,
        title=engine.info.title,
        status=row.status,
        public_version=row.public_version,
        host=person(row.host),
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        thread_id=row.thread_id,
        threaded=row.threaded,
        opening_thread_id=_opening_thread(row),
        seats=_seats(engine, row),
        min_seats=row.min_seats,
        options=msgspec.json.decode(row.options),
        deadline_hours=row.deadline_hours,
        terms=terms_in_force(engine, row),
        seconds_per_period=seconds_per_period(engine, row),
        created_at=row.created_at,
        moved_at=row.moved_at,
        ply=row.ply,
        turn="",
        prompt="",
        to_act=(),
        deadline=deadlines.shown(row),
        outcome=None,
        seed_hash=None if row.seed is None else seed_hash(row.seed),
        seed=row.seed if over else None,
        commitment=mixture.commitment if mixture else None,
        contributions=mixture.contributions if mixture else (),
        secret=mixture.secret if mixture and over and row.seed else None,
        draws=_draws(engine, row),
        banks=_banks(row, clocks, ()),
        away=_away(row),
        absent=clocks.absent if paused else (),
        paused_until=clocks.paused_until if paused else None,
        button=engine.info.button,
        undo_asked_by=undo.by if undo else None,
        undo_actions=undo.actions if undo else (),
        talk="none" if engine.chat is None else "private" if engine.chat.private else "open",
    )


def _with_requests(
    summary: GameSummary, engine: AnyEngine, row: GameRow, state: Value, clocks: SeatClocks
) -> GameSummary:
    """The summary with the open requests of a game that is running or paused."""
    requests = OpenRequests(engine, row, state, clocks, read_undo(row.undo))
    summary = replace(
        summary,
        open=requests.open_seats,
        pausing=clocks.pausing,
        pausing_asked=requests.asked_to_pause,
        ending=clocks.ending,
        ending_asked=requests.asked_to_end,
    )
    if row.status != "active":
        return summary
    return replace(
        summary,
        answers=requests.answers,
        draw_asked_by=requests.draw_asked_by,
        undo_asked=requests.asked_to_undo,
        only_computers_play=requests.only_computers_play,
    )


def _with_view(summary: GameSummary, row: GameRow, view: View) -> GameSummary:
    """The summary with what a view tells of the position."""
    summary = replace(summary.seen_in(view), deadline=deadlines.shown(row))
    return replace(summary, deadline=None) if summary.computers_alone else summary


def _banks(row: GameRow, clocks: SeatClocks, pending: tuple[Seat, ...]) -> tuple[Bank, ...]:
    """The time banks; those of the pending seats run, unless the clock is stopped."""
    begun, stood = row.clock_from, row.clock_stopped_at
    banks = []
    for seat, left in enumerate(clocks.left):
        if begun is None or seat not in pending or left <= 0:
            banks.append(Bank(left))
        elif stood is None:
            banks.append(Bank(left, begun + timedelta(seconds=left)))
        else:
            banks.append(Bank(max(left - (stood - begun).total_seconds(), 0)))
    return tuple(banks)


def _away(row: GameRow) -> tuple[tuple[Seat, datetime], ...]:
    """The vacations that were announced to the table."""
    announced = [
        (sitting.seat, leave.ends_at)
        for sitting in row.seats
        if sitting.seat is not None and (leave := sitting.player.begun_leave) is not None
    ]
    return tuple(sorted(announced))


def _opening_thread(row: GameRow) -> int | None:
    """The message that opened the game's thread, which has the thread's id."""
    starts = row.status == "active" and row.thread_id is None and row.threaded and not row.forum
    return row.lobby_message_id if starts and row.ply == 0 else None


def message_view(
    game: GameRow,
    row: ChatMessageRow,
    *,
    reader: int | None = None,
    at_once: bool = False,
    number: int | None = None,
) -> MessageView:
    """A message as its speaker or, by their id, a reader sees it.

    `at_once`: as when it was sent, without later changes. `number`: `MessageView.number`.
    """
    refused = [
        one.seat
        for one in row.readers
        if one.refused_at is not None and (one.refused_at <= row.at or not at_once)
    ]
    return MessageView(
        key=game.key,
        code=game.code,
        turn=row.turn,
        at=row.at,
        speaker=person(row.player),
        seat=row.seat,
        to=tuple(one.seat for one in row.readers) if row.private else None,
        readers=tuple(person(one.player) for one in row.readers),
        body=row.body,
        refused=tuple(refused) if reader in {None, row.player_id} else (),
        fresh=any(one.player_id == reader and one.seen_at is None for one in row.readers),
        number=number,
    )


def names_of(engine: AnyEngine, game: GameRow, seat: Seat) -> tuple[str, str]:
    """The title of a game and the name of a seat, for `invitation`."""
    if seat < 0:
        return engine.info.title, "a free seat"
    return engine.info.title, engine.info.seat_names(len(game.seats))[seat]


def invitation(row: InvitationRow, game: GameRow, title: str, seat_name: str) -> Invitation:
    """An invitation with its people, and the names of game and seat (`names_of`)."""
    channel_id = game.thread_id or game.channel_id
    return Invitation(
        id=row.id,
        code=game.code,
        title=title,
        seat_name=seat_name,
        place=None if game.guild_id is None or channel_id is None else Place(game.guild_id, channel_id),
        person=person(row.player),
        inviter=None if row.inviter is None else person(row.inviter),
        expires_at=row.expires_at,
        status=row.status,
        waits=row.seat < 0,
    )


def _seats(engine: AnyEngine, row: GameRow) -> tuple[SeatSummary, ...]:
    """The seats in order. Players whose seats are not drawn yet appear in free ones, and are marked."""
    chairs = range(len(row.seats) if row.seed is not None else row.max_seats)
    fixed: dict[int, SeatRow] = {sitting.seat: sitting for sitting in row.seats if sitting.seat is not None}
    waiting = iter([sitting for sitting in row.seats if sitting.seat is None])
    summaries = []
    for number in chairs:
        info = engine.info.seats[number]
        sitting = fixed.get(number) or next(waiting, None)
        summaries.append(
            SeatSummary(
                number,
                info.name,
                info.emblem,
                None if sitting is None else person(sitting.player),
                drawn=sitting is not None and sitting.seat is None,
            )
        )
    return tuple(summaries)
