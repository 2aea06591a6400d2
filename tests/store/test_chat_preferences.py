"""What is noted of how a person wants a game's chat."""

from sqlalchemy import insert

from bot.store.columns import table_of
from bot.store.database import Database
from bot.store.models import ChatPreferenceRow, GameRow
from tests.service.actors import ANN, BOB
from tests.store.bounds import GAME


async def test_who_follows_chat_gets_it_and_chats_with_no_game_in_particular(database: Database) -> None:
    async with database.dry_run() as unit:
        await unit._session.execute(insert(table_of(GameRow)).values(**GAME, id=9, code="NINE"))
        unit.add(ChatPreferenceRow(player_id=BOB.id, game_id=9, relayed=False, has_dm_route=True))
        await unit.flush()
        for person in (ANN, BOB):
            await unit.chat.follow(person.id, 9)
        found = [await unit.chat.preference(person.id, 9) for person in (ANN, BOB)]
        assert [(one.relayed, one.has_dm_route) for one in found if one] == [(True, False), (False, True)]
