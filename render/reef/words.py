"""A position of Reef Encounter in words: alt text, and a board for screen readers."""

from collections.abc import Sequence

from msgspec.structs import replace

from engines.reef.components import ALGAE, BOARDS, CORALS, WORDS, place
from engines.reef.components import name as player_name
from engines.reef.corals import coral
from engines.reef.info import INFO
from engines.reef.outcome import victory
from engines.reef.view import BoardView, Marks, OwnView, PolypView, ReefView, ShrimpView
from engines.wording import counted, listed, shorten
from render.contract import Frame
from render.phrases import MOST_ALT, MOST_TEXT, opening, recent_events, seat_name

_MOST_NAME = 20
_LARGEST = 12
"""Corals of this size are always named."""
_NAMED = 6
"""Where corals larger than this must be left out, players are named by their seats alone."""
_KEY = "Capitals: corals; ' protected, a number: the seat whose shrimp is there. Dot: rock. *: growth."


def brief(view: ReefView) -> str:
    """The winners and their points, without the reason of the end; empty before the end."""
    gone = [seat for seat, player in enumerate(view.players) if player.resigned]
    names = [player_name(player.colour) for player in view.players]
    return victory(view.results, gone, names) if view.results else ""


def alt(view: ReefView, frame: Frame) -> str:
    """Whose turn it is, recent events, the viewer's hand, the corals of each reef, who eats whom, the open
    sea and the players, or the final table: at most 1,024 characters. Small unguarded corals and recent
    events are left out without room for them. With `Frame.hand`, only the hand.
    """
    if frame.hand and view.own is not None:
        return f"{opening(view, frame, INFO)} {_own(view.own)}"
    return _fitting(view, frame, _results(view, frame, ties=False), " ", MOST_ALT)


def text(view: ReefView, frame: Frame) -> str:
    """The contents of `alt` with all supplies, a line each, and the reefs in fixed-width characters."""
    reefs = [""]
    for at in range(0, len(view.boards), 2):
        grids = [_grid(reef) for reef in view.boards[at : at + 2]]
        reefs += ["   ".join(line).rstrip() for line in zip(*grids, strict=True)]
    board = "\n".join((*reefs, _KEY))
    text = _fitting(view, frame, _results(view, frame, ties=True), "\n", MOST_TEXT - len(board) - 1)
    return f"{text}\n{board}"


def _fitting(view: ReefView, frame: Frame, results: list[str], joint: str, most: int) -> str:
    """All texts, joined, with as many of the small corals as there is room for.

    Recent events give way where corals of more than three polyps would have to, then algae and supplies, in
    the end the players' names.
    """
    text = ""
    for least in range(1, _LARGEST + 1):
        whole = least <= 4
        parts = [
            opening(view, frame, INFO),
            recent_events(frame, INFO) if least <= 3 else "",
            *results,
            f"Marked: {listed(map(place, view.reach))}." if view.reach else "",
        ]
        if view.own is not None and not results:
            parts.append(_own(view.own))
        parts += [*_reefs(view, least), _tiles(view, algae=whole)]
        if not results:
            parts.append(_sea(view, whole=whole))
            parts += [_supplies(view)] * (whole and most > MOST_ALT)
            parts += _players(view, frame if least <= _NAMED else replace(frame, players=()))
        text = joint.join(one for one in parts if one)
        if len(text) <= most:
            return text
    return shorten(text, most)


def changes(view: ReefView) -> Marks | None:
    """The changes marked as new: those of the turn under way, or else of the one before."""
    current = view.current
    if current is not None and current != Marks(seat=current.seat):
        return current
    return view.last


def _reefs(view: ReefView, least: int) -> list[str]:
    """The corals of at least this size, and all that are guarded."""
    text = [_reef(view, reef, least) for reef in view.boards]
    return text if least == 1 else [f"Corals of {least} or more, and guarded ones.", *text]


def _reef(view: ReefView, reef: BoardView, least: int) -> str:
    """The corals of one reef, the large ones first: ``B2: white 3 at d4 (Red e4), yellow 1 at c3.``.

    A guarded one is followed by its shrimp's owner and cell.
    """
    guards = {one.cell: one for one in reef.shrimps}
    text = []
    for group in sorted(_corals(reef.polyps), key=len, reverse=True):
        first = group[0]
        shrimps = [_shrimp(view, guards[one.cell]) for one in group if one.cell in guards]
        if first.size >= least or shrimps:
            guarded = "".join(f" ({one})" for one in shrimps)
            text.append(f"{WORDS[first.colour]} {first.size} at {_short(first.cell)}{guarded}")
    text += [f"{_shrimp(view, one)} on bare rock" for one in reef.shrimps if one.bare]
    return f"{reef.id}: {', '.join(text) or 'no corals'}."


def _short(cell: str) -> str:
    return place(cell)[3:]


def _shrimp(view: ReefView, one: ShrimpView) -> str:
    return f"{view.players[one.seat].colour.capitalize()} {_short(one.cell)}"


def _corals(polyps: Sequence[PolypView]) -> list[list[PolypView]]:
    """The polyps of each coral, in reading order of their first ones."""
    left = {one.cell: one for one in sorted(polyps, key=lambda one: (one.cell[-1], one.cell[-2]))}
    colours = {one.cell: one.colour for one in polyps}
    corals = []
    while left:
        first = next(iter(left))
        corals.append([left.pop(cell) for cell in (first, *sorted(coral(colours, first) - {first}))])
    return corals


def _grid(reef: BoardView) -> list[str]:
    polyp_at = {one.cell: one for one in reef.polyps}
    shrimps = {one.cell: one for one in reef.shrimps}
    lines = [f"{reef.id} a b c d e f g "]
    for row, marks in enumerate(BOARDS[reef.id].rows, start=1):
        signs = []
        for column, mark in zip("ABCDEFG", marks, strict=True):
            cell = f"{reef.id}:{column}{row}"
            one, shrimp = polyp_at.get(cell), shrimps.get(cell)
            rock = " " if mark == "." else "*" if mark == "*" else "."
            after = "'" if one is not None and one.protected else " "
            if shrimp is not None:
                after = str(shrimp.seat + 1)
            signs.append((one.colour if one is not None else rock) + after)
        lines.append(f"{row}  {''.join(signs)}")
    return lines


def _tiles(view: ReefView, *, algae: bool) -> str:
    """``White eats yellow (green), orange (locked).``: in brackets the alga that turns the coral tile."""
    sentences = []
    for eater in CORALS:
        eaten = [
            f"{WORDS[one.weaker]} ({'locked' if one.locked else one.large})" if algae else WORDS[one.weaker]
            for one in view.tiles
            if one.stronger == eater
        ]
        if eaten:
            sentences.append(f"{WORDS[eater]} eats {', '.join(eaten)}")
    return f"Strength{' (and the alga that turns it)' if algae else ''}: {'; '.join(sentences)}."


def _sea(view: ReefView, *, whole: bool) -> str:
    """The worth of each coral and the contents of its space, or only the worth."""
    if not whole:
        return f"Worth: {', '.join(f'{WORDS[space.colour]} {space.value}' for space in view.sea)}."
    text = []
    for space in view.sea:
        cube = "" if space.cube else ", no cube"
        text.append(f"{WORDS[space.colour]} worth {space.value}, {_counted(space.tiles)}{cube}")
    last = f"; last alga {view.sea_cylinder}" if view.sea_cylinder else ""
    return f"Open sea: {'; '.join(text)}{last}."


def _supplies(view: ReefView) -> str:
    bonus = "closed" if view.bonus_closed else _counted(view.bonus)
    algae = ", ".join(f"{count} {alga}" for alga, count in zip(ALGAE, view.cylinders, strict=True))
    return f"Bag {view.bag}; bonus row {bonus}; cubes left {_counted(view.cubes)}; algae left {algae}."


def _players(view: ReefView, frame: Frame) -> list[str]:
    """A line for each player: what is in front of the screen, and how often the fish has eaten."""
    text = []
    for seat, player in enumerate(view.players):
        gone = ", gave up" if player.resigned else ""
        name = seat_name(frame, INFO, seat, _MOST_NAME)
        text.append(f"{name}: {_counted(player.front)} in front, fed {player.eaten}{gone}.")
    return text


def _own(own: OwnView) -> str:
    chosen = f", chosen {own.choice}" if own.choice else ""
    return (
        f"Behind your screen: tiles {_counted(own.hand)}; cubes {_counted(own.cubes)}{chosen}; "
        f"fish {_counted(own.fish)}, score {own.score}; {counted(own.shrimps, 'shrimp')}."
    )


def _results(view: ReefView, frame: Frame, *, ties: bool) -> list[str]:
    """The final table, the best first, with or without what settles ties."""
    lines = []
    for one in sorted(view.results, key=lambda line: (line.rank, line.seat)):
        name = seat_name(frame, INFO, one.seat, _MOST_NAME)
        gone = ", gave up" if view.players[one.seat].resigned else ""
        text = f"{one.rank}. {name} {one.score}{gone}: fish {_counted(one.fish)}"
        if ties:
            text += (
                f"; {one.front} in front, {counted(one.cubes, 'cube')}, {counted(one.tiles, 'tile')}, "
                f"{counted(one.guarded, 'guarded polyp')}"
            )
        lines.append(f"{text}.")
    return lines


def _counted(counts: Sequence[int]) -> str:
    """Counts in words: ``2 white 1 yellow``, or ``none``."""
    text = (f"{count} {WORDS[coral]}" for coral, count in zip(CORALS, counts, strict=True) if count)
    return " ".join(text) or "none"
