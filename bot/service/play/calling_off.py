"""Ending a running game without a result, by agreement of its present players.

Everybody still in play may ask for it, and a request stays open until it is withdrawn or declined. Absent
players are not asked, nor are players who were absent and have not played since. How many must agree depends
on the game (`GameInfo.call_off`).
"""

from collections.abc import Collection
from typing import Final

from bot.service.clock.control import abandon
from bot.service.clock.timeouts import TimedUseCases, clock_first
from bot.service.game.act_limits import check_requests
from bot.service.game.live import LiveGame
from bot.service.game.preconditions import check_position, no_longer_asked, seat_in_play
from bot.service.log.event_types import Ending, EventType
from bot.service.notices import notifications
from bot.service.people.persons import touch_person
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Cause, Person
from engines.contract import Seat

_NOBODY: Final = "Nobody has asked for that."


class CallingOff(TimedUseCases):
    """The use cases of ending by agreement."""

    @clock_first
    async def ask(
        self,
        person: Person,
        code: str,
        wished: bool,
        *,
        cause: Cause,
        sure: bool = True,
        asked_by: Collection[Seat] | None = None,
        expected_public_version: int | None = None,
    ) -> GameSummary:
        """Ask to end a game, or agree; without `wished`, withdraw or decline.

        With enough agreement the game ends; where nobody else must agree, only if the person is `sure`, and
        else it is refused (``ends_at_once``). `asked_by`: the seats whose request this answers, so that an
        answer to one that is closed asks for nothing itself; empty: anybody's. Raises Refused.
        """

        async def ask(live: LiveGame) -> None:
            seat = seat_in_play(live, person, "call it off")
            check_position(live, expected_public_version)
            before = live.requests.ending
            if asked_by is not None and not before and not asked_by:
                raise Refused("no_change", _NOBODY)
            if not {*(asked_by or ())} <= {*before}:
                raise no_longer_asked()
            settled = before and not live.requests.open.asked_to_end
            if not settled and wished == (seat in before) and (wished or not before):
                asked = "You have already asked for that; the others have yet to answer."
                raise Refused("no_change", asked if wished else _NOBODY)
            if wished and not before:
                await check_requests(live, person.id)
            await touch_person(live.unit, person, live.now)
            own = seat in before
            after = (
                tuple(sorted({*before, seat}))
                if wished
                else tuple(one for one in before if own and one != seat)
            )
            live.requests.ending = after
            ends = bool(after) and not live.requests.open.asked_to_end
            if ends and after == (seat,) and not sure:
                raise Refused("ends_at_once", f"Nobody else must agree: that ends game {live.row.code}.")
            words = _words(bool(before), own, wished)
            name = live.seat_name(seat)
            live.note(
                EventType.ENDING,
                seat=seat,
                person=person,
                data=Ending(after),
                summary_line=f"{name} {words}",
                begins="ending" if wished and not before else None,
            )
            if ends:
                await abandon(live, "called off by agreement", "the game ends by agreement, without a result")
            await notifications.conclude(live, person)

        return await self._change(code, cause, ask)


def _words(others: bool, own: bool, wished: bool) -> str:
    """The clause of a player who asks, agrees (with `others`), withdraws (an `own` request) or declines."""
    if wished:
        return "agrees to end the game" if others else "asks to end the game without a result"
    return "plays on after all" if own else "declines to end the game"
