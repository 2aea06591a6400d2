"""Listing what a person may do, at each keystroke and in each panel, in positions of the golden games."""

import gc
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any, NamedTuple

import chess

from bot.discord.commands.autocomplete import matching, notation_choices, values_of
from bot.discord.interaction.choosing import page_of, rows_of
from bot.discord.interaction.components import ButtonState
from bot.discord.interaction.options import Focus
from bot.service.game.picking import level_of, token_of
from engines.contract import AnyEngine, Offer, Seat
from engines.record import replay
from engines.registry import ENGINES
from tests.bench import Figure, best_seconds
from tests.records import golden_records

_KEPT = 5
"""About how many positions of a golden game are measured, evenly spread."""
_TYPED = ("", "e", "x1", "combat")
"""Nothing, a letter, a notation that few actions have, and a word of descriptions."""


class Position(NamedTuple):
    """A moment of a game, and a seat that has a choice in it."""

    engine: AnyEngine
    state: Any
    seat: Seat

    def offers(self) -> list[Offer[Any]]:
        """The offers of all legal actions of the seat."""
        return [
            self.engine.offer(self.state, self.seat, action)
            for action in self.engine.legal(self.state, self.seat)
        ]


def run() -> Iterator[Figure]:
    """Measure the worst and the median time of a keystroke and of a panel in each game."""
    board = chess.Board()
    floor = best_seconds(lambda: [list(board.legal_moves) for _ in range(100)]) * 10
    for key, engine in ENGINES.items():
        found = list(positions(key))
        for what, tasks in (
            ("a keystroke", [task for one in found for task in keystrokes(engine, one)]),
            ("a panel", [task for one in found for task in panels(one)]),
        ):
            times = sorted(_milliseconds(task) for task in tasks)
            name = "python-chess, legal moves"
            yield Figure(f"{key}: {what}, worst of {len(times):,}", times[-1], "ms", floor, name, "less", 5)
            yield Figure(f"{key}: {what}, median", median(times), "ms", floor, name, "less", 1)


def positions(key: str) -> Iterator[Position]:
    """Positions of a game's golden games, one for each seat that has a choice there."""
    engine = ENGINES[key]
    for record in golden_records(key).values():
        replayed = replay(record)
        states = [replayed.start, *(played.step.state for played in replayed.played)]
        for state in states[:: 1 + len(states) // _KEPT]:
            for seat in engine.to_act(state):
                yield Position(engine, state, seat)


def keystrokes(engine: AnyEngine, position: Position) -> Iterator[Callable[[], object]]:
    """Tasks that complete the notation, and the options of every kind of action."""
    for typed in _TYPED:
        yield lambda typed=typed: notation_choices(matching(position.offers(), typed))  # type: ignore[misc]
        for kind in engine.action_types:
            for name in kind.__struct_encode_fields__[:2]:
                focus = Focus(name, typed, {})
                yield lambda kind=kind, focus=focus: values_of(position.offers(), kind, focus)  # type: ignore[misc]


def panels(position: Position) -> Iterator[Callable[[], object]]:
    """Tasks that make the panel of the first picks, and the one that follows each first pick."""
    yield lambda: panel_options(position.offers(), ())
    firsts = dict.fromkeys(path[0].value for offer in position.offers() for path in offer.paths)
    for value in firsts:
        yield lambda value=value: panel_options(position.offers(), (token_of(value),))  # type: ignore[misc]


def panel_options(offers: list[Offer[Any]], picks: tuple[str, ...]) -> object:
    """The buttons of a panel after these picks."""
    page = page_of(level_of(offers, picks).entries)
    return rows_of(page, lambda *parts: ButtonState("choose", "K7QX", 1, 0, "/".join((*picks, *parts))))


def _milliseconds(task: Callable[[], object]) -> float:
    gc.disable()
    best = float("inf")
    for _ in range(2):
        begun = time.process_time()
        task()
        best = min(best, time.process_time() - begun)
    gc.enable()
    return best * 1_000
