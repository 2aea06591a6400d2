"""How the values of a command's parameters are said in a mail: by name, or in their order."""

from functools import partial
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

from bot.mail.commands.interpreting import Interpreter
from bot.mail.commands.options import read_options
from bot.mail.commands.request import NotUnderstood
from bot.mail.incoming.own_text import wrap_marked
from bot.service.accounts.mail import PARTS
from bot.service.commands import Parameter
from bot.service.values.refused import Refused
from engines.registry import ENGINES

_FAR = Parameter("how_far", "How far", Literal["turn", "two", "two_turns"])
_SURE = Parameter("sure", "Whether", bool)
_COUNT = Parameter("count", "How many", Annotated[int, Meta(ge=1, le=9)])
_ALL = [
    Parameter("game", "Its code"),
    _FAR,
    _SURE,
    _COUNT,
    Parameter("text", "Words", Annotated[str, Meta()]),
]


@pytest.mark.parametrize(
    ("expected", "values"),
    [
        ("", {}),
        ("how-far: turn", {"how_far": "turn"}),
        ("How_Far two turns", {"how_far": "two_turns"}),
        ("two turns", {"how_far": "two_turns"}),
        ("two", {"how_far": "two"}),
        ("K7QX turn", {"game": "K7QX", "how_far": "turn"}),
        ("turn k7qx", {"game": "k7qx", "how_far": "turn"}),
        ("no 3", {"sure": False, "count": 3}),
        (
            "Turn YES 3 more words",
            {"how_far": "turn", "sure": True, "count": 3, "text": "more words"},
        ),
        ("sure:", {"sure": True}),
        ("sure: off count: 9", {"sure": False, "count": 9}),
        ("text: the count is free count: 1", {"text": "the count is free", "count": 1}),
    ],
)
def test_what_is_said_finds_its_parameter(expected: str, values: dict[str, Any]) -> None:
    assert read_options(_ALL, expected) == values


def test_a_colon_behind_a_word_names_nothing_where_there_is_but_one_text() -> None:
    assert read_options(_ALL[-1:], "to: everybody") == {"text": "to: everybody"}


@pytest.mark.parametrize(
    ("parameters", "expected", "words"),
    [
        (_ALL, "how_far: never", "“how_far:” is turn, two or two_turns, not “never”."),
        (_ALL, "sure: maybe", "“sure:” is yes or no, not “maybe”."),
        (_ALL, "count: 10", "“10” does not fit “count:”. How many."),
        (
            [_SURE, _FAR],
            "yes turn on",
            "“on” was not understood here. It takes “sure:” and “how_far:”.",
        ),
        ([], "again", "“again” was not understood here. Write the command alone."),
        (
            [_COUNT, Parameter("words", "Words")],
            "opponents: 1",
            "“opponents 1” was not understood here. It takes “count:” and “words:”.",
        ),
        ([_COUNT._replace(required=True)], "", "Say “count:” as well. How many."),
    ],
)
def test_what_does_not_fit_is_refused_in_words(
    parameters: list[Parameter], expected: str, words: str
) -> None:
    with pytest.raises(Refused) as refused:
        read_options(parameters, expected)
    assert refused.value.sentence == words


def test_a_mail_has_only_so_many_lines() -> None:
    interpreter = Interpreter(ENGINES)
    assert len(interpreter.steps_of("help\n" * PARTS, None)) == PARTS
    with pytest.raises(NotUnderstood, match="at most 20 lines"):
        interpreter.steps_of("help\n" * (PARTS + 1), None)


def test_moves_that_follow_each_other_are_played_at_once() -> None:
    mixed = Interpreter(ENGINES).steps_of("12\n13\nhelp\n14\n15\n@d3", "roses", {"@d3"}.__contains__)
    assert [step.moves for step in mixed] == [("12", "13"), (), ("14", "15", "@d3")]


@pytest.mark.parametrize(("line", "moves"), [("please help", ()), ("can you help", ("can you help",))])
def test_a_word_beside_help_still_asks_for_it_but_a_sentence_does_not(
    line: str, moves: tuple[str, ...]
) -> None:
    (step,) = Interpreter(ENGINES).steps_of(line, "roses")
    assert step.moves == moves


@pytest.mark.parametrize(
    ("line", "key", "read"),
    [
        ("tell news", None, "a move"),
        ("scores", None, "a move"),
        ("scores", "tae", "carried out"),
        ("history?", "roses", "carried out"),
        ("resign?", "roses", "explained"),
        ("help resign", None, "explained"),
        ("help reef", None, "explained"),
    ],
)
def test_what_a_line_is_taken_for(line: str, key: str | None, read: str) -> None:
    (step,) = Interpreter(ENGINES).steps_of(line, key)
    explained = "command" in getattr(step.run, "keywords", {})
    assert read == ("a move" if step.moves else "explained" if explained else "carried out")


@pytest.mark.parametrize(
    ("below", "goes_on"), [("here?", True), ("draw ?", True), ("here", False), ("draw", False)]
)
def test_a_wrapped_question_is_one_sentence_though_its_last_word_is_a_command(
    below: str, goes_on: bool
) -> None:
    long = "say tomorrow evening I have some time again, so tell me whether you will be"
    text = "\n".join(wrap_marked([long, below]))
    if goes_on:
        (said,) = Interpreter(ENGINES).steps_of(text, "roses")
        assert isinstance(said.run, partial)
        assert said.run.keywords["text"] == f"{long.removeprefix('say ')} {below}"
    else:
        with pytest.raises(NotUnderstood, match="not clear whether one line continues"):
            Interpreter(ENGINES).steps_of(text, "roses")
