"""The test vectors of this game (tests/vectors/README.md): positions, actions, results."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from engines.conformance.contract import Mismatch, Vector, differing
from engines.contract import AnyEngine, IllegalAction, Seat, Value
from engines.reef.actions import Collect, ReefAction
from engines.reef.components import CORALS, NEIGHBOURS, TILE_NUMBER, Alga, Cell, Coral, PlayerColour
from engines.reef.conformance.error_codes import rules_code
from engines.reef.conformance.position import read_position, write_position
from engines.reef.corals import coral
from engines.reef.counts import from_letters, letters
from engines.reef.view import Counts, PhaseName, ReefView

_NO_OPTIONS: dict[str, object] = {}

Letters: TypeAlias = dict[PlayerColour, str]
Numbers: TypeAlias = dict[Coral, int]


class Expected(Value, frozen=True, kw_only=True):
    """The assertions after the actions; only named facts are asserted."""

    error: str | UnsetType = UNSET
    at: Annotated[int, Meta(ge=0)] | UnsetType = UNSET
    polyps: dict[Cell, Coral | None] | UnsetType = UNSET
    coral_size: dict[Cell, int] | UnsetType = UNSET
    hand: Letters | UnsetType = UNSET
    cubes: Letters | UnsetType = UNSET
    front: Letters | UnsetType = UNSET
    fish: Letters | UnsetType = UNSET
    eaten: dict[PlayerColour, int] | UnsetType = UNSET
    shrimps: dict[PlayerColour, list[Cell]] | UnsetType = UNSET
    behind_screen_shrimps: dict[PlayerColour, int] | UnsetType = UNSET
    bonus: Numbers | UnsetType = UNSET
    bag_change: Numbers | UnsetType = UNSET
    cube_supply: Numbers | UnsetType = UNSET
    cylinder_supply: dict[Alga, int] | UnsetType = UNSET
    sea_cylinder: Alga | UnsetType | None = UNSET
    space_counts: Numbers | UnsetType = UNSET
    dominance: list[str] | UnsetType = UNSET
    large_alga: dict[str, Alga] | UnsetType = UNSET
    locked: dict[str, Alga | None] | UnsetType = UNSET
    phase: PhaseName | UnsetType = UNSET
    active: PlayerColour | UnsetType | None = UNSET
    pending: list[PlayerColour] | UnsetType = UNSET
    values: Numbers | UnsetType = UNSET
    scores: dict[PlayerColour, int] | UnsetType = UNSET
    ranks: dict[PlayerColour, int] | UnsetType = UNSET

    def expected(self) -> dict[str, Any]:
        """The asserted facts, to be compared; lists without an order are sorted."""
        expected = {
            key: value
            for key in self.__struct_fields__
            if key not in ("error", "at", "bag_change") and (value := getattr(self, key)) is not UNSET
        }
        for key in ("hand", "cubes", "front", "fish"):
            if key in expected:
                expected[key] = {
                    colour: letters(from_letters(text)) for colour, text in expected[key].items()
                }
        if "shrimps" in expected:
            expected["shrimps"] = {colour: sorted(cells) for colour, cells in expected["shrimps"].items()}
        if "dominance" in expected:
            expected["dominance"] = sorted(expected["dominance"])
        return expected


class Position(Vector, frozen=True, kw_only=True, tag="position"):
    """A position, actions, and what must hold after them."""

    position: dict[str, Any]
    actions: list[dict[str, Any]]
    expect: Expected

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Do all actions that are not refused; a refusal must be the expected one, at its place."""
        state = read_position(self.position, engine.options(_NO_OPTIONS))
        bag = _Bag.of(write_position(state))
        refusals: list[list[object]] = []
        for number, (player, action) in enumerate(map(_read, self.actions)):
            try:
                state = engine.apply(state, _seat(engine.view(state, None), player), action).state
            except IllegalAction as refusal:
                refusals.append([number, rules_code(refusal.code)])
                continue
            bag = bag.then(write_position(state), action)
        if (self.expect.error is UNSET) != (self.expect.at is UNSET):
            raise ValueError("a refusal has a code and a place")
        expected = [] if self.expect.error is UNSET else [[self.expect.at, self.expect.error]]
        if mismatch := differing(expected, refusals):
            return mismatch
        wanted = self.expect.expected()
        if mismatch := differing(wanted, _come(engine, state, wanted)):
            return mismatch
        if self.expect.bag_change is UNSET:
            return None
        return differing({**dict.fromkeys(CORALS, 0), **self.expect.bag_change}, bag.change())


def _read(op: dict[str, Any]) -> tuple[PlayerColour | None, ReefAction]:
    """The action's seat, if given, and its rules' word and fields. Raises ValueError."""
    fields = {key: value for key, value in op.items() if key not in ("op", "player")}
    if "kind" in fields:
        raise ValueError("an action has no key “kind”")
    kind = "shrimp" if op.get("op") == "introduce" else op.get("op")
    action = msgspec.convert({"kind": kind, **fields}, ReefAction)
    return msgspec.convert(op.get("player"), PlayerColour | None), action


class _Bag(Value, frozen=True):
    """The bag before all actions, what refills of the open sea took from it, and the last position."""

    before: dict[str, int]
    drawn: dict[str, int]
    position: dict[str, Any]

    @classmethod
    def of(cls, position: dict[str, Any]) -> _Bag:
        """The bag of the position before all actions."""
        return cls(position["bag"], dict.fromkeys(CORALS, 0), position)

    def then(self, position: dict[str, Any], action: ReefAction) -> _Bag:
        """The bag after an action: a collected space was empty when the refill came."""
        drawn = dict(self.drawn)
        for space, now in position["open_sea"].items():
            emptied = action == Collect(space)
            was = "" if emptied else self.position["open_sea"][space]
            for colour in CORALS:
                drawn[colour] += now.count(colour) - was.count(colour)
        return _Bag(self.before, drawn, position)

    def change(self) -> dict[str, int]:
        """How many more tiles of each colour the bag holds than before all actions, refills disregarded."""
        bag = self.position["bag"]
        return {colour: bag[colour] - self.before[colour] + self.drawn[colour] for colour in CORALS}


def _seat(view: ReefView, player: PlayerColour | None) -> Seat:
    """The player's seat; None: the seat to act."""
    if player is None:
        return view.to_act[0] if view.to_act else 0
    colours = [one.colour for one in view.players]
    if player not in colours:
        raise ValueError(f"there is no {player} player")
    return colours.index(player)


def _come(engine: AnyEngine, state: Any, wanted: dict[str, Any]) -> dict[str, Any]:
    """The asserted parts of the state, each in as much detail as a vector could ask for."""
    view: ReefView = engine.view(state, None)
    position = write_position(state)
    return {key: _narrowed(key, wanted, _part(key, engine, state, view, position)) for key in wanted}


def _narrowed(key: str, wanted: Any, came: Any) -> Any:
    expected = wanted[key]
    if key == "dominance":
        return sorted(one for one in expected if one in came)
    if key == "locked":
        # As with other keys only named facts count; null is a tile without a cylinder, {} no locked tile.
        return {name: came.get(name) for name in expected if name in TILE_NUMBER} if expected else came
    if isinstance(expected, dict) and key not in ("polyps", "coral_size"):
        return {name: came[name] for name in expected if name in came}
    if key in ("polyps", "coral_size"):
        return {cell: came(cell) for cell in expected if cell in NEIGHBOURS}
    return came


def _part(key: str, engine: AnyEngine, state: Any, view: ReefView, position: dict[str, Any]) -> Any:
    own = {player.colour: engine.view(state, player.seat).own for player in view.players}
    polyps: dict[Cell, Coral] = {polyp.cell: polyp.colour for board in view.boards for polyp in board.polyps}
    match key:
        case "polyps":
            return polyps.get
        case "coral_size":
            return lambda cell: len(coral(polyps, cell))
        case "hand" | "cubes" | "fish":
            return {colour: letters(getattr(hidden, key)) for colour, hidden in own.items()}
        case "front":
            return {player.colour: letters(player.front) for player in view.players}
        case "eaten":
            return {player.colour: player.eaten for player in view.players}
        case "shrimps":
            return position["shrimps"]
        case "behind_screen_shrimps":
            return {colour: hidden.shrimps for colour, hidden in own.items()}
        case "bonus":
            return _by_colour(view.bonus)
        case "cube_supply":
            return _by_colour(view.cubes)
        case "cylinder_supply":
            return dict(zip(("blue", "green", "purple", "red"), view.cylinders, strict=True))
        case "sea_cylinder":
            return view.sea_cylinder
        case "space_counts":
            return {space.colour: sum(space.tiles) for space in view.sea}
        case "dominance":
            return [f"{tile.stronger}>{tile.weaker}" for tile in view.tiles]
        case "large_alga":
            return {tile.id: tile.large for tile in view.tiles}
        case "locked":
            return {tile.id: tile.large for tile in view.tiles if tile.locked}
        case "phase":
            return view.phase
        case "active":
            return None if view.active is None else view.players[view.active].colour
        case "pending":
            return [view.players[seat].colour for seat in view.pending]
        case "values":
            return {space.colour: space.value for space in view.sea}
        case "scores":
            return {colour: hidden.score for colour, hidden in own.items()}
    ranks = view.outcome.ranks if view.outcome else ()
    return {player.colour: rank for player, rank in zip(view.players, ranks, strict=False)}


def _by_colour(counts: Counts) -> dict[Coral, int]:
    return dict(zip(CORALS, counts, strict=True))


VECTORS: tuple[type[Vector], ...] = (Position,)
