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
        self.any_action: Any = reduce(or_, action_types, MetaAction)
        """The tagged union of the game's actions and the meta actions."""
        action: msgspec.json.Decoder[ActionT | MetaAction] = msgspec.json.Decoder(self.any_action)
        self.decode_state = msgspec.json.Decoder(state_type).decode
        self.decode_action = action.decode
        self.decode_view = msgspec.json.Decoder(view_type).decode

    def encode(self, value: StateT | ActionT | MetaAction | ViewT) -> bytes:
        """A state, an action with its kind, or a view."""
        return msgspec.json.encode(value, order="deterministic")
