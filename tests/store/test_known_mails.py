"""What is known of a mail: whose it is, of which game, and to which games its reader was invited."""

from datetime import UTC, datetime

from sqlalchemy import insert

from bot.store.columns import table_of
from bot.store.database import Database
from bot.store.models import GameRow, IdentityRow, MailInvitationRow
from bot.store.repositories.mails import KnownMail
from tests.service.actors import ANN, BOB
from tests.store.bounds import GAME

AT = datetime(2026, 1, 2, tzinfo=UTC)


async def test_a_mail_is_its_senders_and_about_the_game_that_it_names(database: Database) -> None:
    async with database.dry_run() as unit:
        for number, code, key in ((9, "NINE", "roses"), (10, "TEN", "tae")):
            values = {**GAME, "id": number, "code": code, "key": key}
            await unit._session.execute(insert(table_of(GameRow)).values(**values))
        for person in (ANN, BOB):
            address = f"{person.name}@example.org"
            unit.add(IdentityRow(kind="mail", external_id=address, person_id=person.id))
        unit.add(MailInvitationRow(address_hash="h", game_id=9, status="sent", created_at=AT))
        await unit.flush()
        known = await unit.mails.known("c", ["c:1"], f"{ANN.name}@example.org", "NINE")
        assert known == KnownMail(False, False, "roses", None, ANN.id, ANN.name, None)
        stranger = await unit.mails.known("c", ["c:1"], "eve@example.org", "NONE")
        assert stranger == KnownMail(False, False, *[None] * 5)
        assert [await unit.mails.invited_to(["h"], number) for number in (9, 10)] == [True, False]
