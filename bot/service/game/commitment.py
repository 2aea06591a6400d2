"""The source of chance: a secret whose hash is published first, and texts that joining players contribute."""

from collections.abc import Container, Iterable, Sequence
from datetime import timedelta
from random import Random
from unicodedata import normalize

import msgspec

from bot.service.game.live import LiveGame
from bot.service.log.event_types import Back, EventType, Started, data_of
from bot.service.log.mixture import Committed, Mixture, Mixtures, Reseed, encoded, mixtures_of
from bot.service.values.refused import Refused
from bot.service.values.request import Cause
from bot.store.models import EventRow, GameRow
from engines.chance import draw_seats
from engines.contract import AnyEngine, Seat, Value
from engines.wording import INVISIBLE

CONTRIBUTION_LIMIT = 60
"""Characters of a contributed text."""


class Joined(Value, frozen=True):
    """The data of a `JOINED` event: the seat asked for and the contributed text; None when a player joins
    again.
    """

    seat: Seat | None = None
    contribution: str | None = msgspec.field(name="words", default="")


class _WishedSeat(msgspec.Struct, frozen=True):
    """What the data of `CREATED` and `JOINED` events share."""

    seat: Seat | None = None


def contribution_of(text: str | None, cause: Cause | None) -> str:
    """The contributed text: the player's own on one line, else the request's cause. Raises Refused.

    It has no invisible characters: the card must tell texts apart.
    """
    line = " ".join(normalize("NFC", text or "").replace("`", "'").split())
    own = "".join(char for char in INVISIBLE.sub("", line) if char.isprintable()).strip()
    if len(own) > CONTRIBUTION_LIMIT:
        raise Refused("long_words", f"Your words for the draw have at most {CONTRIBUTION_LIMIT} characters.")
    return own or (cause.key if cause else "")


def commit(live: LiveGame, rng: Random, contribution: str | None = None) -> Mixture:
    """Draw the secret of a game and publish its hash, with the text of the player who opens the game."""
    mixture = _new(rng, contribution)
    live.row.mixture = encoded(Mixtures(mixture))
    live.append(EventType.COMMITTED, data=Committed(mixture.commitment, contribution), public=False)
    return mixture


async def contribute(live: LiveGame, player_id: int, text: str | None, patience: timedelta) -> str | None:
    """Add the text of a player who joins for the first time; it stays if they leave. Returns the text.

    A game from before commitments takes none. Raises Refused for a text that another player contributed, and
    briefly while the lobby card does not show the earlier texts yet.
    """
    came = await live.unit.events.of_kinds(live.row.id, (EventType.CREATED, EventType.JOINED))
    if any(event.player_id == player_id for event in came):
        if text is not None:
            raise Refused("words_stay", "Your words for the draw are those you joined with first; add none.")
        return None
    own = contribution_of(text, live.log.cause)
    if (mixture := mixtures_of(live.row).first) is not None:
        await _check_shown(live, came, patience)
        live.row.mixture = encoded(Mixtures(Mixture(mixture.secret, (*mixture.contributions, own))))
    return own


async def _check_shown(live: LiveGame, came: Sequence[EventRow], patience: timedelta) -> None:
    """Raises Refused until the card shows the newest texts: nobody can swap a text that all have seen."""
    newest = [event for event in came if event.kind == EventType.CREATED or _text(event) is not None][-1]
    drawn = live.engine.info.seating == "lot" or live.summary().draws
    if not drawn or live.row.channel_id is None or live.now - newest.at >= patience:
        return
    if not await live.unit.outbox.lobby_shown(live.row.id, newest.seq):
        raise Refused(
            "being_shown",
            f"The card of game {live.row.code} is about to show what was added to the draw before: please "
            "join again in a moment.",
            passes_within=patience,
        )


def recommit(live: LiveGame, rng: Random) -> tuple[Reseed, str]:
    """Draw a new secret for a game that goes back: its published part, and the seed made from it."""
    mixture = _new(rng, contribution_of(None, live.log.cause))
    mixtures = mixtures_of(live.row)
    live.row.mixture = encoded(Mixtures(mixtures.first, (*mixtures.later, mixture)))
    return Reseed(mixture.commitment, mixture.contributions), mixture.seed


async def draw(live: LiveGame, rng: Random) -> str:
    """The seed of a game that starts; players without a seat get theirs by it."""
    mixture = mixtures_of(live.row).first or commit(live, rng)
    sittings = {sitting.player_id: sitting for sitting in live.row.seats}
    order = list(_seat_wishes(await live.unit.events.of_game(live.row.id), sittings))
    wished = [sittings[person].seat for person in order]
    for person, seat in zip(order, draw_seats(mixture.seed, wished), strict=True):
        sittings[person].seat = seat
    return mixture.seed


def _new(rng: Random, contribution: str | None) -> Mixture:
    return Mixture(f"{rng.getrandbits(256):064x}", () if contribution is None else (contribution,))


def broken_promise(engine: AnyEngine, row: GameRow, events: Sequence[EventRow]) -> str | None:
    """Where a secret, seed or seat differs from what the log promised, in one sentence; None where all agree.

    Games from before commitments, and those from records, promised nothing about their first seed.
    """
    mixtures = mixtures_of(row)
    backs = (data_of(event, Back) for event in events if event.kind == EventType.UNDONE)
    promised = [back.reseed for back in backs if back.reseed is not None]
    if promised != [Reseed(one.commitment, one.contributions) for one in mixtures.later]:
        return "The secret of what was drawn after the game went back is not the one that was promised."
    opened = next((event for event in events if event.kind == EventType.COMMITTED), None)
    if opened is not None:
        return _broken_beginning(engine, row, events, opened)
    # A game from before commitments has texts of players who joined late, and gets its secret at the start.
    added = row.seed is not None and any(_text(event) for event in events if event.kind == EventType.JOINED)
    if added or (mixtures.first is not None and events[0].data is not None):
        return "The log does not hold the hash that was published."
    return None


def _broken_beginning(
    engine: AnyEngine, row: GameRow, events: Sequence[EventRow], opened: EventRow
) -> str | None:
    mixture, promised = mixtures_of(row).first, data_of(opened, Committed)
    if mixture is None or mixture.commitment != promised.commitment:
        return "The secret does not have the hash that was published before anything was drawn."
    joined = [event for event in events if event.kind == EventType.JOINED and event.seq > opened.seq]
    own = () if promised.contribution is None else (promised.contribution,)
    added = (text for text in map(_text, joined) if text is not None)
    if mixture.contributions != (*own, *added):
        return "What the players added to the draw is not what the log holds."
    if row.seed is None and row.state is None:
        return None
    if mixture.seed != row.seed:
        return "The seed does not come from the secret and what the players added."
    return None if engine.info.seating == "order" else _wrong_seats(mixture.seed, events)


def _text(joined: EventRow) -> str | None:
    """The text that a player contributed; empty in games from before commitments."""
    return msgspec.json.decode(joined.data or "{}", type=Joined).contribution


def _wrong_seats(seed: str, events: Sequence[EventRow]) -> str | None:
    players = next(data_of(event, Started).players for event in events if event.kind == EventType.STARTED)
    wishes = _seat_wishes(events, players)
    drawn = dict(zip(wishes, draw_seats(seed, list(wishes.values())), strict=True))
    if drawn != {person: seat for seat, person in enumerate(players)}:
        return "The seats were not drawn from the seed."
    return None


def _seat_wishes(events: Iterable[EventRow], players: Container[int]) -> dict[int, Seat | None]:
    """The seats that these players asked for, in the order in which they (last) joined."""
    wishes: dict[int, Seat | None] = {}
    for event in events:
        person = event.player_id
        if person is not None and person in players and event.kind in {EventType.CREATED, EventType.JOINED}:
            wishes.pop(person, None)
            wishes[person] = msgspec.json.decode(event.data or "{}", type=_WishedSeat).seat
    return wishes
