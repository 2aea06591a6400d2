"""Notation, words, picks, questions and marks."""

import re

import msgspec
import pytest
from msgspec.structs import replace

from engines.contract import Action, IllegalAction, MetaAction
from engines.reef.actions import Choose, Introduce, Move, Place, PlayAlga, ReefAction
from engines.reef.components import name, one
from engines.reef.conformance.position import read_position
from engines.reef.counts import from_letters
from engines.reef.phases.meals import FINAL_FEEDING
from engines.reef.questions import AskCoral, AskValues
from engines.reef.state import ReefState
from engines.reef.validation import _lie
from tests.engines.reef.table import ENGINE, RED, act, begun, load, play, start

BOARD = "B2: W D4 E4, Y C3 C4"
HELD = {"hand": "WW", "cubes": "WW", "front": "YYW", "eaten": 1, "fish": "OO"}


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("PLACE b2d1", Place("B2:D1")),
        ("place B2:D1 (front)", Place("B2:D1", "front")),
        ("place B2:D1 from front", Place("B2:D1", "front")),
    ],
)
def test_places_are_read(text: str, action: Action) -> None:
    assert ENGINE.parse(play(load(BOARD, red=HELD), "larva white"), RED, text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("introduce B2:C3", Introduce("B2:C3")),
        ("move B2:D4>B2:F3", Move("B2:D4", "B2:F3")),
        ("move B2:D4 > screen", Move("B2:D4", "screen")),
        ("alga red (pay Y) to GW", PlayAlga("red", "Y", "GW")),
        ("alga Red yellow to sea", PlayAlga("red", "Y", "sea")),
        ("alga red y", PlayAlga("red", "Y", "sea")),
    ],
)
def test_the_rules_own_spelling_is_read(text: str, action: Action) -> None:
    assert ENGINE.parse(load(BOARD, red=HELD, shrimps={"red": ["B2:D4"]}), RED, text) == action


def test_cubes_are_written_in_the_order_of_the_colours() -> None:
    assert ENGINE.format(Choose("W", "pw")) == "choose W WP"
    state = start()
    fish = next(iter(ENGINE.legal(state, 0)))
    assert ENGINE.parse(state, 0, f"{ENGINE.format(fish)[:8]} G W").cubes == "WG"  # type: ignore[union-attr]


def test_a_turn_on_one_line_of_history() -> None:
    state = load(BOARD, red=HELD)
    step = ENGINE.apply(state, RED, ENGINE.parse(state, RED, "larva W"))
    assert (step.notation, step.public_notation) == ("larva W", "larva W")


def answer_text(text: str, **position: object) -> str:
    state = play(load(BOARD, red=HELD, **position), "larva W")
    return ENGINE.offer(state, RED, ENGINE.parse(state, RED, text)).words  # type: ignore[arg-type]


def test_effects_in_words() -> None:
    attack = "B2 c4: takes a yellow tile, 3 of them in front; white coral of 3"
    assert answer_text("place B2:C4") == attack
    assert answer_text("place B2:D5") == "B2 d5: white coral of 3"
    state = load("B2: W F4", red=HELD)
    seen = play(state, "larva W")
    growing = ENGINE.offer(seen, RED, Place("B2:E4")).words
    assert growing == "B2 e4: white coral of 3; d4 grows"
    assert (
        ENGINE.offer(state, RED, PlayAlga("red", "Y", "GW")).words
        == "red alga locks grey-white for a yellow tile: O eats W"
    )
    collect = ENGINE.offer(state, RED, ENGINE.parse(state, RED, "collect Y")).words  # type: ignore[arg-type]
    assert collect == "collect yellow: a yellow cube and two white and a grey tile; ends the turn"


def picks(state: ReefState, text: str) -> list[tuple[str, str, str]]:
    """Where each pick on the way to an action is, its group, and its label."""
    seat = ENGINE.to_act(state)[0]
    (path,) = ENGINE.offer(state, seat, ENGINE.parse(state, seat, text)).paths  # type: ignore[arg-type]
    return [(pick.at, pick.group, pick.label) for pick in path]


def test_in_a_larva_play_the_next_place_is_the_first_pick() -> None:
    state = play(load(BOARD, red={**HELD, "front": "WW"}), "larva W")
    assert picks(state, "place B2:C4") == [("B2 c4", "B2", "B2 c4 · takes yellow")]
    assert picks(state, "place B2:A3") == [("B2 a3", "B2", "B2 a3 · alone")]
    assert picks(state, "place B2:C4 front")[0][2] == "From your front"
    assert picks(state, "cancel") == [("", "end", "Take the cube back")]
    spent = play(state, "place B2:A3; place B2:A4")
    assert picks(spent, "place B2:C4 front") == [("B2 c4", "B2", "B2 c4 · takes yellow")], "no choice is left"
    assert picks(spent, "end_larva") == [("", "end", "Lay no more")]
    full = {"larva_plays": 1, "play": ["W", 4, 4]}
    state = load(BOARD, red={"hand": "W", "front": "W", "cubes": "W"}, turn=full)
    assert len(picks(state, "place B2:C4 front")) == 1, "the hand has laid all it may"


def test_other_acts_take_two_picks_at_most() -> None:
    state = load(BOARD, red=HELD, shrimps={"red": ["B2:D4"]})
    assert picks(state, "larva W") == [("", "Larva", "Larva: white (3 tiles)")]
    assert picks(state, "collect Y") == [("", "Collect", "Collect yellow: W W G")]
    assert [at for at, *_ in picks(state, "move B2:D4 B2:C3")] == ["B2 d4", "B2 c3"]
    assert picks(state, "move B2:D4 screen")[1] == ("", "Screen", "Back behind the screen")
    assert picks(state, "shrimp B2:C3")[1] == ("B2 c3", "B2", "B2 c3 · 2 yellow")
    assert picks(state, "alga red Y GW")[1][1] == "Alga for a yellow tile"
    for action in ENGINE.legal(state, RED):
        (path,) = ENGINE.offer(state, RED, action).paths
        assert len(path) <= 2
        assert all(pick.label.startswith(pick.at) for pick in path)


def best(state: ReefState, kind: str) -> str:
    """The action of a kind that stands in front."""
    seat = ENGINE.to_act(state)[0]
    offers = [ENGINE.offer(state, seat, action) for action in ENGINE.legal(state, seat)]
    return max((one for one in offers if one.notation.startswith(kind)), key=lambda one: one.rank).notation


def test_what_one_most_likely_wants_stands_in_front() -> None:
    state = load(f"{BOARD}; B3: O D2 E1 E2, Y F3", red=HELD, shrimps={"red": ["B2:D4"]})
    assert best(state, "shrimp") == "shrimp B3:E2", "the largest coral, and its middle"
    laying = play(state, "larva W")
    assert best(laying, "place") == "place B2:C4", "it takes a tile, and the guarded coral grows"


@pytest.mark.parametrize(("owner", "takes"), [("green", True), ("red", False)])
def test_a_tile_is_rather_taken_from_another_than_from_an_own_coral(owner: str, *, takes: bool) -> None:
    shrimps = {"red": ["B2:D4"]}
    shrimps[owner] = [*shrimps.get(owner, ()), "B2:A3"]
    laying = play(load("B2: W D4 E4, Y A3 B3 C3 C4", red=HELD, shrimps=shrimps), "larva W")
    assert (best(laying, "place") == "place B2:C4") == takes


@pytest.mark.parametrize(("own", "others"), [("B2", "B3"), ("B3", "B2")])
def test_an_own_coral_is_rather_made_larger_than_that_of_another(own: str, others: str) -> None:
    shrimps = {"red": [f"{own}:D4"], "green": [f"{others}:D4"]}
    laying = play(load("B2: W D4 E4; B3: W D4 E4", red=HELD, shrimps=shrimps), "larva W")
    assert best(laying, "place").startswith(f"place {own}:")


def test_the_meal_that_brings_most_stands_in_front() -> None:
    two = load("B2: Y C3 C4 D3 D4 E4; B3: W D2 E2 F2 E1 F1 E3", red=HELD, shrimps={"red": ["B2:D4", "B3:E2"]})
    assert best(two, "eat") == "eat B3:E2"


def test_a_cylinder_that_locks_stands_before_one_in_the_sea() -> None:
    assert not best(load(BOARD, red=HELD), "alga").endswith("sea")


def test_cubes_of_one_colour_are_counted() -> None:
    assert picks(start(), "choose W YY")[1][2] == "Take two yellow"
    assert picks(start(), "choose W YO")[1][2] == "Take yellow and orange"


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("b2f3", "No coral is on B2 f3: it is bare rock."),
        ("b9f3", "There is no cell b9f3: cells are called B2 d4 or B2:D4, on B2 and B3."),
    ],
)
def test_where_no_coral_is_none_can_be_asked_about(cell: str, sentence: str) -> None:
    with pytest.raises(IllegalAction, match=f"^{re.escape(sentence)}"):
        ENGINE.questions.answer(load(BOARD), None, AskCoral(cell))


def test_what_happens_is_told() -> None:
    state = play(load(BOARD, red=HELD), "larva W")
    step = ENGINE.apply(state, RED, Place("B2:C4"))
    assert [ENGINE.narrate(event) for event in step.events] == ["Red attacks yellow on B2 c4 with white"]
    step = ENGINE.apply(load(red=HELD), RED, PlayAlga("green", "Y", "sea"))
    assert (
        ENGINE.narrate(step.events[0])
        == "Red plays the green alga: now yellow eats white, pink eats orange, grey eats pink"
    )


def test_marks_of_the_turn_and_of_the_last() -> None:
    state = play(load(BOARD, red=HELD), "larva W; place B2:C4; alga green Y sea; alga green Y sea")
    now = ENGINE.view(state, None).current
    assert now is not None
    assert (now.laid, now.attacked, now.flipped) == (("B2:C4",), ("B2:C4",), ("WY", "OP", "PG"))
    after = ENGINE.view(play(state, "collect W"), None)
    assert after.last is not None
    assert (after.last.laid, after.last.collected) == (("B2:C4",), "W")
    assert [space for space, _ in after.last.filled] == ["W", "P", "G"]
    assert after.current is not None
    assert (after.current.seat, after.current.laid) == (1, ())


def test_questions() -> None:
    state = load(BOARD, shrimps={"green": ["B2:C3"]})
    assert (
        "**W** white: worth **3**, eats yellow and orange"
        in ENGINE.questions.answer(state, None, AskValues()).text
    )
    answer = ENGINE.questions.answer(state, None, AskCoral("b2c4"))
    assert answer.text.startswith("The yellow coral on B2 c3 and B2 c4: 2 polyps, Green's shrimp guards it.")
    assert answer.view is not None
    assert answer.view.reach == ("B2:C3", "B2:C4")  # type: ignore[attr-defined]


def test_spans_name_turns() -> None:
    assert ENGINE.clock.period(start()) == "set-up"
    state = begun()
    assert ENGINE.clock.period(state) == "turn 1"
    assert ENGINE.clock.period(play(state, "collect W")) == "turn 2"


FIVE_REDS = dict.fromkeys(("WO", "GW", "YO", "OP", "GY"), "red")
"""With the plain side up on the last three."""


@pytest.mark.parametrize(
    "position",
    [
        [],
        {"players": ["red", "red"]},
        {"boards": ["B5"]},
        {"polyps": {"B2": {"B4": "W"}}},
        {"polyps": {"B1": {"E3": "W"}}},
        {"shrimps": {"purple": ["B2:D1"]}},
        {"shrimps": {"red": ["B2:D1"], "green": ["B2:D1"]}},
        {"player": {"red": {"hand": "X"}}},
        {"locked": {"WY": "red"}},
        {"locked": FIVE_REDS, "flipped": ["YO", "OP", "GY"], "sea_cylinder": "red"},
        {"bonus": "WW"},
        {"bonus": "W", "advanced": True},
        {"turn": {"play": ["W", 0, 0]}},
        {"turn": {"larva_plays": 1, "play": ["W", 2, 1]}},
        {"turn": {"larva_plays": 1, "play": ["W", 5, 5]}},
        {"flipped": ["XX"]},
        {"phase": "over", "why": "boredom"},
    ],
)
def test_positions_that_cannot_be(position: object) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        read_position(position, ENGINE.options({}))


def test_what_a_collection_brings_is_known_before_the_turn_ends() -> None:
    state = load(BOARD, red=HELD)
    seen = ENGINE.preview.show(state, RED, ENGINE.parse(state, RED, "collect Y"))  # type: ignore[arg-type]
    assert seen is not None
    assert "You take a yellow cube and two white and a grey tile." in seen.text
    assert "Your turn ends" in seen.text
    assert seen.view == ENGINE.view(state, RED)
    shrimp = ENGINE.parse(state, RED, "larva W")
    assert ENGINE.preview.show(state, RED, shrimp) is None, "this can simply be tried out"  # type: ignore[arg-type]


def test_it_is_shown_who_has_chosen() -> None:
    state, seen = start(3), list[list[bool]]()
    for seat in (2, 0, 1):
        seen.append([player.chosen for player in ENGINE.view(state, None).players])
        state = ENGINE.apply(state, seat, next(iter(ENGINE.legal(state, seat)))).state
    seen.append([player.chosen for player in ENGINE.view(state, None).players])
    assert seen == [[False] * 3, [False, False, True], [True, False, True], [True] * 3]


def test_what_is_chosen_in_secret_is_said_in_words() -> None:
    seen = ENGINE.preview.show(start(), 0, next(iter(ENGINE.legal(start(), 0))))
    assert seen is not None
    assert "tile to your fish" in seen.text
    assert "This is final." in seen.text


def test_colours_have_their_article() -> None:
    assert [one("W"), one("O")] == ["a white", "an orange"]


MEALS = "B2: Y A2 A3 B2 B3 C2, W D4 D5; B3: O D2 E1 E2 F1 G1, G B4"
GUARDS = {"red": ["B2:B2", "B3:E1", "B2:D4"]}


@pytest.mark.parametrize(
    ("position", "command"), [({}, "eat"), ({"phase": "final", "active": "green"}, "feed")]
)
def test_a_meal_is_listed_once_a_coral(position: dict[str, object], command: str) -> None:
    state = load(MEALS, shrimps=GUARDS, **position)
    offers = [ENGINE.offer(state, RED, action) for action in ENGINE.legal(state, RED)]
    meals = [offer for offer in offers if offer.notation.startswith(command)]
    assert [offer.notation for offer in meals] == [f"{command} B2:B2", f"{command} B3:E1"]
    assert [[pick.value for pick in path] for offer in meals for path in offer.paths] == [
        ["B2:B2", "eat"][: 2 if command == "eat" else 1],
        ["B3:E1", "eat"][: 2 if command == "eat" else 1],
    ]


@pytest.mark.parametrize(
    ("position", "command"), [({}, "eat"), ({"phase": "final", "active": "green"}, "feed")]
)
def test_any_cell_of_a_coral_names_the_meal(position: dict[str, object], command: str) -> None:
    state = load(MEALS, shrimps=GUARDS, **position)
    eaten = act(state, RED, f"{command} B2:B2")
    for cell in ("A2", "A3", "B3", "C2"):
        action = ENGINE.parse(state, RED, f"{command} B2:{cell}")
        step = ENGINE.apply(state, RED, action)
        assert step.notation == f"{command} B2:{cell}", "a log replays with the text it has"
        assert step.state == eaten


@pytest.mark.parametrize(("row", "expected"), [("", False), ("W", True), ("Y", False)])
def test_a_coral_tells_of_the_tile_of_its_colour_in_the_bonus_row(row: str, expected: bool) -> None:
    state = load("B2: W C3 C4", bonus=row)
    answer = ENGINE.questions.answer(state, None, AskCoral("b2c4"))
    assert ("The bonus row has a white tile for growth." in answer.text) == expected


def test_of_several_last_meals_the_next_one_is_named() -> None:
    state = replace(begun(3), pending=(2, 0))
    names = [name(state.seats[seat]) for seat in (2, 0)]
    assert FINAL_FEEDING.not_your_turn(state) == f"It is {names[0]}'s final feeding."
    assert FINAL_FEEDING.prompt(state) == f"{names[0]} may eat one last coral"


@pytest.mark.parametrize(("tiles", "words"), [("W", "lies "), ("WW", "lie "), ("", "lie ")])
def test_one_tile_lies_and_several_lie(tiles: str, words: str) -> None:
    assert _lie(from_letters(tiles)).startswith(words)


@pytest.mark.parametrize("size_attack", [True, False])
def test_a_coral_tells_that_larger_ones_may_attack_it_where_they_may(*, size_attack: bool) -> None:
    state = load("B2: W C3 C4", size_attack=size_attack)
    answer = ENGINE.questions.answer(state, None, AskCoral("b2c4"))
    assert ("Larger corals of any other colour may attack it as well." in answer.text) == size_attack


ENDS_GAME = "ends the game"
EMPTY = {"W": 0, "Y": 0, "O": 0, "P": 0, "G": 0}


def parsed(state: ReefState, text: str) -> ReefAction:
    """An action of red's."""
    action = ENGINE.parse(state, RED, text)
    assert not isinstance(action, MetaAction)
    return action


def told(state: ReefState, text: str) -> list[str]:
    """The words of an action of red's, the labels and notes of its picks."""
    offer = ENGINE.offer(state, RED, parsed(state, text))
    return [offer.words, *(part for path in offer.paths for pick in path for part in (pick.label, pick.note))]


@pytest.mark.parametrize(
    ("position", "over"),
    [
        ({}, False),
        ({"cube_supply": {"W": 0}}, True),
        ({"cube_supply": {"Y": 0}}, False),
        ({"bag": EMPTY, "bonus": "WY"}, True),
        ({"bag": EMPTY, "bonus": "WYO"}, False),
        ({"bag": {**EMPTY, "W": 2}, "bonus": "", "bonus_closed": True}, True),
    ],
)
def test_a_collection_that_ends_the_game_says_so(position: dict[str, object], over: bool) -> None:
    """Section 10, condition 4; the open sea has two short spaces and the emptied one."""
    state = load(**position)
    words, _, note = told(state, "collect W")
    assert (words.startswith("collect white and end the game: "), note == ENDS_GAME) == (over, over)
    shown = ENGINE.preview.show(state, RED, parsed(state, "collect W"))
    assert shown is not None
    assert ("**The game ends**" in shown.text, "Your turn ends" in shown.text) == (over, not over)
    assert (act(state, RED, "collect W").phase == "over") == over


def test_the_fourth_meal_and_the_tenth_lock_say_that_they_end_the_game() -> None:
    """Section 10, conditions 1 and 2."""
    for eaten in (2, 3):
        guard = {"red": ["B2:B2"]}
        state = load(MEALS, shrimps=guard, red={"eaten": eaten})
        assert any(ENDS_GAME in words for words in told(state, "eat B2:B2")) == (eaten == 3)
        final = load(MEALS, shrimps=guard, phase="final", pending=["red"], red={"eaten": eaten})
        assert not any(ENDS_GAME in words for words in told(final, "feed B2:B2"))
    locked = {"WY": "green", "WO": "red", "YO": "blue", "YP": "purple", "OP": "green", "OG": "blue"}
    locked |= {"PW": "purple", "PG": "green", "GW": "red"}
    held = {"front": "P", "fish": "OWW", "eaten": 1}
    last = load(locked=locked, red=held)
    assert any(ENDS_GAME in words for words in told(last, "alga blue P GY"))
    assert not any(ENDS_GAME in words for words in told(last, "alga blue P sea"))
    del locked["GW"]
    assert not any(ENDS_GAME in words for words in told(load(locked=locked, red=held), "alga blue P GY"))


def test_a_view_from_before_nothing_read_whether_one_may_eat_is_read() -> None:
    seen = ENGINE.view(load(BOARD, red=HELD), RED)
    stored = msgspec.json.decode(ENGINE.codec.encode(seen))
    stored["now"]["may_eat"] = True
    assert ENGINE.codec.decode_view(msgspec.json.encode(stored)) == seen
