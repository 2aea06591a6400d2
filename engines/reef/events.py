"""What an action causes: the events of Reef Encounter."""

from __future__ import annotations

from typing import Literal

from engines.contract import Event
from engines.reef.actions import Source
from engines.reef.components import Alga, Cell, Coral, PlayerColour
from engines.reef.view import Counts


class TurnEvent(Event, frozen=True, tag="turn_event"):
    """Something that a player did."""

    player: PlayerColour


class Did(TurnEvent, frozen=True, tag="did"):
    """Something of which there is no more to tell: what was chosen in set-up is secret."""

    what: Literal["chose", "declined", "closed_larva", "gave_up"]


class Announced(TurnEvent, frozen=True, tag="announced"):
    """All have chosen: these are a player's cubes."""

    cubes: Counts


class Ate(TurnEvent, frozen=True, tag="ate"):
    """A fish ate a coral, in a turn or in the final feeding."""

    colour: Coral
    size: int
    gained: int
    """Tiles that went into the fish."""


class LarvaCube(TurnEvent, frozen=True, tag="larva_cube"):
    """A larva cube was played, taken back as no tile was laid, or made of a consumed tile."""

    how: Literal["played", "taken_back", "made"]
    colour: Coral


class Laid(TurnEvent, frozen=True, tag="laid"):
    """A tile was laid."""

    colour: Coral
    cell: Cell
    source: Source
    taken: Coral | None = None
    """The polyp that was attacked: it lies in front of the player now."""


class Grew(Event, frozen=True, tag="grew"):
    """A bonus tile grew on a board's growth cell."""

    colour: Coral
    cell: Cell


class ShrimpMoved(TurnEvent, frozen=True, tag="shrimp_moved"):
    """A shrimp moved; None is behind the screen."""

    origin: Cell | None
    to: Cell | None


class PlayedAlga(TurnEvent, frozen=True, tag="played_alga"):
    """A consumed tile became a cylinder."""

    alga: Alga
    pay: Coral
    to: str
    flipped: tuple[tuple[Coral, Coral], ...]
    """The coral tiles that flipped: stronger and weaker as they lie now."""


class TookTile(TurnEvent, frozen=True, tag="took_tile"):
    """A larva cube became a polyp tile."""

    colour: Coral
    bonus: bool
    """From the bonus row, as the bag had none."""


class Collected(TurnEvent, frozen=True, tag="collected"):
    """A player took an open-sea space and ended the turn."""

    space: Coral
    tiles: Counts


class Refilled(Event, frozen=True, tag="refilled"):
    """Tiles from the bag came to the open sea: space and tile."""

    tiles: tuple[tuple[Coral, Coral], ...]


class RowClosed(Event, frozen=True, tag="row_closed"):
    """The bonus row went into the bag for good."""


class Finished(Event, frozen=True, tag="finished"):
    """The game is over, or goes to its final feeding."""

    why: str
    feeding: bool
