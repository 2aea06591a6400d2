"""The acts of administrators as values, so that one can wait for its confirmation as JSON."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias, get_args

import msgspec
from msgspec import field

from bot.service.values.game_summary import GameSummary
from bot.service.values.request import Person
from bot.service.values.typed import seat_named
from engines.contract import Seat, Value
from engines.record import Record

ANNOUNCEMENT_LIMIT = 1500
"""Characters of an announcement."""
WHY_LIMIT = 500
"""Characters of a reason."""


class Pause(Value, frozen=True, tag="pause"):
    """Let the game and its clock stand still."""


class Resume(Value, frozen=True, tag="resume"):
    """Let it go on with the time that was left."""


class Rollback(Value, frozen=True, tag="rollback"):
    """Go back to where the game was after this many public actions (`points.Point`); 0: its start."""

    to: int


class Force(Value, frozen=True, tag="force"):
    """Play for a seat."""

    seat: Seat
    action: str = field(name="text")
    """The action in notation."""


class Pass(Value, frozen=True, tag="pass"):
    """Apply the timeout to a seat; None: to every pending seat."""

    seat: Seat | None = None


class Replace(Value, frozen=True, tag="replace"):
    """Invite a person to a seat; administrators who invite themselves get it at once.

    The current player can be named to withdraw an invitation.
    """

    seat: Seat
    player: Person = field(name="person")
    at_once: bool = False
    """Seat them without asking; only on the command line."""


class Move(Value, frozen=True, tag="move"):
    """Carry the game on in another place, with a new thread and a new card."""

    guild_id: int
    channel_id: int
    thread_id: int | None = None
    """A thread of that channel that is there already; None: a new one, if the game is to have one."""
    threaded: bool | None = None
    """Whether the game is to have a thread from now on; None: as before."""
    forum: bool = False
    """Whether the channel is a forum (`Place.forum`)."""


class Retime(Value, frozen=True, tag="clock"):
    """Give turns another length, or the present one another end."""

    hours: float | None = None
    """The length of turns from now on; 0: no clock; None: as before."""
    left: float | None = field(name="left_hours", default=None)
    """Hours left in the present turn; None: as the length of turns says."""


class Repost(Value, frozen=True, tag="repost"):
    """Post the card again."""


class Cancel(Value, frozen=True, tag="cancel"):
    """Call the game off."""


class Import(Value, frozen=True, tag="import"):
    """Put a record into the database as a game to which these people are invited, in the order of the seats.

    Whoever imports it is seated at once, and it waits until the others have accepted.
    """

    record: Record
    people: tuple[Person, ...]
    guild_id: int
    channel_id: int
    threaded: bool = True
    at_once: bool = False
    """Seat all of them without asking; only on the command line."""


class Announce(Value, frozen=True, tag="announce"):
    """Tell all who play in a server something, in the place of each running game."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=ANNOUNCEMENT_LIMIT)]


GameAct: TypeAlias = Pause | Resume | Rollback | Force | Pass | Replace | Move | Retime | Repost | Cancel
"""An act on one game."""
Act: TypeAlias = GameAct | Import | Announce

_ON_GAMES: Mapping[str, type[GameAct]] = {str(kind.__struct_config__.tag): kind for kind in get_args(GameAct)}

PLANNED: Final = "plan "
"""The prefix of an act's word in the audit, where the act was only tried in a dry run."""


def name_of(act: Act) -> str:
    """The act's word, as in commands and in the audit."""
    return str(act.__struct_config__.tag)


def act_on(game: GameSummary, name: str, options: Mapping[str, Any]) -> GameAct:
    """The act of this name, made of those options that are its fields and are given; a seat by its name.

    Raises Refused where the game has no such seat.
    """
    kind = _ON_GAMES[name]
    given = {key: options[key] for key in kind.__struct_fields__ if options.get(key) is not None}
    if "seat" in given:
        given["seat"] = seat_named(game, given["seat"])
    return kind(**given)
