"""A state that a viewer cannot tell from the true one, made from their view alone."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import Seat
from engines.reef.components import (
    CORALS,
    CUBES_PER_COLOUR,
    HAND_SIZES,
    MEAL_MINIMUM,
    SHRIMPS_PER_PLAYER,
    TILES_PER_COLOUR,
    Coral,
)
from engines.reef.counts import NONE, count, from_letters, letters
from engines.reef.options import ReefOptions
from engines.reef.phases.meals import meal_gain
from engines.reef.phases.progress import next_after
from engines.reef.state import Ending, Player, ReefState, TurnProgress
from engines.reef.view import ReefView
from engines.search.picking import one_of

_MEALS = range(MEAL_MINIMUM, MEAL_MINIMUM + 5)
"""The possible sizes of an earlier meal of another player, in polyps: the view does not tell it."""


def imagine(view: ReefView, rng: Random) -> ReefState:
    """The position of a running game as its viewer sees it.

    Others' hands and the bag are drawn from the tiles that the viewer does not see. A fish's share is guessed
    from its meals; the rest is dealt to the hands.
    """
    state = _seen(view, rng)
    others = [player for player in view.players if player.seat != view.viewer]
    tiles, cubes = _bag_first(view, _shuffled(_unseen_tiles(view), rng)), _shuffled(_unseen_cubes(view), rng)
    bag, hidden = tiles[: view.bag], tiles[view.bag :]
    players = list(state.players)
    for player in others:
        meals = sum(meal_gain(state, one_of(_MEALS, rng)) for _ in range(player.eaten))
        size = player.chosen + meals
        fish, hidden = hidden[:size], hidden[size:]
        players[player.seat] = replace(players[player.seat], fish=_counted(fish))
    if view.phase == "setup":
        for player in others:
            seat, size = player.seat, _hand_size(view, player.seat) - player.chosen
            hand, hidden = hidden[:size], hidden[size:]
            choice = letters(_counted([one_of(CORALS, rng), one_of(CORALS, rng)])) if player.chosen else None
            players[seat] = replace(players[seat], hand=_counted(hand), choice=choice)
    else:
        for number, player in enumerate(others):
            hand, held = hidden[number :: len(others)], cubes[number :: len(others)]
            players[player.seat] = replace(players[player.seat], hand=_counted(hand), cubes=_counted(held))
    return state.having(players=tuple(players), bag=_counted(bag))


def _seen(view: ReefView, rng: Random) -> ReefState:
    """The visible part, with an empty bag and nothing behind the screens of others."""
    own, now = view.own, view.now
    players = [Player(front=player.front, eaten=player.eaten) for player in view.players]
    if own is not None and view.viewer is not None:
        players[view.viewer] = replace(
            players[view.viewer], hand=own.hand, cubes=own.cubes, fish=own.fish, choice=own.choice
        )
    state = ReefState(
        options=ReefOptions(advanced=view.advanced, size_attack=view.size_attack),
        chance=Chance(f"{rng.getrandbits(256):064x}"),
        ply=view.ply,
        phase=view.phase,
        number=view.turn_number,
        first=view.start_player,
        active=view.start_player if view.active is None else view.active,
        pending=view.pending,
        resigned=tuple(player.seat for player in view.players if player.resigned),
        seats=tuple(player.colour for player in view.players),
        players=tuple(players),
        boards=tuple(board.id for board in view.boards),
        polyps={polyp.cell: polyp.colour for board in view.boards for polyp in board.polyps},
        shrimps={shrimp.cell: shrimp.seat for board in view.boards for shrimp in board.shrimps},
        flipped=tuple(not tile.starfish for tile in view.tiles),
        locked=tuple(tile.locked for tile in view.tiles),
        bag=NONE,
        cubes=view.cubes,
        spaces=tuple(space.tiles for space in view.sea),
        bare_space=next((space.colour for space in view.sea if not space.cube), None),
        cylinder=view.sea_cylinder,
        bonus=view.bonus,
        bonus_closed=view.bonus_closed,
        turn=TurnProgress()
        if now is None
        else TurnProgress(
            acted=now.acted,
            larva_plays=now.larva_plays,
            play=now.larva,
            introduced=now.introduced,
            locked=now.locked,
        ),
        current=view.current,
        last=view.last,
    )
    if view.phase != "final":
        return state
    fed = [player.seat for player in view.players if player.eaten == SHRIMPS_PER_PLAYER]
    ender = fed[0] if fed else next_after(state, view.pending[-1])
    return state.having(active=ender, ending=Ending("shrimps" if fed else "locks", ender))


def _hand_size(view: ReefView, seat: Seat) -> int:
    """Tiles of a first hand."""
    seats = len(view.players)
    return HAND_SIZES[seats][(seat - view.start_player) % seats]


def _unseen_tiles(view: ReefView) -> list[Coral]:
    """Tiles that are in the bag, in others' hands, or in their fishes."""
    seen = [view.bonus, *(space.tiles for space in view.sea), *(player.front for player in view.players)]
    if view.own is not None:
        seen += [view.own.hand, view.own.fish]
    polyps = [polyp.colour for board in view.boards for polyp in board.polyps]
    return [
        colour
        for number, colour in enumerate(CORALS)
        for _ in range(TILES_PER_COLOUR - sum(tiles[number] for tiles in seen) - polyps.count(colour))
    ]


def _bag_first(view: ReefView, tiles: list[Coral]) -> list[Coral]:
    """Unseen tiles, those of the bag first, with the colours that it must have and none that are gone."""
    known = {colour: _is_in_bag(view, colour) for colour in CORALS}
    first = [colour for colour in CORALS if known[colour] and colour in tiles]
    rest = tiles.copy()
    for colour in first:
        rest.remove(colour)
    return [*first, *sorted(rest, key=lambda colour: known[colour] is False)]


def _is_in_bag(view: ReefView, colour: Coral) -> bool | None:
    """Whether the bag has tiles of a colour; None: unknown.

    An open bonus row is refilled from the bag: a colour that it lacks is not in the bag. Once it is closed
    only the player in turn knows, and only with a cube of the colour.
    """
    own = view.own
    if count(view.bonus, colour):
        return None
    if not view.bonus_closed:
        return False
    in_turn = (view.phase, view.active) == ("turn", view.viewer)
    if own is None or not in_turn or not count(own.cubes, colour):
        return None
    return colour in own.takes


def _unseen_cubes(view: ReefView) -> list[Coral]:
    """Larva cubes in others' hands."""
    own = NONE if view.own is None else view.own.cubes
    return [
        space.colour
        for space, left, held in zip(view.sea, view.cubes, own, strict=True)
        for _ in range(CUBES_PER_COLOUR - left - space.cube - held)
    ]


def _shuffled(items: Sequence[Coral], rng: Random) -> list[Coral]:
    return sorted(items, key=lambda _: rng.random())


def _counted(items: Sequence[Coral]) -> tuple[int, int, int, int, int]:
    return from_letters("".join(items))
