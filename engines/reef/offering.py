"""Words and pick paths of a legal action. Expensive parts are made on access.

At most two picks lead to an action: an item on the board first, or the kind of action, then the rest. In an
open larva play the place of the next tile is the first pick.
"""

from functools import cache, cached_property

from engines.contract import END, Offer, Paths, Pick, Seat, Words
from engines.contract.offer import Text
from engines.reef import actions
from engines.reef.actions import SCREEN, SEA, Place, PlayAlga, ReefAction
from engines.reef.components import (
    HAND_TILES,
    NEIGHBOURS,
    SHRIMPS_PER_PLAYER,
    TILE_WORDS,
    WORDS,
    Cell,
    Coral,
    board_of,
    one,
    place,
)
from engines.reef.counts import count, from_letters, singly, things
from engines.reef.notation import written
from engines.reef.phases.collecting import foreseen_end
from engines.reef.phases.larva_play import growth, open_play
from engines.reef.phases.meals import meal_gain
from engines.reef.ranking import rank
from engines.reef.state import ReefState
from engines.wording import counted, listed

_EXCHANGE = Pick(
    "exchange",
    "Exchange",
    "a consumed tile for a cube or an alga, a cube for a tile",
    then="Exchange: what for what?",
)
_FRONT = Pick("front", "From your front", "the tiles before your screen", then="From your front: where to?")
_NEW_SHRIMP = Pick(
    "shrimp", "New shrimp", "put it on a coral that has none", then="New shrimp: on which coral?"
)


class ReefOffer(Offer[ReefAction]):
    """A legal action with its words and its pick path, which are made on access."""

    def __init__(self, state: ReefState, seat: Seat, action: ReefAction) -> None:
        self.action = action
        self._state = state
        self._seat = seat

    @cached_property
    def notation(self) -> str:
        """The action's canonical notation."""
        return written(self.action)

    @cached_property
    def described(self) -> Words:
        """The action and its effects, in words."""
        return _words(self._state, self._seat, self.action)

    @property
    def first(self) -> str:
        """The cell, or the kind of exchange, for kinds of which there may be many actions."""
        match self.action:
            case Place(cell=cell, source="hand") | actions.Move(origin=cell):
                return cell
            case PlayAlga():
                return _EXCHANGE.value
            case actions.Introduce():
                return _NEW_SHRIMP.value
        return ""

    @cached_property
    def paths(self) -> Paths:
        """The one path to the action."""
        return (_path(self._state, self._seat, self.action),)

    @cached_property
    def rank(self) -> float:
        """How likely the player wants the action, beside others of its kind."""
        return rank(self._state, self._seat, self.action)


def _words(state: ReefState, seat: Seat, action: ReefAction) -> Words:
    player = state.players[seat]
    match action:
        case actions.Choose(fish=fish, cubes=cubes):
            return f"feed {one(fish)} tile", f"take {things(from_letters(cubes), 'cube')}"
        case actions.Eat(cell=cell) | actions.Feed(cell=cell):
            return f"eat on {place(cell)}", f"{_meal(state, cell)}{_end(state, seat, action)}"
        case actions.Larva(colour=colour):
            hand, front = count(player.hand, colour), count(player.front, colour)
            return f"play a larva cube, {WORDS[colour]}", f"{counted(hand, 'tile')} in hand, {front} in front"
        case Place(cell=cell, source=source):
            where = f"{place(cell)} from the front" if source == "front" else place(cell)
            return where, _laying(state, seat, cell)
        case actions.EndLarva():
            return "lay no more tiles", ""
        case actions.Cancel():
            return "take the larva cube back", ""
        case actions.Introduce(cell=cell):
            return f"new shrimp on {place(cell)}", f"guards {_coral(state, cell)}"
        case actions.Move(origin=origin, to=to) if to == SCREEN:
            return f"shrimp {place(origin)} back behind the screen", ""
        case actions.Move(origin=origin, to=to):
            goal = f"guards {_coral(state, to)}" if to in state.polyps else "bare rock, not for good"
            return f"shrimp {place(origin)} to {place(to)}", goal
        case actions.Cube(colour=colour):
            left = f"{counted(count(player.front, colour) - 1, 'tile')} left in front"
            return f"{WORDS[colour]} tile to cube", left
        case PlayAlga(alga=alga, pay=pay, to=to):
            head = f"{alga} alga to sea" if to == SEA else f"{alga} alga locks {TILE_WORDS[to]}"
            return f"{head} for {one(pay)} tile", f"{_flips(state, action)}{_end(state, seat, action)}"
        case actions.TakeTile(colour=colour):
            left = f"{counted(count(player.cubes, colour) - 1, 'cube')} left"
            return f"{WORDS[colour]} cube to tile", left
        case actions.Collect(space=space):
            tiles = things(state.open_sea.tiles_on(space), "tile")
            if foreseen_end(state, space):
                return f"collect {WORDS[space]} and end the game", f"{one(space)} cube and {tiles}"
            return f"collect {WORDS[space]}", f"{one(space)} cube and {tiles}; ends the turn"
        case actions.Decline():
            return "eat nothing more", ""


def _path(state: ReefState, seat: Seat, action: ReefAction) -> tuple[Pick, ...]:
    player = state.players[seat]
    match action:
        case actions.Choose(fish=fish, cubes=cubes):
            return _fed(fish), _taken(cubes)
        case actions.Eat(cell=cell):
            meal = Pick("eat", lambda: f"Eat {_meal(state, cell)}{_end(state, seat, action)}")
            return _shrimp(cell), meal
        case actions.Feed(cell=cell):
            return (_On(cell, lambda: f"eat {_meal(state, cell)}"),)
        case actions.Larva(colour=colour):
            held = count(player.hand, colour) + count(player.front, colour)
            label = f"Larva: {WORDS[colour]} ({counted(held, 'tile')})"
            return (Pick(f"larva {colour}", label, group="Larva"),)
        case Place(cell=cell, source=source):
            laid = _On(cell, lambda: _goal(state, cell))
            if source == "front" and _from_hand_too(state, seat):
                return _FRONT, laid
            return (laid,)
        case actions.EndLarva():
            return (Pick("end_larva", "Lay no more", group=END),)
        case actions.Cancel():
            return (Pick("cancel", "Take the cube back", group=END),)
        case actions.Introduce(cell=cell):
            return _NEW_SHRIMP, _On(cell, lambda: _coral(state, cell, short=True))
        case actions.Move(origin=origin, to=to) if to == SCREEN:
            return _shrimp(origin), Pick(SCREEN, "Back behind the screen", group="Screen")
        case actions.Move(origin=origin, to=to):
            there = _On(to, lambda: _coral(state, to, short=True) if to in state.polyps else "bare rock")
            return _shrimp(origin), there
        case actions.Cube(colour=colour):
            return _EXCHANGE, Pick(
                f"cube {colour}", f"{WORDS[colour].capitalize()} tile to cube", group="Tile to cube"
            )
        case PlayAlga(alga=alga, pay=pay, to=to):
            head = alga.capitalize() if to == SEA else f"{alga.capitalize()} locks {to}"
            goal = Pick(
                f"{alga} {pay} {to}",
                lambda: f"{head} (pay {pay}): {_flips(state, action)}{_end(state, seat, action)}",
                group=f"Alga for {one(pay)} tile",
            )
            return _EXCHANGE, goal
        case actions.TakeTile(colour=colour):
            return _EXCHANGE, Pick(
                f"tile {colour}", f"{WORDS[colour].capitalize()} cube to tile", group="Cube to tile"
            )
        case actions.Collect(space=space):
            label = f"Collect {WORDS[space]}: {' '.join(singly(state.open_sea.tiles_on(space)))}"
            note = f"ends the {'game' if foreseen_end(state, space) else 'turn'}"
            return (Pick(f"collect {space}", label, note, group="Collect"),)
        case actions.Decline():
            return (Pick("decline", "Eat nothing more", group=END),)


class _On(Pick):
    """A place on a board, and the effect of picking it. Many are made at once, so each must be cheap."""

    def __init__(self, cell: Cell, effect: Text) -> None:
        self.value = cell
        self.at, self.group = _PLACES[cell]
        self._effect = effect

    @cached_property
    def label(self) -> str:
        """The place and the effect."""
        return f"{self.at} · {self._effect if isinstance(self._effect, str) else self._effect()}"

    @cached_property
    def note(self) -> str:
        """Empty: the label says it all."""
        return ""


_PLACES = {cell: (place(cell), board_of(cell)) for cell in NEIGHBOURS}
"""The label of each rock cell, and its group."""


@cache
def _shrimp(cell: Cell) -> Pick:
    shrimp = _On(cell, "your shrimp")
    shrimp.then = f"Your shrimp on {shrimp.at}: what does it do?"
    return shrimp


@cache
def _fed(fish: Coral) -> Pick:
    return Pick(
        fish, f"Feed {WORDS[fish]}", "then choose two cubes", then=f"Feed {WORDS[fish]}: which two cubes?"
    )


@cache
def _taken(cubes: str) -> Pick:
    return Pick(cubes, f"Take {_two(cubes)}")


def _two(cubes: str) -> str:
    """Two cubes in words: ``white and pink``, ``two white``."""
    held = [WORDS[colour] for colour in singly(from_letters(cubes))]
    return f"two {held[0]}" if len(set(held)) == 1 else listed(held)


def _from_hand_too(state: ReefState, seat: Seat) -> bool:
    """Whether a tile of the open larva play may come from the hand as well as from the front."""
    play = open_play(state)
    return play.from_hand < HAND_TILES and count(state.players[seat].hand, play.colour) > 0


def _coral(state: ReefState, cell: Cell, *, short: bool = False) -> str:
    size, colour = len(state.corals.at(cell)), state.polyps[cell]
    if short:
        return f"single {WORDS[colour]}" if size == 1 else f"{size} {WORDS[colour]}"
    return f"a single {WORDS[colour]} polyp" if size == 1 else f"{one(colour)} coral of {size}"


def _meal(state: ReefState, cell: Cell) -> str:
    colour, size = state.polyps[cell], len(state.corals.at(cell))
    gain = meal_gain(state, size)
    worth = gain * count(state.open_sea.values, colour)
    return f"{WORDS[colour]} of {size}, {counted(gain, 'tile')} into the fish, worth {worth}"


def _end(state: ReefState, seat: Seat, action: actions.Eat | actions.Feed | PlayAlga) -> str:
    """A remark that the meal or lock ends the game at once (section 10); empty if it does not."""
    if isinstance(action, actions.Eat):
        ends = state.players[seat].eaten + 1 == SHRIMPS_PER_PLAYER
    else:
        ends = isinstance(action, PlayAlga) and action.to != SEA and len(state.open_sea.unlocked) == 1
    return "; ends the game" if ends else ""


def _grown(state: ReefState, cell: Cell) -> tuple[int, Cell | None]:
    """The size of the coral of which a tile there becomes a part, and the growth cell that grows."""
    colour = open_play(state).colour
    grown = growth(state, cell, colour)
    laid = dict.fromkeys((cell,) if grown is None else (cell, grown), colour)
    return len(state.corals.with_polyps(laid).at(cell)), grown


def _laying(state: ReefState, seat: Seat, cell: Cell) -> str:
    """The attack, the coral's new size, and whether a growth cell grows."""
    size, grown = _grown(state, cell)
    colour, parts = WORDS[open_play(state).colour], list[str]()
    if (taken := state.polyps.get(cell)) is not None:
        front = count(state.players[seat].front, taken) + 1
        mine = "" if front == 1 else f", {front} of them in front"
        parts.append(f"takes {one(taken)} tile{mine}")
    parts.append(f"{colour} coral of {size}" if size > 1 else f"a single {colour} polyp")
    if grown is not None:
        parts.append(f"{place(grown)[3:]} grows")
    return "; ".join(parts)


def _goal(state: ReefState, cell: Cell) -> str:
    """What placing a tile on the cell does, as a button says it."""
    size, grown = _grown(state, cell)
    taken = state.polyps.get(cell)
    head = f"takes {WORDS[taken]}" if taken is not None else f"makes {size}" if size > 1 else "alone"
    # The star of the reef's picture: a tile grows there as well.
    return head if grown is None else f"{head} ★"


def _flips(state: ReefState, action: PlayAlga) -> str:
    """The coral tiles that a cylinder flips, as they lie afterwards."""
    locks = None if action.to == SEA else action.to
    sides = map(state.open_sea.side, state.open_sea.flipped_by(action.alga, locks))
    flips = ", ".join(f"{side.weaker} eats {side.stronger}" for side in sides)
    return flips or "nothing flips"
