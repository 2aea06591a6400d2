"""Building views (docs/rules/reef-encounter.md section 9)."""

from engines.contract import Seat
from engines.reef.actions import TakeTile
from engines.reef.components import ALGAE, BOARDS, CORALS, TILES
from engines.reef.legal_moves import phase_of
from engines.reef.outcome import outcome, results
from engines.reef.phases.turn import TURN
from engines.reef.state import ReefState
from engines.reef.view import (
    BoardView,
    OwnView,
    PlayerView,
    PolypView,
    ReefView,
    ShrimpView,
    SpaceView,
    TileView,
    TurnView,
)
from engines.wording import counted


def build_view(state: ReefState, viewer: Seat | None) -> ReefView:
    """What a seat, or the public, may know."""
    phase, supply = phase_of(state), state.open_sea.cylinders
    feeding = state.pending[0] if state.phase == "final" else None
    return ReefView(
        viewer=viewer,
        ply=state.ply,
        turn=phase.clock_period(state),
        to_act=phase.to_act(state),
        prompt=phase.prompt(state),
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
        sea_cylinder=state.cylinder,
        bonus=state.bonus,
        bonus_closed=state.bonus_closed,
        bag=sum(state.bag),
        cubes=state.cubes,
        cylinders=(supply[ALGAE[0]], supply[ALGAE[1]], supply[ALGAE[2]], supply[ALGAE[3]]),
        now=_now(state) if state.phase == "turn" else None,
        own=None if viewer is None else _own(state, viewer),
        current=state.current,
        last=state.last,
        results=results(state) if state.phase == "over" else (),
    )


def _chips(state: ReefState) -> tuple[str, ...]:
    if state.phase == "over":
        chips = [counted(line.score, "point") for line in results(state)]
    else:
        chips = [
            f"{counted(sum(player.front), 'tile')} in front, {player.eaten} eaten" for player in state.players
        ]
    return tuple("gave up" if seat in state.resigned else chip for seat, chip in enumerate(chips))


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
    corals = state.corals
    polyps = tuple(
        PolypView(
            cell=cell,
            colour=state.polyps[cell],
            size=len(corals.at(cell)),
            owner=corals.owner(cell),
            protected=corals.owner(cell) is not None and corals.is_protected(cell),
        )
        for cell in BOARDS[board].cells
        if cell in state.polyps
    )
    shrimps = tuple(
        ShrimpView(cell=cell, seat=seat, bare=cell not in state.polyps)
        for cell, seat in sorted(state.shrimps.items())
        if cell in BOARDS[board].cells
    )
    return BoardView(id=board, growth=BOARDS[board].growth, polyps=polyps, shrimps=shrimps)


def _tiles(state: ReefState) -> tuple[TileView, ...]:
    return tuple(
        TileView(
            id=tile.id,
            stronger=side.stronger,
            weaker=side.weaker,
            large=side.large,
            small=side.small,
            starfish=side is tile.starfish,
            locked=locked,
        )
        for tile, side, locked in zip(TILES, state.open_sea.sides, state.locked, strict=True)
    )


def _sea(state: ReefState) -> tuple[SpaceView, ...]:
    return tuple(
        SpaceView(colour=colour, cube=colour != state.bare_space, tiles=tiles, value=value)
        for colour, tiles, value in zip(CORALS, state.spaces, state.open_sea.values, strict=True)
    )


def _now(state: ReefState) -> TurnView:
    turn, play = state.turn, state.turn.play
    return TurnView(
        larva_plays=turn.larva_plays,
        larva=play,
        introduced=turn.introduced,
        locked=turn.locked,
        acted=turn.acted,
    )


def _own(state: ReefState, seat: Seat) -> OwnView:
    player, in_turn = state.players[seat], state.phase == "turn" and seat == state.active
    return OwnView(
        hand=player.hand,
        cubes=player.cubes,
        fish=player.fish,
        score=state.open_sea.worth(player.fish),
        shrimps=state.shrimps_left(seat),
        choice=player.choice,
        takes=tuple(one.colour for one in TURN.rules[TakeTile].legal(state, seat)) if in_turn else (),
    )
