"""The only gate to an action: what `validate` returns is legal. A refusal names the problem.

The codes and their order are those of docs/rules/reef-encounter.md section 12; ``syntax`` is for an unknown
action, colour or coral tile. An unreadable cell is no rock cell. A second set-up choice is ``already_chosen``
whatever its content, and while others still choose every command of a turn is ``not_your_turn``. The
conditions of each action: `engines.reef.phases`.
"""

from collections.abc import Sequence

from engines.contract import Action, ErrorCode, IllegalAction, Seat
from engines.reef import actions
from engines.reef.actions import ReefAction
from engines.reef.components import HAND_TILES, MEAL_MINIMUM, TILE_WORDS, WORDS, Coral, board_of, place
from engines.reef.counts import count, things
from engines.reef.legal_moves import phase_of
from engines.reef.phases.larva_play import open_play
from engines.reef.spelling import HELP, canonical, no_cell
from engines.reef.state import ReefState
from engines.reef.view import Counts
from engines.wording import counted, listed, spelled


def validate(state: ReefState, seat: Seat, action: Action) -> ReefAction:
    """The legal action, with its fields well-formed. Raises IllegalAction."""
    if (code := _problem_of_moment(state, seat, action)) is not None:
        raise IllegalAction(code, _sentence(state, seat, action, code), public=True)
    sound = canonical(action)
    if (code := phase_of(state).problem(state, seat, sound)) is not None:
        sentence = _no_cell(state, action) if code == "not_rock" else _sentence(state, seat, sound, code)
        raise IllegalAction(code, sentence, public=code == "not_rock" or not isinstance(sound, _OF_SCREEN))
    return sound


def _problem_of_moment(state: ReefState, seat: Seat, action: Action) -> str | None:
    """Why the seat cannot do anything of the kind now."""
    feeding = isinstance(action, (actions.Feed, actions.Decline))
    if state.phase == "final" and not feeding:
        return "final_only_feed"
    if state.phase != "final" and feeding:
        return "not_final"
    if seat not in range(len(state.players)) or seat in state.resigned:
        return ErrorCode.NOT_YOUR_TURN
    acts = seat in phase_of(state).to_act(state)
    if isinstance(action, actions.Choose):
        return None if acts and state.phase == "setup" else "already_chosen"
    return None if acts and state.phase != "setup" else ErrorCode.NOT_YOUR_TURN


def _no_cell(state: ReefState, action: Action) -> str:
    """The sentence why the cell that was written is no rock cell in play."""
    return no_cell(getattr(action, "to" if isinstance(action, actions.Move) else "cell"), state.boards)


def _sentence(state: ReefState, seat: Seat, action: Action, code: str) -> str:
    """The sentence for a code of section 12. It depends only on the seat's view."""
    sea = state.open_sea
    match code, action:
        case (code, _) if code in _FIXED:
            return _FIXED[code]
        case ErrorCode.NOT_YOUR_TURN, _:
            return phase_of(state).not_your_turn(state)
        case "shrimp_on_bare_rock", _:
            cells = listed(map(place, state.bare_posts(seat)))
            return f"On {cells} is bare rock: move your shrimp to a polyp or take it back before you collect."
        case _, actions.Eat(cell=cell) | actions.Feed(cell=cell):
            polyps = counted(len(state.corals.at(cell)), "polyp")
            return f"The coral on {place(cell)} has {polyps}; a meal takes {spelled(MEAL_MINIMUM)}."
        case "cell_taken", actions.Move(to=cell):
            return f"A shrimp stands on the bare rock of {place(cell)} already."
        case "coral_has_shrimp", actions.Introduce(cell=cell) | actions.Move(to=cell):
            return f"The coral on {place(cell)} has a shrimp already."
        case "rock_limit", actions.Introduce(cell=cell) | actions.Move(to=cell):
            return f"You already have two shrimps on {board_of(cell)}, which is the most."
        case _, actions.Introduce(cell=cell):
            return f"{place(cell)} is bare rock: a new shrimp goes onto a polyp."
        case "no_cylinder", actions.PlayAlga(alga=alga):
            left = [other for other, number in sea.cylinders.items() if number]
            return f"No cylinder of the {alga} alga is left; there are others: {_or_none(left)}."
        case "lock_wrong_alga", actions.PlayAlga(to=tile):
            return f"The {TILE_WORDS[tile]} tile shows the {sea.side(tile).large} alga, which alone locks it."
        case "lock_taken", actions.PlayAlga(to=tile):
            free = [TILE_WORDS[other.id] for other in sea.unlocked]
            return f"The {TILE_WORDS[tile]} tile is locked already; not locked: {_or_none(free)}."
        case _, actions.Place(cell=cell):
            return _of_place(state, seat, cell, code)
        case _, actions.Choose(fish=colour) | actions.PlayAlga(pay=colour):
            return _of_holdings(state, seat, colour, code)
        case _, actions.Larva(colour=colour) | actions.Cube(colour=colour) | actions.TakeTile(colour=colour):
            return _of_holdings(state, seat, colour, code)
    return HELP


def _of_holdings(state: ReefState, seat: Seat, colour: Coral, code: str) -> str:
    player, word = state.players[seat], WORDS[colour]
    match code:
        case "no_cube":
            return f"You have no {word} cube: you have {things(player.cubes, 'cube')}."
        case "no_consumed":
            return f"You have no {word} tile in front of your screen: there {_lie(player.front)}."
        case "no_cube_in_supply":
            return f"No {word} cube is left in the supply, which has {things(state.cubes, 'cube')}."
        case "no_tile_of_colour":
            return f"Neither the bag nor the bonus row has a {word} tile."
    if state.phase == "setup":
        return f"You have no {word} tile: you have {things(player.hand, 'tile')}."
    held = f"your hand has {things(player.hand, 'tile')}, and in front of your screen {_lie(player.front)}"
    return f"You have no {word} tile to lay: {held}."


def _or_none(words: Sequence[str]) -> str:
    return listed(words) if words else "none"


def _lie(tiles: Counts) -> str:
    return f"{'lies' if sum(tiles) == 1 else 'lie'} {things(tiles, 'tile')}"


def _of_place(state: ReefState, seat: Seat, cell: str, code: str) -> str:
    player, colour = state.players[seat], open_play(state).colour
    hand, front, word = count(player.hand, colour), count(player.front, colour), WORDS[colour]
    target = state.polyps.get(cell)
    match code:
        case "hand_limit":
            laid = f"{HAND_TILES} tiles from your hand are laid in this play"
            return f"{laid}; from your front you may lay {front or 'none'} more."
        case "no_tile":
            return f"You have no {word} tile there: {hand} in your hand, {front} in front of your screen."
        case "same_colour":
            return f"{place(cell)} is {word} already."
        case "attack_not_adjacent":
            return f"No {word} polyp is next to {place(cell)}; an attack comes from a coral beside it."
        case "attack_too_small":
            beside = len(state.corals.beside(cell, colour))
            which = f"The {word} coral" if beside == 1 else f"Each {word} coral"
            return f"{which} next to {place(cell)} is a single polyp; it takes a coral of two to attack."
        case "attack_not_stronger" if target is not None:
            size = ", and its coral is not the smaller one" if state.options.size_attack else ""
            # The sentence does not begin with a colour: with a capital letter that names a seat.
            return f"Now {WORDS[target]} eats {word}{size}: {word} cannot take {place(cell)}."
    return HELP


_OF_SCREEN = (actions.Choose, actions.Larva, actions.Place, actions.Cube, actions.PlayAlga, actions.TakeTile)
"""Actions that use what is behind a screen: any reason for a refusal tells something about it."""

_FIXED: dict[str, str] = {
    "final_only_feed": "The game is at its end: only feed or decline is possible now.",
    "not_final": "Feed and decline belong to the final feeding, which has not come yet.",
    "already_chosen": "Your set-up choice is made and stands.",
    "two_cubes": "Choose two cubes, such as WY or WW.",
    "eat_not_first": "The fish eats only before any other action of the turn, and once.",
    "eat_not_yours": "No shrimp of yours guards a coral there.",
    "larva_limit": "Two larva cubes have been played in this turn already.",
    "no_larva_open": "Play a larva cube first, as in larva P.",
    "no_tile_placed": "Lay a tile of the open larva play first, or cancel it.",
    "tile_already_placed": "A tile of this play has been laid; it is too late to cancel it.",
    "shrimp_in_way": "Move your shrimp off that cell first.",
    "attack_protected": "A shrimp stands on that polyp or beside it on the same coral, and protects it.",
    "joins_guarded": "That would join two corals that both have a shrimp.",
    "introduce_limit": "One new shrimp a turn: you have introduced yours.",
    "no_shrimp_left": "No shrimp is left behind your screen.",
    "not_your_shrimp": "No shrimp of yours stands there.",
    "no_move": "The shrimp stands there already.",
    "lock_needs_fed": "Your fish must have eaten a coral before you lock a tile; to sea is always possible.",
    "lock_limit": "One lock a turn: you have locked a tile already; to sea is always possible.",
    "lock_last_needs_two": "The last tile may be locked only with two tiles in your fish.",
}
