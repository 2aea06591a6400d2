"""Which tag a post in a forum gets."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.delivery import forums
from bot.service.values.refused import Refused
from tests.discord.summaries import summary


def forum(*tags: tuple[str, bool], required: bool = True, moderating: bool = False) -> Any:
    """A forum with these tags: their names, and whether they are for moderators."""
    made = [SimpleNamespace(name=name, moderated=moderated) for name, moderated in tags]
    rights = discord.Permissions(manage_threads=moderating)
    return SimpleNamespace(
        name="posts",
        available_tags=made,
        flags=SimpleNamespace(require_tag=required),
        guild=SimpleNamespace(me=object()),
        permissions_for=lambda _: rights,
    )


@pytest.mark.parametrize(
    ("given", "picked"),
    [
        (forum(), []),
        (forum(("a", False), ("b", False)), ["a"]),
        (forum(("a", False), ("b", False), required=False), []),
        (forum(("a", False), ("ROSES", False), required=False), ["ROSES"]),
        (forum(("a", True), ("b", False)), ["b"]),
        (forum(("a", True), ("b", False), moderating=True), ["a"]),
        (forum(("a", True)), []),
    ],
)
def test_a_tag_named_like_the_game_else_one_that_may_be_set(given: Any, picked: list[str]) -> None:
    assert [tag.name for tag in forums.tags(given, summary())] == picked


def test_a_forum_without_a_tag_that_may_be_set_is_refused() -> None:
    forums.check(forum(required=False))
    forums.check(forum(("a", False)))
    for hopeless in (forum(), forum(("a", True))):
        with pytest.raises(Refused, match="wants a tag on every post"):
            forums.check(hopeless)
