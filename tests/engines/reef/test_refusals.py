"""Every code of section 12, in its order: each position would earn several, and the first is reported."""

from typing import Any

import pytest

from engines.contract import IllegalAction
from engines.reef.actions import Larva, Place
from engines.reef.counts import from_letters, letters
from engines.reef.state import ReefState
from tests.engines.reef.table import ENGINE, GREEN, RED, act, begun, load, play, refused, start

FIVE = "B2: Y A2 A3 B2 B3 C2, P D5"
LOCKS = {
    "WY": "green", "WO": "red", "YO": "blue", "YP": "purple", "OP": "green",
    "OG": "blue", "PW": "purple", "PG": "green", "GW": "red",
}  # fmt: skip
NINE = {"locked": LOCKS}
FED = {"front": "Y", "fish": "OW", "eaten": 1}


def opened(board: str, **position: Any) -> ReefState:
    """A white larva play is open, with plenty of tiles."""
    red = {"hand": "WWWWWW", "front": "W", "cubes": "WW", **position.pop("red", {})}
    return play(load(board, red=red, **position), "larva W")


@pytest.mark.parametrize("text", ["collect W", "feed B2:A2", "choose W WW", "larva W", "decline"])
def test_nothing_goes_on_after_the_end(text: str) -> None:
    assert refused(load(phase="over"), text, GREEN) == "GAME_OVER"


def test_moments_of_the_final_feeding_come_before_whose_turn_it_is() -> None:
    final = load(FIVE, phase="final", pending=["green"])
    assert refused(final, "collect W", RED) == "FINAL_ONLY_FEED"
    assert refused(final, "choose W WW", GREEN) == "FINAL_ONLY_FEED"
    assert refused(final, "decline", RED) == "NOT_YOUR_TURN"
    assert refused(final, "feed B2:A2", RED) == "NOT_YOUR_TURN"
    turn = load(FIVE)
    assert refused(turn, "feed B2:A2", GREEN) == "NOT_FINAL"
    assert refused(turn, "collect W", GREEN) == "NOT_YOUR_TURN"
    assert refused(turn, "larva W", 7) == "NOT_YOUR_TURN"


def test_set_up_choices() -> None:
    state = start()
    held = letters(state.players[0].hand)[0]
    missing = "P" if held != "P" else "G"
    state = state.with_player(0, hand=from_letters(letters(state.players[0].hand).replace(missing, "")))
    assert refused(state, f"choose {missing} W", 0) == "NO_TILE"
    assert refused(state, f"choose {held} W", 0) == "TWO_CUBES"
    assert refused(state, f"choose {held} WYO", 0) == "TWO_CUBES"
    assert refused(state, f"choose {held} WYOPG", 0) == "TWO_CUBES"
    assert refused(state, "collect W", 0) == "NOT_YOUR_TURN"
    assert refused(state, "decline", 0) == "NOT_FINAL"
    chosen = act(state, 0, f"choose {held} GW")
    assert refused(chosen, f"choose {missing} W", 0) == "ALREADY_CHOSEN"
    assert refused(begun(), "choose W WW", 0) == "ALREADY_CHOSEN"


@pytest.mark.parametrize(
    "text", ["larva W", "shrimp B2:A2", "cube W", "alga red Y sea", "tile W", "collect W"]
)
def test_an_open_play_without_a_tile_comes_first(text: str) -> None:
    assert refused(opened(FIVE), text) == "NO_TILE_PLACED"


def test_eat() -> None:
    shrimps = {"red": ["B2:B2"], "green": ["B2:D5"]}
    state = load(FIVE, shrimps=shrimps, red={"hand": "W", "cubes": "W"})
    assert refused(play(state, "larva W"), "eat B9:Z9") == "EAT_NOT_FIRST"
    assert refused(play(state, "larva W; cancel; move B2:B2 screen"), "eat B2:A2") == "EAT_NOT_FIRST"
    assert refused(play(state, "eat B2:A2"), "eat B2:A2") == "EAT_NOT_FIRST"
    assert play(state, "larva W; cancel; eat B2:A2").players[RED].eaten == 1
    for done in ({"larva_plays": 1}, {"introduced": True}, {"locked": True}, {"acted": True}):
        assert refused(load(FIVE, shrimps=shrimps, turn=done), "eat B2:A2") == "EAT_NOT_FIRST"
    assert refused(state, "eat B2:B4") == "NOT_ROCK"
    assert refused(state, "eat B1:E3") == "NOT_ROCK"
    assert refused(state, "eat B2:D1") == "EAT_NOT_YOURS"
    assert refused(state, "eat B2:D5") == "EAT_NOT_YOURS"
    assert refused(load(FIVE, shrimps={"red": ["B2:D5"]}), "eat B2:D5") == "EAT_TOO_SMALL"


def test_feed() -> None:
    def final(shrimps: dict[str, list[str]]) -> ReefState:
        return load(FIVE, phase="final", pending=["green"], shrimps=shrimps)

    assert refused(final({}), "feed B2:B4") == "NOT_ROCK"
    assert refused(final({"red": ["B2:A2"]}), "feed B2:A2") == "EAT_NOT_YOURS"
    assert refused(final({"green": ["B2:D5"]}), "feed B2:D5") == "EAT_TOO_SMALL"


def test_larva() -> None:
    spent = load(turn={"larva_plays": 2})
    assert refused(spent, "larva W") == "LARVA_LIMIT"
    assert refused(load(), "larva W") == "NO_CUBE"
    assert refused(load(red={"cubes": "W", "hand": "Y"}), "larva W") == "NO_TILE"
    assert ENGINE.parse(load(red={"cubes": "W", "front": "W"}), RED, "larva W") == Larva("W")


def test_place() -> None:
    assert refused(load(FIVE), "place B9:A1") == "NO_LARVA_OPEN"
    full = {"play": ["W", 4, 4], "larva_plays": 1, "acted": True}
    assert refused(load(FIVE, turn=full), "place B2:B4") == "NOT_ROCK"
    assert refused(load(FIVE, turn=full), "place B2:D1") == "HAND_LIMIT"
    assert refused(load(FIVE, turn=full), "place B2:D1 front") == "NO_TILE"
    empty = load("B2: W D1", turn={**full, "play": ["W", 0, 0]})
    assert refused(empty, "place B2:D1") == "NO_TILE"
    assert refused(opened("B2: W D1"), "place B2:D1") == "SAME_COLOUR"
    way = opened("B2: W D1 D3", shrimps={"red": ["B2:D1"], "green": ["B2:D3"]}, red={})
    assert refused(play(way, "move B2:D1 B2:D2"), "place B2:D2") == "SHRIMP_IN_WAY"


def test_attacks() -> None:
    guard = {"green": ["B2:E5"]}
    assert refused(opened("B2: P E5", shrimps=guard), "place B2:E5") == "ATTACK_NOT_ADJACENT"
    assert refused(opened("B2: P E5, W F5", shrimps=guard), "place B2:E5") == "ATTACK_TOO_SMALL"
    assert refused(opened("B2: P E5, W F5 F4", shrimps=guard), "place B2:E5") == "ATTACK_NOT_STRONGER"
    assert refused(opened("B2: O E5, W F5 F4", shrimps=guard), "place B2:E5") == "ATTACK_PROTECTED"
    both = {"green": ["B2:F4"], "red": ["B2:D6"]}
    state = opened("B2: O E5, W F5 F4 D5 D6", shrimps=both)
    assert refused(state, "place B2:E5") == "JOINS_GUARDED"


def test_the_end_of_a_larva_play() -> None:
    assert refused(load(), "end_larva") == "NO_LARVA_OPEN"
    assert refused(load(), "cancel") == "NO_LARVA_OPEN"
    state = opened("")
    assert refused(state, "end larva") == "NO_TILE_PLACED"
    laid = play(state, "place B2:D1")
    assert refused(laid, "cancel") == "TILE_ALREADY_PLACED"
    assert play(laid, "end_larva").turn.play is None


def test_introduce() -> None:
    board = f"{FIVE}, G F4"
    posts = {"red": ["B2:D5", "B2:F4"]}
    done = {"introduced": True}
    gone = {"eaten": 2}
    assert refused(load(board, shrimps=posts, red=gone, turn=done), "shrimp B2:B4") == "INTRODUCE_LIMIT"
    assert refused(load(board, shrimps=posts, red=gone), "shrimp B2:B4") == "NO_SHRIMP_LEFT"
    assert refused(load(board, shrimps=posts), "shrimp B2:B4") == "NOT_ROCK"
    assert refused(load(board, shrimps=posts), "shrimp B2:D1") == "SHRIMP_NEEDS_POLYP"
    assert refused(load(board, shrimps=posts), "shrimp B2:D5") == "CORAL_HAS_SHRIMP"
    assert refused(load(board, shrimps=posts), "introduce B2:A2") == "ROCK_LIMIT"


def test_move() -> None:
    board = f"{FIVE}, G F4; B3: W C3"
    posts = {"red": ["B2:D5", "B2:F4", "B3:C3"], "green": ["B2:A2"]}
    state = load(board, shrimps=posts)
    assert refused(state, "move B2:A2 B9:A1") == "NOT_YOUR_SHRIMP"
    assert refused(state, "move B2:D5 B9:A1") == "NOT_ROCK"
    assert refused(state, "move B2:D5 B2:D5") == "NO_MOVE"
    bare = play(state, "move B2:D5 B2:D1")
    assert refused(bare, "move B3:C3 B2:D1") == "CELL_TAKEN"
    assert refused(state, "move B3:C3 B2:B2") == "CORAL_HAS_SHRIMP"
    assert refused(state, "move B3:C3 B2:D1") == "ROCK_LIMIT"
    assert refused(play(state, "move B3:C3 B3:C4"), "collect W") == "SHRIMP_ON_BARE_ROCK"


def test_exchanges() -> None:
    empty = {"W": 0}
    assert refused(load(cube_supply=empty), "cube W") == "NO_CONSUMED"
    assert refused(load(cube_supply=empty, red={"front": "W"}), "cube W") == "NO_CUBE_IN_SUPPLY"
    assert refused(load(bag=empty, bonus="YOPG"), "tile W") == "NO_CUBE"
    assert refused(load(bag=empty, bonus="YOPG", red={"cubes": "W"}), "tile W") == "NO_TILE_OF_COLOUR"


def test_alga() -> None:
    # In use: the reds on WO, GW and, as they lie with the plain side up, on YO, OP and GY.
    reds = {"WO": "red", "GW": "red", "YO": "red", "OP": "red", "GY": "red"}
    used = {"locked": reds, "flipped": ["YO", "OP", "GY"]}
    assert refused(load(**used), "alga red Y WO") == "NO_CONSUMED"
    assert refused(load(**used, red={"front": "Y"}), "alga red Y WO") == "NO_CYLINDER"
    done = {"locked": True}
    locked = {"locked": {"WO": "red"}, "turn": done}
    assert refused(load(**locked, red={"front": "Y"}), "alga red Y WO") == "LOCK_NEEDS_FED"
    assert refused(load(**locked, red=FED), "alga red Y WO") == "LOCK_LIMIT"
    assert refused(load(locked={"WO": "red"}, red=FED), "alga blue Y WO") == "LOCK_TAKEN"
    assert refused(load(**NINE, red={**FED, "fish": "O"}), "alga red Y GY") == "LOCK_WRONG_ALGA"
    assert refused(load(**NINE, red={**FED, "fish": "O"}), "alga blue Y GY") == "LOCK_LAST_NEEDS_TWO"


def test_what_cannot_be_read_is_syntax() -> None:
    for text in ("", "larva X", "alga pink Y sea", "alga red Y XX", "place", "move B2:A2", "eat", "tile W W"):
        assert refused(load(), text) == "syntax"
    with pytest.raises(IllegalAction, match="syntax"):
        ENGINE.apply(opened(""), RED, Place("B2:D1", "bag"))  # type: ignore[arg-type]


def test_single_polyps_beside_a_target_are_counted_one_by_one() -> None:
    """Ruling 18."""
    with pytest.raises(IllegalAction) as caught:
        ENGINE.parse(opened("B2: Y D2, W C2"), RED, "place B2:D2")
    assert caught.value.sentence == (
        "The white coral next to B2 d2 is a single polyp; it takes a coral of two to attack."
    )
    with pytest.raises(IllegalAction) as caught:
        ENGINE.parse(opened("B2: Y D2, W C2 E2"), RED, "place B2:D2")
    assert caught.value.sentence == (
        "Each white coral next to B2 d2 is a single polyp; it takes a coral of two to attack."
    )


def test_a_refusal_says_what_is_wrong() -> None:
    with pytest.raises(IllegalAction) as caught:
        ENGINE.parse(opened("B2: P E5, W F5 F4"), RED, "place B2:E5")
    assert caught.value.sentence == "Now pink eats white: white cannot take B2 e5."
    with pytest.raises(IllegalAction) as caught:
        ENGINE.parse(opened("B2: P E5 D5, W F5 F4", size_attack=True), RED, "place B2:E5")
    assert caught.value.sentence == (
        "Now pink eats white, and its coral is not the smaller one: white cannot take B2 e5."
    )
    with pytest.raises(IllegalAction) as caught:
        ENGINE.parse(opened("B2: Y E5, W F5 F4", flipped=["WY"]), RED, "place B2:E5")
    assert caught.value.sentence == "Now yellow eats white: white cannot take B2 e5.", "no player's name"
    with pytest.raises(IllegalAction) as caught:
        ENGINE.parse(load(), GREEN, "collect W")
    assert caught.value.sentence == "It is Red's turn."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("place a9", "There is no cell a9: cells are called B2 d4 or B2:D4, on B2 and B3."),
        ("place B2:H7", "There is no cell b2:h7: cells are called B2 d4 or B2:D4, on B2 and B3."),
        ("place @everyone", "There is no such cell: cells are called B2 d4 or B2:D4, on B2 and B3."),
        ("place B1 d3", "There is no board B1 in this game: there are B2 and B3."),
        ("place B2 a1", "B2 a1 is open sea: nothing is ever laid there."),
        ("place", "“place” needs something else behind it. "),
    ],
)
def test_a_refusal_names_what_was_written(text: str, expected: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        ENGINE.parse(opened("B2: P E5, W F5 F4"), RED, text)
    assert caught.value.sentence.startswith(expected)


def test_a_text_of_a_hundred_characters_is_read() -> None:
    state = opened("B2: P E5, W F5 F4")
    for blanks, wanted in ((93, "There is no cell a9"), (94, "That is too long for one action.")):
        with pytest.raises(IllegalAction) as caught:
            ENGINE.parse(state, RED, f"place{' ' * blanks}a9")
        assert caught.value.sentence.startswith(wanted)
