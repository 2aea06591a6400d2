"""Building views (rules/reef-encounter.md section 9)."""

from __future__ import annotations

from engines.contract import Seat
from engines.reef.components import ALGAE, BOARDS, CORALS, TILES, WORDS
from engines.reef.corals import coral, is_protected, owner
from engines.reef.naming import many, name
from engines.reef.scoring import outcome, results, values, worth
from engines.reef.state import ReefState, cylinders, shrimps_left, sides
from engines.reef.view import (
    BoardView,
    LarvaView,
    OwnView,
    PlayerView,
    PolypView,
    ReefView,
    ShrimpView,
    SpaceView,
    TileView,
    TurnView,
)


def to_act(state: ReefState) -> tuple[Seat, ...]:
    """Those whom play waits for: in set-up all who have not chosen, then one."""
    match state.phase:
        case "setup":
            return tuple(
                seat
                for seat, player in enumerate(state.players)
                if player.choice is None and seat not in state.resigned
            )
        case "turn":
            return (state.active,)
        case "final":
            return state.pending[:1]
    return ()


def clock_period(state: ReefState) -> str:
    """The set-up, a turn, a feeding."""
    match state.phase:
        case "setup":
            return "set-up"
        case "turn":
            return f"turn {state.number}"
        case "final":
            return f"feeding {state.seats[state.pending[0]]}"
    return "over"


def build_view(state: ReefState, viewer: Seat | None) -> ReefView:
    """What a seat, or the public, may know."""
    supply = cylinders(state)
    ended = state.phase == "over"
    feeding = state.pending[0] if state.phase == "final" else None
    return ReefView(
        viewer=viewer,
        ply=state.ply,
        turn=clock_period(state),
        to_act=to_act(state),
        prompt=_prompt(state),
        chips=_chips(state),
        outcome=outcome(state),
        phase=state.phase,
        turn_number=state.number,
        active=state.active if state.phase == "turn" else feeding,
        start_player=state.first,
        pending=state.pending,
        advanced=state.options.advanced,
        size_attack=state.options.size_attack,
        players=_players(state),
        boards=tuple(_board(state, board) for board in state.boards),
        tiles=_tiles(state),
        sea=_sea(state),
        sea_cylinder=state.sea_cylinder,
        bonus=state.bonus,
        bonus_closed=state.bonus_closed,
        bag=sum(state.bag),
        cubes=state.cubes,
        cylinders=(supply[ALGAE[0]], supply[ALGAE[1]], supply[ALGAE[2]], supply[ALGAE[3]]),
        now=_now(state) if state.phase == "turn" else None,
        own=None if viewer is None else _own(state, viewer),
        current=state.current,
        last=state.last,
        results=results(state) if ended else (),
    )


def _prompt(state: ReefState) -> str:
    match state.phase:
        case "setup":
            return "Everybody puts a tile into the fish and chooses two cubes, in secret"
        case "over":
            return "The game is over"
        case "final":
            return f"{name(state.seats[state.pending[0]])} may eat one last coral"
    who, play = name(state.seats[state.active]), state.turn.play
    if play is None:
        return f"{who} takes a turn and collects a space to end it"
    word = WORDS[play.colour]
    more = "another" if play.laid else "an" if word[0] in "aeiou" else "a"
    return f"{who} lays {more} {word} tile, or goes on"


def _chips(state: ReefState) -> tuple[str, ...]:
    if state.phase == "over":
        return tuple(many(line.score, "point") for line in results(state))
    return tuple(
        "gave up"
        if seat in state.resigned
        else f"{many(sum(player.front), 'tile')} in front, {player.eaten} eaten"
        for seat, player in enumerate(state.players)
    )


def _players(state: ReefState) -> tuple[PlayerView, ...]:
    return tuple(
        PlayerView(
            seat=seat,
            colour=state.seats[seat],
            front=player.front,
            eaten=player.eaten,
            chosen=state.phase != "setup" or player.choice is not None,
            resigned=seat in state.resigned,
        )
        for seat, player in enumerate(state.players)
    )


def _board(state: ReefState, board: str) -> BoardView:
    polyps = []
    known: dict[str, tuple[int, Seat | None]] = {}
    for cell in BOARDS[board].cells:
        if cell not in state.polyps:
            continue
        if cell not in known:
            group = coral(state.polyps, cell)
            known |= dict.fromkeys(group, (len(group), owner(state, group)))
        size, seat = known[cell]
        polyps.append(
            PolypView(
                cell=cell,
                colour=state.polyps[cell],
                size=size,
                owner=seat,
                protected=seat is not None and is_protected(state, cell),
            )
        )
    shrimps = tuple(
        ShrimpView(cell=cell, seat=seat, bare=cell not in state.polyps)
        for cell, seat in sorted(state.shrimps.items())
        if cell in BOARDS[board].cells
    )
    return BoardView(id=board, growth=BOARDS[board].growth, polyps=tuple(polyps), shrimps=shrimps)


def _tiles(state: ReefState) -> tuple[TileView, ...]:
    return tuple(
        TileView(
            id=tile.id,
            stronger=side.stronger,
            weaker=side.weaker,
            large=side.large,
            small=side.small,
            starfish=not flipped,
            locked=locked,
        )
        for tile, side, flipped, locked in zip(TILES, sides(state), state.flipped, state.locked, strict=True)
    )


def _sea(state: ReefState) -> tuple[SpaceView, ...]:
    return tuple(
        SpaceView(colour=colour, cube=colour != state.bare_space, tiles=tiles, value=value)
        for colour, tiles, value in zip(CORALS, state.sea, values(state), strict=True)
    )


def _now(state: ReefState) -> TurnView:
    turn, play = state.turn, state.turn.play
    return TurnView(
        may_eat=not turn.acted and play is None,
        larva_plays=turn.larva_plays,
        larva=None
        if play is None
        else LarvaView(colour=play.colour, from_hand=play.from_hand, laid=play.laid),
        introduced=turn.introduced,
        locked=turn.locked,
    )


def _own(state: ReefState, seat: Seat) -> OwnView:
    player = state.players[seat]
    return OwnView(
        hand=player.hand,
        cubes=player.cubes,
        fish=player.fish,
        score=worth(state, player.fish),
        shrimps=shrimps_left(state, seat),
        choice=player.choice,
    )
