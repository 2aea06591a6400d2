"""What every value of the contract is."""

from typing import TypeAlias, TypeVar

import msgspec

Seat: TypeAlias = int
"""A seat: 0 .. n-1, in the game's fixed order; never a person."""


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything that engines exchange: immutable, comparable, encodable."""


StateT = TypeVar("StateT", bound=Value)
OptionsT = TypeVar("OptionsT", bound=Value)
