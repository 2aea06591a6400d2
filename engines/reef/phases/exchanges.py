"""Turning tiles into cubes and cylinders, and cubes into tiles (docs/rules/reef-encounter.md 7.7 to 7.9)."""

from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import Seat
from engines.reef.actions import SEA, Cube, PlayAlga, TakeTile
from engines.reef.components import ALGAE, CORALS, TILE_NUMBER, Alga, Coral
from engines.reef.counts import count, plus
from engines.reef.events import LarvaCube, PlayedAlga, TookTile
from engines.reef.phases.phase import Effect, Rule
from engines.reef.phases.progress import finish
from engines.reef.state import ReefState

_CYLINDERS: dict[Alga, dict[str, dict[Coral, PlayAlga]]] = {
    alga: {to: {pay: PlayAlga(alga, pay, to) for pay in CORALS} for to in (SEA, *TILE_NUMBER)}
    for alga in ALGAE
}


class CubeRule(Rule[Cube]):
    """A consumed tile goes to the bag, a larva cube comes from the supply."""

    action = Cube
    fields = (CORALS,)

    def problem(self, state: ReefState, seat: Seat, action: Cube) -> str | None:
        if not count(state.players[seat].front, action.colour):
            return "no_consumed"
        return None if count(state.cubes, action.colour) else "no_cube_in_supply"

    def apply(self, state: ReefState, seat: Seat, action: Cube) -> Effect:
        state = _pay(state, seat, action.colour)
        cubes = plus(state.players[seat].cubes, action.colour)
        state = state.with_open_sea(state.open_sea.with_cubes(action.colour, -1))
        return state.with_player(seat, cubes=cubes), (LarvaCube(state.seats[seat], "made", action.colour),)


class PlayAlgaRule(Rule[PlayAlga]):
    """A consumed tile becomes a cylinder: any number to sea, and one a turn that locks a coral tile."""

    action = PlayAlga

    def legal(self, state: ReefState, seat: Seat) -> Iterator[PlayAlga]:
        front = state.players[seat].front
        paid = [colour for colour in CORALS if count(front, colour)]
        if paid:
            for alga, to_each in _CYLINDERS.items():
                targets = [to for to in to_each if self._problem_of_target(state, seat, alga, to) is None]
                for colour in paid:
                    for to in targets:
                        yield to_each[to][colour]

    def problem(self, state: ReefState, seat: Seat, action: PlayAlga) -> str | None:
        if not count(state.players[seat].front, action.pay):
            return "no_consumed"
        return self._problem_of_target(state, seat, action.alga, action.to)

    def _problem_of_target(self, state: ReefState, seat: Seat, alga: Alga, to: str) -> str | None:
        """Why a cylinder cannot go there, whatever the payment."""
        player, sea = state.players[seat], state.open_sea
        if not sea.cylinders[alga]:
            return "no_cylinder"
        if to == SEA:
            return None
        if not player.eaten:
            return "lock_needs_fed"
        if state.turn.locked:
            return "lock_limit"
        unlocked = {tile.id for tile in sea.unlocked}
        if to not in unlocked:
            return "lock_taken"
        if sea.side(to).large != alga:
            return "lock_wrong_alga"
        return "lock_last_needs_two" if len(unlocked) == 1 and sum(player.fish) < 2 else None

    def apply(self, state: ReefState, seat: Seat, action: PlayAlga) -> Effect:
        """The cylinder flips tiles that it does not lock; the tenth lock ends the game."""
        locks = None if action.to == SEA else action.to
        state = _pay(state, seat, action.pay)
        flipped = state.open_sea.flipped_by(action.alga, locks)
        sea = state.open_sea.with_cylinder(action.alga, locks)
        state = _mark_flips(state.with_open_sea(sea), flipped)
        if locks is not None:
            state = state.with_turn(locked=True).with_marks(locked=locks)
        sides = [sea.side(tile) for tile in flipped]
        flips = tuple((side.stronger, side.weaker) for side in sides)
        happened = PlayedAlga(state.seats[seat], action.alga, action.pay, action.to, flips)
        return (state, (happened,)) if sea.unlocked else finish(state, "locks", seat, happened)


class TakeTileRule(Rule[TakeTile]):
    """A larva cube goes to the supply, a tile comes from the bag or else from the bonus row."""

    action = TakeTile
    fields = (CORALS,)

    def problem(self, state: ReefState, seat: Seat, action: TakeTile) -> str | None:
        if not count(state.players[seat].cubes, action.colour):
            return "no_cube"
        left = count(state.bag, action.colour) or count(state.bonus, action.colour)
        return None if left else "no_tile_of_colour"

    def apply(self, state: ReefState, seat: Seat, action: TakeTile) -> Effect:
        colour, player = action.colour, state.players[seat]
        happened = TookTile(state.seats[seat], colour, bonus=not count(state.bag, colour))
        state = state.with_open_sea(state.open_sea.with_cubes(colour, 1).without_tile(colour))
        state = state.with_player(seat, cubes=plus(player.cubes, colour, -1), hand=plus(player.hand, colour))
        return state.with_turn(acted=True), (happened,)


def _pay(state: ReefState, seat: Seat, colour: Coral) -> ReefState:
    """Return a consumed tile to the bag."""
    state = state.with_player(seat, front=plus(state.players[seat].front, colour, -1))
    return state.with_turn(acted=True).with_open_sea(state.open_sea.with_tiles(colour))


def _mark_flips(state: ReefState, flipped: tuple[str, ...]) -> ReefState:
    """Mark the coral tiles that lie otherwise than when the turn began; a tile that flips twice does not."""
    before = state.marks.flipped
    marked = tuple(tile for tile in TILE_NUMBER if (tile in before) != (tile in flipped))
    return state.having(current=replace(state.marks, flipped=marked))
