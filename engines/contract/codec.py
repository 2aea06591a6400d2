"""States, actions and views as JSON."""

from functools import reduce
from operator import or_
from typing import Any, Generic

import msgspec

from engines.contract.action import ActionT, MetaAction
from engines.contract.values import StateT
from engines.contract.view import ViewT


class Codec(Generic[StateT, ActionT, ViewT]):
    """Encodes a game's values as canonical JSON, equal values as equal bytes, and decodes them again.

    Decoding raises msgspec.ValidationError.
    """

    def __init__(
        self, state_type: type[StateT], action_types: tuple[type[ActionT], ...], view_type: type[ViewT]
    ) -> None:
        self._state: msgspec.json.Decoder[StateT] = msgspec.json.Decoder(state_type)
        self._view: msgspec.json.Decoder[ViewT] = msgspec.json.Decoder(view_type)
        self.any_action: Any = reduce(or_, action_types, MetaAction)
        """The tagged union of the game's actions and the meta actions."""
        self._action: msgspec.json.Decoder[ActionT | MetaAction] = msgspec.json.Decoder(self.any_action)

    def encode(self, value: StateT | ActionT | MetaAction | ViewT) -> bytes:
        """A state, an action with its kind, or a view."""
        return msgspec.json.encode(value, order="deterministic")

    def decode_state(self, data: bytes | str) -> StateT:
        """The state that was encoded."""
        return self._state.decode(data)

    def decode_action(self, data: bytes | str) -> ActionT | MetaAction:
        """The action that was encoded."""
        return self._action.decode(data)

    def decode_view(self, data: bytes | str) -> ViewT:
        """The view that was encoded."""
        return self._view.decode(data)
