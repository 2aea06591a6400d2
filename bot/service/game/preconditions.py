"""What a request requires of a game and of its actor: each function raises Refused where that is missing."""

from bot.column_values import RUNNING
from bot.service.game.live import LiveGame
from bot.service.values.refused import IsAway, Refused, not_running
from bot.service.values.request import Person
from engines.contract import Resign, Seat


def seat_held(live: LiveGame, person: Person) -> Seat:
    """A person's seat in a game that can be played now. Raises Refused."""
    row = live.row
    if row.status == "finished":
        outcome = live.engine.outcome(live.state)
        ended = f"Game {row.code} is over. {outcome.text if outcome else ''}"
        raise Refused("game_over", ended, game=live.summary())
    if row.status == "abandoned":
        raise Refused("game_over", f"Game {row.code} was called off.")
    if not live.has_seat(person.id):
        raise Refused("not_in_game", f"You do not play in game {row.code}; you may watch it.")
    if row.status == "lobby":
        raise live.states.not_started()
    if row.status == "paused":
        raise paused(live)
    check_rules(live)
    seat = live.seat_of(person.id)
    assert seat is not None  # noqa: S101 -- seats are drawn at the start
    return seat


def paused(live: LiveGame) -> Refused:
    """The refusal of what a paused game does not allow, which says who lets it go on."""
    way_on = ": an admin lets it go on."
    if live.clock.seats.absent:
        way_on = ". Any of its players may resume it."
    elif live.clock.seats.paused_until:
        way_on = ": `pause end` asks the others to go on sooner."
    elif live.row.waits_for_players:
        way_on = " until all who are invited have accepted."
    return Refused("paused", f"Game {live.row.code} is paused{way_on}")


def seat_in_play(live: LiveGame, person: Person, what: str) -> Seat:
    """The seat of a person who still plays; `what` they are to do. Raises Refused, and Overdue."""
    live.clock.check()
    seat = live.seat_of(person.id)
    if live.row.status not in RUNNING:
        raise not_running(live.row.code)
    if seat is None or seat not in live.playing:
        raise Refused("not_in_game", f"Only those who still play in game {live.row.code} can {what}.")
    return seat


def check_no_seat(live: LiveGame, person: Person) -> None:
    """Raises Refused for a person who has a seat in a game."""
    if live.has_seat(person.id):
        raise Refused("already_in", f"You have a seat in game {live.row.code} already.")


def check_playing(live: LiveGame, seat: Seat) -> None:
    """Raises Refused for a seat that is eliminated while the game goes on."""
    if live.engine.outcome(live.state) is None and seat not in live.playing:
        raise Refused("eliminated", f"You are out of game {live.row.code}; you may watch it.")


def check_not_resigned(live: LiveGame, seat: Seat) -> None:
    """Raises Refused, in the words of the rules, for a seat in play whose resignation takes effect later."""
    if Resign() not in live.engine.legal_meta(live.state, seat):
        live.step(seat, Resign())


def check_rules(live: LiveGame) -> None:
    """Raises Refused for a game that could not be migrated to this host's rules."""
    if live.row.seed is not None and live.row.rules_version != live.engine.info.rules_version:
        raise Refused(
            "other_rules",
            f"Game {live.row.code} was started under other rules of {live.engine.info.title} than are played "
            "here now; you can look at it, but it cannot go on.",
        )


def check_position(live: LiveGame, public_version: int | None) -> None:
    """Raises Refused where the request was made in an older public position."""
    if public_version is not None and public_version != live.row.public_version:
        turn = live.engine.view(live.state, None).turn
        since = f"something has happened in game {live.row.code}, now at {turn}"
        raise Refused("stale", f"This position has passed: {since}.")


def no_longer_asked() -> Refused:
    """The refusal of a button that answers a request which is closed."""
    return Refused(
        "stale", "This button belongs to an earlier request: answer the present one on the newest card."
    )


def check_here(live: LiveGame, person: Person) -> None:
    """Raises IsAway for a player on vacation, who is asked whether they are back."""
    seat = live.seat_of(person.id)
    leave = None if seat is None else live.player_in(seat).away_at(live.now)
    if leave is not None:
        raise IsAway(live.row.code, leave.ends_at)
