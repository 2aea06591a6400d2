"""The options of a game: section 13 of docs/rules/reef-encounter.md."""

from typing import Annotated

from msgspec import Meta

from engines.contract import Value


class ReefOptions(Value, frozen=True, kw_only=True):
    """The options of the game."""

    advanced: Annotated[
        bool, Meta(description="Advanced game: no bonus row, no growth, a meal returns five tiles")
    ] = False
    size_attack: Annotated[
        bool,
        Meta(
            title="larger_devours_smaller",
            description="Size attack: a larger coral may also attack a smaller one, whichever is stronger",
        ),
    ] = False
