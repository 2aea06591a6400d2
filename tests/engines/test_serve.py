"""`python -m engines serve`: the line protocol never falls over, whatever it is sent."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.conformance.commands.serve import MAX_LINE
from engines.record import Made
from tests.engines.command_line import run
from tests.examples import examples
from tests.records import golden_record


def talk(*requests: object) -> list[dict[str, Any]]:
    lines = [request if isinstance(request, str) else json.dumps(request) for request in requests]
    status, answers = run("serve", "roses", stdin="\n".join(lines) + "\n")
    assert status == 0
    return [json.loads(answer) for answer in answers]


def codes(*requests: object) -> list[str | None]:
    return [answer.get("error", {}).get("code") for answer in talk(*requests)]


def test_a_game_from_start_to_end() -> None:
    answers = talk(
        {"do": "start"},
        *(
            {"do": "apply", "seat": entry.seat, "text": entry.text}
            for entry in golden_record("roses/castle").entries
            if isinstance(entry, Made)
        ),
        {"do": "legal"},
        {"do": "apply", "seat": 1, "text": "d5-c5"},
    )
    assert answers[-3]["outcome"]["why"] == "castle"
    assert answers[-2] == {"actions": []}
    assert answers[-1]["error"]["code"] == "game_over"


def test_actions_as_objects_are_those_of_legal() -> None:
    legal = talk({"do": "load", "position": "B/.ww./b..../.bwwb/.b../W w 00"}, {"do": "legal"})[1]["actions"]
    assert len(legal) == 22
    for offered in legal:
        _, answer = talk(
            {"do": "load", "position": "B/.ww./b..../.bwwb/.b../W w 00"},
            {"do": "apply", "seat": offered["seat"], "action": offered["action"]},
        )
        assert answer["text"] == offered["text"]


def test_before_there_is_a_game() -> None:
    asks = ["position", "legal", "view", "outcome"]
    assert codes(*({"do": ask} for ask in asks)) == ["no_game"] * 4
    assert codes({"do": "table", "seat": 0}, {"do": "apply", "seat": 0, "text": "@d3"}) == ["no_game"] * 2


def test_what_is_refused() -> None:
    assert codes({"do": "start", "seed": "0"}) == ["bad_seed"]
    assert codes({"do": "start", "seats": 3}) == ["bad_options"]
    assert codes({"do": "start", "options": {"a": 1}}) == ["bad_options"]
    assert codes({"do": "load", "position": "here"}) == ["bad_position"]
    assert codes({"do": "load", "position": {}, "options": {"a": 1}}) == ["bad_options"]
    started = {"do": "start"}
    assert codes(started, {"do": "undo"})[1] == "nothing_to_undo"
    assert codes(started, {"do": "legal", "seat": 2})[1] == "no_seat"
    assert codes(started, {"do": "view", "seat": 7})[1] == "no_seat"
    assert codes(started, {"do": "apply", "seat": 2, "text": "@d3"})[1] == "no_seat"
    assert codes(started, {"do": "apply", "seat": 0})[1] == "bad_request"
    assert codes(started, {"do": "apply", "seat": 0, "text": "@d3", "action": {}})[1] == "bad_request"
    assert codes(started, {"do": "apply", "seat": 0, "action": {"kind": "fly"}})[1] == "bad_action"
    assert codes(started, {"do": "apply", "seat": 0, "action": {"kind": "drop"}})[1] == "bad_action"
    assert codes(started, {"do": "apply", "seat": 0, "text": "@c4"})[1] == "illegal"
    assert codes(started, {"do": "apply", "seat": 1, "text": "claim"})[1] == "not_late"


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "{}",
        "[]",
        "null",
        '{"do": 1}',
        '{"do": "start", "more": 1}',
        '{"do": "start", "id": []}',
        '{"do": "legal", "seat": -1}',
        "[" * 100_000,
        '{"do": "load", "position": ' + "[" * 100_000,
        "\x00",
    ],
)
def test_bad_requests(line: str) -> None:
    answers = talk(line, {"do": "info", "id": "still there"})
    assert answers[0]["error"]["code"] == "bad_request"
    assert answers[1]["id"] == "still there"


def test_a_line_that_is_too_long_is_passed_over_whole() -> None:
    answers = talk("x" * (3 * MAX_LINE), {"do": "info"}, "x" * MAX_LINE, {"do": "info"})
    assert [answer.get("game") for answer in answers] == [None, "roses", None, "roses"]


def test_the_id_comes_back_with_errors_too() -> None:
    answers = talk(
        {"do": "legal", "id": 7}, {"do": "dance", "id": "x"}, {"do": "quit", "id": 0}, {"do": "info"}
    )
    assert [answer["id"] for answer in answers] == [7, "x", 0]


def test_blank_lines_are_no_requests() -> None:
    assert len(talk("", "  ", {"do": "info"})) == 1


words = st.sampled_from(
    [
        "do",
        "start",
        "load",
        "apply",
        "legal",
        "table",
        "view",
        "undo",
        "seat",
        "text",
        "action",
        "kind",
        "drop",
    ]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**20) | words | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=4),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(words, values, max_size=4), max_size=6))
@settings(max_examples=examples(150))
def test_anything_gets_an_answer(requests: list[dict[str, Any]]) -> None:
    answers = talk({"do": "start"}, *requests)
    assert len(answers) == len(requests) + 1
    for answer in answers:
        assert "Traceback" not in json.dumps(answer)
