"""Nobody but its owner ever sees a mail address: not in what is stored of games, told, shown, or logged."""

from typing import Any

import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from bot.outbox.delivery import DmsClosed
from bot.service.accounts.mail import address_hash
from bot.service.admin.acts import Pause, Resume
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.values.payloads import Direct, MailAnswer, Mailed
from bot.service.values.refused import Refused
from bot.store.columns import Base
from bot.store.database import Database
from engines.contract import Resign
from tests.manual_clock import ManualClock
from tests.service.accounts.post import ANNS, NEW, Post, joined, linked
from tests.service.actors import ADA, ANN, BOB, HERE, SAMPLE, act, new_cause, opened

ASKED = "zed@example.org"
"""Who is invited and never comes."""
SECRETS = (ANNS, NEW, ASKED)


async def tables_with(database: Database, secret: str) -> set[str]:
    """The tables in which something stands."""
    found = set[str]()
    async with database.reading() as unit:
        for table in Base.metadata.sorted_tables:
            rows = (await unit._session.execute(select(table))).all()
            found |= {table.name} if secret in repr([*map(tuple, rows)]) else set()
    return found


@pytest.mark.usefixtures("notices_at_once")
async def test_an_address_is_seen_by_its_owner_alone(
    service: Service, database: Database, clock: ManualClock
) -> None:
    post = Post(database, clock)
    shown: list[Any] = []
    with capture_logs() as logged:
        await linked(service, post, ANN, ANNS)
        await service.preferences.set_notice_settings(ANN, {"by": "mail"})
        game = await opened(service, deadline_hours=24)
        for address in (NEW, ASKED):
            await service.mail_invitations.invite(ANN, game.code, address, cause=new_cause())
        eva = await joined(service, post, NEW)
        for address in (NEW, ASKED):
            with pytest.raises(Refused) as refused:
                await service.addresses.confirm("12345678", address=address)
            shown.append(refused.value)
        game = await service.lobby.join(eva, game.code, cause=new_cause())
        await act(service, ANN, game.code, SAMPLE[0])
        await act(service, eva, game.code, SAMPLE[1])
        answer = MailAnswer(NEW, eva.id, game.code, 1, "Re: your move", "Done.")
        await service.mail.answer(new_cause(), address_hash(NEW), answer)
        await service.following.follow(BOB, game.code)
        operator = Operator(ADA, HERE.guild_id)
        shown.append(await service.admin.plan(operator, game.code, Pause(), "why"))
        shown.append(await service.admin.apply(operator, game.code, Pause()))
        shown.append(await service.admin.apply(operator, game.code, Resume()))
        await post.outbox.drain()
        # Eva's mail comes back in the end.
        post.sender.fault = lambda delivery: DmsClosed("550 unknown") if delivery.external_ids else None
        await act(service, ANN, game.code, SAMPLE[2])
        await post.outbox.drain()
        await act(service, ANN, game.code, Resign())
        await post.outbox.drain()
        shown.append(await service.doctor.everything())
        for person in (BOB, ADA):
            shown.append(await service.privacy.export(person.id))
            shown.append(await service.reading.history(game.code, person))
            shown.append(await service.reading.summary(game.code))
            shown.append(await service.reading.export(game.code, person))
        shown.append(await service.archive.record(game.code))
    shown += post.discord.tried
    text = "\n".join(map(repr, [*shown, *logged]))
    for secret in SECRETS:
        assert secret not in text
        assert secret.split("@")[0] + "@" not in text
        assert await tables_with(database, secret) <= {"identities", "address_codes"}
    for delivery in post.sender.tried:
        payload = delivery.payload
        owner = payload.address if isinstance(payload, Mailed) else None
        if isinstance(payload, Direct):
            (owner,) = delivery.external_ids.values()
        assert not any(secret in repr(delivery) for secret in SECRETS if secret != owner)
    assert {NEW, ASKED, ANNS} <= {
        one.payload.address for one in post.sender.tried if isinstance(one.payload, Mailed)
    }
