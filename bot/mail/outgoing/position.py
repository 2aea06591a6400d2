"""A game as a mail shows it to one reader: the board, the events since, the legal moves."""

import asyncio
from functools import partial
from typing import Final, NamedTuple, Self

import structlog
from msgspec.structs import replace

from bot.mail.outgoing import wording
from bot.mail.outgoing.legal_moves import MoveGroup, grouped
from bot.mail.outgoing.letter import Board, Part, Text
from bot.picture_service import DrawnPicture, PictureService, frame_of
from bot.sentences.reviews import swing_sides
from bot.service.facade import Service
from bot.service.lookback.earlier_positions import Since
from bot.service.values import payloads
from bot.service.values.answers import Preferences
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from engines.contract import Seat, View
from engines.wording import capital, counted
from render.changes import changes
from render.contract import Frame, ThemeName

log = structlog.get_logger(__name__)

_WIDTHS: Final = (900, 720, 560, 420)
"""Widths of pictures; the first one with a small enough file is used."""
PICTURE_BYTES: Final = 80_000
"""Bytes of one picture. A mail has at most twice as many: answers quote them, and may have 256 KB."""
_LINES: Final = 25
"""The newest events that are shown."""


class Position(NamedTuple):
    """The parts of a game that a mail shows."""

    summary: GameSummary
    """The game when the legal moves were read, as the reader may know it."""
    board: Board
    seat: Seat | None
    """The reader's seat."""
    preferences: Preferences
    guided: bool
    """Whether the reader got this game's guide before."""
    lines: tuple[str, ...] = ()
    """The events since the reader last played, a line each."""
    groups: tuple[MoveGroup, ...] = ()
    """The legal moves."""
    withheld: bool = False
    """Whether private information is left out that the reader has not chosen to get by mail."""

    @property
    def without_status(self) -> Self:
        """The position for a letter that has told the game's state: the board's words leave it out."""
        begins = f"{self.summary.title}, game {self.summary.code}, "
        return self._replace(board=replace(self.board, begins=begins))


class Positions:
    """Reads positions and has them drawn."""

    def __init__(self, service: Service, pictures: PictureService) -> None:
        self._service = service
        self._pictures = pictures

    async def of_player(self, code: str, person: Person, *, full: bool, private: bool | None) -> Position:
        """A running game as its player may see it by mail. Raises Refused.

        Private information is included if they chose so (`private`; None: look it up); otherwise this is the
        public view without the moves, which would reveal it. `full`: include recent events and moves.
        """
        seen = await self._service.lookback.position_for(code, person, full=full, private=private)
        lines, changed = ((), ()) if seen.since is None else await _rendered_events(seen.since)
        groups = () if seen.choices is None else grouped(seen.choices)
        theme = seen.preferences.theme
        frame = frame_of(seen.summary, theme=theme, perspective=seen.seat, changed=changed)
        board = await self.board(seen.summary.key, seen.view, frame)
        summary = replace(seen.summary, prompt=seen.view.prompt, notes=seen.view.notes)
        return Position(
            summary, board, seen.seat, seen.preferences, seen.guided, lines, groups, seen.withheld
        )

    async def asked(self, answer: payloads.MailAnswer) -> list[Part]:
        """Earlier, tried or better positions that an answer shows; none if they cannot be read."""
        asked, code = answer.board, answer.code
        if asked is None or code is None or answer.person_id is None:
            return []
        person, service = Person(answer.person_id, ""), self._service
        theme = (await service.preferences.of(person)).theme
        try:
            if asked.what == "swing":
                return await self._swing(code, person, asked.number, theme)
            if asked.what == "tried":
                tried = await service.trying.tried(code, person, asked.number, asked.line, by_mail=True)
                summary, view = tried.summary, tried.view
            else:
                past = await service.lookback.past(code, person, asked.number, by_mail=True)
                summary, view = past.summary, past.view
        except Refused as refused:
            log.info("position_left_out", reason=refused.code)
            return []
        side = summary.seat_of(person.id) if asked.side is None else asked.side
        frame = frame_of(summary, theme=theme, perspective=side, preview=asked.what == "tried")
        return [await self.board(summary.key, view, frame)]

    async def _swing(self, code: str, person: Person, number: int, theme: ThemeName) -> list[Part]:
        """The positions after the action of a reviewed turn and after the better one. Raises Refused."""
        found = await self._service.reviews.ask(code, person, number)
        if found is None or found.shown is None:
            return []
        summary, parts = found.summary, list[Part]()
        for side in swing_sides(found, found.shown, partial(wording.with_people, summary=summary)):
            changed = await self._pictures.changes(summary.key, found.shown.before, side.view)
            frame = frame_of(
                summary, theme=theme, changed=changed, preview=side.proposed, suggested=side.proposed
            )
            notation = f" [{', '.join(found.shown.swing.line)}]" if side.proposed else ""
            parts.append(Text(f"{side.words}{notation}", heading=side.label))
            parts.append(await self.board(summary.key, side.view, frame))
        return parts

    async def board(self, key: str, view: View, frame: Frame, *, most: int = PICTURE_BYTES) -> Board:
        """A position in words and, unless it is too large, as a picture of fewer than `most` bytes."""
        return Board(key, view, frame, await self._drawn(key, view, frame, most))

    async def _drawn(self, key: str, view: View, frame: Frame, most: int) -> DrawnPicture | None:
        for width in _WIDTHS:
            drawn = await self._pictures.drawn(key, view, replace(frame, width=width))
            if len(drawn.png) < most:
                return drawn
        log.warning("picture_too_large", game=frame.code)
        return None


async def _rendered_events(since: Since) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """See `_rendered`; few events are faster to render at once than in a thread."""
    return _rendered(since) if len(since.lines) <= _LINES else await asyncio.to_thread(_rendered, since)


def _rendered(since: Since) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The recent events, a line each, and the changed places; for hundreds of events it takes a while."""
    texts = [wording.with_people(line, since.summary) for line in since.lines if line]
    shown = [line if "\n" in line else f"- {capital(line)}" for line in texts[-_LINES:]]
    if len(texts) > len(shown):
        shown.insert(0, f"… and {counted(len(texts) - len(shown), 'thing')} more before that")
    return tuple(shown), changes(since.summary.key, since.before, since.now)
