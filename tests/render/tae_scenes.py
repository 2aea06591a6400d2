"""Positions of TaE worth a look, built by hand from sketches as in its rules: each a view and a frame."""

from typing import Any, TypeAlias

from msgspec.structs import replace

from engines.contract import Outcome, Seat
from engines.tae.board_masks import NEIGHBOURS, OUTER, START, cells_of, grown, set_of
from engines.tae.constants import CELLS, COLONY_TYPES, EMBLEMS, HEIGHT, LETTERS, WIDTH, cell_at, cell_name
from engines.tae.view import (
    ArtifactView,
    CombatView,
    LastView,
    LeaderView,
    MonumentView,
    PlayerView,
    RegionView,
    ResultView,
    Scores,
    Ships,
    SideView,
    TaeView,
)
from engines.wording import counted
from render.contract import Frame
from tests.render.pictures import SceneOf

PEOPLE = ("Ann", "Bea", "Carlos", "Dörte")
LONG_NAMES = ("Maximiliane von und zu Hohenstein-Wittelsbach", "山田太郎 🦊 שלום", "Ñandú", "x" * 80)

MIDDLE = (
    "Bk E2, k F2, Pu D3, u E3, r* F3, Br F4, g G3, Bg G4, r H4, r H3, Lk I3, g G5, "
    "r* I7, Pg I6, g H6, g J6, k J7, Lr H7, r K7, Xu L9, r L10, r* K11, Xk K10, k L11, u K9, u J9, "
    "r* N5, Bu O5, u O6, k M5, Pk M4, r* O9, r* P2, r* B8, u D8, r* F10, Xg B9, g C9, r C8"
)
"""The middle of a game of four."""
SEED = "r E5, Pg F5, g G5, k H5, k I5, Bg J5, r J6"
"""Example X2 of the rules, its connecting colony founded."""
Scene: TypeAlias = SceneOf[TaeView]


def start(seats: int = 2, **given: Any) -> Scene:
    """The first position of a game."""
    return sketched(", ".join(f"r* {cell_name(cell)}" for cell in START), seats, **given)


def sketched(
    pieces: str,
    seats: int = 2,
    *,
    viewer: Seat | None = None,
    monuments: tuple[MonumentView, ...] = (),
    theme: str = "dark",
    width: int = 1000,
    recent_events: str = "",
    preview: bool = False,
    hand: bool = False,
    picks: tuple[str, ...] = (),
    picked: tuple[str, ...] = (),
    names: tuple[str, ...] = PEOPLE,
    **view: Any,
) -> Scene:
    """A view with these pieces, each a sign of the rules' sketches and its cell: ``r* B2``, ``Bg I5``."""
    stands = {cell: sign for sign, cell in (piece.split() for piece in pieces.split(", "))}
    at = {_number(cell): sign for cell, sign in stands.items()}
    ground = [_ground(at.get(cell, ".")) for cell in range(CELLS)]
    for one in monuments:
        for cell in one.cells:
            ground[_number(cell)] = "M"
    leaders = _leaders(stands, seats, set_of(cell for cell in range(CELLS) if ground[cell] == "r"))
    artifacts = tuple(
        ArtifactView(cell_name(cell), cell in OUTER) for cell, sign in sorted(at.items()) if "*" in sign
    )
    shown = TaeView(
        **{
            "viewer": viewer,
            "ply": 17,
            "turn": "turn 9",
            "to_act": (0,),
            "prompt": "Bow has 2 actions left",
            "chips": tuple(f"6 ships, {counted(2 if seat else 1, 'bomb')}" for seat in range(seats)),
            "rows": tuple("".join(ground[row * WIDTH : (row + 1) * WIDTH]) for row in range(HEIGHT)),
            "leaders": leaders,
            "artifacts": artifacts,
            "monuments": monuments,
            "regions": _regions(ground, leaders, {one.cell for one in artifacts}),
            "players": tuple(_player(seat, viewer) for seat in range(seats)),
            "bag": 107,
            "phase": "action",
            "active": 0,
            "actions_left": 2,
            "choices": (),
            "combat": None,
            "squares": (),
            "last": None,
            **view,
        }
    )
    frame = Frame(
        code="K7QX",
        players=names[:seats],
        recent_events=recent_events,
        theme="light" if theme == "light" else "dark",
        preview=preview,
        hand=hand,
        choices=picks,
        chosen=picked,
        width=width,
    )
    return Scene(shown, frame)


def external(*, viewer: Seat | None = None, committed: bool = False, **given: Any) -> Scene:
    """Two merchant leaders about to fight, joined by a settler colony."""
    west, east = ("E5", "F5", "G5", "H5"), ("J5", "J6")
    combat = CombatView(
        internal=False,
        kind="merchant",
        reinforced_by="merchant",
        connecting="I5",
        sides=(
            SideView(
                seat=0,
                cell="J5",
                initial=0,
                region=east,
                committed=committed,
                ships=2 if viewer == 0 else None,
            ),
            SideView(seat=1, cell="F5", initial=1, region=west, committed=False, ships=None),
        ),
    )
    return sketched(
        SEED,
        viewer=viewer,
        combat=combat,
        phase="reinforce",
        to_act=(1,) if committed else (0, 1),
        prompt="Bow and Pot may commit ships to the combat",
        last=LastView(seat=0, text="k@I5", cells=("I5",), joined=2),
        **{"recent_events": "Bow founds a settler colony on I5, which joins two regions", **given},
    )


def internal(**given: Any) -> Scene:
    """Bow's merchant leader challenges Pot's in its region: example X1 of the rules."""
    combat = CombatView(
        internal=True,
        kind="merchant",
        reinforced_by="scientist",
        connecting=None,
        sides=(
            SideView(seat=0, cell="I5", initial=2, region=("H5", "I6"), committed=False, ships=None),
            SideView(seat=1, cell="G5", initial=1, region=("H5",), committed=True, ships=None),
        ),
    )
    return sketched(
        "Pg G5, r H5, k H6, r I6, Bg I5",
        combat=combat,
        phase="reinforce",
        prompt="Bow may commit ships to the combat",
        last=LastView(seat=0, text="Bg@I5", cells=("I5",), came_from="E10"),
        **{"recent_events": "Bow's Merchant Leader moves from E10 to I5 and challenges Pot's", **given},
    )


def three_sides(**given: Any) -> Scene:
    """Example X5 of the rules: one combat of three."""
    combat = CombatView(
        internal=False,
        kind="merchant",
        reinforced_by="merchant",
        connecting="H6",
        sides=(
            SideView(seat=0, cell="G5", initial=1, region=("F5", "G5", "G6"), committed=True, ships=None),
            SideView(
                seat=1, cell="J6", initial=2, region=("I5", "J5", "I6", "J6"), committed=False, ships=None
            ),
            SideView(seat=2, cell="H7", initial=0, region=("H7", "H8"), committed=False, ships=None),
        ),
    )
    return sketched(
        "r F5, Bg G5, g I5, r J5, g G6, k H6, g I6, Pg J6, Lg H7, r H8",
        3,
        combat=combat,
        phase="reinforce",
        to_act=(1, 2),
        prompt="Pot and Lion may commit ships to the combat",
        last=LastView(seat=0, text="k@H6", cells=("H6",), joined=3),
        **given,
    )


def resolved(**given: Any) -> Scene:
    """The scene after example X3a of the rules: a science war with all that follows."""
    result = ResultView(
        internal=False,
        kind="scientist",
        sides=((0, 2, 1), (1, 2, 0)),
        winner=0,
        lost=((1, "M5"),),
        removed=("K5", "K6", "L5"),
    )
    last = LastView(
        seat=0,
        text="k@H5",
        cells=("H5",),
        joined=2,
        results=(result,),
        sent_home=((2, "merchant", "K4"), (1, "settler", "J5")),
        taken=((0, "F9"),),
    )
    return sketched(
        "g E5, r F5, Bg G5, k H5, k I5, Br E6, r F6, g G6, k J6, r* F10, k F9, r* K11",
        3,
        last=last,
        actions_left=1,
        **{
            "recent_events": "scientist combat: Bow 2 + 1 = 3, Pot 2 + 0 = 2; "
            "Bow wins and scores 3 Technology",
            **given,
        },
    )


def choosing(**given: Any) -> Scene:
    """Example X3 of the rules: two kinds in conflict."""
    return sketched(
        "g E5, r F5, Bg G5, k H5, k I5, Br E6, r F6, g G6, Pk J5, r K5, Pr L5, k J6, r K6, Lg K4",
        3,
        phase="choose_combat",
        choices=("scientist", "merchant"),
        prompt="Bow chooses which combat comes first",
        last=LastView(seat=0, text="k@H5", cells=("H5",), joined=2),
        **given,
    )


def middle(viewer: Seat | None = None, **given: Any) -> Scene:
    """The middle of a game of four, after a bomb on G1 and before it one on A11."""
    return sketched(
        MIDDLE + ", # G1, # A11, # M10",
        4,
        viewer=viewer,
        **{
            "last": LastView(seat=3, text="bomb M10", cells=("M10",)),
            "recent_events": "Bull drops a supernova bomb on M10",
            **given,
        },
    )


def with_monuments(**given: Any) -> Scene:
    """Two monuments, and a square that may become a third."""
    stands = (
        MonumentView(0, ("settler", "merchant"), ("G5", "H5", "G6", "H6")),
        MonumentView(3, ("scientist", "miner"), ("K9", "L9", "K10", "L10")),
    )
    return sketched(
        "Bk I5, r I6, Pg F6, r F7, r C1, r D1, r C2, r D2, Br B2, Pr M10, r N10, r* K11",
        monuments=stands,
        phase="monument",
        squares=("C1",),
        prompt="Bow builds a monument or skips",
        last=LastView(seat=0, text="r@D2", cells=("D2",)),
        **{"recent_events": "Bow founds a science colony on D2", **given},
    )


def over(**given: Any) -> Scene:
    """Example X10 of the rules: the last turn is over."""
    scores = (Scores(7, 9, 4, 5, 3), Scores(6, 6, 8, 6, 0), Scores(12, 3, 10, 11, 2))
    finals = ((6, 6, 7, 9), (6, 6, 6, 8), (5, 10, 11, 12))
    players = tuple(
        PlayerView(
            seat=seat, ships=0, bombs=0, resigned=False, hand=None, scores=scores[seat], final=finals[seat]
        )
        for seat in range(3)
    )
    return sketched(
        SEED + ", r* B8, r* K11",
        3,
        players=players,
        phase="over",
        to_act=(),
        chips=tuple(" ".join(map(str, final)) for final in finals),
        outcome=Outcome((1, 2, 3), "artifacts", "Bow wins: two artifacts are left."),
        **given,
    )


def asked(mark: str = "F5", **given: Any) -> Scene:
    """The resource view that answers a question about the region of a cell."""
    scene = middle(**given)
    region = next(one for one in scene.view.regions if mark in one.cells)
    return scene._replace(view=replace(scene.view, mark=region.cells))


def picking(**given: Any) -> Scene:
    """The targets of a leader that was picked."""
    cells = "A8 B10 E10 F9 F11 G2 G10 H2 H5 I4 I8 J5 J10 J11 K8 L7 M11 N9 O10 P3"
    return middle(0, **{"picks": tuple(cells.split()), "picked": ("G4",), **given})


def threats(**given: Any) -> Scene:
    """The cells on which one colony would start a combat."""
    scene = middle(**given)
    return scene._replace(view=replace(scene.view, mark=("H5", "G6", "L6", "M7")))


def resources(**given: Any) -> Scene:
    """The resource view of all regions."""
    scene = middle(**given)
    cells = tuple(cell for region in scene.view.regions for cell in region.cells)
    return scene._replace(view=replace(scene.view, mark=cells))


def open_scores(**given: Any) -> Scene:
    """A game whose points everybody knows, seen by a player."""
    scene = middle(1, **given)
    players = tuple(replace(one, scores=Scores(3 + one.seat, 12, 5, 0, 1)) for one in scene.view.players)
    return scene._replace(view=replace(scene.view, players=players))


def document() -> Scene:
    """The scene in the documents."""
    return middle()


def gallery() -> dict[str, Scene]:
    """The golden pictures by name: most at half size, those that players see most at full size."""
    half: dict[str, Any] = {"width": 500}
    light: dict[str, Any] = {"theme": "light"}
    return {
        "start-2-dark": start(**half),
        "start-4-light": start(4, **light, **half),
        "middle-dark": middle(),
        "middle-light": middle(**light),
        "own-dark": middle(1, **half),
        "own-light": middle(0, preview=True, **light, **half),
        "held-dark": middle(1, hand=True, **half),
        "held-light": middle(0, hand=True, **light, **half),
        "external-dark": external(**half),
        "external-own-light": external(viewer=0, committed=True, **light, **half),
        "internal-light": internal(**light, **half),
        "three-sides-dark": three_sides(**half),
        "resolved-dark": resolved(**half),
        "resolved-light": resolved(**light, **half),
        "choosing-dark": choosing(**half),
        "monuments-dark": with_monuments(**half),
        "monuments-light": with_monuments(**light, **half),
        "over-light": over(names=LONG_NAMES, **light, **half),
        "region-dark": asked("G4"),
        "region-light": asked("G4", **light, **half),
        "resources-dark": resources(**half),
        "threats-light": threats(**light, **half),
        "picking-dark": picking(),
        "picking-light": picking(**light, **half),
        "leaders-dark": middle(0, picks=("G4", "F4", "E2", "O5"), **half),
        "open-scores-light": open_scores(**light, **half),
    }


def _number(cell: str) -> int:
    found = cell_at(cell)
    assert found is not None
    return found


def _ground(sign: str) -> str:
    plain = sign.rstrip("*")
    return plain if plain in {*LETTERS, "#"} else "."


def _leaders(stands: dict[str, str], players: int, science: int) -> tuple[LeaderView, ...]:
    placed = {sign: cell for cell, sign in stands.items() if len(sign.rstrip("*")) == 2}
    result = []
    for seat in range(players):
        for letter, kind in zip(LETTERS, COLONY_TYPES, strict=True):
            cell = placed.get(EMBLEMS[seat] + letter)
            support = 0 if cell is None else (NEIGHBOURS[_number(cell)] & science).bit_count()
            result.append(LeaderView(seat=seat, kind=kind, cell=cell, support=support))
    return tuple(result)


def _regions(
    ground: list[str], leaders: tuple[LeaderView, ...], artifacts: set[str]
) -> tuple[RegionView, ...]:
    standing = {_number(one.cell): one for one in leaders if one.cell is not None}
    rest = set_of(cell for cell in range(CELLS) if ground[cell] not in ".#" or cell in standing)
    result = []
    while rest:
        found = grown(rest & -rest, rest)
        rest &= ~found
        cells = tuple(cells_of(found))
        counts = (sum(ground[cell] == letter for cell in cells) for letter in LETTERS)
        result.append(
            RegionView(
                cells=tuple(cell_name(cell) for cell in cells),
                colonies=Ships(*counts),
                leaders=tuple(
                    (standing[cell].seat, standing[cell].kind) for cell in cells if cell in standing
                ),
                artifacts=sum(cell_name(cell) in artifacts for cell in cells),
            )
        )
    return tuple(result)


def _player(seat: Seat, viewer: Seat | None) -> PlayerView:
    own = seat == viewer
    return PlayerView(
        seat=seat,
        ships=6,
        bombs=2 if seat else 1,
        resigned=False,
        hand=Ships(2, 2, 1, 1) if own else None,
        scores=Scores(3, 12, 5, 0, 1) if own else None,
        final=None,
    )
