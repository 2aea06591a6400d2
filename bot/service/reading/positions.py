"""Looking: positions, histories and records, each as the asker may know them."""

import asyncio
from collections.abc import Iterator, Sequence

from bot.column_values import EVERY, OVER
from bot.service.game.commitment import broken_promise
from bot.service.game.live import LiveGame
from bot.service.game.preconditions import check_rules
from bot.service.log import event_types, game_record, replay
from bot.service.log.event_types import PLAY, flags_of, seated_since
from bot.service.log.mixture import mixtures_of
from bot.service.log.replay import BrokenLog
from bot.service.reading.finding import Finding
from bot.service.usecases import UseCases, rebuilding
from bot.service.values.answers import Line, Proof
from bot.service.values.refused import Refused, refuse_illegal
from bot.service.values.request import Person
from bot.store.models import EventRow
from engines import record
from engines.contract import Answer, AnyEngine, Question, Seat, View
from engines.excerpt import Excerpt, HistoryLine, Sitting
from engines.record import Record
from engines.sheet import write_excerpt_sheet, write_sheet


class Reading(Finding):
    """The use cases that change nothing. Whole logs, with thousands of events, are read in threads."""

    async def view(self, code: str, person: Person | None) -> View:
        """The position as a player may know it; for everybody else as the public may. Raises Refused."""
        live = await self._read(code)
        seat = None if person is None else live.seat_of(person.id)
        seen: View = live.engine.view(live.state, seat)
        return seen

    async def questions(self, code: str, person: Person) -> list[Question]:
        """What a person may ask about the position. Raises Refused."""
        live = await self._read(code)
        return list(live.engine.questions.suggest(live.state, live.seat_of(person.id)))

    async def still_plays(self, code: str, person: Person) -> bool:
        """Whether a person has a seat in a game and is not out of it. Raises Refused."""
        return (await self._read(code)).still_plays(person.id)

    async def ask(self, code: str, person: Person, question: Question) -> Answer:
        """The answer to a question, as the asker may know it. Raises Refused."""
        live = await self._read(code)
        with refuse_illegal(live.summary):
            return live.engine.questions.answer(live.state, live.seat_of(person.id), question)

    async def hand(self, code: str, person: Person) -> tuple[str, View]:
        """A player's hand, and the view that shows it. Raises Refused for everybody else."""
        live = await self._read(code)
        seat = live.seat_of(person.id)
        hand = live.engine.hand
        held = None if seat is None or hand is None else hand(live.state, seat)
        if held is not None:
            return held, live.engine.view(live.state, seat)
        if hand is not None and seat is None:
            raise Refused(
                "not_in_game", f"You do not play in game {live.row.code}, so you hold nothing there."
            )
        if hand is not None:
            raise Refused("no_hand", f"You hold nothing in game {live.row.code} now.")
        raise Refused("no_hand", f"{live.engine.info.title} has no hands.")

    async def history(self, code: str, person: Person | None) -> list[Line]:
        """The history as the asker may read it, with undone actions. Raises Refused."""
        live, events = await self._read_with_log(code)
        return await asyncio.to_thread(_lines, live, events, person)

    async def export(self, code: str, person: Person | None) -> tuple[bytes, str]:
        """The record as canonical JSON and as a score sheet. Raises Refused.

        The seed is included once the game is over. Until then a game with secrets has no record, whose
        entries would reveal them; an excerpt with what the asker may know is exported instead
        (`engines.excerpt`).
        """
        live, events = await self._read_with_log(code)
        check_rules(live)
        return await asyncio.to_thread(_exported, live, events, person)

    async def verify(self, code: str, published: str | None = None) -> Proof:
        """Whether secret, seats, draws and log are what was promised when the game was opened.

        `published`: the hash as the asker read it then. Raises Refused before the start.
        """
        live, events = await self._read_with_log(code)
        check_rules(live)
        summary = live.summary()
        if live.row.seed is None:
            raise live.states.not_started()
        mixtures = mixtures_of(live.row)
        first = mixtures.first.commitment if mixtures.first else str(summary.seed_hash)
        promised = (first, *(mixture.commitment for mixture in mixtures.later))
        given = published and published.strip("` ").lower()
        if given and given not in promised:
            inconsistency = f"What was published of this game is {' and '.join(promised)}."
            return Proof(summary, None, inconsistency, promised)
        noted = promised.index(given) if given else None
        if summary.seed is None:
            return Proof(summary, None, None, promised, noted)
        actions, found = await asyncio.to_thread(_proved, live, events)
        return Proof(summary, actions, found, promised, noted)


class Archive(UseCases):
    """The use cases of operators with access to the database. They answer with secrets if asked to."""

    async def codes(self) -> Sequence[str]:
        """The codes of all games, the newest first."""
        async with self._database.reading() as unit:
            return await unit.game_lists.codes(statuses=EVERY, limit=None)

    @rebuilding
    async def record(self, code: str, *, secrets: bool = False) -> Record:
        """A started game's record; the secrets of a running one only on demand. Raises Refused."""
        live, events = await self._read_with_log(code)
        over = live.row.status in OVER
        if live.engine.info.hidden and not over and not secrets:
            raise Refused("not_yet", f"Game {live.row.code} is not over and its record would tell secrets.")
        made = record_shown(live, events, seed=over or secrets)
        return await asyncio.to_thread(game_record.with_draws, made)

    async def inconsistency(self, code: str) -> str | None:
        """What is wrong with a game's log or snapshot, in a sentence; None if they agree. Raises Refused."""
        try:
            live, events = await self._read_with_log(code)
        except Refused as refused:
            if refused.code not in {"other_rules", "no_such_rules"}:
                raise
            return refused.sentence
        return replay.inconsistency(live.engine, live.row, events)


def record_shown(live: LiveGame, events: Sequence[EventRow], *, seed: bool) -> Record:
    """A game's record, with its seed or without. Raises Refused where it has none."""
    try:
        return game_record.record_of(live.engine, live.row, events, seed=seed)
    except BrokenLog as broken:
        raise Refused("not_started", str(broken)) from broken


def _lines(live: LiveGame, events: Sequence[EventRow], asker: Person | None) -> list[Line]:
    names = live.engine.info.seat_names(len(live.row.seats))
    sitting = {row.seat: row.player_id for row in live.row.seats}

    def line(number: int, event: EventRow, history_line: HistoryLine) -> Line:
        who = "" if history_line.seat is None else names[history_line.seat]
        still = history_line.seat is None or event.player_id in {None, sitting.get(history_line.seat)}
        return Line(number, event.at, who, history_line.text, still_seated=still)

    # Numbered as the asker sees the lines: gaps would reveal secret actions of others.
    return [line(number, *one) for number, one in enumerate(_history(live, events, asker), start=1)]


def _exported(live: LiveGame, events: Sequence[EventRow], asker: Person | None) -> tuple[bytes, str]:
    over = live.row.status in OVER
    made = record_shown(live, events, seed=over)
    if live.engine.info.hidden and not over:
        reader = None if asker is None else live.seat_of(asker.id)
        lines = [history_line for _, history_line in _history(live, events, asker)]
        excerpt = _excerpt(live.engine, made, reader, lines)
        return record.write(excerpt), write_excerpt_sheet(excerpt)
    whole = game_record.with_draws(made)
    return record.write(whole), write_sheet(whole)


def _proved(live: LiveGame, events: Sequence[EventRow]) -> tuple[int | None, str | None]:
    """The number of actions reproduced from what was published before the draws, or what cannot be
    reproduced.
    """
    engine, row = live.engine, live.row
    inconsistency = broken_promise(engine, row, events) or replay.inconsistency(engine, row, events)
    if inconsistency is not None:
        return None, inconsistency
    try:
        made = game_record.record_of(engine, row, events, seed=True)
        # A game that was called off has no outcome by its rules.
        replayed = (record.replay if row.status == "abandoned" else record.verify)(made)
    except (BrokenLog, ValueError) as flawed:
        return None, str(flawed)
    return len(replayed.played), None


def _history(
    live: LiveGame, events: Sequence[EventRow], asker: Person | None
) -> Iterator[tuple[EventRow, HistoryLine]]:
    """The lines of a history as a person, or with None the public, may read them.

    What their predecessors in the seat did in secret stays secret to them, as it does at earlier points.
    """
    seat, since, person_id = None, 0, None
    if asker is not None and (seat := live.seat_of(asker.id)) is not None:
        since, person_id = seated_since(events, seat, asker), asker.id
    for event in events:
        if event.kind not in PLAY:
            continue
        own = event.seat is not None and event.seat == seat
        # Whoever comes back to a seat knows what they did there themselves.
        own = own and (event.seq > since or event.player_id == person_id)
        text = event.notation if own else event.public_notation
        if text is not None:
            unsigned = not own and flags_of(event).anonymous
            yield event, HistoryLine(None if unsigned else event.seat, event_types.read_line(event, text))


def _excerpt(engine: AnyEngine, made: Record, reader: Seat | None, lines: Sequence[HistoryLine]) -> Excerpt:
    seats = engine.info.seats[: len(made.seats)]
    return Excerpt(
        game=made.game,
        rules_version=made.rules_version,
        options=made.options,
        seats=tuple(Sitting(seat.key, name) for seat, name in zip(seats, made.seats, strict=True)),
        reader=reader,
        tags=made.tags,
        seed_hash=made.seed_hash,
        lines=tuple(lines),
    )
