"""Every command of a mail: the commands that all doors share and those of mail alone, with their handlers."""

from collections.abc import Awaitable, Callable, Mapping
from functools import cache, partial
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_origin

from msgspec import Meta
from msgspec.structs import asdict

from bot.mail.commands import agreeing, chat, lookups, notes, personal, playing, seating
from bot.mail.commands.planning import plan_ahead
from bot.mail.commands.request import MailRequest, Options, Reply
from bot.service import commands
from bot.service.commands import COMMANDS, Command, Parameter, draw_parameter, game_parameter, seat_and_hours
from bot.service.game.term_options import offered
from bot.service.typed_fields import named_after, parameters_of
from engines.contract import Action, AnyEngine, Claim, Extend, MetaAction, Question, Resign
from engines.wording import listed

Run: TypeAlias = Callable[[MailRequest, Options], Awaitable[Reply]]


_WHERE: Final = Parameter(
    "where",
    "Where you are told that it is your turn: by mail, in a thread or a message on Discord, or nowhere",
    Literal["mail", "thread", "dm", "none"],
)
"""The parameter of `settings` in a mail, whose reader may not know Discord."""


class MailCommand(NamedTuple):
    """A command in a mail."""

    command: Command
    run: Run
    names: tuple[str, ...]
    """The names by which the command may begin, in lower case, the usual one first."""

    @property
    def parameters(self) -> list[Parameter]:
        """The parameters that a mail may name: all except `sure`, for which an answer asks."""
        named = (one for one in self.command.parameters if one.name != "sure")
        return [_WHERE if one.name == _WHERE.name else one for one in named]

    @property
    def reads(self) -> bool:
        """Whether the command changes nothing, whatever its options are."""
        return self._function in _READS

    @property
    def plays(self) -> bool:
        """Whether the command plays an action of a game from its fields."""
        return self._function is playing.play_action

    @property
    def _function(self) -> Callable[..., Awaitable[Reply]]:
        return self.run.func if isinstance(self.run, partial) else self.run


def _meta(action: MetaAction) -> Run:
    """The handler that carries out an action that every game has."""
    return lambda request, _options: playing.meta(request, action)


_RUNS: Final[Mapping[str, tuple[Run, tuple[str, ...]]]] = {
    "game join": (seating.join, ("join",)),
    "game lobby leave": (seating.leave, ("leave",)),
    "game lobby start": (seating.start, ("start",)),
    "game lobby cancel": (seating.cancel, ("lobby cancel",)),
    "game lobby computer": (seating.computer, ("computer",)),
    "game lobby invitations": (seating.invitations, ("invitations",)),
    "game inbox": (lookups.show_inbox, ("inbox", "games")),
    "game show": (lookups.show_board, ("board", "show")),
    "game catchup": (lookups.catch_up, ("catchup",)),
    "game follow": (lookups.follow, ("follow",)),
    "game about": (personal.about, ("about",)),
    "game hand": (lookups.show_hand, ("hand",)),
    "game moves": (lookups.list_moves, ("moves",)),
    "game history": (lookups.show_history, ("history",)),
    "game record export": (lookups.export_record, ("record export",)),
    "game record verify": (lookups.verify_seed, ("record verify",)),
    "game rules": (lookups.show_rules, ("rules",)),
    "game resign": (_meta(Resign()), ("resign",)),
    "game draw": (agreeing.draw, ("draw",)),
    "game claim": (_meta(Claim()), ("claim",)),
    "game extend": (_meta(Extend()), ("extend",)),
    "game undo": (agreeing.undo, ("undo",)),
    "game pause until": (agreeing.pause_until, ("pause until",)),
    "game pause answer": (agreeing.answer_pause, ("pause answer",)),
    "game pause end": (agreeing.end_pause, ("pause end",)),
    "game substitute": (seating.substitute, ("substitute",)),
    "game plan-ahead": (plan_ahead, ("plan-ahead", "plan ahead")),
    "game settings": (personal.settings, ("settings",)),
    "notes": (notes.note, ("notes", "note")),
    "away": (personal.away, ("away",)),
    "privacy blocked": (personal.blocked, ("privacy blocked",)),
    "privacy unblock": (personal.unblock, ("privacy unblock",)),
    "privacy mute": (chat.mute, ("mute", "privacy mute")),
    "privacy export": (personal.export, ("privacy export",)),
    "privacy delete": (personal.delete, ("privacy delete",)),
    "mail unlink": (personal.unlink, ("unlink",)),
    "mail invite": (seating.invite, ("invite",)),
}
"""The handler of each shared command, and its names in a mail."""

_READS: Final = frozenset[Callable[..., Awaitable[Reply]]](
    {
        lookups.show_inbox,
        lookups.show_board,
        lookups.catch_up,
        lookups.show_hand,
        lookups.list_moves,
        lookups.show_history,
        lookups.export_record,
        lookups.verify_seed,
        lookups.show_rules,
        lookups.try_out,
        lookups.review,
        lookups.answer_question,
        personal.about,
        personal.blocked,
        chat.messages,
    }
)

_LINE: Final = Parameter("line", "The moves, divided by commas", required=True)
_WHO: Final = Parameter(
    "who", "Somebody at your table, by name or seat, or somebody who invited you, by name", required=True
)
_WORDS: Final = Parameter(
    "words", "Which, by their number; leave out to list all", Annotated[int, Meta(ge=1)]
)
_TURN: Final = Parameter("turn", "Which of its turns to show", Annotated[int, Meta(ge=1, le=99)])


def _own(run: Run, help_text: str, *names: str, takes: tuple[Parameter, ...] = ()) -> MailCommand:
    """A command of mail, by these names; the first is its usual one."""
    return MailCommand(Command(names[0], help_text, takes), run, names)


async def _redo(request: MailRequest, _options: Options) -> Reply:
    return await agreeing.undo(request, {"how_far": "redo"})


_TRIES: Final = "See where moves lead; nothing of it is played"
_REVIEWS: Final = COMMANDS["game review"].help
_STOPS: Final = "Get no more mail except answers: about this game, or about all"
_REPORTS: Final = "Show a private message to those who manage where the game is played"
_ACCEPTS: Final = "Agree to what is asked of you: a draw, an undo, a pause, an invitation"
_AGAIN: Final = "Open a game that is over once more, with the same options, and invite the others"
_NEVER: Final = "Get no more invitations by mail, nor codes that others ask for"
_ANSWER: Final = Parameter("answer", "No to get them again", bool)
_OWN: Final = (
    _own(_redo, "Do again what you took back", "redo"),
    _own(seating.again, _AGAIN, "again", "play again", takes=(game_parameter(),)),
    _own(seating.accept, _ACCEPTS, "accept", "agree", "allow"),
    _own(seating.decline, "Decline what is asked of you", "decline", "refuse"),
    _own(seating.here, "Say that you are still there", "here"),
    _own(lookups.unfollow, "Stop following a game", "unfollow", takes=(game_parameter(),)),
    _own(lookups.try_out, _TRIES, "try", "game try", takes=(_LINE, commands.POINT)),
    _own(lookups.review, _REVIEWS, "review", "game review", takes=(_TURN, game_parameter())),
    _own(personal.block, commands.BLOCKS, "block", "privacy block", takes=(_WHO,)),
    _own(chat.report, _REPORTS, "report", "privacy report", takes=(_WORDS, game_parameter())),
    _own(personal.never_again, _NEVER, "never again", takes=(_ANSWER,)),
    _own(personal.stop, _STOPS, "stop", "unsubscribe"),
)
"""Commands of mail alone, or with parameters of their own."""


@cache
def general() -> tuple[MailCommand, ...]:
    """The commands that need no game of a certain kind."""
    shared = (
        MailCommand(COMMANDS[path], run, (*names, path, path.removeprefix("game ")))
        for path, (run, names) in _RUNS.items()
    )
    return (*shared, *_OWN)


def of_game(engine: AnyEngine) -> tuple[MailCommand, ...]:
    """The commands of one game: its actions by their fields, its questions, its chat; `opening` is apart."""
    key = engine.info.key
    actions = [_of_kind(key, kind, playing.play_action) for kind in engine.action_types if not kind.host_only]
    questions = [_of_kind(key, kind, lookups.answer_question) for kind in engine.questions.types]
    messages_command = Command(
        f"{key} messages",
        commands.READS,
        (Parameter("round", "Only what was said then"), game_parameter()),
    )
    return (
        *actions,
        *questions,
        MailCommand(messages_command, chat.messages, ("messages", messages_command.path)),
    )


def opening(engine: AnyEngine) -> MailCommand:
    """`new` of one game, with its options and those that every game has."""
    info = engine.info
    terms = [term.name for term, _ in offered(engine)]
    parameters = [
        *_options_with_defaults(engine),
        *seat_and_hours(engine),
        Parameter(
            "terms",
            f"Clock and absence: {listed(terms)}, such as “vacation: run, after: 3”; the usual terms by "
            "default. One without a value is answered with what it may be",
        ),
        draw_parameter(),
    ]
    if info.min_seats < len(info.seats):
        count = Annotated[int, Meta(ge=info.min_seats, le=len(info.seats))]
        most = f"How many play at most; {len(info.seats)}, or you and the computers, by default"
        parameters.append(Parameter("players", most, count))
    if engine.computer is not None:
        others = Annotated[int, Meta(ge=0, le=len(info.seats) - 1)]
        parameters.append(Parameter("computers", "How many computers play; none by default", others))
        parameters.append(commands.LEVEL)
    command = Command(f"{info.key} new", f"Open a game of {info.title}", tuple(parameters))
    return MailCommand(command, partial(seating.new, engine=engine), (command.path,))


def _options_with_defaults(engine: AnyEngine) -> list[Parameter]:
    """The game's own options; the help of each names its default, and the option that may change that."""
    own, usual, settling = parameters_of(engine.options_type), _named(engine, {}), dict[str, str]()
    for other in own:
        for value in get_args(other.kind) if get_origin(other.kind) is Literal else ():
            changed = dict(_named(engine, {other.name: value}).items() - usual.items())
            settling |= dict.fromkeys(changed.keys() - {other.name}, f", or as the “{other.name}” has it")
    return [
        one._replace(help=f"{one.help}; {_written(usual[one.name])} by default{settling.get(one.name, '')}")
        for one in own
    ]


def _named(engine: AnyEngine, given: Mapping[str, object]) -> dict[str, Any]:
    """All options of a game that is opened with the given ones, by the names that players read."""
    return {engine.option_words[name].label: value for name, value in asdict(engine.options(given)).items()}


def _written(value: object) -> object:
    return ("no", "yes")[value] if isinstance(value, bool) else value


def _of_kind(
    key: str, kind: type[Action] | type[Question], run: Callable[..., Awaitable[Reply]]
) -> MailCommand:
    """The command of a kind of action or question: the fields are its parameters."""
    name, help_text = named_after(kind)
    command = Command(f"{key} {name}", help_text, tuple(parameters_of(kind)))
    return MailCommand(command, partial(run, kind=kind), (name, command.path))
