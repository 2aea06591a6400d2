"""Names as people really write them never break a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from render.text import clean, fit, layout, spoken
from render.typeface import writer
from tests.render.forgetting import forget_drawn

scripts = st.sampled_from(
    "AaĄЖΩé0-_.·שלםمرحباไทย山田한글नम☃🦊👩\u200d\u200c\u200e\u202e\u0301\u0336\ufe0f \t\n\x00𝓐ﬁ\ud800"
)
names = st.one_of(st.text(max_size=60), st.text(scripts, max_size=60))


@given(names, st.integers(1, 400))
def test_any_text_fits_where_there_is_room_for_its_ellipsis(name: str, width: int) -> None:
    line = fit(name, "medium", 28, width, 24)
    assert line.width <= max(width, layout("…", "medium", 24).width)


@given(names)
def test_any_text_is_one_line_of_what_fonts_can_write(name: str) -> None:
    shown = clean(name)
    assert shown == " ".join(shown.split())
    assert all(char in " \u200c" or writer(char) is not None for char in shown)
    assert sum(len(run.text) for run in layout(name, "bold", 30).runs) == len(shown)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \n B.\t", "Ann B."),
        ("Ann 🦊✨👩‍🚀", "Ann"),
        ("🦊", "□"),
        ("𝓐𝓷𝓷 𝕭", "Ann B"),
        ("ab\u202egnp.exe", "abgnp.exe"),
        ("a\u0336\u0337\u0338\u0321\u0322", "a\u0336\u0337"),
        ("ꦲꦏ", "□□"),
        ("Ελλάδα Łódź Жук", "Ελλάδα Łódź Жук"),
        ("山田 שלום مرحبا ไทย नमस्ते 한글", "山田 שלום مرحبا ไทย नमस्ते 한글"),
        ("", ""),
        (" \u200b ", "□"),
        ("\x00\x07", "□"),
        ("\u0300\u0301\u0302", "□"),
        ("🦊\u0301\u0302 Ann", "Ann"),
    ],
)
def test_what_is_shown_of_a_name(name: str, shown: str) -> None:
    assert clean(name) == shown


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("  Ann \n B.\t", "Ann B."),
        (
            "👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3",
            "👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3",
        ),
        ("می\u200cخواهم ශ්\u200dරී", "می\u200cخواهم ශ්\u200dරී"),
        (
            "A\u200dn\u200cn Ж\u200dук 山\u200d田 🦊\u200d 🦊\u200d\u200d🦊 🦊\u200dx",
            "Ann Жук 山田 🦊 🦊🦊 🦊x",
        ),
        ("ab\u202egnp.exe \u2067cd\u2069", "abgnp.exe cd"),
        ("\u3164\u200d\u2800 \ufe0f", ""),
        ("\u3164Ann\u034f", "Ann"),
        ("Z" + "\u0301\u0316" * 20 + "oe\u0301", "Z" + "\u0301\u0316" * 2 + "\u0301oe\u0301"),
        ("ก" + "\u0e47" * 20 + " \u0301", "ก" + "\u0e47" * 5 + " \u0301"),
        ("Z" + ("\u0301" * 5 + "\u200d") * 20, "Z" + "\u0301" * 5),
        ("Z" + ("\u0301" * 5 + "\ufe0f") * 2, "Z" + "\u0301" * 5 + "\ufe0f" * 2),
        ("\u200d\u0301\ufe0f\u0301", ""),
        ("\ud800\U000e0041", ""),
        ("\u0301\u0302", ""),
    ],
)
def test_what_is_read_of_a_name(name: str, read: str) -> None:
    assert spoken(name) == read


def test_a_long_name_is_set_smaller_before_it_is_cut() -> None:
    whole = layout("Maximiliane", "medium", 30)
    smaller = fit("Maximiliane", "medium", 30, int(whole.width) - 5, 26)
    assert smaller.text == "Maximiliane"
    assert smaller.width < whole.width
    cut = fit("Maximiliane", "medium", 30, 90, 26)
    assert cut.text.startswith("Ma")
    assert cut.text.endswith("…")


def test_names_that_differ_by_their_number_are_told_apart_though_cut() -> None:
    assert fit("Gentle computer 2", "medium", 30, 150, 26).text.startswith("Gentle")
    assert fit("Gentle computer 2", "medium", 30, 150, 26).text.endswith("… 2")
    assert fit("Gentle computer", "medium", 30, 150, 26).text.endswith("…")
    assert fit("Gentle computer 2", "medium", 30, 40, 26).text.endswith("…"), "the beginning has precedence"


def test_a_text_beyond_all_measure_costs_little_and_is_cut() -> None:
    assert len(layout("x" * 1_000_000, "medium", 28).text) <= 160


def test_right_to_left_runs_are_ordered_from_the_right() -> None:
    hebrew_first = layout("שלום Bob", "medium", 30)
    assert hebrew_first.runs[0].text == "Bob"
    assert hebrew_first.runs[-1].x > hebrew_first.runs[0].x
    latin_first = layout("Bob שלום", "medium", 30)
    assert latin_first.runs[0].text == "Bob"


def test_a_name_that_runs_leftwards_does_not_turn_the_sentence_that_it_begins() -> None:
    for line in (
        layout("שלום moves", "bold", 30, ltr=True),
        fit("שלום moves", "bold", 30, 400, 20, ltr=True),
        fit("שלום moves from here to there", "bold", 30, 300, 28, ltr=True),
    ):
        first, *_, last = line.runs
        assert first.text == "שלום"
        assert last.x > first.x
        assert last.text.strip().startswith("moves")


def test_without_shaping_names_are_written_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("render.text.shaping", lambda: False)
    monkeypatch.setattr("render.typeface.shaping", lambda: False)
    forget_drawn()
    try:
        line = layout("Bob שלום مرحبا नम", "medium", 30)
        assert line.width > 100
        assert [run.text for run in line.runs if "ש" in run.text] == ["םולש"]
        line.draw(Image.new("RGB", (400, 60)), 0, 40, (255, 255, 255))
    finally:
        forget_drawn()


def test_letters_are_kerned() -> None:
    assert (
        layout("AV", "medium", 100).width
        < layout("A", "medium", 100).width + layout("V", "medium", 100).width
    )


@given(st.text(scripts, max_size=12), st.integers(0, 300), st.integers(0, 300))
def test_kept_letters_are_drawn_where_they_begin_as_pillow_draws_them(name: str, x: int, y: int) -> None:
    line, at = layout(name, "bold", 30), (5 + x / 10, 40 + y / 10)
    kept, drawn = (Image.new("RGB", (500, 120), (40, 90, 20)) for _ in range(2))
    for _ in range(2):
        line.draw(kept, *at, (250, 200, 30))
    for _ in range(2):
        for run in line.runs:
            start = at[0] + run.x, at[1]
            ImageDraw.Draw(drawn).text(
                start, run.text, (250, 200, 30), run.font, anchor="ls", direction=run.direction
            )
    assert kept.tobytes() == drawn.tobytes()
