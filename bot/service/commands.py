"""The commands of every door: their names, purposes and parameters.

Slash commands are built from this table, and mails are parsed by it. Commands of a single game follow from
its engine. Each door adds what it alone has, such as channels.
"""

from typing import Annotated, Any, Final, Literal, NamedTuple

from msgspec import Meta

from bot.column_values import Confirm, Theme
from bot.service.game.commitment import CONTRIBUTION_LIMIT
from bot.service.game.scope import GameScope
from bot.service.people.notes import LIMIT
from bot.service.play.orders import MOST
from engines.contract import AnyEngine

GAME: Final = "game"
"""The parameter that names a game by its code."""


class Parameter(NamedTuple):
    """A parameter of a command."""

    name: str
    help: str
    kind: Any = str
    """The type of its values: `str`, `bool`, `int`, `float`, a `Literal`, or one of the former annotated with
    a `msgspec.Meta`."""
    required: bool = False
    scope: GameScope | None = None
    """For the parameter that names a game: which games are candidates."""


class Command(NamedTuple):
    """A command: a thing that people may ask for."""

    path: str
    """Its name, as one types it: ``game lobby leave``."""
    help: str
    parameters: tuple[Parameter, ...] = ()

    @property
    def name(self) -> str:
        """The last word of its path."""
        return self.path.rpartition(" ")[2]

    @property
    def scope(self) -> GameScope | None:
        """Which games are candidates; None: the command is not about a game."""
        return next((one.scope for one in self.parameters if one.name == GAME), None)


def game_parameter(scope: GameScope = "any") -> Parameter:
    """The parameter that names a game."""
    return Parameter(GAME, "The game's code; leave out to mean the one played here", scope=scope)


def draw_parameter() -> Parameter:
    """The parameter for the text that a joining player contributes to the seed of the draws."""
    limit = Annotated[str, Meta(min_length=1, max_length=CONTRIBUTION_LIMIT)]
    return Parameter("words", "Any words of yours, which everybody sees: they change what is drawn", limit)


def how_far() -> Parameter:
    """The parameter for how far to go back, or for redoing undone actions."""
    help_text = "Your last action by default, or your whole turn; redo does again what you took back"
    return Parameter("how_far", help_text, Literal["action", "turn", "redo"])


def seat_and_hours(engine: AnyEngine) -> list[Parameter]:
    """The parameters for the seat of a new game's host, and for the length of a turn."""
    info = engine.info
    names = tuple(seat.name for seat in info.seats)
    seats = ("random", *names) if info.seating == "lot" else names
    hours = Annotated[float, Meta(ge=0.0, le=float(info.max_deadline_hours))]
    unit, usual = info.deadline_unit, info.default_deadline_hours
    usually = f"Hours for a {unit}, 0 for no clock; {usual} by default"
    return [
        Parameter("seat", f"Where you sit; {seats[0]} by default", Literal[seats]),
        Parameter("hours", usually, hours),
    ]


LEVEL: Final = Parameter(
    "level", "How well they play; steady by default", Literal["gentle", "steady", "strong"]
)
"""The parameter for how well the computers of a new game play."""
POINT: Final = Parameter("at", "An earlier point; how things stand now by default")
"""The parameter for a point of a game, by its number."""
BLOCKS: Final = "Stop invitations and private messages from somebody; they are not told"
"""The purpose of the commands that block somebody, whom each door names in its own way."""
READS: Final = "Read what was said that you may read"
"""The purpose of the command `messages` of each game."""
_ANY, _RUNNING = game_parameter("any"), game_parameter("running")
_LOBBY, _OPEN = game_parameter("lobby"), game_parameter("open")
_DAY: Final = "such as 3 Aug, Friday or 2026-08-03"

_COMMANDS: Final = (
    Command(
        "game join",
        "Take a seat in a game that waits for players",
        (_OPEN, Parameter("seat", "The seat you want; any free one by default"), draw_parameter()),
    ),
    Command("game lobby leave", "Give your seat up before the game has started", (_LOBBY,)),
    Command("game lobby start", "Start now with those who have joined", (_LOBBY,)),
    Command("game lobby cancel", "Call off a game that you opened and that has not started", (_LOBBY,)),
    Command(
        "game lobby computer",
        "Let a computer take a free seat of a game that you opened, or send one away",
        (
            Parameter(
                "level",
                "How well it plays; none sends away the one that came last",
                Literal["gentle", "steady", "strong", "none"],
                required=True,
            ),
            _LOBBY,
        ),
    ),
    Command(
        "game lobby invitations",
        "See and answer invitations to games",
        (
            Parameter("answer", "Leave out to see them first", Literal["accept", "decline"]),
            Parameter(GAME, "The game's code, if several wait for you"),
        ),
    ),
    Command(
        "game inbox",
        "See your games, those that wait for you first, or others",
        (Parameter("whose", "Yours by default", Literal["mine", "followed", "server"]),),
    ),
    Command(
        "game show",
        "See the board, for your eyes only",
        (
            _ANY,
            Parameter("side", "From whose side to look"),
            Parameter("theme", "Dark or light pictures for you from now on", Theme),
            Parameter("text", "As words and characters instead of a picture", bool),
            POINT,
        ),
    ),
    Command(
        "game catchup",
        "See what has happened since you last played, in words and marked on the board",
        (_ANY,),
    ),
    Command(
        "game follow",
        "Be told in private what happens in a game in which you do not play",
        (Parameter("follow", "False to stop following it", bool), _ANY),
    ),
    Command(
        "game try",
        "Try lines out on a board for your eyes only; nothing of it is played",
        (POINT, _ANY),
    ),
    Command(
        "game review",
        "See where a game that is over was decided, and what a computer would have done there",
        (_ANY,),
    ),
    Command("game hand", "See what you hold, for your eyes only", (_ANY,)),
    Command(
        "game moves",
        "List what you may do now",
        (_RUNNING, Parameter("about", "Only moves that name this, e.g. a cell")),
    ),
    Command("game history", "Read what has been played", (_ANY,)),
    Command("game record export", "Get the game's record", (_ANY,)),
    Command(
        "game record verify",
        "Check seats and draws against what was promised when the game was opened",
        (_ANY, Parameter("hash", "The hash as you noted it when the game was opened")),
    ),
    Command(
        "game rules",
        "Read a game's rules in short",
        (Parameter("title", "Which game's; the one played here by default"), _ANY),
    ),
    Command(
        "game resign",
        "Give the game up",
        (Parameter("sure", "Yes, I give this game up", bool, required=True), _RUNNING),
    ),
    Command(
        "game draw",
        "Offer a draw or an end without a result, or answer such an offer",
        (
            Parameter("answer", "Offer by default", Literal["offer", "accept", "decline", "withdraw"]),
            Parameter("how", "As a draw by default, or without a result", Literal["draw", "no result"]),
            _RUNNING,
        ),
    ),
    Command("game claim", "Claim the win against a player whose time is up", (_RUNNING,)),
    Command("game extend", "Give a player whose time is up another turn's time", (_RUNNING,)),
    Command(
        "game undo",
        "Take back what you did last, asking the others where they must agree; or do it again",
        (
            Parameter(
                "answer", "Ask the others, or answer one who has asked", Literal["ask", "allow", "refuse"]
            ),
            how_far(),
            _RUNNING,
        ),
    ),
    Command(
        "game pause until",
        "Ask the others to pause the game until a day",
        (Parameter("day", f"The day on which play goes on, {_DAY}", required=True), _RUNNING),
    ),
    Command(
        "game pause answer",
        "Agree to a pause, or to its end, or decline it",
        (Parameter("answer", "Your answer", Literal["agree", "decline"], required=True), _RUNNING),
    ),
    Command("game pause end", "Let a game that is paused go on, or ask the others to", (_RUNNING,)),
    Command(
        "game substitute",
        "Say that a player has vanished, take such a seat over, or say that you are here",
        (Parameter("seat", "The seat in question", required=True), _RUNNING),
    ),
    Command(
        "game plan-ahead",
        "Plan moves to be played for you; see and cancel what you have planned",
        (
            _RUNNING,
            Parameter("action", "What you play, as the game's rules write it"),
            Parameter("if_they_play", "Only after exactly this: their move, yours, theirs, by commas"),
            Parameter("pass_until_my_turn", "Pass for me whenever I am called out of turn", bool),
            Parameter(
                "change", "Which plan is to play the action instead", Annotated[int, Meta(ge=1, le=MOST)]
            ),
            Parameter("cancel", "Which plan to cancel; 0 for all", Annotated[int, Meta(ge=0, le=MOST)]),
        ),
    ),
    Command(
        "game settings",
        "Choose how Turnpost shows and tells you things",
        (
            Parameter("where", "Where you are told that it is your turn", Literal["thread", "dm", "none"]),
            Parameter("by", "Where messages for you alone go", Literal["discord", "mail"]),
            Parameter("private_by_mail", "Whether hands, plans and private messages may come by mail", bool),
            Parameter("when", "When you are told", Literal["at once", "after quiet hours", "digest"]),
            Parameter("reminders", "Before a deadline: 8 h, 4 h, 1 h, or none"),
            Parameter("followed", "How you are shown games that you follow", Literal["each card", "digest"]),
            Parameter("quiet_hours", "When nothing comes, such as 22:00-8:00, or none"),
            Parameter("quiet_days", "Days on which nothing comes, such as sat, sun, or none"),
            Parameter("digest_at", "When your digest comes, such as 18:30"),
            Parameter("time_zone", "Your time zone, by a city, or such as UTC+2"),
            Parameter(GAME, "Only in this game; in all of yours unless you name one", scope="running"),
            Parameter("theme", "Dark or light pictures", Theme),
            Parameter("hand_messages", "A direct message that always shows your hand", bool),
            Parameter("confirm", "Which moves you see and confirm before they are played", Confirm),
        ),
    ),
    Command("game about", "Version, source, latency, and how to report a fault"),
    Command("game help", "How to play on Turnpost"),
    Command(
        "move",
        "Make a move by its notation, in any game",
        (Parameter("notation", "Your move as the game's rules write it", required=True), _RUNNING),
    ),
    Command(
        "notes",
        "Read and keep notes of your own on a game, which nobody else sees",
        (
            Parameter(
                "text",
                "What to note; leave out to read",
                Annotated[str, Meta(min_length=1, max_length=LIMIT)],
            ),
            Parameter("clear", "True: delete what you have noted on this game before", bool),
            _ANY,
        ),
    ),
    Command(
        "away",
        "Go on vacation: your clocks stand until you are back",
        (
            Parameter("until", f"The last day of your vacation, {_DAY}"),
            Parameter("from", "The first day; now by default"),
            Parameter("end", "True: you are back, or do not go after all", bool),
        ),
    ),
    Command("privacy unblock", "Lift a block", (Parameter("who", "Whom", required=True),)),
    Command("privacy blocked", "See whom you have blocked"),
    Command(
        "privacy mute",
        "Stop hearing what a player says in this game; nobody learns of it",
        (
            Parameter("seat", "Whom you no longer want to hear in this game", required=True),
            Parameter("mute", "False to hear them again", bool),
            _ANY,
        ),
    ),
    Command("privacy export", "Get everything that is stored about you"),
    Command("privacy delete", "Have everything about you forgotten"),
    Command("mail unlink", "Give your mail address up"),
    Command(
        "mail invite",
        "Ask somebody by mail to join a game of yours that waits for players",
        (Parameter("address", "Their mail address", required=True), _LOBBY),
    ),
)
COMMANDS: Final = {command.path: command for command in _COMMANDS}
"""All commands, by path."""
