"""A table of the Four Gods, whose players talk."""

from __future__ import annotations

from typing import Any

import pytest

from bot.outbox.worker import Outbox
from bot.service.chat.messages import MessageSource
from bot.service.facade import Service
from bot.service.values.answers import Ack
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import DirectChat, PostChat
from bot.service.values.refused import Refused
from bot.service.values.request import Cause, Person
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import FOUR, act, four, new_cause


class Table:
    """A game of the Four Gods whose deliveries are made when they are due."""

    def __init__(self, database: Database, service: Service, clock: ManualClock) -> None:
        self.database = database
        self.service = service
        self.sender = FakeSender()
        self.outbox = Outbox(database, self.sender, clock)
        self.code = ""

    async def open(self, **options: Any) -> Table:
        self.code = (await four(self.service, **options)).code
        await self.outbox.drain()
        return self

    async def say(self, person: Person, text: str, cause: Cause | None = None, **source: Any) -> Ack:
        cause = cause or new_cause()
        return await self.service.chat.say(
            person, self.code, text, cause=cause, source=MessageSource(**source)
        )

    async def refused(self, person: Person, text: str) -> str:
        with pytest.raises(Refused) as refused:
            await self.say(person, text)
        return refused.value.code

    async def bodies(self, person: Person, **narrowed: Any) -> list[str]:
        talks = await self.service.chat.messages(person, self.code, **narrowed)
        return [chat_message.body for chat_message in talks.messages]

    async def round(self, **plans: str) -> GameSummary:
        """Play a round: each living god saves a plan, or none, and is ready."""
        summary = await self.service.reading.summary(self.code)
        for seat in summary.to_act:
            name = summary.seats[seat].name
            await act(self.service, FOUR[seat], self.code, plans.get(name, "none"))
        for seat in summary.to_act:
            await act(self.service, FOUR[seat], self.code, "ready")
        return await self.service.reading.summary(self.code)

    def brought(self) -> list[tuple[int, str, str]]:
        """The direct messages that came through: the receiver, the purpose and the text of each."""
        return [
            (delivery.payload.person_id, delivery.payload.purpose, delivery.chat_message.body)
            for delivery in self.sender.delivered
            if isinstance(delivery.payload, DirectChat) and delivery.chat_message is not None
        ]

    def posted(self) -> list[str]:
        """The texts that came through in the game's place."""
        return [
            delivery.chat_message.body
            for delivery in self.sender.delivered
            if isinstance(delivery.payload, PostChat) and delivery.chat_message is not None
        ]
