"""Looking: positions, histories and records, each as the asker may know them."""

from __future__ import annotations

from bot.service import journal
from bot.service.finding import Finding
from bot.service.journal import PLAY, BrokenLog, done
from bot.service.reports import Line, Person, Refused
from engines import record
from engines.contract import IllegalAction, Question, Told, View
from engines.sheet import write_sheet


class Reading(Finding):
    """The use cases that change nothing."""

    async def view(self, code: str, person: Person | None) -> View:
        """The position as a player may know it; for everybody else as the public may. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
        seat = None if person is None else live.seat_of(person.id)
        seen: View = live.engine.view(live.state, seat)
        return seen

    async def questions(self, code: str, person: Person) -> list[Question]:
        """What a person may ask about the position. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
        return list(live.engine.questions(live.state, live.seat_of(person.id)))

    async def ask(self, code: str, person: Person, question: Question) -> Told:
        """The answer to a question, as the asker may know it. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
        try:
            return live.engine.ask(live.state, live.seat_of(person.id), question)
        except IllegalAction as illegal:
            raise Refused(illegal.code, illegal.sentence) from illegal

    async def hand(self, code: str, person: Person) -> tuple[str, View]:
        """What a player alone holds, and the view that shows it. Raises Refused for everybody else."""
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
        seat = live.seat_of(person.id)
        held = None if seat is None else live.engine.hand(live.state, seat)
        if held is not None:
            return held, live.engine.view(live.state, seat)
        if live.engine.info.hands and seat is None:
            raise Refused(
                "not_in_game", f"You do not play in game {live.row.code}, so you hold nothing there."
            )
        raise Refused("no_hand", f"Nobody holds anything in game {live.row.code}.")

    async def history(self, code: str, person: Person | None) -> list[Line]:
        """What was played, as the asker may read it; actions taken back included. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
            events = await unit.events.of_game(live.row.id)
        asker = None if person is None else live.seat_of(person.id)
        names = live.engine.seat_names(len(live.row.seats))
        lines: list[Line] = []
        for event in events:
            if event.kind not in PLAY:
                continue
            own = event.seat is not None and event.seat == asker
            text = event.notation if own else event.public_notation
            if text is not None:
                unsigned = event.seat is None or (not own and done(event).anonymous)
                who = "" if event.seat is None or unsigned else names[event.seat]
                # Numbered as the asker sees them: gaps would tell of what others did in secret.
                lines.append(Line(len(lines) + 1, event.at, who, text))
        return lines

    async def export(
        self,
        code: str,
        person: Person | None,  # noqa: ARG002 -- no game tells its players different things yet
    ) -> tuple[bytes, str]:
        """The record as canonical JSON and as a score sheet. Raises Refused.

        The seed goes with it once the game is over. Until then a game with secrets has no record: its
        entries would tell them.
        """
        async with self._database.reading() as unit:
            live = await self._live(unit, code)
            events = await unit.events.of_game(live.row.id)
        live.check_rules()
        over = live.row.status in {"finished", "abandoned"}
        if live.engine.info.hidden and not over:
            raise Refused("not_yet", f"Game {live.row.code} has secrets: its record is open when it is over.")
        try:
            made = journal.record_of(live.engine, live.row, events, seed=over)
        except BrokenLog as broken:
            raise Refused("not_started", f"{broken}") from broken
        return record.write(made), write_sheet(made)
