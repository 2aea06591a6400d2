"""Substitutes: a vanished player is warned, and then anybody may take over their seat."""

from datetime import datetime

from bot.column_values import RUNNING
from bot.service.clock.vanished import has_vanished, hides_late, open_seat
from bot.service.game.insiders import ever_sat
from bot.service.game.live import LiveGame
from bot.service.game.preconditions import check_no_seat, check_rules
from bot.service.game.summarizing import person as person_of
from bot.service.lobby.invitations import end_absence, take_seat
from bot.service.log.event_types import EventType
from bot.service.notices import notifications
from bot.service.people.blocks import blockers, is_blocked
from bot.service.people.limits import check_computers_think, check_joins
from bot.service.people.persons import ensure_person, touch_person
from bot.service.usecases import UseCases
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Cause, Person
from engines.contract import Seat


class Substitutes(UseCases):
    """The use cases of opening, keeping and taking over a vanished player's seat."""

    async def propose(self, person: Person, code: str, seat: Seat, *, cause: Cause) -> GameSummary:
        """Warn another player of the game, and open their seat after that. Raises Refused."""

        async def propose(live: LiveGame) -> None:
            _check_running(live)
            own, still = live.seat_of(person.id), live.playing
            if own in {None, seat} or own not in still:
                raise Refused("not_in_game", f"Only the other players of game {live.row.code} can say so.")
            name = live.seat_name(seat)
            if seat in live.computers:
                check_computers_think(self._limits, f"play on for {name}")
                raise Refused("computer", f"A computer plays {name}: it has not vanished, it only thinks.")
            if seat not in still:
                raise Refused("not_vanished", f"{name} is out of the game.", game=live.summary())
            if _opens_at(live, seat) is not None:
                raise Refused(
                    "open_already", f"The seat of {name} is open to others already.", game=live.summary()
                )
            if live.player_in(seat).away_at(live.now) is not None:
                raise Refused("on_vacation", f"{name} is on vacation, and comes back.", game=live.summary())
            if not await has_vanished(live, seat):
                why = "missed no deadline" if live.row.deadline_at else "kept nobody waiting for three days"
                sentence = f"{name} has not vanished: they have {why}."
                if live.row.status == "paused":
                    sentence = (
                        f"Game {live.row.code} is paused, and not because {name} stays away: nobody counts "
                        "as vanished meanwhile."
                    )
                elif hides_late(live):
                    late = "who is late stays secret until the game pauses for an absence"
                    sentence = f"Nobody can tell yet whether {name} has vanished: {late}."
                raise Refused("not_vanished", sentence, game=live.summary())
            if live.row.guild_id is None:
                raise Refused(
                    "no_server",
                    f"Game {live.row.code} is not played on a server, so there is nobody to take the seat "
                    "over: those who are left may agree to end it without a result.",
                )
            open_seat(live, seat, await touch_person(live.unit, person, live.now))
            await notifications.conclude(live, person)

        return await self._change(code, cause, propose)

    async def here(self, person: Person, code: str, *, cause: Cause) -> GameSummary:
        """Keep an opened seat of one's own; a game that was paused for it resumes. Raises Refused."""

        async def here(live: LiveGame) -> None:
            _check_running(live)
            seat = live.seat_of(person.id)
            if seat is None:
                raise Refused("not_in_game", f"You have no seat in game {live.row.code} any more.")
            if _opens_at(live, seat) is None:
                raise Refused(
                    "not_open", f"Your seat in game {live.row.code} is yours: nobody else may take it."
                )
            if live.clock.seats.must_play(seat):
                raise Refused(
                    "play_first",
                    "You were absent before, and have not played since: play, and your seat is yours.",
                    game=live.summary(),
                )
            words = f"{live.seat_name(seat)} is here"
            asker = await touch_person(live.unit, person, live.now)
            live.note(EventType.HERE, seat=seat, person=asker, summary_line=words)
            end_absence(live, seat)
            await notifications.conclude(live, person)

        return await self._change(code, cause, here)

    async def take_over(self, person: Person, code: str, seat: Seat, *, cause: Cause) -> GameSummary:
        """Take over an open seat, with everything that it holds. Raises Refused."""

        async def take_over(live: LiveGame) -> None:
            _check_running(live)
            await _check_substitute(live, person, seat)
            newcomer = await ensure_person(live.unit, person, live.now)
            await check_joins(live, self._limits, newcomer.id)
            await take_seat(live, seat, newcomer, person_of(newcomer))
            await notifications.conclude(live)
            notifications.show_hand(live, seat)

        return await self._change(code, cause, take_over)


def _check_running(live: LiveGame) -> None:
    if live.row.status not in RUNNING:
        raise Refused("game_over", f"Game {live.row.code} is not running.")
    check_rules(live)


def _opens_at(live: LiveGame, seat: Seat) -> datetime | None:
    """From when on another player may take this seat; None: never."""
    return dict(live.requests.open.open_seats).get(seat)


async def _check_substitute(live: LiveGame, person: Person, seat: Seat) -> None:
    """Raises Refused where the seat is not open, or this person must not take it."""
    opens_at, code = _opens_at(live, seat), live.row.code
    check_no_seat(live, person)
    if opens_at is None:
        raise Refused("not_open", f"The seat of {live.seat_name(seat)} in game {code} is not open to others.")
    if live.now < opens_at:
        raise Refused(
            "not_open_yet", f"{live.seat_name(seat)} was asked whether they are still there; try again later."
        )
    if live.engine.info.hidden and await ever_sat(live.unit, live.row, person):
        raise Refused(
            "has_seen", f"You have played in game {code} before, and have seen what others must not know."
        )
    others = [sitting.player for sitting in live.row.seats if sitting.seat != seat]
    blocked = await blockers(live.unit, person, [other.id for other in others])
    if blocked or any([await is_blocked(live.unit, person_of(other), by=person.id) for other in others]):
        # Blocks stay secret.
        raise Refused("not_here", f"You cannot take a seat in game {code}.")
