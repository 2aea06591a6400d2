"""What a player may do: docs/rules/reef-encounter.md sections 6, 7 and 10.

Commands take their order and their help from these classes.
"""

from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, field

from engines.contract import Action
from engines.reef.components import Alga, Coral

Source: TypeAlias = Literal["hand", "front"]
SOURCES: tuple[Source, ...] = get_args(Source)

SCREEN = "screen"
"""Where a shrimp goes that is taken back."""
SEA = "sea"
"""Where a cylinder goes that locks nothing."""

_CORAL = "W white, Y yellow, O orange, P pink, G grey"


class Choose(Action, frozen=True, tag="choose"):
    """Set-up: put a hand tile into your fish and choose two larva cubes, in secret."""

    fish: Annotated[Coral, Meta(description=f"A tile of your hand: {_CORAL}")]
    cubes: Annotated[str, Meta(description="Two letters for two cubes, the same twice if you like, e.g. WY")]


class Eat(Action, frozen=True, tag="eat"):
    """Let your fish eat a coral that your shrimp guards; only as the first action of a turn."""

    cell: Annotated[str, Meta(description="A cell of the coral, five polyps or more, e.g. B2 c3")]


class Larva(Action, frozen=True, tag="larva"):
    """Play a larva cube, then lay tiles of its colour; twice a turn."""

    colour: Annotated[Coral, Meta(description=_CORAL)]


class Place(Action, frozen=True, tag="place"):
    """Lay a tile of the larva play's colour, on an empty cell or as an attack."""

    cell: Annotated[str, Meta(description="A rock cell, e.g. B2 e4")]
    source: Annotated[Source, Meta(description="From your hand (four a play at most) or from your front")] = (
        field(default="hand", name="from")
    )


class EndLarva(Action, frozen=True, tag="end_larva"):
    """Close the larva play; any other action but a shrimp's move does so as well."""


class Cancel(Action, frozen=True, tag="cancel"):
    """Take the larva cube back while no tile of the play has been laid."""


class Introduce(Action, frozen=True, tag="shrimp"):
    """Put a shrimp from behind your screen on a coral that has none; once a turn."""

    cell: Annotated[str, Meta(description="A polyp of that coral, e.g. B2 c3")]


class Move(Action, frozen=True, tag="move"):
    """Move one of your shrimps, or take it back behind your screen; even within a larva play."""

    origin: Annotated[str, Meta(description="Where your shrimp stands, e.g. B2 c3")] = field(name="from")
    to: Annotated[str, Meta(description="A polyp or bare rock, or “screen” to take it back")]


class Cube(Action, frozen=True, tag="cube"):
    """Turn a consumed tile in front of you into a larva cube of its colour."""

    colour: Annotated[Coral, Meta(description=_CORAL)]


class PlayAlga(Action, frozen=True, tag="alga"):
    """Turn a consumed tile in front of you into an alga cylinder that flips coral tiles."""

    alga: Annotated[Alga, Meta(description="The cylinder's colour: tiles with this large alga flip")]
    pay: Annotated[Coral, Meta(description=f"The consumed tile you pay: {_CORAL}")]
    to: Annotated[
        str, Meta(description="“sea”, or the coral tile to lock, e.g. GW, if your fish has eaten")
    ] = SEA


class TakeTile(Action, frozen=True, tag="tile"):
    """Turn a larva cube of yours into a polyp tile of its colour from the bag."""

    colour: Annotated[Coral, Meta(description=_CORAL)]


class Collect(Action, frozen=True, tag="collect"):
    """End your turn: take the cube and all tiles of an open-sea space."""

    space: Annotated[Coral, Meta(description=f"The space: {_CORAL}")]


class Feed(Action, frozen=True, tag="feed"):
    """Final feeding: eat one more coral that your shrimp guards; the bag gets a tile more of it."""

    cell: Annotated[str, Meta(description="A cell of the coral, five polyps or more, e.g. B2 c3")]


class Decline(Action, frozen=True, tag="decline"):
    """Final feeding: eat nothing."""


ReefAction: TypeAlias = (
    Choose
    | Eat
    | Larva
    | Place
    | EndLarva
    | Cancel
    | Introduce
    | Move
    | Cube
    | PlayAlga
    | TakeTile
    | Collect
    | Feed
    | Decline
)

ACTIONS: tuple[type[ReefAction], ...] = get_args(ReefAction)
