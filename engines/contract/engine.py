"""The rules of one game, as everything that hosts it sees them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeAlias, TypeVar, cast

import msgspec

from engines.contract.action import Action, MetaAction, TimeUp, format_meta, parse_meta
from engines.contract.chat import ChatMessage
from engines.contract.errors import ErrorCode, IllegalAction, IllegalOptions
from engines.contract.info import GameInfo
from engines.contract.panel import Pick, StagedPanel
from engines.contract.question import Answer, Question
from engines.contract.step import StateT, Step
from engines.contract.values import Seat, Value
from engines.contract.view import Event, Outcome, View

ActionT = TypeVar("ActionT", bound=Action)
ViewT = TypeVar("ViewT", bound=View)
OptionsT = TypeVar("OptionsT", bound=Value)


class Engine(ABC, Generic[StateT, ActionT, ViewT, OptionsT]):
    """The rules of one game. Stateless; every method is a pure function of its arguments."""

    info: GameInfo
    state_type: type[StateT]
    action_types: tuple[type[ActionT], ...]
    """The game's own actions, in the order in which commands and panels list them."""
    question_types: tuple[type[Question], ...] = ()
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
    def table(self, state: StateT, seat: Seat) -> Iterator[MetaAction]:
        """Every table action (resign, draw, claim, extend) that the seat may make now."""

    def apply(self, state: StateT, seat: Seat, action: ActionT | MetaAction) -> Step[StateT]:
        """Do it. Raises IllegalAction, whatever the action's fields hold, and changes nothing then."""
        if isinstance(action, MetaAction):
            return self.at_table(state, seat, action)
        return self.play(state, seat, action)

    @abstractmethod
    def play(self, state: StateT, seat: Seat, action: ActionT) -> Step[StateT]:
        """Do one of the game's own actions, if it is legal: see `apply`."""

    @abstractmethod
    def at_table(self, state: StateT, seat: Seat, action: MetaAction) -> Step[StateT]:
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

    def on_timeout(self, state: StateT, seat: Seat) -> ActionT | MetaAction:  # noqa: ARG002
        """What the clock does for a seat whose deadline has passed. By default it only says so (`TimeUp`)."""
        return TimeUp()

    def clock_period(self, state: StateT) -> str:
        """Names the clock period that one deadline covers; it changes when a fresh one begins.

        By default every ply is a period. Games whose turns are many actions, or whose phases await other
        seats in between, name the turn or phase: ``turn 7``, ``turn 7 combat 2``. ``undo="turn"`` goes
        back to the first state of the present period at most.
        """
        return str(self.view(state, None).ply)

    def mentioned(self, state: StateT) -> tuple[Seat, ...]:
        """The seats that a card calls upon: by default those that everybody may know to be awaited.

        Where that is secret, all that have a part in the present clock period, whatever they have done.
        """
        return self.view(state, None).to_act

    def questions(self, state: StateT, seat: Seat | None) -> Iterator[Question]:  # noqa: ARG002
        """Every question worth asking now, for completion while one types. By default there is none."""
        yield from ()

    def ask(self, state: StateT, seat: Seat | None, question: Question) -> Answer:  # noqa: ARG002
        """Answer with what this seat, or with None the public, may know. Raises IllegalAction."""
        raise IllegalAction(ErrorCode.UNKNOWN_QUESTION, f"{self.info.title} has no answer to that.")

    def preview(self, state: StateT, seat: Seat, action: ActionT) -> Answer | None:  # noqa: ARG002
        """What is known beforehand of a legal action, for its actor alone: in words, and as a picture of the
        position as far as it can be foreseen. With None, as by default, the host tries the action out and
        shows what happens, unless that would show something hidden (`Step.reveals`).
        """
        return None

    def off_turn_prompt(self, state: StateT) -> str | None:  # noqa: ARG002
        """What the button says that calls those who are awaited, where play comes to seats out of their turn:
        ``Commit ships``, at most 40 characters. Each of them then gets a direct message with that button,
        whether or not they asked to be told of their turns. By default nobody is called.
        """
        return None

    def needs_confirmation(self, state: StateT, seat: Seat, action: ActionT) -> bool:  # noqa: ARG002
        """Whether so much would follow from a legal action that its actor sees it beforehand and confirms it,
        even where the action was written out. By default nothing is; panels show a preview in any case.
        """
        return False

    def turn_hints(self, state: StateT, seat: Seat) -> str:  # noqa: ARG002
        """What the seat may still do in this turn and what that takes, in a few lines of Markdown, for it
        alone; shown where a turn is put together step by step. By default nothing is said.
        """
        return ""

    def hand(self, state: StateT, seat: Seat) -> str | None:  # noqa: ARG002
        """What the seat alone holds, in words; for its owner only. The picture is of the seat's own view.

        With `GameInfo.hands` a host brings it to the owner whenever the words change. None: nothing is held.
        """
        return None

    def period_factor(self, state: StateT) -> float:  # noqa: ARG002
        """The share of the game's deadline that the present `clock_period` gets: extra phases get less."""
        return 1.0

    def seconds_per_period(self, options: OptionsT) -> float | None:  # noqa: ARG002
        """Seconds of every clock period where the game itself sets them, at least 20; by default None.

        None means that whoever opens the game chooses the deadline, in hours. A game of seconds has no other
        deadline, and each period runs from the moment when its card is posted.
        """
        return None

    # -- talk (only of games whose `GameInfo.talk` allows it) ---------------------------------------------

    def read_talk(self, seat: Seat, text: str) -> ChatMessage:  # noqa: ARG002
        """Whom a text is for, and what it says. By default all of it is for everybody.

        A game with private talk says here how a text names its readers. It fails closed: what may have been
        meant for some alone and cannot be read raises IllegalAction, and is shown to nobody.
        """
        return ChatMessage(None, text.strip())

    def judge_talk(self, state: StateT, seat: Seat, to: tuple[Seat, ...] | None) -> None:
        """Raises IllegalAction where the rules do not let this seat speak to those (None: to all) now."""

    def reveals_talk(self, state: StateT) -> bool:  # noqa: ARG002
        """Whether everybody may by now read what was said in private. By default nobody ever may."""
        return False

    # -- text ------------------------------------------------------------------------------------------

    def format(self, action: ActionT | MetaAction) -> str:
        """The canonical notation of an action; `parse` reads it back."""
        return format_meta(action) if isinstance(action, MetaAction) else self.write(action)

    def parse(self, state: StateT, seat: Seat, text: str) -> ActionT | MetaAction:
        """Read a player's text as an action of this seat.

        Records are read by it too, so it also knows actions that are `automatic`: a host refuses those to
        players. Raises IllegalAction: no such notation, not this seat's turn, ambiguous, or not legal here.
        """
        return parse_meta(text) or self.read(state, seat, text)

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

    def staged_panel(self, state: StateT, seat: Seat) -> StagedPanel | None:  # noqa: ARG002
        """The panel of a seat that stages a choice from a few parts, each to be put in or taken out.

        By default, and where there is nothing to choose, None: panels then lead pick by pick (`paths`).
        """
        return None

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

    def encode_action(self, action: ActionT | MetaAction) -> bytes:
        """An action as canonical JSON with its kind."""
        return msgspec.json.encode(action, order="deterministic")

    def decode_action(self, data: bytes) -> ActionT | MetaAction:
        """The inverse of `encode_action`. Raises msgspec.ValidationError."""
        return cast("ActionT | MetaAction", msgspec.json.decode(data, type=self.any_action))

    @property
    def any_action(self) -> Any:
        """The tagged union of the game's actions and the table's, for decoding."""
        union: Any = MetaAction
        for kind in self.action_types:
            union |= kind
        return union

    def encode_view(self, view: ViewT) -> bytes:
        """A view as canonical JSON."""
        return msgspec.json.encode(view, order="deterministic")

    def decode_view(self, data: bytes) -> ViewT:
        """The inverse of `encode_view`. Raises msgspec.ValidationError."""
        return msgspec.json.decode(data, type=self.view_type)


AnyEngine: TypeAlias = Engine[Any, Any, Any, Any]
