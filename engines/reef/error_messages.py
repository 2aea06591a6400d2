"""What a refused player is told: what is wrong, and what is legal instead."""

from __future__ import annotations

from engines.contract import Action, ErrorCode, Seat
from engines.reef.actions import Choose, Cube, Eat, Feed, Introduce, Larva, Move, Place, PlayAlga, TakeTile
from engines.reef.components import HAND_TILES, MEAL_MINIMUM, WORDS, Coral, board_of
from engines.reef.counts import count
from engines.reef.naming import colours, listed
from engines.reef.phases import phase_of
from engines.reef.phases.larva_play import open_play
from engines.reef.spelling import HELP
from engines.reef.state import ReefState


def error_message(state: ReefState, seat: Seat, action: Action, code: str) -> str:
    """One sentence for a code of section 12. It tells nothing that the seat does not know."""
    match code, action:
        case (code, _) if code in _FIXED:
            return _FIXED[code]
        case ErrorCode.NOT_YOUR_TURN, _:
            return phase_of(state).not_your_turn(state)
        case "not_rock", _:
            return f"That is not a rock cell, such as B2:E4, of a board in play: {listed(state.boards)}."
        case "shrimp_on_bare_rock", _:
            cells = listed(state.bare_posts(seat))
            return (
                f"Before collecting, put the shrimp at {cells} on a polyp or take it back behind the screen."
            )
        case _, Eat(cell=cell) | Feed(cell=cell):
            return f"That coral has {len(state.corals.at(cell))} polyps; {MEAL_MINIMUM} are needed."
        case _, Introduce(cell=cell) | Move(to=cell):
            return _of_cell(cell, code)
        case "no_cylinder" | "lock_wrong_alga" | "lock_taken", PlayAlga():
            return _of_alga(state, action, code)
        case _, Choose(fish=colour) | Larva(colour=colour) | Cube(colour=colour) | TakeTile(colour=colour):
            return _of_holdings(state, seat, colour, code, choosing=isinstance(action, Choose))
        case _, PlayAlga(pay=colour):
            return _of_holdings(state, seat, colour, code)
        case _, Place():
            return _of_place(state, seat, action, code)
    return HELP


def _of_holdings(state: ReefState, seat: Seat, colour: Coral, code: str, *, choosing: bool = False) -> str:
    player, word = state.players[seat], WORDS[colour]
    match code:
        case "no_cube":
            return f"You have no {word} cube; your cubes: {colours(player.cubes)}."
        case "no_consumed":
            return f"You have no consumed {word} tile; in front of you: {colours(player.front)}."
        case "no_cube_in_supply":
            return f"No {word} cube is left in the supply, which has: {colours(state.cubes)}."
        case "no_tile_of_colour":
            return f"Neither the bag nor the bonus row has a {word} tile."
    hand, front = colours(player.hand), colours(player.front)
    if choosing:
        return f"You have no {word} tile; your hand: {hand}."
    return f"You have no {word} tile to lay; your hand: {hand}; in front of you: {front}."


def _of_place(state: ReefState, seat: Seat, action: Place, code: str) -> str:
    cell, player, colour = action.cell, state.players[seat], open_play(state).colour
    hand, front, word = count(player.hand, colour), count(player.front, colour), WORDS[colour]
    target = state.polyps.get(cell)
    match code:
        case "hand_limit":
            laid = f"{HAND_TILES} tiles from your hand are laid in this play"
            return f"{laid}; from your front you may lay {front or 'none'} more."
        case "no_tile":
            return f"You have no {word} tile there: {hand} in your hand, {front} in front of you."
        case "same_colour":
            return f"{cell} is {word} already."
        case "attack_not_adjacent":
            return f"No {word} polyp is next to {cell}; an attack comes from a coral beside it."
        case "attack_too_small":
            return f"The {word} coral next to {cell} must have two polyps before it attacks."
        case "attack_not_stronger" if target is not None:
            return f"The coral tile says {target}>{colour}: {word} does not take {WORDS[target]} now."
    return HELP


def _of_alga(state: ReefState, action: PlayAlga, code: str) -> str:
    sea = state.open_sea
    if code == "no_cylinder":
        left = [alga for alga, number in sea.cylinders.items() if number]
        return f"No {action.alga} cylinder is left; there are {listed(left) if left else 'none at all'}."
    if code == "lock_wrong_alga":
        return f"The large alga of {action.to} is {sea.side(action.to).large}."
    free = [tile.id for tile in sea.unlocked]
    return f"{action.to} is locked already; free are {listed(free) if free else 'none'}."


def _of_cell(cell: str, code: str) -> str:
    match code:
        case "cell_taken":
            return f"A shrimp stands on the bare rock of {cell} already."
        case "coral_has_shrimp":
            return f"The coral at {cell} has a shrimp already."
        case "rock_limit":
            return f"Two of your shrimps are on {board_of(cell)} already."
    return f"{cell} is bare rock: a new shrimp goes onto a polyp."


_FIXED: dict[str, str] = {
    ErrorCode.GAME_OVER: "The game is over.",
    "final_only_feed": "The game is at its end: only feed or decline is possible now.",
    "not_final": "Feed and decline belong to the final feeding, which has not come yet.",
    "already_chosen": "Your set-up choice is made and stands.",
    "two_cubes": "Choose exactly two cubes, such as WY or WW.",
    "eat_not_first": "The fish eats only before any other action of the turn, and once.",
    "eat_not_yours": "There is no shrimp of yours on a coral there.",
    "larva_limit": "Two larva cubes have been played in this turn already.",
    "no_larva_open": "Play a larva cube first, as in larva P.",
    "no_tile_placed": "Lay a tile of the open larva play first, or cancel it.",
    "tile_already_placed": "A tile of this play has been laid; it is too late to cancel it.",
    "shrimp_in_way": "Move your shrimp off that cell first.",
    "attack_protected": "A shrimp protects that polyp.",
    "joins_guarded": "That would join two corals that both have a shrimp.",
    "introduce_limit": "One new shrimp a turn: you have introduced yours.",
    "no_shrimp_left": "No shrimp is left behind your screen.",
    "not_your_shrimp": "No shrimp of yours stands there.",
    "no_move": "The shrimp stands there already.",
    "lock_needs_fed": "Your fish must have eaten a coral before you lock a tile; to sea is always possible.",
    "lock_limit": "One lock a turn: you have locked a tile already; to sea is always possible.",
    "lock_last_needs_two": "The last tile may be locked only with two tiles in your fish.",
}
