"""What screen readers say of TaE."""

from random import Random

import pytest
from msgspec.structs import replace

from engines.registry import ENGINES
from engines.tae.constants import CELL_NUMBERS
from engines.tae.view import ArtifactView, Scores, Ships
from render import tae
from render.contract import Frame
from render.phrases import MOST_TEXT
from tests.engines.playouts import a_choice
from tests.render.tae_scenes import (
    asked,
    choosing,
    external,
    gallery,
    middle,
    over,
    resolved,
    start,
    three_sides,
    with_monuments,
)

renderer = tae


def test_alt_text_tells_everything() -> None:
    assert renderer.alt(*middle()) == (
        "Ann (Bow) has 2 actions left. TaE, game K7QX, turn 9. Dörte (Bull) drops a supernova bomb on M10. "
        "Ann (Bow): leaders merchant G4, scientist F4, settler E2, miner O5; 6 ships; 1 bomb. Bea (Pot): "
        "leaders merchant I6, settler M4, miner D3; 6 ships; 2 bombs. Carlos (Lion): leaders scientist H7, "
        "settler I3; 6 ships; 2 bombs. Dörte (Bull): leaders merchant B9, settler K10, miner L9; 6 ships; "
        "2 bombs. Artifacts: outer P2, B8, O9; inner F3, N5, I7, F10, K11. 107 ships in the bag. "
        "Region of E2: leaders Bow settler, Pot miner, Lion settler, Bow scientist, Bow merchant; colonies "
        "2 merchants, 3 scientists, 1 settler and 1 miner. Region of M4: leaders Pot settler, Bow miner; "
        "colonies 1 scientist, 1 settler and 1 miner. Region of H6: leaders Pot merchant, Lion scientist; "
        "colonies 2 merchants, 2 scientists and 1 settler. Region of B8: leaders Bull merchant; colonies "
        "1 merchant, 2 scientists and 1 miner. Region of J9: leaders Bull miner, Bull settler; colonies "
        "2 scientists, 1 settler and 2 miners."
    )
    small = renderer.alt(*start())
    assert small.endswith("Colonies: scientist K1 B2 P2 F3 N5 I7 B8 O9 F10 K11.")


def test_a_hand_is_told_to_its_owner_alone() -> None:
    result = (
        "in hand 2 merchants, 2 scientists, 1 settler and 1 miner; points merchant 3, scientist 12, settler 5"
    )
    own, public = middle(1), middle()
    for say in (renderer.alt, renderer.text):
        assert result in say(*own)
        assert "in hand" not in say(*public)
        assert "points" not in say(*public)
    empty = tuple(replace(one, hand=Ships(), scores=Scores()) for one in own.view.players)
    assert "in hand none" in renderer.text(replace(own.view, players=empty), own.frame)


def test_combats_are_told_with_what_the_viewer_may_know() -> None:
    assert (
        "combat of merchant leaders joined by I5: Bow on J5 0 (committed) and Pot on F5 1. Ties go to Pot."
        in renderer.alt(*external(committed=True))
    )
    assert "Bow on J5 0 (you add 2)" in renderer.alt(*external(viewer=0, committed=True))
    assert (
        "combat of scientist leaders: Bow 2 + 1, Pot 2 + 0; Bow wins; colonies on K5, K6 and L5 removed."
        in renderer.alt(*resolved())
    )


def test_ties_of_a_combat_of_three_are_told_to_the_last_but_the_first() -> None:
    """R17: of tied sides the last in turn order wins, also where the very last is not among them."""
    for say in (renderer.alt, renderer.text):
        assert "Ties go to Lion, then to Pot." in say(*three_sides())


def test_choices_and_monuments_are_told() -> None:
    assert "Combats to choose from: scientist or merchant." in renderer.alt(*choosing())
    alt = renderer.alt(*with_monuments())
    assert "Monument of settler and merchant on G5, H5, G6 and H6." in alt
    assert "A monument may be built on the square of C1." in alt


def test_resources_are_told() -> None:
    text = renderer.alt(*asked("O6"))
    assert "Marked: M4, M5, N5, O5, O6." in text
    assert (
        "Region of M4: leaders Pot settler, Bow miner; colonies 1 scientist, 1 settler and 1 miner." in text
    )


def test_the_end_names_final_points() -> None:
    alt = renderer.alt(*over())
    assert "points merchant 7, scientist 9, settler 4, miner 5, artifacts 3; final 6, 6, 7, 9." in alt
    assert alt.startswith("Ann (Bow) wins: two artifacts are left. TaE, game K7QX")


def test_a_resigned_player_is_told_as_such() -> None:
    scene = middle()
    players = tuple(replace(one, resigned=one.seat == 2) for one in scene.view.players)
    assert "Carlos (Lion): resigned." in renderer.alt(replace(scene.view, players=players), scene.frame)


def test_the_last_ship_in_the_bag_is_told_in_the_singular() -> None:
    scene = middle()
    assert " 1 ship in the bag." in renderer.alt(replace(scene.view, bag=1), scene.frame)


def test_text_board() -> None:
    assert renderer.text(*start()).split("\n")[2:14] == [
        "   A B C D E F G H I J K L M N O P",
        "1  . . . . ~~~~~~~~~~. r*. ~~. . .",
        "2  . r*. . ~~. . . . . . . ~~. . r*",
        "3  . . . ~~~~r*. . . . . . ~~~~. .",
        "4  ~~~~~~~~. . . . . . . . . ~~~~~~",
        "5  . . . . . . . . . . . . . r*~~~~",
        "6  . . . . . . . . . . . . . . ~~.",
        "7  ~~~~~~~~. . . . r*. . . ~~~~~~.",
        "8  . r*. ~~~~~~~~. . . . . ~~. . .",
        "9  . . . . . . ~~~~~~~~~~~~~~. r*.",
        "10 . . . . . r*. . . . . . . . . .",
        "11 . . . . . . . . . . r*. . . . .",
    ]


def test_text_board_of_a_game() -> None:
    lines = renderer.text(*middle()).split("\n")[3:14]
    assert lines[0] == "1  . . . . ~~~~##~~~~. . . ~~. . ."
    assert lines[8] == "9  . Xgg . . . ~~~~~~u u Xu~~. r*."
    assert "MMMM" in renderer.text(*with_monuments())


def test_an_artifact_in_a_monument_moves_nothing_aside() -> None:
    scene = with_monuments()
    view = replace(scene.view, artifacts=(ArtifactView("G5", outer=False),))
    assert "\n5  . . . . . . M*MMBk. . . . . ~~~~\n" in renderer.text(view, scene.frame)


@pytest.mark.parametrize("name", gallery())
def test_limits_hold_whatever_people_are_called(name: str) -> None:
    view, frame = gallery()[name]
    longest = replace(frame, players=("𝕭" * 900, "x" * 5000) * 2, recent_events="y" * 9000)
    for say, most in ((renderer.alt, 1024), (renderer.text, MOST_TEXT)):
        result = say(view, longest)
        assert len(result) <= most
        if not frame.hand:
            assert result.startswith(("𝕭", "x" * 39, "Preview"))


def test_the_board_in_words_is_whole_in_a_long_game_of_long_names() -> None:
    engine, rng = ENGINES["tae"], Random(0)
    state = engine.start(engine.options({}), 4, "ab" * 32)
    frame = Frame(code="K7QX", players=tuple(name * 40 for name in "WMQO"), recent_events="Y" * 230)
    for ply in range(130):
        seat, action = a_choice(engine, state, rng)
        state = engine.apply(state, seat, action).state
        if ply > 30:
            text = renderer.text(engine.view(state, 0), frame)
            assert "Y" * 230 in text
            assert not text.endswith("…")


def test_the_artifacts_and_the_bag_are_told_where_all_see_the_points_of_long_names() -> None:
    view, frame = gallery()["open-scores-light"]
    longest = replace(frame, players=tuple(name * 32 for name in "WMQO"), preview=True)
    alt = renderer.alt(replace(view, combat=three_sides().view.combat), longest)
    assert alt.startswith("Preview, nothing is played yet. Then: WWWW")
    assert "Artifacts: outer " in alt
    assert alt.endswith("107 ships in the bag.")


def test_of_a_hand_alone_its_owner_is_told() -> None:
    view, frame = gallery()["held-dark"]
    text = renderer.alt(view, frame)
    assert "in hand 2 merchants, 2 scientists, 1 settler and 1 miner" in text
    assert "Lion" not in text


def test_what_happened_gives_way_to_the_position() -> None:
    view, frame = asked("G4")
    view = replace(view, mark=tuple(CELL_NUMBERS)[:150])
    assert "Dörte (Bull) drops" in renderer.alt(*middle())
    crowded = replace(frame, recent_events="z" * 1800, players=("n" * 40,) * 4)
    assert "zzz" not in renderer.alt(view, crowded)
    for say in (renderer.alt, renderer.text):
        assert say(view, crowded).startswith(f"{'n' * 40} (Bow) has 2 actions left. TaE")
