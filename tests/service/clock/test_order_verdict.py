"""What becomes of a standing order, case by case."""

from collections.abc import Sequence

import pytest

from bot.service.clock.order_verdict import IN_A_ROW, Guard, OrderVerdict, PastEvent, verdict_on
from bot.service.log.event_types import EventType
from engines.contract import Action
from tests.tinygames import TINY, LastTake, NimState, Take

NIM = TINY["nim"]
START = NimState(10, 2)
"""Seat 0 is to act; the orders are of seat 1."""
BOBS = NimState(9, 2, ply=1)
WAIT, PLAY = OrderVerdict("wait"), OrderVerdict("play")
WHATEVER, PASS = Guard("whatever"), Guard("pass")


def text(count: int) -> str:
    return NIM.codec.encode(Take(count)).decode()


def took(seat: int, count: int = 1, *, ordered: bool = False, kind: str = EventType.ACTION) -> PastEvent:
    return PastEvent(kind, seat, text(count), ordered)


def line(*takes: tuple[int, int]) -> Guard:
    return Guard("line", tuple((seat, text(count)) for seat, count in takes))


OWN_ORDERS = [took(1, ordered=True)] * IN_A_ROW


@pytest.mark.parametrize(
    ("guard", "state", "since", "expected"),
    [
        (WHATEVER, START, [], WAIT),
        (WHATEVER, BOBS, [], PLAY),
        (WHATEVER, BOBS, [took(0)], PLAY),
        (WHATEVER, BOBS, [took(1, ordered=True), took(0)], PLAY),
        (WHATEVER, BOBS, [took(1), took(0)], OrderVerdict("drop", "own")),
        (WHATEVER, BOBS, [took(1, ordered=True), took(1), took(0)], OrderVerdict("drop", "own")),
        (WHATEVER, BOBS, OWN_ORDERS[:-1], PLAY),
        (WHATEVER, BOBS, OWN_ORDERS, OrderVerdict("drop", "absent")),
        (WHATEVER, NimState(9, 2, winner=0), [], OrderVerdict("drop")),
        (WHATEVER, NimState(9, 2, winner=0), [PastEvent(EventType.UNDONE)], OrderVerdict("drop")),
        (PASS, BOBS, [took(1), took(0)], PLAY),
        (PASS, BOBS, [took(1), *OWN_ORDERS], OrderVerdict("drop", "absent")),
        (PASS, BOBS, [*OWN_ORDERS, took(1)], PLAY),
        (line(), START, [], WAIT),
        (line(), BOBS, [], PLAY),
        (line((0, 1)), START, [], WAIT),
        (line((0, 1)), BOBS, [], WAIT),
        (line((0, 1)), BOBS, [took(0)], PLAY),
        (line((0, 1)), BOBS, [took(0, kind=EventType.CLOCK)], PLAY),
        (line((0, 1)), BOBS, [took(0, kind=EventType.AUTOMATIC)], WAIT),
        (line((0, 1)), BOBS, [PastEvent(EventType.ACTION, 0)], WAIT),
        (line((0, 1)), BOBS, [took(0, 2)], OrderVerdict("drop", "other")),
        (line((0, 1)), BOBS, [took(0), took(1)], OrderVerdict("drop", "own")),
        (line((0, 1)), BOBS, [took(0), took(1, ordered=True)], OrderVerdict("drop", "other")),
        (line((0, 1), (1, 1), (0, 2)), BOBS, [took(0)], WAIT),
        (line((0, 1), (1, 1), (0, 2)), BOBS, [took(0), took(1)], WAIT),
        (line((0, 1), (1, 1), (0, 2)), BOBS, [took(0), took(1), took(0, 2)], PLAY),
        (line((0, 1), (1, 1), (0, 2)), BOBS, [took(0), took(1), took(0)], OrderVerdict("drop", "own")),
    ],
)
def test_it_waits_is_played_or_falls(
    guard: Guard, state: NimState, since: Sequence[PastEvent], expected: OrderVerdict
) -> None:
    assert verdict_on(NIM, state, 1, guard, Take(1), since=since) == expected


@pytest.mark.parametrize(
    ("action", "guard", "expected"),
    [
        (None, WHATEVER, WAIT),
        (None, line(), WAIT),
        (Take(4), WHATEVER, OrderVerdict("drop", "illegal")),
        (LastTake(), line(), OrderVerdict("drop", "illegal")),
        (Take(4), PASS, OrderVerdict("drop")),
    ],
)
def test_what_is_not_chosen_waits_and_what_is_not_possible_falls(
    action: Action | None, guard: Guard, expected: OrderVerdict
) -> None:
    assert verdict_on(NIM, BOBS, 1, guard, action, since=[]) == expected


def test_what_changes_the_game_beside_play_is_a_surprise() -> None:
    verdicts = {
        kind.value: verdict_on(NIM, BOBS, 1, WHATEVER, Take(1), since=[PastEvent(kind)]) for kind in EventType
    }
    surprises = {kind for kind, verdict in verdicts.items() if verdict == OrderVerdict("drop", "changed")}
    assert surprises == {
        *("absent", "admin", "cancelled", "committed", "created", "forsaken", "joined", "left"),
        *("paused", "resumed", "rules", "started", "undone"),
    }
    assert {verdicts[kind] for kind in verdicts.keys() - surprises} == {PLAY}
