"""What a refused player is told: what is wrong, and what is legal instead."""

from __future__ import annotations

from engines.contract import Action, Seat
from engines.reef.actions import (
    SEA,
    Choose,
    Cube,
    Eat,
    Feed,
    Introduce,
    Larva,
    Move,
    Place,
    PlayAlga,
    TakeTile,
)
from engines.reef.components import (
    HAND_TILES,
    MEAL_MINIMUM,
    WORDS,
    Coral,
    board_of,
)
from engines.reef.counts import count
from engines.reef.naming import colours, listed
from engines.reef.phases import phase_of
from engines.reef.state import ReefState

HELP = "Write for example larva P, place B2:E4, move B2:E4 screen, alga red Y sea, collect W."


def error_message(state: ReefState, seat: Seat, action: Action, code: str) -> str:
    """One sentence for a code of section 12. It tells nothing that the seat does not know."""
    fixed = _FIXED.get(code)
    if fixed is not None:
        return fixed
    if code == "NOT_YOUR_TURN":
        return phase_of(state).not_your_turn(state)
    if code == "NOT_ROCK":
        return f"That is not a rock cell, such as B2:E4, of a board in play: {listed(state.boards)}."
    match action:
        case Place():
            return _of_place(state, seat, action, code)
        case PlayAlga():
            return _of_alga(state, seat, action, code)
        case Move():
            return _of_cell(action.to, code)
        case Eat() | Feed():
            size = len(state.corals.at(action.cell))
            return f"That coral has {size} polyps; {MEAL_MINIMUM} are needed."
        case Introduce():
            return _of_cell(action.cell, code)
        case Choose() | Larva() | Cube() | TakeTile():
            return _of_holdings(state, seat, action, code)
    return _of_moment(state, seat, code)


def _of_moment(state: ReefState, seat: Seat, code: str) -> str:
    if code == "SHRIMP_ON_BARE_ROCK":
        cells = listed(state.bare_posts(seat))
        return f"Before collecting, put the shrimp at {cells} on a polyp or take it back behind the screen."
    return HELP


def _of_holdings(state: ReefState, seat: Seat, action: Choose | Larva | Cube | TakeTile, code: str) -> str:
    player = state.players[seat]
    colour: Coral = action.fish if isinstance(action, Choose) else action.colour
    word = WORDS[colour]
    match code:
        case "NO_CUBE":
            return f"You have no {word} cube; your cubes: {colours(player.cubes)}."
        case "NO_CONSUMED":
            return f"You have no consumed {word} tile; in front of you: {colours(player.front)}."
        case "NO_CUBE_IN_SUPPLY":
            return f"No {word} cube is left in the supply, which has: {colours(state.cubes)}."
        case "NO_TILE_OF_COLOUR":
            return f"Neither the bag nor the bonus row has a {word} tile."
        case "NO_TILE" if isinstance(action, Choose):
            return f"You have no {word} tile; your hand: {colours(player.hand)}."
    return (
        f"You have no {word} tile to lay; your hand: {colours(player.hand)}; "
        f"in front of you: {colours(player.front)}."
    )


def _of_place(state: ReefState, seat: Seat, action: Place, code: str) -> str:
    play = state.turn.play
    if play is None:
        return HELP
    colour = play.colour
    word = WORDS[colour]
    player = state.players[seat]
    target = state.polyps.get(action.cell)
    match code:
        case "HAND_LIMIT":
            front = count(player.front, colour)
            return (
                f"{HAND_TILES} tiles from your hand are laid in this play; "
                f"from your front you may lay {front or 'none'} more."
            )
        case "NO_TILE":
            hand, front = count(player.hand, colour), count(player.front, colour)
            return f"You have no {word} tile there: {hand} in your hand, {front} in front of you."
        case "SAME_COLOUR":
            return f"{action.cell} is {word} already."
        case "ATTACK_NOT_ADJACENT":
            return f"No {word} polyp is next to {action.cell}; an attack comes from a coral beside it."
        case "ATTACK_TOO_SMALL":
            return f"The {word} coral next to {action.cell} must have two polyps before it attacks."
        case "ATTACK_NOT_STRONGER" if target is not None:
            return f"The coral tile says {target}>{colour}: {word} does not take {WORDS[target]} now."
    return _of_cell(action.cell, code)


def _of_alga(state: ReefState, seat: Seat, action: PlayAlga, code: str) -> str:
    player = state.players[seat]
    if code == "NO_CONSUMED":
        return f"You have no consumed {WORDS[action.pay]} tile; in front of you: {colours(player.front)}."
    if code == "NO_CYLINDER":
        left = [alga for alga, number in state.open_sea.cylinders.items() if number]
        return f"No {action.alga} cylinder is left; there are {listed(left) if left else 'none at all'}."
    if code == "LOCK_WRONG_ALGA" and action.to != SEA:
        return f"The large alga of {action.to} is {state.open_sea.side(action.to).large}."
    free = [tile.id for tile in state.open_sea.unlocked]
    return f"{action.to} is locked already; free are {listed(free) if free else 'none'}."


def _of_cell(cell: str, code: str) -> str:
    match code:
        case "CELL_TAKEN":
            return f"A shrimp stands on the bare rock of {cell} already."
        case "CORAL_HAS_SHRIMP":
            return f"The coral at {cell} has a shrimp already."
        case "ROCK_LIMIT":
            return f"Two of your shrimps are on {board_of(cell)} already."
        case "SHRIMP_NEEDS_POLYP":
            return f"{cell} is bare rock: a new shrimp goes onto a polyp."
    return f"{cell} will not do."


_FIXED = {
    "GAME_OVER": "The game is over.",
    "FINAL_ONLY_FEED": "The game is at its end: only feed or decline is possible now.",
    "NOT_FINAL": "Feed and decline belong to the final feeding, which has not come yet.",
    "ALREADY_CHOSEN": "Your set-up choice is made and stands.",
    "TWO_CUBES": "Choose exactly two cubes, such as WY or WW.",
    "EAT_NOT_FIRST": "The fish eats only before any other action of the turn, and once.",
    "EAT_NOT_YOURS": "There is no shrimp of yours on a coral there.",
    "LARVA_LIMIT": "Two larva cubes have been played in this turn already.",
    "NO_LARVA_OPEN": "Play a larva cube first, as in larva P.",
    "NO_TILE_PLACED": "Lay a tile of the open larva play first, or cancel it.",
    "TILE_ALREADY_PLACED": "A tile of this play has been laid; it is too late to cancel it.",
    "SHRIMP_IN_WAY": "Move your shrimp off that cell first.",
    "ATTACK_PROTECTED": "A shrimp protects that polyp.",
    "JOINS_GUARDED": "That would join two corals that both have a shrimp.",
    "INTRODUCE_LIMIT": "One new shrimp a turn: you have introduced yours.",
    "NO_SHRIMP_LEFT": "No shrimp is left behind your screen.",
    "NOT_YOUR_SHRIMP": "No shrimp of yours stands there.",
    "NO_MOVE": "The shrimp stands there already.",
    "LOCK_NEEDS_FED": "Your fish must have eaten a coral before you lock a tile; to sea is always possible.",
    "LOCK_LIMIT": "One lock a turn: you have locked a tile already; to sea is always possible.",
    "LOCK_LAST_NEEDS_TWO": "The last tile may be locked only with two tiles in your fish.",
}
