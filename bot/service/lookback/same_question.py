"""Whether a seat has the same choice as at an earlier public version.

Where several seats choose at once in secret, others' choices raise the public version, although they change
nothing for the seats that still have to choose; nor does a vacation or a moved deadline. An answer to the
older version counts if all of this holds; otherwise that version has passed.

- Since then others have acted in the game, or players' absences and deadlines have changed, and nothing else
  has happened: no request, no undo, no change of players, no timeout.
- Each of these actions is concealed and revealed nothing to the reader: any other action of its kind would
  have looked the same.
- The reader was pending then and is now, in the same clock period, with the same legal actions.

So the reader chooses now from the same actions with the same knowledge. Nor does accepting the answer reveal
anything: only what the reader sees, the legal actions, and how the rules conceal a kind of action are
compared.
"""

from collections.abc import Sequence
from typing import Final

from bot.service.log import event_types
from bot.service.log.effective_events import effective_events, of_the_game
from bot.service.log.event_types import LEAVE_TYPES, EventType
from bot.service.log.replay import Replays
from bot.store.models import EventRow, GameRow
from engines.contract import AnyEngine, Seat, Value

_OF_TIME: Final = LEAVE_TYPES | {EventType.BANKS, EventType.HERE, EventType.OUTAGE, EventType.RETIMED}
"""Event types that change neither the position nor what is asked of anybody."""


def asks_the_same(
    engine: AnyEngine,
    game: GameRow,
    events: Sequence[EventRow],
    seat: Seat,
    public_version: int,
    *,
    replays: Replays,
) -> bool:
    """Whether a seat has the same choice as at a public version. `events`: all. Raises BrokenLog."""
    since = _others_choices(engine, events, seat, game.public_version - public_version)
    if since is None:
        return False
    effective = effective_events(events)
    states = replays.replay(engine, game, effective, len(effective) - len(since))
    then, now = states[0], states[-1]
    return (
        engine.clock.period(then) == engine.clock.period(now)
        and seat in engine.to_act(then)
        and seat in engine.to_act(now)
        and list(engine.legal(then, seat)) == list(engine.legal(now, seat))
        and all(
            _tells_nothing(engine, before, event, seat)
            for before, event in zip(states, since, strict=False)
            if _is_seen(event)
        )
    )


def _others_choices(
    engine: AnyEngine, events: Sequence[EventRow], seat: Seat, count: int
) -> Sequence[EventRow] | None:
    """The last actions, of which `count` are seen, if others did each of them in secret; else None."""
    choices = list[EventRow]()
    for event in reversed(events):
        if count <= 0:
            break
        if event.kind in _OF_TIME:
            count -= event.kind != EventType.BANKS
            continue
        if event.kind != EventType.ACTION or not of_the_game(engine, event):
            return None
        choices.insert(0, event)
        if _is_seen(event):
            count -= 1
            if event.seat == seat or event.public_notation == event.notation:
                return None
    return choices if count == 0 else None


def _is_seen(event: EventRow) -> bool:
    """Whether an action gave the game a new public version."""
    return event.public_notation is not None and not event_types.flags_of(event).marks_only


def _tells_nothing(engine: AnyEngine, state: Value, event: EventRow, reader: Seat) -> bool:
    """Whether a reader sees the same whichever action of this kind the event's seat had chosen."""
    assert event.seat is not None  # noqa: S101 -- actions have one
    chosen = engine.codec.decode_action((event.action or "").encode())
    seen = engine.view(engine.apply(state, event.seat, chosen).state, reader)
    return all(
        engine.view(engine.apply(state, event.seat, other).state, reader) == seen
        for other in engine.legal(state, event.seat)
        if type(other) is type(chosen)
    )
