"""The rules of one game: a core of functions that every game has, and parts that a game has or has not."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Generic, NamedTuple, TypeAlias

import msgspec

from engines.contract.action import ActionT, MetaAction, TimeUp, format_meta, parse_meta
from engines.contract.chat import ChatRules
from engines.contract.clock import ClockRules
from engines.contract.codec import Codec
from engines.contract.computer import ComputerPlayer
from engines.contract.errors import ErrorCode, IllegalAction, IllegalOptions
from engines.contract.info import GameInfo
from engines.contract.offer import Offer
from engines.contract.panel import PanelRules
from engines.contract.question import PreviewRules, Questions
from engines.contract.step import Step
from engines.contract.values import OptionsT, Seat, StateT
from engines.contract.view import Event, Outcome, ViewT
from engines.wording import spelled


class OptionWords(NamedTuple):
    """What players call an option and its values."""

    label: str
    headline: str | None
    """What a lobby's first line says where the option is not at its default; None: nothing."""
    values: Mapping[str, str]
    """What players call its values, where these are words."""


@dataclass(frozen=True, kw_only=True)
class Engine(Generic[StateT, ActionT, ViewT, OptionsT]):
    """The rules of one game. All its functions are pure: their results depend on their arguments alone.

    A host never asks which game it hosts. It asks for a part, ``engine.chat is not None``, and uses it.
    """

    # -- what the game is ----------------------------------------------------------------------------------

    info: GameInfo
    state_type: type[StateT]
    action_types: tuple[type[ActionT], ...]
    """The game's own actions, in the order in which commands and panels list them."""
    view_type: type[ViewT]
    options_type: type[OptionsT]
    """A struct whose fields have defaults, ranges and help (``msgspec.Meta``): the options of the game. An
    option is stored by its name; ``Meta(title=...)`` is the name that players see, where that differs."""

    # -- the core: how it is played ------------------------------------------------------------------------

    draws: Callable[[OptionsT], bool] = lambda _: False
    """Whether a game with these options draws anything from its seed: only then is its hash of interest."""
    reseed: Callable[[StateT, str], StateT] = lambda state, _: state
    """The position with another seed for future draws; hidden results of earlier draws (such as the order of
    a stack) are shuffled again."""
    to_act: Callable[[StateT], tuple[Seat, ...]]
    """The seats that play waits for; empty if and only if the game is over."""
    legal: Callable[[StateT, Seat], Iterable[ActionT]]
    """Every legal action of the seat once, in a fixed order; at least one if the seat is to act. Of
    equivalent actions, such as those that name a group by any of its cells, one is listed. A seat that play
    does not wait for has none, unless it may still change its staged choice while others decide."""
    outcome: Callable[[StateT], Outcome | None]
    """How the game ended, or None while it runs."""
    view: Callable[[StateT, Seat | None], ViewT]
    """What the seat, or with None the public, may know."""
    forced: Callable[[StateT], tuple[Seat, ActionT] | None] = lambda _: None
    """An action that the host makes at once because its seat has no choice (a forced pass), or None."""
    own_turn: Callable[[StateT, Seat], StateT | None] = lambda _, __: None
    """The position as if the seat's next turn began now, for planning ahead: the results of `legal`, `offer`
    and `view` for the seat depend only on what it may know. None: it has no further turn, or nothing is known
    about it."""
    expand_options: Callable[[Mapping[str, object]], Mapping[str, object]] = lambda values: values
    """The values of options that follow from the given ones: a preset sets several."""

    # -- the core: its words --------------------------------------------------------------------------------

    narrate: Callable[[Event], str]
    """A short clause about an event, with the seats' names: ``the soldier on f6 falls``."""
    offer: Callable[[StateT, Seat, ActionT], Offer[ActionT]]
    """An action that `legal` has just yielded, as lists and panels show it."""

    # -- the parts -----------------------------------------------------------------------------------------

    clock: ClockRules[StateT, ActionT, OptionsT]
    chat: ChatRules[StateT] | None = None
    """What players may say to each other through the host. None: anything, to everybody and at any time."""
    hand: Callable[[StateT, Seat], str | None] | None = None
    """The seat's hand in words; None: it has none. The host sends it to the player whenever the words change;
    the picture beside it is of the seat's own view."""
    imagine: Callable[[ViewT, Random], StateT] | None = None
    """``imagine(view, rng)``: a state of a running game that the viewer cannot tell from the true one, made
    from their view alone; its view for them is equal. Players of a game with hidden information need it to
    try lines, and so does a computer player."""
    computer: ComputerPlayer[StateT, ActionT, ViewT] | None = None
    """The computer player; None: there is none."""
    questions: Questions[StateT] = Questions()  # noqa: RUF009 -- immutable
    preview: PreviewRules[StateT, ActionT] = PreviewRules()  # noqa: RUF009 -- immutable
    """What is known of an action's effects in advance. Without it, or where it returns nothing, the host
    applies the action to a copy and shows the result, unless that would reveal hidden information
    (`Step.reveals`)."""
    panel: PanelRules[StateT, ActionT, ViewT] = PanelRules()  # noqa: RUF009 -- immutable

    # -- what the methods below call, after their checks: a host calls those --------------------------------

    set_up: Callable[[OptionsT, int, str], StateT]
    """``set_up(options, seats, seed)``: the game before its first action, see `start`. Raises IllegalOptions
    if the options do not go together, or not with so many seats."""
    play: Callable[[StateT, Seat, ActionT], Step[StateT]]
    """Do one of the game's own actions while the game runs: see `apply`."""
    meta_actions: Callable[[StateT, Seat], Iterator[MetaAction]]
    """The meta actions (resign, draw, claim, extend) that the seat may make while the game runs, in or out of
    turn: see `legal_meta`. `engines.meta` has the common rules of games for two."""
    play_meta: Callable[[StateT, Seat, MetaAction], Step[StateT]]
    """Do a meta action while the game runs, a `TimeUp` only of a seat that is to act: see `apply`."""
    write: Callable[[ActionT], str]
    """The notation of one of the game's own actions: see `format`."""
    read: Callable[[StateT, Seat, str], ActionT]
    """One of the game's own actions from its notation while the game runs: see `parse`."""

    # -- what follows from the above ------------------------------------------------------------------------

    def start(self, options: OptionsT, seats: int, seed: str) -> StateT:
        """Set the game up. The seed, 64 hexadecimal digits, is the only source of chance (`engines.chance`).

        Raises IllegalOptions if the options or the number of seats do not go together.
        """
        least, most = self.info.min_seats, len(self.info.seats)
        if not least <= seats <= most:
            several = spelled(least) if least == most else f"{spelled(least)} to {spelled(most)}"
            raise IllegalOptions(f"{self.info.title} is a game for {several}.")
        return self.set_up(options, seats, seed)

    def apply(self, state: StateT, seat: Seat, action: ActionT | MetaAction) -> Step[StateT]:
        """Apply an action. Raises IllegalAction, whatever its fields hold; ``game_over`` before anything."""
        self._check_running(state)
        if isinstance(action, TimeUp) and seat not in self.to_act(state):
            raise IllegalAction(ErrorCode.NOT_LATE, "No deadline of that seat is running.")
        if isinstance(action, MetaAction):
            return self.play_meta(state, seat, action)
        return self.play(state, seat, action)

    def after_forced(self, state: StateT) -> StateT:
        """The state after all forced actions (`forced`)."""
        for step in self.forced_steps(state):
            state = step.state
        return state

    def forced_steps(self, state: StateT) -> Iterator[Step[StateT]]:
        """The steps of all forced actions from here, in order (`forced`)."""
        while (forced := self.forced(state)) is not None:
            step = self.apply(state, *forced)
            state = step.state
            yield step

    def legal_meta(self, state: StateT, seat: Seat) -> Iterator[MetaAction]:
        """Every meta action that the seat may make now; never `TimeUp`, which is the clock's."""
        return iter(()) if self.outcome(state) is not None else self.meta_actions(state, seat)

    def format(self, action: ActionT | MetaAction) -> str:
        """The canonical notation of an action; `parse` reads it back."""
        return format_meta(action) if isinstance(action, MetaAction) else self.write(action)

    def parse(self, state: StateT, seat: Seat, text: str) -> ActionT | MetaAction:
        """Read a player's text as an action of this seat.

        Records are read by it too, so it also knows actions that are `Action.host_only`: a host refuses those
        to players. Raises IllegalAction for an action of the game: no such notation, not this seat's turn,
        ambiguous, or not legal here; once the game is over ``game_over``. A meta action is returned without
        a look at the state: `apply` judges it.
        """
        if (meta_action := parse_meta(text)) is not None:
            return meta_action
        self._check_running(state)
        return self.read(state, seat, text)

    def _check_running(self, state: StateT) -> None:
        if self.outcome(state) is not None:
            raise IllegalAction(ErrorCode.GAME_OVER, "The game is over.")

    def options(self, values: Mapping[str, object]) -> OptionsT:
        """Options from untrusted values, by the names of the fields or by what players call them.

        Raises IllegalOptions in one sentence.
        """
        names = {words.label: name for name, words in self.option_words.items()}
        given = {names.get(name, name): value for name, value in values.items()}
        for name in given:
            if name not in self.option_words:
                allowed = ", ".join(names) or "none"
                raise IllegalOptions(f"{self.info.title} has no option “{name}”; it has: {allowed}.")
        try:
            return msgspec.convert(dict(self.expand_options(given)), self.options_type)
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            raise IllegalOptions(f"That option does not fit: {error}.") from error

    @cached_property
    def option_words(self) -> dict[str, OptionWords]:
        """What players call each option, by its name."""
        described = msgspec.json.schema_components([self.options_type])[1][self.options_type.__name__]
        return {
            name: OptionWords(field.get("title", name), field.get("headline"), field.get("values", {}))
            for name, field in described["properties"].items()
        }

    @cached_property
    def codec(self) -> Codec[StateT, ActionT, ViewT]:
        """States, actions and views as JSON."""
        return Codec(self.state_type, self.action_types, self.view_type)


AnyEngine: TypeAlias = Engine[Any, Any, Any, Any]
