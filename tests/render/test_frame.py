"""The frame of all pictures: one line above, a chip for each seat, and marks on what may be picked."""

from typing import Any

import pytest
from PIL import Image, ImageChops

from engines.contract import Outcome, SeatInfo, View
from render import marks
from render.canvas import Canvas, Sketch
from render.contract import Frame
from render.header import (
    CHIP_HEIGHT,
    CHIPS_HEIGHT,
    HEADER_HEIGHT,
    chip_row,
    draw_chips,
    draw_headline,
    seat_emblem,
)
from render.phrases import people_first
from render.theme import DARK, THEMES, Theme
from tests.render.labels import labels
from tests.render.vision import DEFICIENCIES, Deficiency, contrast, difference

PLACES = {"d4": marks.Place(400, 300, 60), "B2 c4": marks.Place(700, 300, 40, False, "c4")}


def bounds(image: Image.Image) -> tuple[int, int, int, int]:
    """Where anything is drawn."""
    box = ImageChops.difference(image, Image.new("RGB", image.size, DARK.surface)).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("person", ["Ann", "W" * 400, "🦊" * 40, ""])
def test_header_and_chips_stay_in_their_rows(seats: int, person: str, *, over: bool) -> None:
    infos = [SeatInfo(f"seat{index}", f"Seat {index}", "ABCD"[index]) for index in range(seats)]
    view = View(
        viewer=None,
        ply=3,
        turn="round 4",
        to_act=() if over else (0, seats - 1),
        prompt="Everybody chooses in secret, one fish tile and two cubes of any colours",
        chips=tuple(f"{index} points and a half" for index in range(seats)),
        outcome=Outcome((1, *(2 for _ in range(seats - 1))), "points", "Seat 0 wins.") if over else None,
    )
    frame = Frame(code="AB12", players=(person,) * seats)
    canvas = Canvas.blank(1000, 300, DARK)
    draw_headline(canvas, view, frame, infos)
    left, _, right, bottom = bounds(canvas.image)
    assert left >= 10
    assert right <= 990
    assert bottom <= HEADER_HEIGHT
    canvas = Canvas.blank(1000, 300, DARK)
    draw_chips(
        canvas,
        view,
        frame,
        seats=infos,
        boxes=chip_row(seats, HEADER_HEIGHT),
        emblem=lambda theme, seat, radius: seat_emblem(theme, theme.seats[seat], "ABCD"[seat], radius),
    )
    left, top, right, bottom = bounds(canvas.image)
    assert (left, right) == (20, 980)
    assert top >= HEADER_HEIGHT
    assert bottom == HEADER_HEIGHT + CHIP_HEIGHT < HEADER_HEIGHT + CHIPS_HEIGHT
    width = (960 - 12 * (seats - 1)) / seats
    for seat in range(seats):
        filled = canvas.image.getpixel(
            (round(20 + seat * (width + 12) + width - 8), round(HEADER_HEIGHT + 31))
        )
        assert (filled == DARK.accent) == (seat == 0 or (seat == seats - 1 and not over))


@pytest.mark.parametrize(
    ("people", "shown"),
    [
        (("Ann", "Bob", "Cleo"), "Ann, Bob and Cleo choose in secret"),
        (
            ("Ann", "Bartholomew of York", "Cleopatra"),
            "Ann, Bartholomew… and Cleopatra choose in secret",
        ),
        (("Ann", "Gentle computer", "Gentle computer 2"), "RED, BLUE and GREEN choose in secret"),
        (("🦊🦊", "தமிழ்", "Cy"), "RED, BLUE and Cy choose in secret"),
        (("🦊" * 12 + " Ann", "Ann\u200b", "Cy"), "Ann (RED), Ann (BLUE) and Cy choose in secret"),
    ],
)
def test_what_is_to_be_done_stands_in_the_headline_whatever_people_are_called(
    people: tuple[str, ...], shown: str
) -> None:
    infos = [SeatInfo(name, name, name[0]) for name in ("RED", "BLUE", "GREEN")]
    prompt = "RED, BLUE and GREEN choose in secret"
    view = View(viewer=None, ply=3, turn="round 4", to_act=(0, 1, 2), prompt=prompt, chips=("", "", ""))
    canvas = Canvas.blank(1000, 300, DARK)
    draw_headline(canvas, view, Frame(code="AB12", players=people), infos)
    assert shown in [label.text for label in labels(canvas.image)]


def test_a_result_stands_whole_in_the_headline_where_its_reason_has_no_room() -> None:
    infos = [SeatInfo(name, name, name[0]) for name in ("Purple", "Green")]
    for text, ranks, brief, shown in (
        ("Purple wins with 9 points: a reason", (1, 2), "", "Ann wins with 9 points: a reason"),
        (f"Purple wins with 9 points: {'w' * 60}", (1, 2), "Purple has 9", "Ann has 9"),
        (f"After 1.5 days: {'w' * 60}", (2, 1), "", "Bob won"),
        (f"After 1.5 days: {'w' * 60}", (1, 1), "", "Draw"),
    ):
        view = View(
            viewer=None,
            ply=3,
            turn="over",
            to_act=(),
            prompt=text,
            chips=("", ""),
            outcome=Outcome(ranks, "points", text),
        )
        canvas = Canvas.blank(1000, 300, DARK)
        draw_headline(canvas, view, Frame(code="AB12", players=("Ann", "Bob")), infos, brief)
        assert shown in [label.text for label in labels(canvas.image)]


def test_a_headline_reads_rightwards_whatever_people_are_called() -> None:
    view = View(viewer=None, ply=3, turn="round 4", to_act=(0,), prompt="RED moves", chips=("",))
    canvas, name = Canvas.blank(1000, 300, DARK), Canvas.blank(1000, 300, DARK)
    draw_headline(canvas, view, Frame(code="AB12", players=("שלום",)), [SeatInfo("RED", "RED", "R")])
    line = next(label for label in labels(canvas.image) if label.text == "שלום moves")
    width = name.write("שלום", line.x, line.baseline, line.size, DARK.ink, weight="bold")
    beginning = (0, 0, int(line.x + width), int(HEADER_HEIGHT))
    assert canvas.image.crop(beginning).tobytes() == name.image.crop(beginning).tobytes()


def test_people_take_their_seats_places_in_sentences() -> None:
    seats = ("White", "Black", "Black Rose")
    assert people_first("White attacks Black Rose, not Blacks", seats, ("Ann", "Bob", "Cy")) == (
        "Ann attacks Cy, not Blacks"
    )
    assert people_first("White moves", seats, ("Ann",), seats_too=True) == "Ann (White) moves"
    assert people_first("Black's castle", seats, ("Ann", "Bob"), seats_too=True) == "Bob's castle"
    assert people_first("Black's castle", seats, ("Bob", "Bob")) == "Black's castle"
    assert people_first("White moves", seats, ("Ann", "Ann")) == "Ann (White) moves"
    assert people_first("White moves", seats, ("", "Bob")) == "White moves"
    assert people_first("White moves to Black", seats, ("Black", "\\1")) == "Black moves to \\1"


@pytest.mark.parametrize("frame", [{"choices": ("d4", "z9")}, {"chosen": ("z9",)}])
def test_a_place_that_no_picture_has_is_refused(frame: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="z9"):
        marks.draw_choices(Canvas.blank(1000, 500, DARK), Frame(code="", players=(), **frame), PLACES)


@pytest.mark.parametrize("kind", ["choices", "chosen"])
def test_each_place_is_marked_where_it_is(kind: str) -> None:
    drawn = set()
    for name, place in PLACES.items():
        canvas = Canvas.blank(1000, 500, DARK)
        picked: dict[str, Any] = {kind: (name,)}
        marks.draw_choices(canvas, Frame(code="", players=(), **picked), PLACES)
        left, top, right, bottom = bounds(canvas.image)
        assert left < place.x < right
        assert top < place.y < bottom
        drawn.add(canvas.image.tobytes())
    assert len(drawn) == len(PLACES)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("eyes", DEFICIENCIES)
def test_what_may_be_picked_stands_out(theme: Theme, eyes: Deficiency) -> None:
    assert contrast(theme.on_reach, theme.reach, eyes) >= 7
    assert max(contrast(colour, theme.cell, eyes) for colour in (theme.reach, theme.on_reach)) >= 3


def test_a_sprite_has_no_empty_rim_and_is_put_where_it_was_drawn() -> None:
    sketch = Sketch.square(20)
    sketch.disc((-4, 6), 5, DARK.last)
    sprite = sketch.sprite()
    assert sprite.image.size == (10, 10)
    canvas, blank = Canvas.blank(1000, 100, DARK), Canvas.blank(1000, 100, DARK)
    canvas.stamp(sprite, 40, 40)
    assert ImageChops.difference(canvas.image, blank.image).getbbox() == (31, 41, 41, 51)
    assert Sketch.square(20).sprite().image.getbbox() is None


def test_the_difference_is_ciede2000() -> None:
    """Its extremes, and red against green, which runs together for many."""
    assert difference((0, 0, 0), (255, 255, 255), "none") == pytest.approx(100, abs=0.1)
    assert (
        difference((194, 90, 58), (108, 122, 42), "deutan")
        < 12
        < difference((194, 90, 58), (108, 122, 42), "none")
    )
