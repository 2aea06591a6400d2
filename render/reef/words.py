"""A position of Reef Encounter in words: alt text, and a board for screen readers."""

from collections.abc import Iterable, Sequence

from engines.contract import Seat
from engines.reef.components import ALGAE, BOARDS, CORALS
from engines.reef.corals import coral
from engines.reef.counts import letters
from engines.reef.info import INFO
from engines.reef.view import BoardView, Marks, OwnView, PolypView, ReefView, ShrimpView
from engines.wording import listed
from render.contract import Frame
from render.phrases import MOST_ALT, MOST_TEXT, awaited, happened, heading, shorten
from render.text import clean

_MOST_NAME = 20
_LARGEST = 12
"""Corals of this size are always named, if there is room for anything."""
_KEY = (
    "Upper case: polyps; after them ' protected, or a shrimp (p, g, r, y). Dot: rock. *: growth. Blank: sand."
)


def alt(view: ReefView, frame: Frame) -> str:
    """What happened, the corals of each reef, who eats whom, the open sea, the players and who is to act: at
    most 1,024 characters; small corals that nobody guards are left out where there is no room for them. Of a
    hand alone, what its owner has.
    """
    if frame.hand and view.own is not None:
        return f"{heading(view, frame, INFO)} {_own(view.own)}"
    head, end = " ".join(_told(view, frame)), awaited(view)
    parts = [_reach(view), _tiles(view), *_results(view, frame, ties=False)]
    if not view.results:
        own = [_own(view.own)] if view.own is not None else []
        parts += [*own, _sea(view), *(_player(view, frame, seat) for seat in range(len(view.players)))]
    rest = " ".join(one for one in parts if one)
    room = MOST_ALT - len(head) - len(end) - 2
    bodies = (f"{_reefs(view, least)} {rest}" for least in range(1, _LARGEST))
    body = next((one for one in bodies if len(one) <= room), f"{_reefs(view, _LARGEST)} {rest}")
    return f"{head} {shorten(body, room)} {end}"


def text(view: ReefView, frame: Frame) -> str:
    """The reefs in characters of one width between the same sentences: at most 1,900 characters."""
    reefs: list[str] = []
    for at in range(0, len(view.boards), 2):
        grids = [_grid(view, reef) for reef in view.boards[at : at + 2]]
        reefs += ["   ".join(line).rstrip() for line in zip(*grids, strict=True)]
    lines = [*_told(view, frame), "", *reefs, _KEY, "", *_sentences(view, frame)]
    return shorten("\n".join(lines), MOST_TEXT, f"\n{awaited(view)}")


def player_name(view: ReefView, frame: Frame, seat: Seat) -> str:
    """``Red (Ann)``."""
    colour = view.players[seat].colour.capitalize()
    person = shorten(clean(frame.players[seat]), _MOST_NAME) if seat < len(frame.players) else ""
    return f"{colour} ({person})" if person else colour


def _told(view: ReefView, frame: Frame) -> list[str]:
    return [one for one in (heading(view, frame, INFO), happened(frame)) if one]


def _sentences(view: ReefView, frame: Frame) -> list[str]:
    """All but the reefs."""
    sentences = [_reach(view), _tiles(view), _sea(view), _supplies(view)]
    sentences += [_player(view, frame, seat) for seat in range(len(view.players))]
    if view.own is not None and not view.results:
        sentences.append(_own(view.own))
    return [one for one in (*sentences, *_results(view, frame, ties=True)) if one]


def changes(view: ReefView) -> Marks | None:
    """What is marked as new: what the turn under way has done so far, or else the one before."""
    current = view.current
    if current is not None and current != Marks(seat=current.seat):
        return current
    return view.last


def _reefs(view: ReefView, least: int) -> str:
    """The corals of at least this size, and all that are guarded."""
    told = " ".join(_reef(view, reef, least) for reef in view.boards)
    return told if least == 1 else f"Corals of {least} or more, and guarded ones. {told}"


def _reef(view: ReefView, reef: BoardView, least: int) -> str:
    """Those of one reef: ``B2: W3 at D4 (red E4), Y1 at C3.``."""
    guards = {one.cell: one for one in reef.shrimps}
    told = []
    for group in _corals(reef.polyps):
        first = group[0]
        shrimps = [_shrimp(view, guards[one.cell]) for one in group if one.cell in guards]
        if first.size >= least or shrimps:
            told.append(
                f"{first.colour}{first.size} at {first.cell[-2:]}{''.join(f' ({one})' for one in shrimps)}"
            )
    told += [f"{_shrimp(view, one)} on bare rock" for one in reef.shrimps if one.bare]
    return f"{reef.id}: {', '.join(told) or 'none'}."


def _shrimp(view: ReefView, one: ShrimpView) -> str:
    return f"{view.players[one.seat].colour} {one.cell[-2:]}"


def _corals(polyps: Sequence[PolypView]) -> list[list[PolypView]]:
    """The polyps of each coral, in reading order of their first ones."""
    left = {one.cell: one for one in sorted(polyps, key=lambda one: (one.cell[-1], one.cell[-2]))}
    colours = {one.cell: one.colour for one in polyps}
    corals = []
    while left:
        first = next(iter(left))
        corals.append([left.pop(cell) for cell in (first, *sorted(coral(colours, first) - {first}))])
    return corals


def _grid(view: ReefView, reef: BoardView) -> list[str]:
    standing = {one.cell: one for one in reef.polyps}
    shrimps = {one.cell: one for one in reef.shrimps}
    lines = [f"{reef.id} A B C D E F G "]
    for row, marks in enumerate(BOARDS[reef.id].rows, start=1):
        signs = []
        for column, mark in zip("ABCDEFG", marks, strict=True):
            cell = f"{reef.id}:{column}{row}"
            one, shrimp = standing.get(cell), shrimps.get(cell)
            rock = " " if mark == "." else "*" if mark == "*" else "."
            after = "'" if one is not None and one.protected else " "
            if shrimp is not None:
                after = view.players[shrimp.seat].colour[0]
            signs.append((one.colour if one is not None else rock) + after)
        lines.append(f"{row}  {''.join(signs)}")
    return lines


def _reach(view: ReefView) -> str:
    return f"Marked: {listed(view.reach)}." if view.reach else ""


def _tiles(view: ReefView) -> str:
    """``Coral tiles: W>Y green, W>O red locked.``."""
    told = (f"{one.stronger}>{one.weaker} {one.large}{' locked' if one.locked else ''}" for one in view.tiles)
    return f"Coral tiles: {', '.join(told)}."


def _sea(view: ReefView) -> str:
    told = []
    for space in view.sea:
        cube = "" if space.cube else ", no cube"
        told.append(f"{space.colour} worth {space.value} with {letters(space.tiles) or 'none'}{cube}")
    if view.sea_cylinder:
        told.append(f"alga {view.sea_cylinder}")
    return f"Open sea: {'; '.join(told)}."


def _supplies(view: ReefView) -> str:
    bonus = "closed" if view.bonus_closed else letters(view.bonus) or "none"
    algae = ", ".join(f"{count} {alga}" for alga, count in zip(ALGAE, view.cylinders, strict=True))
    return f"Bonus {bonus}; bag {view.bag}; cubes {_counted(view.cubes)}; cylinders {algae}."


def _player(view: ReefView, frame: Frame, seat: Seat) -> str:
    player = view.players[seat]
    gone = ", resigned" if player.resigned else ""
    fed = f"fed {player.eaten}" if player.eaten else "not fed"
    return f"{player_name(view, frame, seat)}: front {_counted(player.front)}, {fed}{gone}."


def _own(own: OwnView) -> str:
    chosen = f", chosen {own.choice}" if own.choice else ""
    return (
        f"Behind your screen: tiles {_counted(own.hand)}; cubes {_counted(own.cubes)}{chosen}; "
        f"fish {_counted(own.fish)}, score {own.score}; {own.shrimps} shrimps."
    )


def _results(view: ReefView, frame: Frame, *, ties: bool) -> list[str]:
    """The final table, the best first, with or without what settles ties."""
    lines = []
    for one in sorted(view.results, key=lambda line: (line.rank, line.seat)):
        told = f"{one.rank}. {player_name(view, frame, one.seat)} {one.score}: fish {_counted(one.fish)}"
        if ties:
            told += (
                f"; {one.front} in front, {one.cubes} cubes, {one.tiles} tiles, {one.guarded} guarded polyps"
            )
        lines.append(f"{told}.")
    return lines


def _counted(counts: Iterable[int]) -> str:
    """``W2 Y1``, or ``none``."""
    told = (f"{coral}{count}" for coral, count in zip(CORALS, counts, strict=True) if count)
    return " ".join(told) or "none"
