"""Collecting a space, which ends the turn, perhaps the game (docs/rules/reef-encounter.md section 7.10)."""

from msgspec.structs import replace

from engines.contract import Event, Seat
from engines.reef.actions import Collect
from engines.reef.components import CORALS, Coral
from engines.reef.counts import NONE, count, plus, together
from engines.reef.events import Collected, Refilled, RowClosed
from engines.reef.phases.larva_play import is_full
from engines.reef.phases.phase import Effect, Rule
from engines.reef.phases.progress import finish, pass_on
from engines.reef.state import ReefState


def foreseen_end(state: ReefState, space: Coral) -> str | None:
    """Why collecting a space ends the game and not only the turn: all that decides it is public."""
    sea = state.open_sea.with_space(space, NONE)
    left = sum(sea.bag) + sum(sea.bonus)
    if not count(sea.cubes, space) or left < len(sea.short_spaces(space)):
        return "no_refill"
    return "no_room" if is_full(state) else None


class CollectRule(Rule[Collect]):
    """The last action of a turn, with no shrimp on bare rock: take a space, then refill the open sea."""

    action = Collect
    fields = (CORALS,)

    def hindrance(self, state: ReefState, seat: Seat) -> str | None:
        return "shrimp_on_bare_rock" if state.bare_posts(seat) else None

    def apply(self, state: ReefState, seat: Seat, action: Collect) -> Effect:
        space, player, sea = action.space, state.players[seat], state.open_sea
        tiles = sea.tiles_on(space)
        happened = Collected(state.seats[seat], space, tiles)
        state = state.with_player(
            seat, hand=together(player.hand, tiles), cubes=plus(player.cubes, space)
        ).with_marks(collected=space)
        sea = sea.with_space(space, NONE)
        if not count(sea.cubes, space):
            return finish(state.with_open_sea(replace(sea, bare_space=space)), "no_refill", seat, happened)
        return _refill(state.with_open_sea(sea.with_cubes(space, -1)), seat, space, [happened])


def _refill(state: ReefState, seat: Seat, emptied: Coral, happened: list[Event]) -> Effect:
    """Each space with fewer than three tiles gets one; if the bag has too few, the bonus row goes into it."""
    sea = state.open_sea
    needed = len(sea.short_spaces(emptied))
    if sum(sea.bag) < needed:
        if sum(sea.bonus):
            happened.append(RowClosed())
        sea = sea.with_closed_row()
    if sum(sea.bag) < needed:
        return finish(state.with_open_sea(sea), "no_refill", seat, *happened)
    sea, filled, chance = sea.refilled(emptied, state.chance)
    happened.append(Refilled(filled))
    state = state.having(chance=chance).with_open_sea(sea).with_marks(filled=filled)
    return finish(state, "no_room", seat, *happened) if is_full(state) else (pass_on(state), tuple(happened))
