"""Questions that are found by what was typed of them."""

import pytest

from bot.service.typed_fields import named_after, parameters_of, resolve_question
from bot.service.values.refused import Refused
from engines.contract import Question
from engines.flicflac.questions import AskHealth, AskReach

ASKED = (AskHealth("CB"), AskReach("CB"), AskHealth("CG"))


def test_a_question_is_found_by_its_values() -> None:
    assert resolve_question(ASKED, AskHealth, {"piece": "CG"}) is ASKED[2]
    assert resolve_question(ASKED, AskReach, {}) is ASKED[1]


def test_what_fits_none_is_made_of_its_values_or_refused() -> None:
    assert resolve_question(ASKED, AskHealth, {"piece": "CR"}) == AskHealth("CR")
    with pytest.raises(Refused):
        resolve_question(ASKED, AskHealth, {})


def test_a_field_that_nobody_can_type_is_none_of_a_command() -> None:
    class Ask(Question, frozen=True, tag="ask"):
        many: tuple[str, ...]

    with pytest.raises(TypeError, match=r"^Ask\.many: .* cannot be filled in"):
        parameters_of(Ask)


def test_a_command_has_the_first_line_of_what_is_said_of_it() -> None:
    class Ask(Question, frozen=True, tag="ask"):
        """Ask for something.

        And more about it.
        """

    assert named_after(Ask) == ("ask", "Ask for something.")
