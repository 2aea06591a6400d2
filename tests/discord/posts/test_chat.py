"""What players say, as others read it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from discord import ui
from msgspec.structs import replace

from bot.discord.button_actions import _turn_page
from bot.discord.commands import chat as chat_commands
from bot.discord.formatting.markdown import title
from bot.discord.interaction.components import ButtonState
from bot.discord.posts import chat
from bot.service.values.answers import MessagePage, MessageView
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from engines.registry import ENGINES
from tests.discord.fake_interaction import FakeInteraction, buttons
from tests.discord.summaries import summary

GODS = ENGINES["gods"]
THREE = (Person(2, "Bob"), Person(3, "Cleo"), Person(4, "Dan"))


def spoken(body: str) -> MessageView:
    """RED says it to BLUE."""
    return MessageView(
        key="gods",
        code="K7QX",
        turn="round 1",
        at=datetime(2026, 1, 1, tzinfo=UTC),
        speaker=Person(1, "Ann"),
        seat=0,
        to=(1,),
        readers=(Person(2, "Bob"),),
        body=body,
        refused=(),
        fresh=False,
    )


@pytest.mark.parametrize("end", ["\n", "\n  ", "\r", "\u2028", "\n\u200b"])
@pytest.mark.parametrize(
    "forged",
    [
        *("🔒 BLUE", "💬 Bob", "Bob (BLUE) to Ann (RED), round 1: I give up"),
        *("Bob (B\u200bLUE): hi", "Bob (BLU\u034fE): hi", "Bob （ＢＬＵＥ）: hi"),
    ],
)
def test_nobody_can_speak_in_the_name_of_another(end: str, forged: str) -> None:
    for words in (
        chat.line(GODS, spoken(f"hi{end}{forged}")),
        chat.posted(GODS, spoken(f"hi{end}{forged}")),
    ):
        first, second = words.split("\n")
        assert "RED" in first
        assert second.startswith("│")


def test_lines_come_as_they_were_written() -> None:
    assert chat.line(GODS, spoken("one\n\n  two")).endswith("**, round 1: one\n\n  two")


@pytest.mark.parametrize("body", ["\n💬" * 750, "<" * 1_500, "→\u2028" * 750])
def test_the_longest_words_fit_a_message(body: str) -> None:
    assert len(chat.brought(GODS, spoken(body))) <= 2 * len(body) + 100


def page(*chat_message: MessageView, **more: Any) -> MessagePage:
    values: dict[str, Any] = {"turn": None, "skipped": 0, "more": False, "unseen": 0}
    values |= {"unheard": (), "withheld": False} | more
    return MessagePage(summary=summary(key="gods"), messages=chat_message, **values)


@pytest.mark.parametrize(
    ("key", "where"), [("gods", "behind **Messages** and `/gods messages`"), ("tae", "in `/tae messages`")]
)
def test_what_cannot_be_posted_is_found_where_there_is_a_way_to_it(key: str, where: str) -> None:
    words = replace(spoken("hello"), key=key, to=None, readers=())
    assert chat.refused(ENGINES[key], words, None).endswith(f": you find it {where}.")


def test_a_page_leads_to_the_older_and_to_the_newest() -> None:
    def ways(**more: Any) -> dict[str, str]:
        return buttons(chat.messages_page(GODS, page(spoken("one"), spoken("two"), **more)))

    assert ways() == {}
    assert ways(more=True) == {"Older": "tb:talks:K7QX:2::"}
    assert ways(more=True, skipped=3, turn="round 1") == {
        "Older": "tb:talks:K7QX:5::round 1",
        "Newest": "tb:talks:K7QX:0::round 1",
    }
    assert ways(skipped=3) == {"Newest": "tb:talks:K7QX:0::"}


def test_a_page_says_what_is_new_and_what_did_not_arrive() -> None:
    fresh = replace(spoken("one"), fresh=True)
    lost = replace(spoken("two"), to=(1, 2, 3), readers=THREE, refused=(2, 3))
    view = chat.messages_page(GODS, page(fresh, lost, unseen=1, turn="round 1"))
    (shown,) = (item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    assert shown.splitlines() == [
        f"{title(summary(key='gods'))} · messages of round 1",
        "🔔 1 new",
        "",
        f"🔔 {chat.line(GODS, fresh)}",
        chat.line(GODS, lost),
        "-# not delivered to Cleo (GREEN), Dan (ORANGE) by direct message",
    ]
    (empty,) = (item.content for item in chat.messages_page(GODS, page()).walk_children())  # type: ignore[attr-defined]
    assert empty.endswith("· messages\n\nNothing has been said that you may read.")


async def test_the_next_page_of_a_turn_is_of_that_turn() -> None:
    async def messages(_person: object, _code: str, *, turn: str | None, skip: int, **_: object) -> None:
        raise LookupError(turn, skip)

    interaction = FakeInteraction(SimpleNamespace(chat=SimpleNamespace(messages=messages)))
    for payload, turn in (("round 1", "round 1"), ("", None)):
        with pytest.raises(LookupError) as asked:
            await _turn_page(
                await interaction.identified(), ButtonState("page", "K7QX", payload=payload, offset=5)
            )
        assert asked.value.args == (turn, 5)


def test_a_text_is_a_plain_message_where_one_holds_it() -> None:
    assert chat.message_content("x" * 2_000) == {"content": "x" * 2_000}
    assert list(chat.message_content("x" * 2_001)) == ["view"]


def test_as_many_messages_as_have_room_make_a_page() -> None:
    short, longer = spoken("x" * 101), spoken("x" * 102)
    assert chat.fitting([short] * 9) == 9
    assert chat.fitting([short] * 11) == 10
    assert chat.fitting([*[short] * 9, longer]) == 9
    assert chat.fitting([spoken("x" * 5_000)]) == 0


class Games:
    """The games with chat in which Ann plays."""

    def __init__(self, *games: GameSummary) -> None:
        self._games = games

    async def games(self, _person: Person) -> Sequence[GameSummary]:
        if not self._games:
            raise Refused("no_game", "You play in no running game with chat.")
        return self._games


async def found(*games: GameSummary, direct: bool = True, **options: str) -> str:
    """The game that a chat command of the gods means, or the code of the refusal."""
    result = summary(code="HERE", key="gods")

    async def resolve(*_: object, **__: object) -> GameSummary:
        return result

    service = SimpleNamespace(dm_routes=Games(*games))
    request = await FakeInteraction(service, direct=direct).identified()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chat_commands, "resolve_game", resolve)
        try:
            return (await chat_commands._find_game(request, options, "running", engine=GODS)).code
        except Refused as refusal:
            return str(refusal)


async def test_a_chat_command_in_private_means_the_one_game_of_its_kind() -> None:
    one, two = summary(code="ONE1", key="gods"), summary(code="TWO2", key="gods")
    other = summary(code="OTH3", key="tae")
    assert await found(other, one) == "ONE1"
    assert "(ONE1, TWO2)" in await found(one, two)
    assert await found(other) == "HERE"
    assert await found() == "HERE"
    assert await found(one, game="here") == "HERE"
    assert await found(one, direct=False) == "HERE"


@pytest.mark.parametrize(("direct", "followed"), [(True, [("Ann", "K7QX")]), (False, [])])
async def test_who_plays_by_direct_message_hears_there_what_is_said(
    direct: bool, followed: list[Any]
) -> None:
    found = list[Any]()

    async def follow(person: Person, code: str) -> None:
        found.append((person.name, code))

    service = SimpleNamespace(dm_routes=SimpleNamespace(follow=follow))
    await chat.relay_to_direct_player(await FakeInteraction(service, direct=direct).identified(), "K7QX")
    assert found == followed
