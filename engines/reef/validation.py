"""The only gate to an action: what `validate` returns is legal. A refused player is told what is wrong.

The codes and their order are those of rules/reef-encounter.md section 12; ``syntax`` is for what names no
action, colour or coral tile at all. A cell that cannot be read is no rock cell. A second set-up choice is
``already_chosen`` whatever it holds, and while others still choose every command of a turn is
``not_your_turn``. The conditions of each action: `engines.reef.phases`.
"""

from engines.contract import Action, ErrorCode, IllegalAction, Seat
from engines.reef import actions
from engines.reef.actions import ReefAction
from engines.reef.components import HAND_TILES, MEAL_MINIMUM, WORDS, Coral, board_of
from engines.reef.counts import colours, count
from engines.reef.legal_moves import phase_of
from engines.reef.phases.larva_play import open_play
from engines.reef.spelling import HELP, well_formed
from engines.reef.state import ReefState
from engines.wording import listed


def validate(state: ReefState, seat: Seat, action: Action) -> ReefAction:
    """The same action with well-formed fields if it is legal. Raises IllegalAction."""
    sound: Action = action
    code = _problem_of_moment(state, seat, action)
    if code is None:
        sound = well_formed(action)
        code = phase_of(state).problem(state, seat, sound)
    if code is not None:
        raise IllegalAction(code, _sentence(state, seat, sound, code))
    assert isinstance(sound, ReefAction), "nothing else is well formed"  # noqa: S101
    return sound


def _problem_of_moment(state: ReefState, seat: Seat, action: Action) -> str | None:
    """Why the seat cannot do anything of the kind now."""
    feeding = isinstance(action, actions.Feed | actions.Decline)
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


def _sentence(state: ReefState, seat: Seat, action: Action, code: str) -> str:
    """One sentence for a code of section 12. It tells nothing that the seat does not know."""
    sea = state.open_sea
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
        case _, actions.Eat(cell=cell) | actions.Feed(cell=cell):
            return f"That coral has {len(state.corals.at(cell))} polyps; {MEAL_MINIMUM} are needed."
        case "cell_taken", actions.Move(to=cell):
            return f"A shrimp stands on the bare rock of {cell} already."
        case "coral_has_shrimp", actions.Introduce(cell=cell) | actions.Move(to=cell):
            return f"The coral at {cell} has a shrimp already."
        case "rock_limit", actions.Introduce(cell=cell) | actions.Move(to=cell):
            return f"Two of your shrimps are on {board_of(cell)} already."
        case _, actions.Introduce(cell=cell):
            return f"{cell} is bare rock: a new shrimp goes onto a polyp."
        case "no_cylinder", actions.PlayAlga(alga=alga):
            left = [other for other, number in sea.cylinders.items() if number]
            return f"No {alga} cylinder is left; there are {listed(left) if left else 'none at all'}."
        case "lock_wrong_alga", actions.PlayAlga(to=tile):
            return f"The large alga of {tile} is {sea.side(tile).large}."
        case "lock_taken", actions.PlayAlga(to=tile):
            free = [other.id for other in sea.unlocked]
            return f"{tile} is locked already; free are {listed(free) if free else 'none'}."
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
            return f"You have no {word} cube; your cubes: {colours(player.cubes)}."
        case "no_consumed":
            return f"You have no consumed {word} tile; in front of you: {colours(player.front)}."
        case "no_cube_in_supply":
            return f"No {word} cube is left in the supply, which has: {colours(state.cubes)}."
        case "no_tile_of_colour":
            return f"Neither the bag nor the bonus row has a {word} tile."
    if state.phase == "setup":
        return f"You have no {word} tile; your hand: {colours(player.hand)}."
    held = f"your hand: {colours(player.hand)}; in front of you: {colours(player.front)}"
    return f"You have no {word} tile to lay; {held}."


def _of_place(state: ReefState, seat: Seat, cell: str, code: str) -> str:
    player, colour = state.players[seat], open_play(state).colour
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


_FIXED: dict[str, str] = {
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
