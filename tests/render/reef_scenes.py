"""Positions of Reef Encounter worth a look, laid out by hand: each a view and a frame."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from engines.contract import Outcome, Seat
from engines.reef.components import BOARDS, CORALS, NEIGHBOURS, PLAYERS, TILES, Coral
from engines.reef.view import (
    BoardView,
    Counts,
    Marks,
    OwnView,
    PlayerView,
    PolypView,
    ReefView,
    ResultView,
    ShrimpView,
    SpaceView,
    TileView,
)
from render.contract import Frame
from tests.render.pictures import SceneOf

NAMES = ("Ann", "Bartholomäus", "Cleo", "Dimitri")
LONG_NAMES = ("Maximiliane von und zu Hohenstein-Wittelsbach", "山田太郎 🦊 שלום", "W" * 60, "i" * 60)
GROWN = {
    "B1": "YYY D1 D2 E2, WWWW E3 F2 F3 F1, GGG B4 A4 A5, PPPP C5 B5 C6 B6, OO E5 E6, YY F5 G5, W B2, P G6",
    "B2": "GGGGG D2 C2 B2 A2 A3, YY C3 B3, WWW F4 G4 G5, OOOO C5 B5 C6 B6, PPPPP E5 D5 D4 E4 D3, Y E1, G F6",
    "B3": "OOO E2 E1 D2, WWWWW C3 C2 B2 B1 C1, YY F3 G3, PP C5 C6, GGGG E5 E4 D4 F5, P A4, O G6, Y A3",
    "B4": "OO D2 D1, GGGG E3 F3 F2 G2, WW B4 A4, PP C5 B5, YYYYYY E5 F5 E4 D5 F4 D4, W C1, P F6, G B6",
}
"""Reefs in the middle of a game: the colours of each coral, then its cells."""
SHRIMPS: dict[Seat, tuple[str, ...]] = {
    0: ("B1:E3", "B2:D5", "B3:E4"),
    1: ("B2:C2", "B3:C2", "B4:A4"),
    2: ("B1:B5", "B4:E4"),
    3: ("B1:B4", "B4:F3", "B3:F3"),
}
MARKS = Marks(
    seat=0,
    laid=("B2:E4", "B2:D5", "B3:F5", "B3:E4"),
    attacked=("B3:E4",),
    grown=("B2:D4",),
    eaten=("B1:A3", "B1:B3", "B1:A6"),
    shrimps=(("B2:F5", "B2:D5"), (None, "B3:E4"), ("B1:G4", None)),
    flipped=("YO", "GY"),
    locked="OG",
    collected="O",
    filled=(("O", "Y"), ("P", "O")),
)


LAYING = ("B1 a3", "B1 d4", "B1 d3", "B2 d2", "B2 e1", "B2 c3", "B3 e3", "B3 g6", "B4 b1", "B4 d5", "B4 f5")
"""Places that may be picked, empty ones and occupied ones."""
Scene: TypeAlias = SceneOf[ReefView]


def counts(letters: str) -> Counts:
    """``WWY`` as numbers of W, Y, O, P, G."""
    w, y, o, p, g = (letters.count(coral) for coral in CORALS)
    return w, y, o, p, g


def reef(name: str, corals: str, shrimps: Mapping[str, Seat]) -> BoardView:
    """A reef with these corals (``YYY D1 D2 E2, W B2``; the first letter counts) and shrimps by cell."""
    colours: dict[str, Coral] = {}
    for coral in corals.split(", ") if corals else ():
        letters, *cells = coral.split()
        colour = CORALS["WYOPG".index(letters[0])]
        colours |= {f"{name}:{cell}": colour for cell in cells}
    polyps = []
    for cell, colour in colours.items():
        group = grown(cell, colours)
        owner = next((shrimps[one] for one in group if one in shrimps), None)
        protected = any(one in shrimps for one in (cell, *(c for c in NEIGHBOURS[cell] if c in group)))
        polyps.append(PolypView(cell=cell, colour=colour, size=len(group), owner=owner, protected=protected))
    guards = tuple(
        ShrimpView(cell=cell, seat=seat, bare=cell not in colours)
        for cell, seat in shrimps.items()
        if cell.startswith(name)
    )
    return BoardView(id=name, growth=BOARDS[name].growth, polyps=tuple(polyps), shrimps=guards)


def grown(cell: str, colours: Mapping[str, Coral]) -> set[str]:
    """The coral on a cell."""
    group, front = {cell}, [cell]
    while front:
        for beside in NEIGHBOURS[front.pop()]:
            if beside not in group and colours.get(beside) == colours[cell]:
                group.add(beside)
                front.append(beside)
    return group


def tiles(flipped: str = "", locked: str = "") -> tuple[TileView, ...]:
    """The coral tiles, with the starfish side up except those in `flipped`."""
    return tuple(
        TileView(
            id=tile.id,
            stronger=side.stronger,
            weaker=side.weaker,
            large=side.large,
            small=side.small,
            starfish=side is tile.starfish,
            locked=tile.id in locked.split(),
        )
        for tile in TILES
        for side in (tile.plain if tile.id in flipped.split() else tile.starfish,)
    )


def worth(coral: Coral, lying: tuple[TileView, ...]) -> int:
    """The value of a colour."""
    return 1 + sum(tile.stronger == coral for tile in lying)


def position(
    players: int = 4,
    *,
    reefs: str = "B1 B2 B3 B4",
    corals: Mapping[str, str] = GROWN,
    flipped: str = "YO GY",
    locked: str = "OG WY",
    fronts: tuple[str, ...] = ("WWP", "", "GGGGO", "YYYYYYYYYYYYWWPPPGGO"),
    eaten: tuple[int, ...] = (1, 0, 2, 3),
    viewer: Seat | None = None,
    **given: Any,
) -> ReefView:
    """A position in the middle of a game, with the given values in place of the usual ones."""
    names = reefs.split()[:players] if players < 4 else reefs.split()
    guards = {
        cell: seat
        for seat in range(players)
        for cell in SHRIMPS[seat]
        if corals is GROWN and cell[:2] in names
    }
    lying = tiles(flipped, locked)
    stock = ("OYW", "GWW", "YPG", "OW", "Y")
    own = OwnView(
        hand=counts("WWWYOOPPPPPG"),
        cubes=counts("WPPG"),
        fish=counts("OWWWY"),
        score=14,
        shrimps=2,
        choice=None,
    )
    view = ReefView(
        viewer=viewer,
        ply=57,
        turn="turn 12",
        to_act=(1,),
        prompt="Green's turn: laying pink",
        chips=tuple(f"fed {eaten[seat]}" for seat in range(players)),
        phase="turn",
        turn_number=12,
        active=1,
        start_player=0,
        pending=(),
        advanced=False,
        size_attack=False,
        players=tuple(
            PlayerView(
                seat=seat,
                colour=PLAYERS[seat],
                front=counts(fronts[seat]),
                eaten=eaten[seat],
                chosen=True,
                resigned=False,
            )
            for seat in range(players)
        ),
        boards=tuple(reef(name, corals[name], guards) for name in names),
        tiles=lying,
        sea=tuple(
            SpaceView(colour=coral, cube=True, tiles=counts(held), value=worth(coral, lying))
            for coral, held in zip(CORALS, stock, strict=True)
        ),
        sea_cylinder="blue",
        bonus=counts("WYOG"),
        bonus_closed=False,
        bag=84,
        cubes=counts("WWWWYYYYYYYOOOOOPPPPPPPPG"),
        cylinders=(2, 4, 5, 3),
        now=None,
        own=None if viewer is None else own,
        current=None,
        last=marks_on(names) if corals is GROWN else None,
    )
    return replace(view, **given)


def marks_on(names: Sequence[str]) -> Marks:
    """The marks that lie on these reefs."""

    def there(cells: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(cell for cell in cells if cell[:2] in names)

    ways = tuple(way for way in MARKS.shrimps if all(cell is None or cell[:2] in names for cell in way))
    cells = {field: there(getattr(MARKS, field)) for field in ("laid", "attacked", "grown", "eaten")}
    return replace(MARKS, shrimps=ways, **cells)


STARTS = {
    name: ", ".join(f"{colour} {cell[3:]}" for cell, colour in board.starts.items())
    for name, board in BOARDS.items()
}
FRESH: dict[str, Any] = {
    "corals": STARTS,
    "flipped": "",
    "locked": "",
    "fronts": ("",) * 4,
    "eaten": (0,) * 4,
    "sea_cylinder": None,
    "bonus": (1,) * 5,
    "bag": 133,
    "cubes": (7, 8, 7, 7, 8),
    "cylinders": (5,) * 4,
    "turn": "turn 1",
}


def over(players: int = 4, **given: Any) -> ReefView:
    """The end of a game with its final table."""
    fishes = ("WWWYYYYO", "PPGGGG", "OOOOWYY", "G")
    lines = ((2, 3, 2, 7, 0), (1, 3, 0, 12, 4), (2, 3, 2, 7, 0), (4, 1, 4, 3, 0))
    ranks = (1, 2) if players == 2 else (1, 3, 1, 4)
    lying = tiles("YO GY", "OG WY")
    values = [worth(coral, lying) for coral in CORALS]
    results = tuple(
        ResultView(
            seat=seat,
            rank=ranks[seat],
            score=sum(n * value for n, value in zip(counts(fishes[seat]), values, strict=True)),
            fish=counts(fishes[seat]),
            front=front,
            cubes=cubes,
            tiles=hand,
            guarded=guarded,
        )
        for seat, (_, front, cubes, hand, guarded) in enumerate(lines[:players])
    )
    return position(
        players,
        chips=tuple(f"{line.score} points" for line in results),
        phase="over",
        to_act=(),
        active=None,
        results=results,
        outcome=Outcome(
            ranks[:players],
            "locked",
            f"{'Purple wins' if players == 2 else 'Purple and Red win'} with 25 points.",
        ),
        **given,
    )


def scene(view: ReefView, **given: Any) -> Scene:
    """The view in a frame."""
    result = "purple lays P on B2:E4 (B2:D4 grows) and attacks on B3:E4; collects the orange space"
    values = {"code": "K7QX", "players": NAMES[: len(view.players)], "recent_events": result, **given}
    return Scene(view, Frame(**values))


def document() -> Scene:
    """The scene in the documents: four reefs in the middle of a game."""
    return scene(position())


def gallery() -> dict[str, Scene]:
    """The golden pictures by name: most at half size, those that players see most at full size."""
    half: dict[str, Any] = {"width": 500}
    light: dict[str, Any] = {"theme": "light"}
    return {
        "start-4-dark": scene(position(**FRESH), recent_events="", **half),
        "start-2-light": scene(position(2, **FRESH), recent_events="", **light, **half),
        "game-4-dark": scene(position()),
        "game-4-light": scene(position(), **light),
        "game-3-dark": scene(position(3), **half),
        "game-3-light": scene(position(3), **light, **half),
        "game-2-light": scene(position(2, reefs="B2 B3"), **light, **half),
        "hand-4-dark": scene(position(viewer=1), **half),
        "hand-3-light": scene(position(3, viewer=2), **light, **half),
        "held-4-dark": scene(position(viewer=1), hand=True, **half),
        "held-2-light": scene(position(2, viewer=0, reefs="B4 B1"), hand=True, **light, **half),
        "hand-2-dark": scene(position(2, viewer=0, reefs="B4 B1"), preview=True, **half),
        "reach-2-dark": scene(
            position(2, reefs="B2 B3", reach=("B2:F2", "B2:F3", "B2:G3", "B3:C4", "B3:E4"), last=None), **half
        ),
        "laying-4-dark": scene(
            position(viewer=1),
            choices=LAYING,
            chosen=("B1 e3",),
            **half,
        ),
        "laying-2-light": scene(
            position(2, reefs="B2 B3", viewer=1),
            choices=tuple(one for one in LAYING if one[:2] in ("B2", "B3")),
            **light,
            **half,
        ),
        "closed-4-light": scene(
            position(
                bonus=(0,) * 5,
                bonus_closed=True,
                bag=0,
                locked="OG WY PG WO YO",
                last=None,
                sea_cylinder=None,
            ),
            players=LONG_NAMES,
            **light,
            **half,
        ),
        "over-4-dark": scene(over(), **half),
        "over-2-light": scene(over(2, viewer=0), **light, **half),
    }
