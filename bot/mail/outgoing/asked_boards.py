"""The positions that an answer shows instead of the present one: earlier ones, tried ones, better ones."""

from functools import partial

import structlog

from bot.mail.outgoing import wording
from bot.mail.outgoing.letter import Part, Text
from bot.mail.outgoing.position import Positions
from bot.picture_service import PictureService, frame_of
from bot.sentences.reviews import swing_sides
from bot.service.facade import Service
from bot.service.values import payloads
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from render.contract import ThemeName

log = structlog.get_logger(__name__)


class AskedBoards:
    """Reads the positions that a mail has asked for, and has them drawn."""

    def __init__(self, service: Service, pictures: PictureService, positions: Positions) -> None:
        self._service = service
        self._pictures = pictures
        self._positions = positions

    async def parts(self, answer: payloads.MailAnswer) -> list[Part]:
        """The positions of an answer; none if it asks for none, or they cannot be read."""
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
        return [await self._positions.board(summary.key, view, frame)]

    async def _swing(self, code: str, person: Person, number: int, theme: ThemeName) -> list[Part]:
        """The action of a reviewed turn and the better one. Raises Refused."""
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
            parts.append(await self._positions.board(summary.key, side.view, frame))
        return parts
