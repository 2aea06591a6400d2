"""Which events of a log count: those that are not undone, since the last checkpoint."""

from collections.abc import Sequence

from bot.service.log.event_types import ADMIN_TYPES, APPLIED, Back, EventType, RulesMigrated, data_of
from bot.store.models import EventRow
from engines.contract import AnyEngine, Draw, Resign, Seat, Value


def has_checkpoint(event: EventRow) -> bool:
    """Whether this event holds a checkpoint at which later replays begin."""
    return event.kind == EventType.RULES and data_of(event, RulesMigrated).has_checkpoint


def effective_events(events: Sequence[EventRow]) -> list[EventRow]:
    """The applied events that are not undone, in order, and those that brought a new seed.

    The first is a `RULES` event where the others were played from its checkpoint.
    """
    effective, _ = _effective_and_undone(events)
    return effective


def undone_events(events: Sequence[EventRow]) -> list[EventRow]:
    """The undone actions that can be redone, in order: undone by players, with no other event since.

    Playing the first of them again keeps the rest. An administrator's act or a change of players clears them.
    """
    _, undone = _effective_and_undone(events)
    return undone


def _effective_and_undone(events: Sequence[EventRow]) -> tuple[list[EventRow], list[EventRow]]:
    stack: list[EventRow] = []
    undone: list[EventRow] = []
    before: EventRow | None = None
    for event in events:
        if event.kind in APPLIED:
            undone = undone[1:] if undone and _same(event, undone[0]) else []
            stack.append(event)
        elif event.kind == EventType.UNDONE:
            back = data_of(event, Back)
            by_players = event.seat is not None or (before and before.kind == EventType.UNDO_AGREED)
            undone = [*stack[back.undo_to :], *undone] if by_players else []
            del stack[back.undo_to :]
            if back.reseed is not None:
                stack.append(event)
        elif has_checkpoint(event):
            stack, undone = [event], []
        elif event.kind in ADMIN_TYPES:
            undone = []
        before = event
    return stack, undone


def _same(event: EventRow, other: EventRow) -> bool:
    return (event.kind, event.seat, event.action) == (other.kind, other.seat, other.action)


def resigned(engine: AnyEngine, events: Sequence[EventRow]) -> tuple[Seat, ...]:
    """The seats that have resigned by these effective events."""
    given_up = {
        event.seat
        for event in events
        if event.seat is not None
        and event.action is not None
        and isinstance(engine.codec.decode_action(event.action.encode()), Resign)
    }
    return tuple(sorted(given_up))


def of_the_game(engine: AnyEngine, event: EventRow) -> bool:
    """Whether an applied event is an action in the game rather than about it."""
    return isinstance(_action_of(engine, event), engine.action_types)


def shown_actions(engine: AnyEngine, undone: Sequence[EventRow]) -> tuple[tuple[Seat, str], ...]:
    """The notations of the game's own actions among these, of resignations, and of an offer that stands, as
    `GameSummary.undo_actions`.
    """

    def is_shown(place: int, event: EventRow) -> bool:
        action = _action_of(engine, event)
        stands = action == Draw("offer") and not _ends_offer(engine, event.seat, undone[place + 1 :])
        return stands or isinstance(action, (*engine.action_types, Resign))

    return tuple(
        (event.seat, event.public_notation)
        for place, event in enumerate(undone)
        if event.seat is not None and event.public_notation is not None
        if event.kind in {EventType.ACTION, EventType.AUTOMATIC} and is_shown(place, event)
    )


def _ends_offer(engine: AnyEngine, seat: Seat | None, events: Sequence[EventRow]) -> bool:
    """Whether one of these events answers a seat's offer of a draw, or lets it lapse as the seat plays."""
    actions = [(event.seat, _action_of(engine, event)) for event in events if event.kind in APPLIED]
    return any(
        isinstance(action, Draw) or (by == seat and isinstance(action, engine.action_types))
        for by, action in actions
    )


def _action_of(engine: AnyEngine, event: EventRow) -> Value:
    return engine.codec.decode_action((event.action or "").encode())


def first_kept(effective: Sequence[EventRow]) -> int:
    """How far back a game can go: to its start, or to where it was migrated to its present rules."""
    return 1 if effective and effective[0].kind == EventType.RULES else 0
