"""`/mail`, and what is chosen of mail in `/game settings`."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.discord.formatting.pictures import DiscordPictures
from bot.service.accounts.mail import address_tag
from bot.service.facade import Service
from bot.service.values.request import Person
from bot.store.database import Database
from tests.discord.fake_interaction import FakeInteraction, buttons
from tests.discord.guests import Guests, text_of
from tests.manual_clock import ManualClock
from tests.service.accounts.post import ANNS, NEW, Post
from tests.service.actors import ANN, BOB, opened


class Mailing(Guests):
    """Guests of a bot that takes mail."""

    mail_address = "turn@games.example"

    def interaction(self, person: Person, **more: Any) -> FakeInteraction:
        """What Discord sends to a bot with this address."""
        interaction = super().interaction(person, **more)
        context = interaction.client.context
        interaction.client.context = replace(context, mail_address=self.mail_address)
        return interaction

    async def answer_to(self, command: str, **options: Any) -> str:
        """What Ann alone is answered."""
        return text_of(await self.type(ANN, f"mail {command}", **options))


@pytest.fixture
async def guests(service: Service) -> AsyncIterator[Mailing]:
    pictures = DiscordPictures(1)
    yield Mailing(service, pictures)
    pictures.close()


async def test_an_address_is_linked_shown_chosen_and_given_up(
    guests: Mailing, database: Database, clock: ManualClock
) -> None:
    post = Post(database, clock)
    assert "No mail address of yours" in await guests.answer_to("status")
    assert "is not a mail address" in await guests.answer_to("link", address="ann")
    assert "A code is on its way there" in await guests.answer_to("link", address=ANNS)
    assert f"A code was sent to {ANNS}" in await guests.answer_to("status")
    assert "not the code" in await guests.answer_to("confirm", code="1")
    assert "link one first, by /mail link" in text_of(await guests.type(ANN, "game settings", by="mail"))
    (code,) = await post.codes()
    assert "to turn@games.example counts as" in await guests.answer_to("confirm", code=code.digits)
    assert f"Your address is {ANNS}" in await guests.answer_to("status")
    assert ANNS not in text_of(await guests.type(BOB, "mail status"))
    shown = await guests.type(ANN, "game settings", by="mail", private_by_mail=True)
    assert {"By", "Private by mail"} <= buttons(shown.sent[-1].content["view"]).keys()
    chosen = (await guests.service.preferences.notice_settings(ANN)).settings
    assert (chosen.by, chosen.private_by_mail) == ("mail", True)
    await guests.service.mail.bounced(ANN.id, address_tag(ANNS))
    assert "came back" in await guests.answer_to("status")
    assert "no longer yours" in await guests.answer_to("unlink")
    assert "No mail address of yours" in await guests.answer_to("status")
    shown = await guests.type(ANN, "game settings")
    assert not {"By", "Private by mail"} & buttons(shown.sent[-1].content["view"]).keys()


async def test_a_host_invites_by_mail(guests: Mailing, database: Database, clock: ManualClock) -> None:
    game = await opened(guests.service)
    result = await guests.answer_to("invite", address=NEW, game=game.code)
    assert "If that address may be written to" in result
    assert NEW not in result
    assert await Post(database, clock).invited() == [NEW]


async def test_without_a_mail_door_one_sentence_says_so(guests: Mailing) -> None:
    guests.mail_address = ""
    assert "Nobody plays by mail here" in await guests.answer_to("status")
    assert "Nobody plays by mail here" in await guests.answer_to("link", address=ANNS)
    assert "Nobody plays by mail here" in await guests.answer_to("confirm", code="1")
