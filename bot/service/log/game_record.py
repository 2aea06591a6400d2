"""A game's record, written from its log."""

from collections.abc import Sequence

import msgspec

from bot.service.log.effective_events import has_checkpoint
from bot.service.log.event_types import APPLIED, Back, EventType, data_of
from bot.service.log.mixture import Mixture, mixtures_of
from bot.service.log.replay import BrokenLog, reseed_of
from bot.store.models import EventRow, GameRow
from engines import record
from engines.chance import seed_hash
from engines.contract import AnyEngine
from engines.record import Entry, Made, Origin, Record, Undo


def record_of(engine: AnyEngine, game: GameRow, events: Sequence[EventRow], *, seed: bool) -> Record:
    """The game as a record, with its secret seed or without.

    Raises BrokenLog before the start, and where an action cannot be read.
    """
    if game.seed is None or game.state is None:
        raise BrokenLog(f"Game {game.code} has not started.")
    if any(has_checkpoint(event) for event in events):
        raise BrokenLog(
            f"The rules of {engine.info.title} have changed while game {game.code} was played, so that it "
            "cannot be played again from its start; it has no record."
        )
    entries: list[Entry] = []
    effective = 0
    for event in events:
        if event.kind in APPLIED and event.action is not None and event.seat is not None:
            try:
                action = engine.codec.decode_action(event.action.encode())
            except msgspec.DecodeError as error:
                raise BrokenLog(f"Event {event.seq} of game {game.code} cannot be read.") from error
            entries.append(Made(event.seat, engine.format(action)))
            effective += 1
        elif event.kind == EventType.UNDONE:
            back = data_of(event, Back)
            if back.reseed is None and back.undo_to == effective:
                continue  # The game went on after its end, with nothing undone.
            effective = back.undo_to + (back.reseed is not None)
            with_seed = back.reseed is not None and seed
            new_seed = reseed_of(game, event) if with_seed else msgspec.UNSET
            entries.append(Undo(back.undo_to, new_seed))
    tags = {"code": game.code, "started": f"{game.started_at or game.created_at:%Y-%m-%d}"}
    if game.finished_at is not None:
        tags["finished"] = f"{game.finished_at:%Y-%m-%d}"
    seated = sorted(game.seats, key=lambda row: row.seat or 0)
    mixtures = mixtures_of(game)
    later = tuple(_origin(mixture, seed=True) for mixture in mixtures.later)
    return Record(
        game=game.key,
        rules_version=game.rules_version,
        options=msgspec.json.decode(game.options),
        seats=tuple(row.player.name for row in seated),
        tags=tags,
        seed=game.seed if seed else None,
        seed_hash=seed_hash(game.seed),
        entries=tuple(entries),
        outcome=engine.outcome(engine.codec.decode_state(game.state.encode())),
        origin=_origin(mixtures.first, seed=seed) if mixtures.first else msgspec.UNSET,
        reseeds=later if seed and later else msgspec.UNSET,
    )


def with_draws(made: Record) -> Record:
    """The record with all its draws, if it holds its seed; not for the event loop.

    A record whose log does not lead to its end is returned as it is: `inconsistency` reports that.
    """
    try:
        return record.with_draws(made)
    except ValueError:
        return made


def _origin(mixture: Mixture, *, seed: bool) -> Origin:
    return Origin(mixture.commitment, mixture.contributions, mixture.secret if seed else msgspec.UNSET)
