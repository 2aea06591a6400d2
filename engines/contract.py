"""The contract between a game's rules and everything that hosts it.

An engine is a value-free object whose methods are pure functions of immutable states. Everything that
a host needs (slash commands, autocomplete, panels, records, tests, the line protocol) is derived from
what stands here, so that no code outside an engine's package, its renderer and the registry knows a
game by name.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, cast

import msgspec

Seat: TypeAlias = int
"""A place at the table: 0 .. n-1, in the game's fixed order; never a person."""


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything that engines exchange: immutable, comparable, encodable."""


class Action(Value, frozen=True, tag_field="kind"):
    """One thing that a seat does. Subclasses name their kind: ``class Drop(Action, tag="drop")``.

    The first line of a subclass's docstring is the help text of its slash command, and the
    ``msgspec.Meta(description=...)`` of a field that of its option; a field's encoded name is the
    option's name. Fields are ``str``, ``int``, ``bool`` or ``Literal`` values, optional with a default.
    """

    automatic: ClassVar[bool] = False
    """True for what the host plays on behalf of a seat that has no choice: it gets no command."""
    opens_panel: ClassVar[bool] = False
    """Whether its command, given without options, opens the panel in which it is put together."""


class Resign(Action, frozen=True, tag="resign"):
    """Give the game up."""


class Draw(Action, frozen=True, tag="draw"):
    """Offer a draw, answer an offer, or take your own offer back."""

    answer: Literal["offer", "accept", "decline", "withdraw"] = "offer"


class TimeUp(Action, frozen=True, tag="time_up"):
    """The clock's word that this seat's deadline has passed. Only the host's clock applies it."""

    automatic: ClassVar[bool] = True


class Claim(Action, frozen=True, tag="claim"):
    """Claim the win against a seat whose deadline has passed."""


class Extend(Action, frozen=True, tag="extend"):
    """Give a seat whose deadline has passed a new one instead of claiming the win."""


TableAction: TypeAlias = Resign | Draw | TimeUp | Claim | Extend
"""What may happen at any table, in or out of turn. An engine says when (`Engine.table`)."""


class Question(Value, frozen=True, tag_field="kind"):
    """Something that anybody may ask about a position and that changes nothing: the reach of a piece.

    Built like an `Action`, and a slash command like one: docstring, fields, descriptions.
    """


class IllegalAction(Exception):  # noqa: N818 -- the field's term, and what it says is enough
    """A refused action or text; the state is unchanged.

    ``code`` is stable and documented in the game's rules; ``sentence`` tells the player what is wrong and,
    where possible, what is legal instead. Neither may contain anything the player must not know.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence} [{self.code}]"


class IllegalOptions(Exception):  # noqa: N818
    """Options (or a number of seats) with which this game cannot start; the text is one clear sentence."""


class Outcome(Value, frozen=True):
    """How a game ended."""

    ranks: tuple[int, ...]
    """A rank a seat, 1 the best; seats that share a place share its number (1, 1, 3)."""
    why: str
    """The stable code of the reason, as the rules name it."""
    text: str
    """One sentence for the players."""
    scores: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that share the first place; all of them when the game is drawn."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def drawn(self) -> bool:
        """Whether no seat did better than another."""
        return len(self.winners) == len(self.ranks)


class Event(Value, frozen=True, tag_field="event"):
    """One thing that an action caused, for narration and drawing. Subclasses add typed fields."""

    audience: ClassVar[Literal["public", "seat"]] = "public"
    """Who may learn of it: everybody, or only the seat in the field ``seat``."""


class View(Value, frozen=True, kw_only=True):
    """What one seat (or, with ``viewer`` None, the public) may know. Built up from what is public, never
    down by deleting; two states that differ only in what the viewer must not know give equal views.
    """

    viewer: Seat | None
    ply: int
    """Number of actions that count as plies so far."""
    turn: str
    """The turn or round as players say it, a few characters: ``ply 12``, ``round 4``."""
    to_act: tuple[Seat, ...]
    """The seats that the viewer may know to be awaited; empty when the game is over."""
    prompt: str
    """What is awaited, in one short sentence without a full stop: ``White drops a soldier``."""
    chips: tuple[str, ...]
    """A few words a seat for its chip: score, reserve, energy."""
    notes: tuple[str, ...] = ()
    """What stands beside the prompt in lines of its own, in Discord's Markdown: the sides of a combat."""
    outcome: Outcome | None = None


LONGEST_ACCOUNT = 1_500
"""Characters."""


class Account(Value, frozen=True):
    """What a step brought, where the clauses of its events one after the other would not read well."""

    headline: str
    """A few words for a picture, at most 80 characters: ``round 3: 2 hits, GREEN falls``."""
    text: str
    """All of it in Discord's Markdown, at most `LONGEST_ACCOUNT`."""


StateT = TypeVar("StateT", bound=Value)
ActionT = TypeVar("ActionT", bound=Action)
ViewT = TypeVar("ViewT", bound=View)
OptionsT = TypeVar("OptionsT", bound=Value)


class Step(Value, Generic[StateT], frozen=True):
    """The result of an accepted action."""

    state: StateT
    notation: str
    """The action as its actor reads it in the history, with what happened: ``d4xf6*``."""
    events: tuple[Event, ...] = ()
    public: str | None = ""
    """The same line as everybody else may read it for ever. The default ``""`` means: equal to ``notation``.
    None: nobody else may learn that anything was done (a staged or secret action)."""
    reveals: bool = False
    """Whether the action showed somebody something hidden: no preview of it, and undo stops there."""
    quiet: bool = False
    """Whether, of what everybody may see, only marks changed: somebody is ready, somebody has committed. The
    newest card is brought up to date in place; no new one is posted, and panels that are open stay valid."""
    anonymous: bool = False
    """Whether nobody else may learn who acted, though everybody may read the line ``public``."""
    account: Account | None = None
    """How a card tells it to everybody; None: by the narrated events."""

    @property
    def public_notation(self) -> str | None:
        """The history line for everybody but the actor, or None if there is none."""
        return self.notation if self.public == "" else self.public


class Told(Value, frozen=True):
    """The answer to a question, for the asker alone."""

    text: str
    """In Discord's Markdown, at most 1,900 characters."""
    view: View | None = None
    """What to draw with it: the asker's view with marks added, where a picture says more."""


LONGEST_TALK = 1_500
"""Characters of what a player says at once."""


class Said(Value, frozen=True):
    """What a seat says, and to whom."""

    to: tuple[Seat, ...] | None
    """None: everybody. Otherwise those named, in seat order, never the speaker; nobody else may ever learn
    that anything was said."""
    body: str


class Pick(Value, frozen=True):
    """One choice on the way to an action: a piece, a target, a direction."""

    value: str
    """What tells it from the other picks of its level; short and stable."""
    label: str
    """What the player reads, at most 80 characters."""
    note: str = ""
    """A second line with the effect, at most 100 characters."""


class Switch(Value, frozen=True):
    """A button whose press plays a staged action at once."""

    key: str
    """What tells it from the others, whatever the position; at most 12 characters, none of them a slash."""
    label: str
    """What the player reads, at most 40 characters."""
    notation: str | None
    """The action that a press plays; None: none that is legal now."""
    on: bool | None = None
    """Whether what it stands for is chosen; None: it is no toggle."""
    emoji: str = ""


class Switchboard(Value, frozen=True):
    """What a seat has staged, and the buttons with which it changes that."""

    text: str
    """What is staged, in Discord's Markdown, at most 1,000 characters."""
    rows: tuple[tuple[Switch, ...], ...]
    """At most four rows of at most five; with a fifth switch the last row is full."""


class SeatInfo(Value, frozen=True):
    """A seat as the game names it."""

    key: str
    """Lower case, as in options and records: ``white``."""
    name: str
    """For display: ``White``."""
    emblem: str
    """One or two characters that stand wherever the seat's colour stands."""


class GameInfo(Value, frozen=True, kw_only=True):
    """The facts of a game that hosts show or obey."""

    key: str
    """Short name: the slash command's group, the renderer's key, the word in records."""
    slug: str
    """Long name for files: ``guerre-des-deux-roses``."""
    title: str
    designer: str
    year: int
    pitch: str
    """Two lines that make one want to play."""
    rules: str
    """The rules in short, in Discord's Markdown, at most 3,500 characters."""
    rules_version: int
    """Raised when a fix changes what an action does; a stored game replays under its own version."""
    seats: tuple[SeatInfo, ...]
    """All seats in their fixed order; a game of n players uses the first n."""
    min_seats: int
    undo: Literal["none", "turn", "agreement"]
    """Whether nobody, the mover back to the start of the turn, or all together may take actions back."""
    default_deadline_hours: int
    min_deadline_hours: float
    max_deadline_hours: int
    playout_bound: int
    """No random playout with default options takes more actions than this."""
    hidden: bool = False
    """Whether anything is drawn by chance, secret or staged. If not, a running game's record may be shown
    to anybody and replays without its seed; if so, it would tell what players must not know yet."""
    seating: Literal["lot", "order"] = "lot"
    """Where whoever names no seat sits: one is drawn at the start, or it is the first that is free."""
    card_per: Literal["action", "stretch"] = "action"
    """Whether every action gets a card of its own, or all of one stretch of play (`Engine.span`) share one,
    which is brought up to date: for turns of a dozen small actions."""
    hands: bool = False
    """Whether seats hold things that nobody else may know: their owners are brought them (`Engine.hand`)."""
    separator: str | None = None
    """What stands between several actions in one text, where a turn has many."""
    talk: Literal["none", "open", "private"] = "none"
    """Whether players talk through the host: not at all, to everybody, or also to some alone."""


class Engine(ABC, Generic[StateT, ActionT, ViewT, OptionsT]):
    """The rules of one game. Stateless; every method is a pure function of its arguments."""

    info: GameInfo
    state_type: type[StateT]
    action_kinds: tuple[type[ActionT], ...]
    """The game's own actions, in the order in which commands and panels list them."""
    question_kinds: tuple[type[Question], ...] = ()
    """What can be asked about a position (`ask`)."""
    view_type: type[ViewT]
    options_type: type[OptionsT]
    """A struct whose fields have defaults, ranges and help (``msgspec.Meta``): the options of the game."""

    # -- the game --------------------------------------------------------------------------------------

    @abstractmethod
    def start(self, options: OptionsT, seats: int, seed: str) -> StateT:
        """Set the game up. ``seed``: 64 hexadecimal digits, the only source of chance (`engines.chance`).

        Raises IllegalOptions if the options or the number of seats do not go together.
        """

    @abstractmethod
    def to_act(self, state: StateT) -> tuple[Seat, ...]:
        """The seats that play waits for; empty if and only if the game is over."""

    @abstractmethod
    def legal(self, state: StateT, seat: Seat) -> Iterator[ActionT]:
        """Every legal action of the seat once, in a fixed order; at least one if the seat is to act.

        A seat that play does not wait for has none either, unless it may still change what it has staged
        while others make up their minds.
        """

    @abstractmethod
    def table(self, state: StateT, seat: Seat) -> Iterator[TableAction]:
        """Every table action (resign, draw, claim, extend) that the seat may make now."""

    def apply(self, state: StateT, seat: Seat, action: ActionT | TableAction) -> Step[StateT]:
        """Do it. Raises IllegalAction, whatever the action's fields hold, and changes nothing then."""
        if isinstance(action, TableAction):
            return self.at_table(state, seat, action)
        return self.play(state, seat, action)

    @abstractmethod
    def play(self, state: StateT, seat: Seat, action: ActionT) -> Step[StateT]:
        """Do one of the game's own actions, if it is legal: see `apply`."""

    @abstractmethod
    def at_table(self, state: StateT, seat: Seat, action: TableAction) -> Step[StateT]:
        """Do one of those actions that every table knows, if it may be done: see `apply` and `table`."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """How the game ended, or None while it runs."""

    @abstractmethod
    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """What the seat, or with None the public, may know."""

    def automatic(self, state: StateT) -> tuple[Seat, ActionT] | None:  # noqa: ARG002
        """An action that the host makes at once because its seat has no choice (a forced pass), or None."""
        return None

    def expiry(self, state: StateT, seat: Seat) -> ActionT | TableAction:  # noqa: ARG002
        """What the clock does for a seat whose deadline has passed. By default it only says so (`TimeUp`)."""
        return TimeUp()

    def span(self, state: StateT) -> str:
        """Names the stretch of play that one deadline covers; it changes when a fresh one begins.

        By default every ply is a stretch. Games whose turns are many actions, or whose phases await other
        seats in between, name the turn or phase: ``turn 7``, ``turn 7 combat 2``. ``undo="turn"`` goes
        back to the first state of the present stretch at most.
        """
        return str(self.view(state, None).ply)

    def called(self, state: StateT) -> tuple[Seat, ...]:
        """The seats that a card calls upon: by default those that everybody may know to be awaited.

        Where that is secret, all that have a part in the present stretch of play, whatever they have done.
        """
        return self.view(state, None).to_act

    def questions(self, state: StateT, seat: Seat | None) -> Iterator[Question]:  # noqa: ARG002
        """Every question worth asking now, for completion while one types. By default there is none."""
        yield from ()

    def ask(self, state: StateT, seat: Seat | None, question: Question) -> Told:  # noqa: ARG002
        """Answer with what this seat, or with None the public, may know. Raises IllegalAction."""
        raise IllegalAction("unknown_question", f"{self.info.title} has no answer to that.")

    def foretell(self, state: StateT, seat: Seat, action: ActionT) -> Told | None:  # noqa: ARG002
        """What is known beforehand of a legal action, for its actor alone: in words, and as a picture of the
        position as far as it can be foreseen. With None, as by default, the host tries the action out and
        shows what happens, unless that would show something hidden (`Step.reveals`).
        """
        return None

    def summons(self, state: StateT) -> str | None:  # noqa: ARG002
        """What the button says that calls those who are awaited, where play comes to seats out of their turn:
        ``Commit ships``, at most 40 characters. Each of them then gets a direct message with that button,
        whether or not they asked to be told of their turns. By default nobody is called.
        """
        return None

    def weighty(self, state: StateT, seat: Seat, action: ActionT) -> bool:  # noqa: ARG002
        """Whether so much would follow from a legal action that its actor sees it beforehand and confirms it,
        even where the action was written out. By default nothing is; panels show a preview in any case.
        """
        return False

    def guide(self, state: StateT, seat: Seat) -> str:  # noqa: ARG002
        """What the seat may still do in this turn and what that takes, in a few lines of Markdown, for it
        alone; shown where a turn is put together step by step. By default nothing is said.
        """
        return ""

    def hand(self, state: StateT, seat: Seat) -> str | None:  # noqa: ARG002
        """What the seat alone holds, in words; for its owner only. The picture is of the seat's own view.

        With `GameInfo.hands` a host brings it to the owner whenever the words change. None: nothing is held.
        """
        return None

    def allowance(self, state: StateT) -> float:  # noqa: ARG002
        """The share of the game's deadline that the present stretch (`span`) gets: extra phases get less."""
        return 1.0

    def pace(self, options: OptionsT) -> float | None:  # noqa: ARG002
        """Seconds of every stretch of play where the game itself sets them, at least 20; by default None.

        None means that whoever opens the game chooses the deadline, in hours. A game of seconds has no other
        deadline, and each stretch runs from the moment when its card is posted.
        """
        return None

    # -- talk (only of games whose `GameInfo.talk` allows it) ---------------------------------------------

    def read_talk(self, seat: Seat, text: str) -> Said:  # noqa: ARG002
        """Whom a text is for, and what it says. By default all of it is for everybody.

        A game with private talk says here how a text names its readers. It fails closed: what may have been
        meant for some alone and cannot be read raises IllegalAction, and is shown to nobody.
        """
        return Said(None, text.strip())

    def judge_talk(self, state: StateT, seat: Seat, to: tuple[Seat, ...] | None) -> None:
        """Raises IllegalAction where the rules do not let this seat speak to those (None: to all) now."""

    def reveals_talk(self, state: StateT) -> bool:  # noqa: ARG002
        """Whether everybody may by now read what was said in private. By default nobody ever may."""
        return False

    # -- text ------------------------------------------------------------------------------------------

    def format(self, action: ActionT | TableAction) -> str:
        """The canonical notation of an action; `parse` reads it back."""
        return format_table(action) if isinstance(action, TableAction) else self.write(action)

    def parse(self, state: StateT, seat: Seat, text: str) -> ActionT | TableAction:
        """Read a player's text as an action of this seat.

        Records are read by it too, so it also knows actions that are `automatic`: a host refuses those to
        players. Raises IllegalAction: no such notation, not this seat's turn, ambiguous, or not legal here.
        """
        return parse_table(text) or self.read(state, seat, text)

    @abstractmethod
    def write(self, action: ActionT) -> str:
        """The notation of one of the game's own actions: see `format`."""

    @abstractmethod
    def read(self, state: StateT, seat: Seat, text: str) -> ActionT:
        """One of the game's own actions from its notation: see `parse`."""

    @abstractmethod
    def narrate(self, event: Event) -> str:
        """One short clause about an event, in the seats' names: ``the soldier on f6 falls``."""

    def describe(self, state: StateT, seat: Seat, action: ActionT) -> str:  # noqa: ARG002
        """A legal action and its effect in words for a list of choices, at most 80 characters."""
        return self.format(action)

    def paths(self, state: StateT, seat: Seat, action: ActionT) -> tuple[tuple[Pick, ...], ...]:
        """The ways to point at a legal action, pick by pick, for panels. By default one: the text itself."""
        return ((Pick(self.format(action), self.describe(state, seat, action)),),)

    def switchboard(self, state: StateT, seat: Seat) -> Switchboard | None:  # noqa: ARG002
        """The panel of a seat that stages a choice from a few parts, each to be put in or taken out.

        By default, and where there is nothing to choose, None: panels then lead pick by pick (`paths`).
        """
        return None

    # -- positions, for set-ups, vectors and other programs ----------------------------------------------

    @abstractmethod
    def position(self, state: StateT) -> Any:
        """The whole position, hidden parts included, as JSON-ready data in the form of the rules file."""

    @abstractmethod
    def load(self, position: Any, options: OptionsT) -> StateT:
        """A state from a position. Raises ValueError with a clear sentence."""

    def perft(self, state: StateT, depth: int) -> int:
        """The number of sequences of legal actions of this length (table actions left out)."""
        if depth == 0:
            return 1
        return sum(
            self.perft(self.apply(state, seat, action).state, depth - 1)
            for seat in self.to_act(state)
            for action in self.legal(state, seat)
        )

    # -- what follows from the above ---------------------------------------------------------------------

    def options(self, values: Mapping[str, object]) -> OptionsT:
        """Options from untrusted values. Raises IllegalOptions in one sentence."""
        known = self.options_type.__struct_fields__
        for name in values:
            if name not in known:
                allowed = ", ".join(known) or "none"
                raise IllegalOptions(f"{self.info.title} has no option “{name}”; it has: {allowed}.")
        try:
            return msgspec.convert(dict(values), self.options_type)
        except msgspec.ValidationError as error:
            raise IllegalOptions(f"That option does not fit: {error}.") from error

    def seat_names(self, seats: int) -> tuple[str, ...]:
        """The display names of the first seats."""
        return tuple(seat.name for seat in self.info.seats[:seats])

    def encode_state(self, state: StateT) -> bytes:
        """The state as canonical JSON: equal states give equal bytes."""
        return msgspec.json.encode(state, order="deterministic")

    def decode_state(self, data: bytes) -> StateT:
        """The inverse of `encode_state`. Raises msgspec.ValidationError."""
        return msgspec.json.decode(data, type=self.state_type)

    def encode_action(self, action: ActionT | TableAction) -> bytes:
        """An action as canonical JSON with its kind."""
        return msgspec.json.encode(action, order="deterministic")

    def decode_action(self, data: bytes) -> ActionT | TableAction:
        """The inverse of `encode_action`. Raises msgspec.ValidationError."""
        return cast("ActionT | TableAction", msgspec.json.decode(data, type=self.any_action))

    @property
    def any_action(self) -> Any:
        """The tagged union of the game's actions and the table's, for decoding."""
        union: Any = TableAction
        for kind in self.action_kinds:
            union |= kind
        return union

    def encode_view(self, view: ViewT) -> bytes:
        """A view as canonical JSON."""
        return msgspec.json.encode(view, order="deterministic")

    def decode_view(self, data: bytes) -> ViewT:
        """The inverse of `encode_view`. Raises msgspec.ValidationError."""
        return msgspec.json.decode(data, type=self.view_type)


AnyEngine: TypeAlias = Engine[Any, Any, Any, Any]

_TABLE_TEXT: dict[str, TableAction] = {
    "resign": Resign(),
    "draw": Draw("offer"),
    "draw offer": Draw("offer"),
    "draw accept": Draw("accept"),
    "draw decline": Draw("decline"),
    "draw withdraw": Draw("withdraw"),
    "claim": Claim(),
    "extend": Extend(),
    "time up": TimeUp(),
}
_TABLE_NAMES: dict[type[TableAction], str] = {
    Resign: "resign",
    Claim: "claim",
    Extend: "extend",
    TimeUp: "time up",
}


def format_table(action: TableAction) -> str:
    """The notation of a table action, the same in every game."""
    return f"draw {action.answer}" if isinstance(action, Draw) else _TABLE_NAMES[type(action)]


def parse_table(text: str) -> TableAction | None:
    """The table action that a text names, or None. Case and extra blanks do not matter."""
    return _TABLE_TEXT.get(re.sub(r"\s+", " ", text.strip().lower()))
