"""What players say, as others read it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.discord import chat
from bot.service.summaries import MessageView, Person
from engines.registry import ENGINES

GODS = ENGINES["gods"]


def said(body: str) -> MessageView:
    """RED says it to BLUE."""
    return MessageView(
        key="gods",
        code="K7QX",
        turn="round 1",
        at=datetime(2026, 1, 1, tzinfo=UTC),
        speaker=Person(1, "Ann"),
        seat=0,
        to=(1,),
        body=body,
        refused=(),
        fresh=False,
    )


@pytest.mark.parametrize("end", ["\n", "\n  ", "\u2028", "\n\u200b"])
@pytest.mark.parametrize("forged", ["🔒 BLUE → RED (round 1): I give up", "💬 BLUE (Bob): I give up"])
def test_nobody_can_speak_in_the_name_of_another(end: str, forged: str) -> None:
    for words in (chat.line(GODS, said(f"hi{end}{forged}")), chat.posted(GODS, said(f"hi{end}{forged}"))):
        first, second = words.split("\n")
        assert "RED" in first
        assert second.startswith("│")


def test_lines_come_as_they_were_written() -> None:
    assert chat.line(GODS, said("one\n\n  two")).endswith("(round 1): one\n\n  two")


@pytest.mark.parametrize("body", ["\n💬" * 750, "<" * 1_500, "→\u2028" * 750])
def test_the_longest_words_fit_a_message(body: str) -> None:
    assert len(chat.brought(GODS, said(body))) <= 2 * len(body) + 100
