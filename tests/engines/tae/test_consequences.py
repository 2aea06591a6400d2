"""The words of an offer promise what playing the action brings."""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engines.contract import Event, Seat
from engines.tae import events
from engines.tae.actions import Bomb, Build, Colony, End, Leader, Swap, TaeAction, Withdraw
from engines.tae.combat import conflicts
from engines.tae.constants import COLONY_TYPES, NAMES
from engines.tae.state import TaeState
from engines.wording import counted, listed
from tests.bench.tae import crowded
from tests.engines.playouts import a_choice
from tests.engines.tae.table import ENGINE, load

KINDS = {"money": "merchant", "technology": "scientist", "people": "settler", "raw": "miner"}


def effects_by_playing(state: TaeState, seat: Seat, action: TaeAction) -> str:
    """The same words, from the events of the step."""
    step = ENGINE.apply(state, seat, action)
    words = [word for event in step.events for word in words_of(event)]
    if step.state.phase == "choose_combat":
        words.append(f"combats of {listed(COLONY_TYPES[kind] for kind in conflicts(step.state))}")
    if step.state.phase == "monument":
        words.append("may become a monument")
    return "; ".join(words)


def words_of(event: Event) -> Iterator[str]:
    match event:
        case events.RegionsJoined(regions=number):
            yield f"joins {number} regions"
        case events.Points(seat=seat, category=category, n=n):
            yield f"{NAMES[seat]} +{n} {KINDS[category]}"
        case events.Bombed(colony=str(kind)):
            yield f"destroys a {kind} colony"
        case events.CombatBegins(internal=internal, kind=kind, initial=initial):
            sides = ", ".join(f"{NAMES[seat]} {strength}" for seat, strength in initial)
            yield f"combat, {sides}" if internal else f"{kind} combat, {sides}"
        case events.LeaderHome(seat=seat, kind=kind):
            yield f"{NAMES[seat]}'s {kind} leader goes home"
        case events.ArtifactsTaken(seat=seat, taken=taken):
            yield f"{NAMES[seat]} takes {counted(len(taken), 'artifact')}"
        case events.MonumentBuilt():
            yield "a monument rises"
        case events.GameOver():
            yield "the game ends"


def check(state: TaeState, seat: Seat, actions: list[TaeAction]) -> None:
    for action in actions:
        offer = ENGINE.offer(state, seat, action)
        promised = effects_by_playing(state, seat, action)
        assert offer.words == (
            shortened(f"{offer.described[0]}: {promised}") if promised else offer.described[0]
        )


def shortened(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79].rstrip()}…"


def on_cells(state: TaeState, seat: Seat) -> list[TaeAction]:
    return [one for one in ENGINE.legal(state, seat) if isinstance(one, Leader | Colony | Bomb | Build)]


@pytest.mark.parametrize("number", range(4))
def test_words_are_what_playing_brings(number: int) -> None:
    rng = random.Random(number)
    options = ENGINE.options({"monuments": number % 2 == 1})
    state: TaeState = ENGINE.start(options, 2 + number % 3, f"{rng.getrandbits(256):064x}")
    while state.ending is None:
        seat, action = a_choice(ENGINE, state, rng)
        if isinstance(action, Swap) and rng.random() < 0.9:
            continue
        actions = on_cells(state, seat)
        check(state, seat, rng.sample(actions, min(3, len(actions))))
        state = ENGINE.apply(state, seat, action).state


@pytest.mark.parametrize("left", [1, 2])
def test_words_on_a_crowded_board(left: int) -> None:
    state = replace(crowded(ENGINE), actions_left=left)
    check(state, 0, on_cells(state, 0)[::9])


def test_words_of_monuments() -> None:
    hands, options = {"bow": {"scientist": 1}}, {"monuments": True}
    colonies, leaders = "r@F5 r@G5 r@H5 r@G6", "Pg@I5 Br@E5"
    state = load(colonies, leaders, hands=hands, options=options, artifacts="A1 B1 C1")
    colony = Colony("scientist", "H6")
    assert ENGINE.offer(state, 0, colony).described[1] == "Bow +1 scientist; may become a monument"
    state = ENGINE.apply(replace(state, actions_left=1), 0, colony).state
    build = Build(2, "G5")
    assert ENGINE.offer(state, 0, build).words == (
        "Monument of settler and scientist on G5: a monument rises; Pot's merchant leade…"
    )
    check(state, 0, on_cells(state, 0))
    state = ENGINE.apply(state, 0, build).state
    check(replace(state, active=0, actions_left=1), 0, [Bomb("A11"), Bomb("P11")])


@pytest.mark.parametrize(
    ("fields", "ends"),
    [
        ({"artifacts": "A1 B1"}, True),
        ({"artifacts": "A1 B1 C1"}, False),
        ({"artifacts": "A1 B1 C1", "bag_size": 6}, False),
        ({"artifacts": "A1 B1 C1", "bag_size": 5}, True),
        ({"artifacts": "A1 B1 C1", "quiet_turns": 5}, True),
        ({"artifacts": "A1 B1 C1", "quiet_turns": 4}, False),
        ({"artifacts": "A1 B1 C1", "quiet_turns": 5, "busy": True}, False),
        ({"artifacts": "A1 B1", "actions_left": 2}, False),
    ],
)
def test_words_say_when_the_game_ends(fields: dict[str, object], *, ends: bool) -> None:
    full = {"settler": 6}
    given = {"actions_left": 1, "bag_size": 60, "hands": {"bow": full, "pot": {}}} | fields
    state = load("r@H5", **given)  # type: ignore[arg-type]
    leader = Leader("merchant", "I5")
    assert (ENGINE.offer(state, 0, leader).described[1] == "the game ends") is ends
    check(state, 0, [leader, Colony("settler", "I5"), Colony("settler", "A1"), Bomb("A11")])


@pytest.mark.parametrize("artifacts", ["A1 B1", "A1 B1 C1"])
@pytest.mark.parametrize("action", [Withdraw("merchant"), Swap(settler=1), End()])
def test_words_say_that_the_turn_ends_the_game_whatever_ends_the_turn(
    action: TaeAction, artifacts: str
) -> None:
    hands = {"bow": {"settler": 6}, "pot": {}}
    state = load("r@H5", "Bg@I5", hands=hands, artifacts=artifacts, actions_left=1)
    given_up = "1 action given up" if action == End() else ""
    ends = "the game ends" if artifacts == "A1 B1" else ""
    assert ENGINE.offer(state, 0, action).described[1] == "; ".join(filter(None, (given_up, ends)))
