"""The problems that an examination can find, and what to do about each."""

from collections.abc import Container, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.column_values import OVER
from bot.service.game import deadlines, logged, summarizing
from bot.service.game.commitment import broken_promise
from bot.service.game.open_requests import read_undo
from bot.service.game.seating import sitting_of
from bot.service.log import event_lines, event_types, replay
from bot.service.log.event_types import EventType, RulesMigrated, Started, StepFlags
from bot.service.log.replay import BrokenLog
from bot.service.log.rules_migration import migrate_rules, outdated
from bot.store.models import EventRow, GameRow
from engines.contract import AnyEngine, Draw, Value


class Problem(Value, frozen=True):
    """A problem found by an examination. It quotes no secrets."""

    code: str
    """Stable; see `_WRONG` and `_NOTICES`."""
    game: str | None
    """The game's code; None for a problem of no game."""
    sentence: str

    @property
    def level(self) -> Literal["wrong", "notice"]:
        """``wrong``: something must be done; ``notice``: it may be as it should be."""
        return "notice" if self.code in _NOTICES else "wrong"

    @property
    def remedy(self) -> str:
        """What to do about it, in one sentence."""
        return _NOTICES.get(self.code) or _WRONG[self.code]


Finding: TypeAlias = tuple[str, str]
"""The code of a problem of a game, and its sentence."""

_SNAPSHOT = "The log is the truth: take the game back to its last sound event, or restore a backup."

_WRONG: Mapping[str, str] = {
    "schema": "Run “python -m bot db upgrade”.",
    "damage": "Stop the bot and restore the last backup.",
    "type": "Correct it by hand, or restore a backup; nothing else can be examined before.",
    "no_rules": "Run a version of Turnpost that has this game.",
    "numbering": "Events are missing: restore a backup, or export what there is.",
    "replay": _SNAPSHOT,
    "snapshot": _SNAPSHOT,
    "unreadable": "Run the version that wrote it; the log can still be replayed there.",
    "public_log": _SNAPSHOT,
    "promise": "Somebody has changed what the draws come from: restore a backup, and tell the table.",
    "unknown_event": "Run the version that wrote it, or restore a backup.",
    "columns": "The next action in the game sets them right.",
    "seats": "Restore a backup, or call the game off.",
    "times": "Look whether the clock of this computer is right; else restore a backup.",
    "row": "Restore a backup, or correct the row by hand.",
    "settings_unreadable": "Run “python -m bot doctor --repair”, which puts the defaults back.",
    "place_put_off": "Run “python -m bot doctor --repair”, which lets the place be tried at once.",
    "numbers_reused": "Run “python -m bot doctor --repair”, which counts on from the highest.",
    "left_behind": "Run the version of Turnpost under which it was played, and let the game end there.",
    "delivery_unreadable": "Run “python -m bot doctor --repair”, which gives it up.",
    "delivery_put_off": "Run “python -m bot doctor --repair”, which has it tried at once.",
    "delivery_stuck": "See its reason; it is tried again by itself.",
}
"""What to do about problems that cannot stay, by code."""
_NOTICES: Mapping[str, str] = {
    "from_snapshot": "Nothing: it is played on from its position, and can be taken back no further.",
    "overdue": "Nothing if the bot is not running now; else look for “clock_not_settled” in its log.",
    "invitation_overdue": "Nothing if the bot is not running now; else look for “task_died” in its log.",
    "no_deadline": "Give the game's clock a new deadline.",
    "no_card": "Post the game's card again.",
    "no_job": "Start the bot, or run “python -m bot doctor --repair”: the computer is called again.",
    "nobody_thinks": "Nothing if the bot is not running now; else set COMPUTER_WORKERS or run “bot think”.",
    "delivery_waits": "Nothing if the bot is not running now; else look for “outbox_fault” in its log.",
    "delivery_dropped": "Give the bot back what it lacks in that channel, then post the card again.",
}
"""What to do about problems that may be as they should be, by code."""
_KINDS = frozenset(EventType)
_SEATED = frozenset({EventType.UNDO_ASKED, EventType.UNDO_AGREED, EventType.UNDO_DECLINED, EventType.UNDONE})
"""Types made by the seat's own player, if they name a seat."""
CLOCK_SKEW: Final = timedelta(hours=1)
"""How far the clocks of processes and databases may be apart."""
_YOUNGER: Final = frozenset({"alarm_at", "pause_asked_at", "undo_asked_at", "waits_for_players"})
"""Columns in which None has a meaning, and that older schemas do not have."""


def examine(
    engine: AnyEngine, game: GameRow, events: Sequence[EventRow], *, columns: Container[str] = _YOUNGER
) -> list[Problem]:
    """Problems of a game under these rules: its log, its snapshot, its columns, its seats.

    `columns`: those that its database has, whose schema may be of another version.
    """
    found: list[Finding] = []
    try:
        found += _found(engine, game, events, columns)
    except Exception as error:
        # A corrupted log may fail in any way, with secrets in the message.
        found.append(("unreadable", f"Its log cannot be read ({type(error).__name__})."))
    return [Problem(code, game.code, sentence) for code, sentence in found]


def _found(
    engine: AnyEngine, game: GameRow, events: Sequence[EventRow], columns: Container[str]
) -> Iterator[Finding]:
    if [event.seq for event in events] != list(range(1, game.last_seq + 1)):
        yield "numbering", f"Its events are not numbered 1 to {game.last_seq}."
        return
    strange = [event.seq for event in events if event.kind not in _KINDS]
    if strange:
        yield "unknown_event", f"Event {strange[0]} is of a kind that this version does not know."
        return
    yield from _moments(game, events)
    if game.state is None:
        yield from _unstarted(engine, game, events)
    elif (inconsistency := _misstated(game, events)) is not None:
        yield "replay", inconsistency
        yield from _compared(engine, game, game.state, events, columns)
    elif outdated(engine, game):
        yield from _under_other_rules(engine, game, events)
    else:
        if game.rules_version == engine.info.rules_version:
            yield from _replayed(engine, game, game.state, events, columns)
        yield from _compared(engine, game, game.state, events, columns)


def _moments(game: GameRow, events: Sequence[EventRow]) -> Iterator[Finding]:
    """Findings where events are out of order, or where the game's own moments are not those of its log."""
    for before, event in pairwise(events):
        if event.at < before.at - CLOCK_SKEW:
            yield "times", f"Event {event.seq} happened before the one before it."
            break
    for kind, moment in ((EventType.CREATED, game.created_at), (EventType.STARTED, game.started_at)):
        at = logged.moment_of(events, kind)
        if at and moment and abs(at - moment) > CLOCK_SKEW:
            yield "columns", f"It was {kind.value} at another time than its log says."


def _unstarted(engine: AnyEngine, game: GameRow, events: Sequence[EventRow]) -> Iterator[Finding]:
    """Findings where a game without a position differs from its log: its status, its players, its promise."""
    status = logged.status_of(events, over=False)
    if {status, game.status} - {"lobby", "abandoned"} or game.seed is not None:
        yield "unreadable", f"It is {game.status} and has no snapshot."
        return
    if status == "lobby" and sitting_of(game, game.host_id) is None:
        # The last person has left the game, and stays its host; computers keep their seats.
        status = "abandoned"
    if status != game.status:
        yield "columns", f"It is {game.status}, by its log {status}."
    if game.status != "lobby":
        return
    if (inconsistency := broken_promise(engine, game, events)) is not None:
        yield "promise", inconsistency
    there: set[int | None] = set()
    for event in events:
        if event.kind in {EventType.CREATED, EventType.JOINED}:
            there.add(event.player_id)
        elif event.kind == EventType.LEFT and event.player_id is None:
            return  # A forgotten person: the log does not say who.
        elif event.kind == EventType.LEFT:
            there.discard(event.player_id)
    if there != {sitting.player_id for sitting in game.seats}:
        yield "seats", "Others wait in it than its log says."


def _misstated(game: GameRow, events: Sequence[EventRow]) -> str | None:
    """What is wrong with a log's beginning, options or rules versions, in one sentence; None: nothing."""
    kinds = [event.kind for event in events]
    if kinds[0] != EventType.CREATED or kinds.count(EventType.STARTED) != 1:
        return "Its log does not have exactly one opening and one start."
    started = event_types.data_of(events[kinds.index(EventType.STARTED)], Started)
    if started.options is not None and started.options != msgspec.json.decode(game.options):
        return "It is played with other options than it was started with."
    later = [event_types.data_of(one, RulesMigrated).version for one in events if one.kind == EventType.RULES]
    versions = later if started.rules_version is None else [started.rules_version, *later]
    if versions != sorted(set(versions)) or (versions and versions[-1] != game.rules_version):
        return "Its log goes over to rules under which it is not played."
    return None


def _replayed(
    engine: AnyEngine, game: GameRow, snapshot: str, events: Sequence[EventRow], columns: Container[str]
) -> Iterator[Finding]:
    """Findings where the log does not lead to the snapshot, repeat its public lines or keep the promises."""
    try:
        replayed = replay.replay_log(engine, game, events)
    except BrokenLog as broken:
        yield "replay", str(broken)
        return
    if engine.codec.encode(replayed.state) != snapshot.encode():
        yield "snapshot", "Its log leads to another position than its snapshot."
    for event, step in replayed.steps:
        stored = (event.public_notation, event.reveals, event_types.flags_of(event))
        if stored != (step.public_notation, step.reveals, StepFlags(step.marks_only, step.anonymous)):
            yield "public_log", f"Event {event.seq} tells others something else than it did."
    if (wrong := event_lines.first_wrong(engine, game, events, replayed)) is not None:
        yield "public_log", f"Event {wrong} tells others something else than happened."
    version = logged.public_version_of(events, replayed)
    if version not in {None, game.public_version}:
        yield "columns", f"Its public version is {game.public_version}, by its log {version}."
    if (inconsistency := broken_promise(engine, game, events)) is not None:
        yield "promise", inconsistency
    yield from _people(game, events)
    waiting, undo = read_undo(game.undo), logged.undo_request_of(engine, events)
    if waiting is not None and undo is not None and not waiting.actions:
        undo = replace(undo, actions=())  # Earlier releases stored none.
    if waiting != undo:
        yield "columns", "Its request to undo is not the one in its log."
    asked_at = None if undo is None else logged.undo_asked_at(events)
    if "undo_asked_at" in columns and game.undo_asked_at != asked_at:
        yield "columns", "Its request to undo was made at another moment than its log says."
    if game.clock:  # Old schemas have none.
        yield from _clocks(game, events, columns)
    if logged.hours_of(events, game.deadline_hours) != game.deadline_hours:
        yield "columns", "Its turns are of another length than its log says."
    status = logged.status_of(events, over=engine.outcome(replayed.state) is not None)
    if status != game.status:
        yield "columns", f"It is {game.status}, by its log {status}."
    paused = "waits_for_players" in columns and status == game.status == "paused"
    if paused and game.waits_for_players != logged.waits_for_players(events):
        yield "columns", "It is paused for another reason than its log says."


def _clocks(game: GameRow, events: Sequence[EventRow], columns: Container[str]) -> Iterator[Finding]:
    """Findings where the clock's state of a seat, or a request in it, differs from the log."""
    clocks = summarizing.seat_clocks_of(game)
    banks, ending = event_types.banks_after(events), logged.ending_of(events)
    if banks is not None and clocks.left != banks.left:
        yield "columns", "Its banks of time hold something else than its log says."
    if ending is not None and clocks.ending != ending:
        yield "columns", "The players who ask to end it are not those in its log."
    if clocks.pausing != logged.pausing_of(events):
        yield "columns", "Its request for a pause is not the one in its log."
    if "pause_asked_at" in columns and game.pause_asked_at != logged.pause_asked_at(events):
        yield "columns", "Its request for a pause was made at another moment than its log says."
    if clocks.open != logged.open_seats_of(events, clocks.back):
        yield "columns", "Its seats are open to others than its log says."


def _people(game: GameRow, events: Sequence[EventRow]) -> Iterator[Finding]:
    """Findings where other people sit in the seats, or have played, than the log has put there."""
    sitting: dict[int | None, int] = {}
    admins: set[int | None] = set()
    for event in events:
        by = event.player_id
        if event.kind == EventType.STARTED:
            sitting = dict(enumerate(event_types.data_of(event, Started).players))
        elif event.kind == EventType.ADMIN:
            admins.add(by)
            if (change := event_types.replaced_in(event)) is not None:
                sitting[change.seat] = change.after
        elif event.kind in _SEATED and event.seat is not None and by != sitting.get(event.seat):
            yield "seats", f"Event {event.seq} is of somebody who did not sit there."
        elif event.kind == EventType.ACTION and by != sitting.get(event.seat) and by not in admins:
            yield "seats", f"Event {event.seq} was played by somebody who did not sit there."
        elif event.kind in event_types.APPLIED - {EventType.ACTION} and by is not None:
            yield "seats", f"Event {event.seq} was played by somebody although it happens by itself."
    if sitting != {one.seat: one.player_id for one in game.seats}:
        yield "seats", "Others sit in its seats than its log has put there."


def _under_other_rules(engine: AnyEngine, game: GameRow, events: Sequence[EventRow]) -> Iterator[Finding]:
    versions = f"version {game.rules_version} of its rules to version {engine.info.rules_version}"
    try:
        change, _ = migrate_rules(engine, game, events)
    except BrokenLog as broken:
        yield "left_behind", f"It cannot go from {versions}. {broken}"
    else:
        if change.has_checkpoint:
            yield "from_snapshot", f"It goes from {versions} by its snapshot, not by its log."


def _compared(
    engine: AnyEngine, game: GameRow, snapshot: str, events: Sequence[EventRow], columns: Container[str]
) -> Iterator[Finding]:
    """Findings where the columns of the row differ from the snapshot."""
    try:
        state = engine.codec.decode_state(snapshot.encode())
        view, outcome, pending = engine.view(state, None), engine.outcome(state), engine.to_act(state)
    except Exception as error:  # Rules that have changed may fail in any way, with secrets in the text.
        yield "unreadable", f"Its snapshot cannot be read ({type(error).__name__})."
        return
    seats = [sitting.seat for sitting in game.seats]
    few_or_many = not engine.info.min_seats <= len(seats) <= len(engine.info.seats)
    if few_or_many or {*seats} != {*range(len(seats))}:
        yield "seats", f"Its seats are taken as {seats}."
    over = game.status in OVER
    if over == (game.finished_at is None):
        yield "columns", f"It is {game.status}, by the moment of its end it is not."
    if (outcome is not None and not over) or (outcome is None and game.status == "finished"):
        yield "columns", f"It is {game.status}, but by its snapshot it is not."
    if view.ply != game.ply:
        yield "columns", f"It is at ply {game.ply}, by its snapshot at {view.ply}."
    if not 0 <= game.public_version <= game.last_seq:
        yield "columns", f"Its public version {game.public_version} exceeds its last event."
    if game.status != "active":
        return
    if "alarm_at" in columns and not deadlines.armed(game):
        yield "no_deadline", "Its deadline has no alarm, so that nobody would settle it."
    timed = game.deadline_hours or summarizing.seconds_per_period(engine, game)
    if timed and not game.deadline_at and pending:
        # A passed deadline is dropped where the late player can be claimed against: then none is right.
        telling = event_types.APPLIED | {EventType.RETIMED}
        told = (one for one in reversed(events) if one.kind in telling and not _is_about_a_draw(engine, one))
        last = next((event.kind for event in told), None)
        if last not in {EventType.CLOCK, EventType.RETIMED}:
            yield "no_deadline", "It is played with a clock that does not run."


def _is_about_a_draw(engine: AnyEngine, event: EventRow) -> bool:
    """Whether an event offers a draw, or answers one, which starts no clock."""
    if event.kind not in event_types.APPLIED:
        return False
    return isinstance(engine.codec.decode_action((event.action or "").encode()), Draw)


def described(problems: Sequence[Problem]) -> list[Mapping[str, str | None]]:
    """The problems, each with its level and remedy."""
    return [msgspec.to_builtins(one) | {"level": one.level, "remedy": one.remedy} for one in problems]
