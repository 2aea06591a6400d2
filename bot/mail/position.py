"""A game as a mail shows it to one reader: the board, what has happened since, the moves that are legal."""

import asyncio
from typing import Final, NamedTuple

import structlog
from msgspec.structs import replace

from bot.errors import DatabaseUnavailable
from bot.mail import telling
from bot.mail.legal_moves import Move, numbered
from bot.mail.letter import Board
from bot.picture_service import Drawn, PictureService, frame_of
from bot.sentences import capital
from bot.service import Service
from bot.service.summaries import GameSummary, Person, Preferences, Refused
from bot.service.wishes import Wishes
from engines.contract import Seat, View
from engines.wording import counted
from render.contract import Frame

log = structlog.get_logger(__name__)

_WIDTHS: Final = (900, 720, 560, 420)
"""Pixels of pictures: the first is taken in which they are small enough."""
_PICTURE_BYTES: Final = 80_000
_LINES: Final = 25
"""Things that have happened, the newest."""


class Position(NamedTuple):
    """What is shown of a game."""

    summary: GameSummary
    """As of the moment in which the moves were read, in words for its reader."""
    board: Board
    lines: tuple[str, ...] = ()
    """What has happened since the reader last played, a line each."""
    moves: tuple[Move, ...] = ()
    withheld: bool = False
    """Whether the reader knows more than this shows, and has not chosen that it comes by mail."""


class Positions:
    """Reads positions and has them drawn."""

    def __init__(self, service: Service, pictures: PictureService) -> None:
        self._service = service
        self._pictures = pictures

    async def of_player(
        self,
        summary: GameSummary,
        person: Person,
        seat: Seat | None,
        wishes: Wishes,
        preferences: Preferences,
        *,
        news: bool = True,
    ) -> Position:
        """A running game as its player may see it by mail. Raises Refused.

        What only they may know is shown if they chose so; otherwise what everybody may see, without the
        moves, which would tell. `news`: also what has happened and the moves.
        """
        code = summary.code
        # The moves first: if play goes on meanwhile, no answer to what is shown counts.
        summary, moves = await self._moves(person, code) if news else (await self._summary(code), ())
        own, public = await self._views(code, person)
        withheld = not wishes.private_by_mail and replace(own, viewer=None) != public
        lines, changed = await self._since(summary, person, openly=withheld) if news else ((), ())
        frame = frame_of(summary, theme=preferences.theme, perspective=seat, changed=changed)
        shown = public if withheld else own
        board = await self.board(summary.key, shown, frame)
        summary = replace(summary, prompt=shown.prompt, notes=shown.notes)
        return Position(summary, board, lines, () if withheld else moves, withheld)

    async def board(self, key: str, view: View, frame: Frame) -> Board:
        """A position in words and as a picture that is small enough for a mail."""
        return Board(await self._pictures.text(key, view, frame), await self._drawn(key, view, frame))

    async def _drawn(self, key: str, view: View, frame: Frame) -> Drawn | None:
        for width in _WIDTHS:
            drawn = await self._pictures.drawn(key, view, replace(frame, width=width))
            if len(drawn.png) < _PICTURE_BYTES:
                return drawn
        log.warning("picture_too_large", game=frame.code)
        return None

    async def _views(self, code: str, person: Person) -> tuple[View, View]:
        reading = self._service.reading
        return await reading.view(code, person), await reading.view(code, None)

    async def _summary(self, code: str) -> GameSummary:
        return await self._service.reading.summary(code)

    async def _moves(self, person: Person, code: str) -> tuple[GameSummary, tuple[Move, ...]]:
        try:
            choices = await self._service.play.choices(person, code)
        except Refused:
            # It is not their turn any more.
            return await self._summary(code), ()
        return choices.summary, await asyncio.to_thread(numbered, choices)

    async def _since(
        self, summary: GameSummary, person: Person, *, openly: bool
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What has happened, and the places that have changed; nothing where that cannot be told."""
        try:
            since = await self._service.lookback.since(summary.code, person, openly=openly)
        except (Refused, DatabaseUnavailable) as error:
            log.info("digest_left_out", reason=type(error).__name__)
            return (), ()
        changed = await self._pictures.changes(summary.key, since.before, since.now)
        told = [telling.with_people(line, since.summary) for line in since.lines if line]
        shown = [line if "\n" in line else f"- {capital(line)}" for line in told[-_LINES:]]
        if len(told) > len(shown):
            shown.insert(0, f"… and {counted(len(told) - len(shown), 'thing')} more before that")
        return tuple(shown), changed
