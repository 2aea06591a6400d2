"""Notes: a person's private notes about a game."""

from datetime import datetime
from typing import Final, NamedTuple

from bot.service.usecases import UseCases, retried
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Cause, Person
from bot.store.models import NoteRow

MOST: Final = 100
"""Notes of one person on one game."""
LIMIT: Final = 500
"""Characters of a note."""


class Note(NamedTuple):
    """A note about a game."""

    turn: str
    """When in the game, as players say it: ``round 4``; empty before it starts."""
    body: str
    at: datetime


class Noted(NamedTuple):
    """What a person has noted about a game."""

    summary: GameSummary
    notes: tuple[Note, ...]
    """The oldest first."""


class Notes(UseCases):
    """The use case of notes. They are invisible to others: no event, no number, no delivery."""

    @retried
    async def noted(
        self,
        person: Person,
        code: str,
        text: str | None = None,
        *,
        clear: bool = False,
        cause: Cause | None = None,
    ) -> Noted:
        """Clear the person's notes and add one, as requested, and return them. Raises Refused."""
        if clear or text is not None:
            await self._change_notes(person, code, text, clear=clear, cause=cause)
        async with self._database.reading() as unit:
            live = await self._load(unit, code)
            rows = await unit.notes.of(person.id, live.row.id)
            return Noted(live.summary(), tuple(Note(row.turn, row.body, row.created_at) for row in rows))

    async def _change_notes(
        self, person: Person, code: str, text: str | None, *, clear: bool, cause: Cause | None
    ) -> None:
        async with self._database.transaction() as unit:
            live = await self._load(unit, code)
            await unit.persons.lock(person.id)
            if cause is not None and await unit.by_cause(NoteRow, cause.key):
                return
            if clear:
                await unit.notes.clear(person.id, live.row.id)
            if text is None:
                return
            body = " ".join(text.split())
            if not body:
                raise Refused("empty_note", "Write what is to be noted.")
            if len(body) > LIMIT:
                raise Refused(
                    "long_note", f"A note has at most {LIMIT} characters; this one has {len(body)}."
                )
            if not live.has_seat(person.id):
                raise Refused(
                    "not_in_game", f"You do not play in game {live.row.code}; only its players keep notes."
                )
            if len(await unit.notes.of(person.id, live.row.id)) >= MOST:
                raise Refused("too_many_notes", f"You have {MOST} notes on this game: clear them first.")
            unit.add(
                NoteRow(
                    game_id=live.row.id,
                    player_id=person.id,
                    turn=live.summary().turn or "",
                    body=body,
                    cause=None if cause is None else cause.key,
                    created_at=live.now,
                )
            )
