"""Following games: each new card comes by direct message, as the public sees it."""

from typing import Final

from bot.column_values import UNFINISHED
from bot.service.people.persons import ensure_person
from bot.service.reading.finding import summaries_of
from bot.service.usecases import UseCases, retried
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person

MOST: Final = 25
"""Games that one person may follow at a time."""


class Following(UseCases):
    """The use cases of those who follow games."""

    @retried
    async def follow(self, person: Person, code: str) -> GameSummary:
        """Follow a game; a second time changes nothing. Raises Refused."""
        async with self._database.transaction() as unit:
            live = await self._load(unit, code)
            if live.still_plays(person.id):
                raise Refused(
                    "you_play", f"You play in game {live.row.code} yourself, so you are told anyway."
                )
            if live.row.status not in UNFINISHED:
                raise Refused("game_over", f"Nothing will happen in game {live.row.code} any more.")
            follower = await ensure_person(unit, person, self._clock.now())
            follows = await unit.followers.follows(live.row.id, follower.id)
            if not follows and await unit.followers.count(follower.id, UNFINISHED) >= MOST:
                raise Refused(
                    "too_many_followed",
                    f"You follow {MOST} games, which is the most at a time: unfollow one first.",
                )
            await unit.persons.open_dms(follower.id)
            await unit.followers.add(live.row.id, follower.id, self._clock.now())
            return live.summary()

    @retried
    async def unfollow(self, person: Person, code: str) -> GameSummary:
        """Unfollow a game. Raises Refused."""
        async with self._database.transaction() as unit:
            live = await self._load(unit, code)
            await unit.followers.remove(live.row.id, person.id)
            return live.summary()

    async def follows(self, person: Person, game_id: int) -> bool:
        """Whether a person follows a game."""
        async with self._database.reading() as unit:
            return await unit.followers.follows(game_id, person.id)

    async def followed(self, person: Person) -> list[GameSummary]:
        """The unfinished games that a person follows, as everybody may know them."""
        async with self._database.reading() as unit:
            codes = await unit.followers.codes(person.id, UNFINISHED)
            rows = [await unit.games.by_code(code) for code in codes]
        return summaries_of(self._engines, [row for row in rows if row is not None])
