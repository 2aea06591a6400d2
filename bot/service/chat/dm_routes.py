"""The game to which a person's direct messages go, and whether its public messages are relayed to them."""

from collections.abc import Collection

from bot.column_values import RUNNING
from bot.service.chat.messages import NOT_HERE, check_direct, speaker_seat
from bot.service.people.persons import touch_person
from bot.service.reading.finding import summaries_of
from bot.service.usecases import UseCases, retried
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person


class DmRoutes(UseCases):
    """The use cases of chat by direct message."""

    async def games(self, person: Person, among: Collection[str] = ()) -> list[GameSummary]:
        """The running game that a person's direct messages go to, or all candidates where they must choose.

        `among`: the games of the message to which the person replies: only these count, whatever they chose.
        Raises Refused where there is none.
        """
        async with self._database.reading() as unit:
            chosen = await unit.chat.dm_game(person.id, RUNNING)
            rows = await unit.game_lists.listed(statuses=RUNNING, player_id=person.id)
        games = [game for game in summaries_of(self._engines, rows) if game.talk != "none"]
        if not games:
            raise Refused(
                "no_talk",
                "What you write here goes to the players of your game, but you play in no running game whose "
                f"rules have talk. {NOT_HERE}",
            )
        if among:
            games = [game for game in games if game.code in among]
            if not games:
                words = "None of these is a running game of yours whose rules have talk."
                raise Refused("no_talk", f"{words} {NOT_HERE}")
            return games
        return [game for game in games if game.code == chosen] or games

    @retried
    async def choose(self, person: Person, code: str, *, relayed: bool | None = None) -> bool:
        """Send a person's direct messages to this game from now on. Raises Refused.

        Returns whether its public messages are relayed by direct message.
        """
        async with self._database.transaction() as unit:
            live = await self._load(unit, code)
            speaker_seat(live, person)
            check_direct(live)
            if live.row.status not in RUNNING:
                raise Refused("game_over", f"Game {live.row.code} is over: choose one that is being played.")
            await touch_person(unit, person, live.now)
            await unit.chat.clear_dm_game(person.id)
            await unit.chat.follow(person.id, live.row.id)
            preference = await unit.chat.preference(person.id, live.row.id)
            assert preference is not None  # noqa: S101 -- `follow` has made it
            preference.has_dm_route = True
            if relayed is not None:
                preference.relayed = relayed
            await unit.persons.open_dms(person.id)
            return preference.relayed

    @retried
    async def follow(self, person: Person, code: str) -> None:
        """Relay public messages to a person who plays by direct message, unless they turned that off.

        Only where direct messages are talk. Raises Refused.
        """
        async with self._database.transaction() as unit:
            live = await self._load(unit, code)
            if live.engine.chat is not None and live.seat_of(person.id) is not None:
                await unit.chat.follow(person.id, live.row.id)

    @retried
    async def clear(self, person: Person) -> None:
        """Send a person's direct messages to no fixed game; with several games they are asked each time."""
        async with self._database.transaction() as unit:
            await unit.chat.clear_dm_game(person.id)
