"""Pausing a game until a date, and resuming it sooner, by agreement of all players."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final, Literal

from bot.service.clock import control
from bot.service.clock.timeouts import TimedUseCases, clock_first
from bot.service.game import summarizing
from bot.service.game.act_limits import check_requests
from bot.service.game.live import LiveGame
from bot.service.game.preconditions import check_position, no_longer_asked, seat_in_play
from bot.service.log.event_types import EventType
from bot.service.notices import notifications
from bot.service.people.notice_settings import zone_of
from bot.service.people.persons import ensure_person
from bot.service.play.undoing import REQUEST_LIFE
from bot.service.usecases import Dependencies, Sweep, succeeds
from bot.service.values.days import day_words
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused, not_running
from bot.service.values.request import Cause, Person
from bot.service.values.seat_clocks import PauseRequest
from engines.contract import Seat
from engines.wording import listed

_LONGEST: Final = timedelta(days=366)
_DAY_TO_COME: Final = "Name a future day within a year: play goes on when it begins."
_AT_ONCE: Final = 100
"""Requests that expire at a time."""


class Pausing(TimedUseCases):
    """The use cases of pausing by agreement."""

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__(dependencies)
        self._expiring = Sweep()

    @clock_first
    async def ask(self, person: Person, code: str, day: date | None, *, cause: Cause) -> GameSummary:
        """Ask to pause a game until a day begins in the person's time zone, or to resume it (None).

        To ask for what somebody else has asked for is to agree to it, also where that day begins at another
        moment. The request lasts for `REQUEST_LIFE` at most. Raises Refused.
        """

        async def ask(live: LiveGame) -> None:
            seat = seat_in_play(live, person, "ask for that")
            await check_requests(live, person.id)
            asker = await ensure_person(live.unit, person, live.now)
            until = None if day is None else _begins(day, asker.time_zone)
            if (request := live.requests.pausing) is not None:
                if seat in request.seats:
                    raise Refused(
                        "wish_waits",
                        "You have already asked for something; withdraw that first: `pause answer decline`.",
                    )
                if request.until != until and not _is_same_day(live, request, day):
                    raise Refused(
                        "wish_waits",
                        "Somebody else has already asked for something; answer that first: `pause answer`.",
                    )
                await _agree(live, summarizing.person(asker), seat, request)
                return
            if until is None and not (live.row.status == "paused" and live.clock.seats.paused_until):
                raise Refused("not_paused", f"Game {live.row.code} is not paused until a day.")
            if until is not None and live.row.status != "active":
                raise not_running(live.row.code)
            if until is not None and not live.now < until <= live.now + _LONGEST:
                raise Refused("bad_day", _DAY_TO_COME)
            what = "go on now" if day is None else f"be paused until {day_words(day)}"
            words = f"{live.seat_name(seat)} asks that the game {what}"
            request = PauseRequest((seat,), until)
            await _decide(live, summarizing.person(asker), seat, request, words, begins="pausing")

        return await self._change(code, cause, ask)

    @clock_first
    async def answer(
        self,
        person: Person,
        code: str,
        agree: bool,
        *,
        cause: Cause,
        wanted: str | None = None,
        expected_public_version: int | None = None,
    ) -> GameSummary:
        """Answer a request, or withdraw one's own; with `wanted` only a request for that
        (`PauseRequest.wanted`). Raises Refused.
        """

        async def answer(live: LiveGame) -> None:
            seat, request = seat_in_play(live, person, "ask for that"), live.requests.pausing
            check_position(live, expected_public_version)
            if request is None:
                raise Refused("no_wish", "Nobody has asked for a pause, or to go on.")
            if wanted not in (None, request.wanted):
                raise no_longer_asked()
            # Whoever was still to agree may have left the game since.
            if agree and seat in request.seats and live.requests.open.asked_to_pause:
                raise Refused("no_change", "You have already asked for that; the others have yet to answer.")
            asker = summarizing.person(await ensure_person(live.unit, person, live.now))
            if agree:
                await _agree(live, asker, seat, request)
            else:
                words = f"{live.seat_name(seat)} would rather leave it as it is"
                await _decide(live, asker, seat, None, words)

        return await self._change(code, cause, answer)

    async def expire(self) -> bool:
        """Close the requests that have waited for `REQUEST_LIFE`; whether there may be more of them."""
        before = self._clock.now() - REQUEST_LIFE
        async with self._database.reading() as unit:
            codes = await unit.due_games.pause_asked(before, limit=_AT_ONCE, offset=self._expiring.offset)

        async def close(live: LiveGame) -> None:
            # Meanwhile it may have been declined and asked for anew.
            asked_at = live.row.pause_asked_at
            if asked_at is not None and asked_at < before and live.row.finished_at is None:
                await _decide(live, None, None, None, "the request for a pause was not answered in time")

        done = [
            await succeeds(self._change(code, None, close), "pause_wish_not_expired", game=code)
            for code in codes
        ]
        return self._expiring.went_through(done, _AT_ONCE)


def _begins(day: date, zone: str | None) -> datetime:
    """The moment at which a day begins. Raises Refused for a day of which no moment can be computed."""
    try:
        return datetime.combine(day, time(), zone_of(zone)).astimezone(UTC)
    except OverflowError:
        raise Refused("bad_day", _DAY_TO_COME) from None


def _is_same_day(live: LiveGame, request: PauseRequest, day: date | None) -> bool:
    """Whether a request is for this day in the time zone of a player who is in favour."""
    zones = {live.player_in(seat).time_zone for seat in request.seats}
    return day is not None and request.until in {_begins(day, zone) for zone in zones}


async def _agree(live: LiveGame, person: Person, seat: Seat, request: PauseRequest) -> None:
    """Add a seat to those in favour of a pause. Raises Refused if the pause's end has come."""
    if request.until is not None and request.until <= live.now:
        raise Refused("too_late", "The day on which the pause was to end has already come.")
    agreed = PauseRequest(tuple(sorted({*request.seats, seat})), request.until)
    await _decide(live, person, seat, agreed, f"{live.seat_name(seat)} agrees")


async def _decide(
    live: LiveGame,
    person: Person | None,
    seat: Seat | None,
    request: PauseRequest | None,
    words: str,
    *,
    begins: Literal["pausing"] | None = None,
) -> None:
    """Log the present request, and carry it out once all have agreed. `begins`: it was not made before."""
    live.requests.pausing = request
    live.note(EventType.PAUSING, seat=seat, person=person, data=request, summary_line=words, begins=begins)
    if request is not None and not live.requests.open.asked_to_pause:
        others = [live.seat_name(one) for one in request.seats if one != seat]
        wished = f", as {listed(others)} wished" if others else ""
        if request.until is None:
            control.resume(live, why=f"the game goes on{wished}")
        else:
            control.pause(live, until=request.until, why=f"the game is paused{wished}" if wished else None)
    await notifications.conclude(live, person)
