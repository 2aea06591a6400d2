"""The states of a game in a unit of work, and as text in the database: the newest ones are kept as objects.

What was found out about a position, such as its regions, then serves all who read it: the transaction that
led to it, the mails about it, and the answers to these. They may ask in several threads at once.
"""

from collections import OrderedDict
from typing import Any, Final

import msgspec

from bot.service.values.refused import Refused
from bot.store.models import GameRow
from engines.contract import Action, AnyEngine, Codec, Seat, Step, Value, View

_KEPT: Final = 64
_kept: OrderedDict[tuple[Codec[Any, Any, Any], str], Value] = OrderedDict()
"""States, which never change, by what they are stored as. Each step is atomic, so threads need no lock."""


def encoded(engine: AnyEngine, state: Value) -> str:
    """A state as it is stored."""
    text = engine.codec.encode(state).decode()
    _keep((engine.codec, text), state)
    return text


def decoded(engine: AnyEngine, text: str) -> Value:
    """The state that was stored. Raises as `Codec.decode_state`."""
    key = engine.codec, text
    state = _kept.pop(key, None)
    if state is None:
        state = engine.codec.decode_state(text)
    _keep(key, state)
    return state


def _keep(key: tuple[Codec[Any, Any, Any], str], state: Value) -> None:
    _kept[key] = state
    if len(_kept) > _KEPT:
        _kept.popitem(last=False)


class UnreadableState(Refused):
    """This host's rules cannot read a stored state."""

    def __init__(self, code: str) -> None:
        super().__init__(
            "other_rules",
            f"Game {code} was played under rules that this host no longer knows: tell whoever runs the bot.",
        )
        self.game_code = code


class GameStates:
    """The state as it was stored and the state after all changes so far, with their views."""

    def __init__(self, engine: AnyEngine, row: GameRow) -> None:
        """Raises UnreadableState."""
        self.engine = engine
        self.row = row
        self.before: Value | None = None
        """The stored state; None before the start."""
        try:
            if row.state is not None:
                self.before = decoded(engine, row.state)
        except (msgspec.MsgspecError, ValueError) as error:
            raise UnreadableState(row.code) from error
        self.latest = self.before
        """The present state; None before the start."""
        self.period_before: str | None = None
        """The clock period of the stored state."""
        self.pending_before: frozenset[Seat] = frozenset()
        """The seats that are to act in the stored state."""
        if self.before is not None:
            self.period_before = engine.clock.period(self.before)
            self.pending_before = frozenset(engine.to_act(self.before))
        self._views: list[tuple[Value, Seat | None, View]] = []
        """The newest views, with their states and seats."""
        self._step: tuple[Value, Seat, Value, Step[Value]] | None = None
        """The newest step, with its state, seat and action."""

    @property
    def present(self) -> Value:
        """The present state. Raises Refused before the start."""
        if self.latest is None:
            raise self.not_started()
        return self.latest

    @present.setter
    def present(self, state: Value) -> None:
        self.latest = state

    def not_started(self) -> Refused:
        """The refusal for a game without a state: it waits for players, or was called off."""
        if self.row.status == "abandoned":
            return Refused("game_over", f"Game {self.row.code} was called off before it began.")
        return Refused("not_started", f"Game {self.row.code} has not started yet.")

    def step(self, seat: Seat, action: Action) -> Step[Value]:
        """An action's step from the present state, made once: an action may be previewed and then played.

        Raises IllegalAction, and Refused before the start.
        """
        known = self._step
        if known is None or known[0] is not self.present or known[1] != seat or known[2] is not action:
            known = self._step = self.present, seat, action, self.engine.apply(self.present, seat, action)
        return known[3]

    def view(self, state: Value, seat: Seat | None) -> View:
        """The view of a state that a seat, or the public, has; made once for the newest states."""
        known = (view for of, to, view in self._views if of is state and to == seat)
        view = next(known, None)
        if view is None:
            view = self.engine.view(state, seat)
            self._views = [*self._views[-3:], (state, seat, view)]
        return view
