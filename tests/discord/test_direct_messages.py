"""What people write to the bot is said once, to those for whom it is, or to nobody."""

import asyncio
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui
from discord.utils import time_snowflake

from bot.discord.direct_messages import DirectMessages, say_in_chosen_game
from bot.discord.interaction.components import ButtonState
from bot.errors import DatabaseUnavailable
from bot.service.chat.messages import Quoted
from bot.service.values.answers import Ack, MessageView
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Cause
from tests.discord import saying
from tests.discord.fake_discord import failure
from tests.discord.fake_interaction import FakeInteraction, buttons, options
from tests.discord.summaries import ACCOUNTS, ANN, summary

NOW = datetime(2026, 1, 1, tzinfo=UTC)
OLD = time_snowflake(NOW - timedelta(seconds=10))
OURS = SimpleNamespace(id=1, bot=True, display_name="Turnpost")
ANNS = SimpleNamespace(id=ACCOUNTS[ANN.id], bot=False, display_name="Ann")


class FakeChat:
    """The use cases of chat, in these games."""

    def __init__(self, *games: GameSummary, quoted: Quoted | None = None) -> None:
        self.games = list(games or (summary(key="gods"),))
        self.answer = quoted
        self.sent: list[dict[str, Any]] = []
        self.fault: Exception | None = None
        self.asked = 0
        self.late = 0
        """How often the answer is not known yet."""
        self.tables: dict[str, str] = {}
        """Where requests have said something, by their causes."""

    async def quoted(self, _person: object, _number: int) -> Quoted | None:
        self.asked += 1
        return None if self.asked <= self.late else self.answer

    async def table_of(self, _person: object, cause: Cause) -> str | None:
        return self.tables.get(cause.key)

    async def say(self, _person: object, code: str, text: str, **how: Any) -> Ack:
        if self.fault is not None:
            raise self.fault
        self.sent.append({"code": code, "text": text, "cause": how["cause"], **how["source"]._asdict()})
        chat_message = MessageView(
            key="gods", code=code, turn="round 1", at=NOW, speaker=ANN, seat=0, to=None, body=text,
            refused=(), fresh=False,
        )  # fmt: skip
        return Ack(chat_message)


class FakeDmRoutes:
    """The games that these messages may be about."""

    def __init__(self, chat: FakeChat) -> None:
        self._chat = chat

    async def games(self, _person: object, among: Collection[str] = ()) -> list[GameSummary]:
        return [game for game in self._chat.games if not among or game.code in among]


class Mail:
    """Ann's direct messages to the bot."""

    def __init__(self, *games: GameSummary, quoted: Quoted | None = None) -> None:
        self.chat = FakeChat(*games, quoted=quoted)
        interaction = FakeInteraction(SimpleNamespace(chat=self.chat, dm_routes=FakeDmRoutes(self.chat)))
        tree = SimpleNamespace(get_command=lambda name: name if name == "gods" else None)
        client: Any = SimpleNamespace(context=interaction.client.context, tree=tree)
        self.direct = DirectMessages(client)
        self.answers: list[dict[str, Any]] = []
        self.lost: Exception | None = None

    def message(self, text: str, *, replying: Any = None, **more: Any) -> Any:
        async def send(**content: Any) -> None:
            self.answers.append(content)
            saying.note("answer", content)
            if self.lost is not None:
                raise self.lost

        values: dict[str, Any] = {
            "id": time_snowflake(NOW), "guild": None, "author": ANNS, "type": discord.MessageType.default,
            "content": text, "reference": replying, "channel": SimpleNamespace(send=send), "created_at": NOW,
            "attachments": [], "stickers": [],
        }  # fmt: skip
        return SimpleNamespace(**(values | more))

    async def write(self, text: str, **more: Any) -> None:
        await self.direct.receive(self.message(text, **more))


def reply(number: int = OLD, *, author: Any = OURS, content: str = "", gone: bool = False) -> Any:
    """A reference to an earlier message."""
    before = object.__new__(discord.Message)
    before.author, before.content, before.id = author, content, number
    return SimpleNamespace(message_id=number, resolved=None if gone else before)


async def test_what_is_written_is_said_with_a_receipt() -> None:
    ann = Mail()
    await ann.write("hello")
    (result,) = ann.chat.sent
    assert (result["code"], result["text"], result["cause"].key) == (
        "K7QX",
        "hello",
        f"discord:{time_snowflake(NOW)}",
    )
    assert (result["direct"], result["receipt"], result["quoted"]) == (True, True, Quoted())
    assert ann.answers == []


@pytest.mark.parametrize("kind", ["attachments", "stickers"])
async def test_what_comes_with_a_file_is_not_passed_on_without_it(kind: str) -> None:
    ann = Mail()
    await ann.write("look at this plan", **{kind: [object()]})
    assert ann.chat.sent == []
    (answer,) = ann.answers
    assert "Only text can be passed on, not files or stickers. Nobody was shown this." in answer["content"]


@pytest.mark.parametrize(
    "more",
    [
        {"guild": object()},
        {"author": OURS},
        {"type": discord.MessageType.pins_add},
    ],
)
async def test_nothing_else_is_listened_to(more: dict[str, Any]) -> None:
    ann = Mail()
    await ann.write("hello", **more)
    assert (ann.chat.sent, ann.answers) == ([], [])


@pytest.mark.parametrize("private", [True, False])
async def test_a_reply_is_as_private_as_what_it_answers(private: bool) -> None:
    ann = Mail(quoted=Quoted("K7QX", private))
    for gone in (False, True):
        await ann.write("well", replying=reply(gone=gone))
    assert [result["quoted"].private for result in ann.chat.sent] == [private, private]


async def test_a_reply_to_what_nobody_knows_counts_as_private() -> None:
    ann = Mail()
    await ann.write("well", replying=reply())
    await ann.write("well", replying=SimpleNamespace(message_id=None, resolved=None))
    assert [result["quoted"].private for result in ann.chat.sent] == [True, True]
    assert ann.chat.asked == 1


async def test_a_receipt_that_is_not_stored_yet_is_waited_for() -> None:
    ann = Mail(quoted=Quoted("K7QX", private=False))
    ann.chat.late = 2
    await ann.write("well", replying=reply(time_snowflake(NOW - timedelta(seconds=9.999))))
    assert (ann.chat.sent[0]["quoted"].private, ann.chat.asked) == (False, 3)


async def test_a_reply_to_ones_own_words_goes_with_them() -> None:
    ann = Mail()
    await ann.write("and more", replying=reply(author=ANNS, content="-b secret"))
    (result,) = ann.chat.sent
    assert (result["quoted"], ann.chat.asked) == (Quoted(own_text="-b secret"), 0)
    ann.chat.tables = {f"discord:{OLD}": "B2BB"}
    await ann.write("-b and more", replying=reply(author=ANNS, content="-b secret"))
    assert ann.chat.sent[1]["code"] == "B2BB"


@pytest.mark.parametrize("others", [("K7QX", "B2BB"), ("K7QX",)])
async def test_a_reply_means_the_game_of_what_it_answers_and_no_other(others: tuple[str, ...]) -> None:
    # One of them at most is offered where a game was chosen for direct messages, and none that is over.
    ann = Mail(*(summary(key="gods", code=code) for code in others))
    for code in ("B2BB", "OVER"):
        ann.chat.answer = Quoted(code, private=False)
        await ann.write("-b well", replying=reply())
        assert ann.chat.sent.pop()["code"] == code
    assert ann.answers == []


async def test_a_reply_to_what_told_of_several_games_is_for_one_of_these() -> None:
    ann = Mail(*(summary(key="gods", code=code) for code in ("K7QX", "B2BB", "C3CC")))
    ann.chat.answer = Quoted(codes=("B2BB", "C3CC"))
    await ann.write("well", replying=reply())
    assert ann.chat.sent == []
    (answer,) = ann.answers
    assert [label[:4] for label in buttons(answer["view"])] == ["B2BB", "C3CC"]


@pytest.mark.parametrize("count", [2, 5, 6, 30])
async def test_of_several_games_one_is_asked_for(count: int) -> None:
    keys = ["gods", *["reef"] * (count - 1)]
    games = [
        summary(key=key, code=f"B{number}BB", title="x" * 80 * number) for number, key in enumerate(keys)
    ]
    ann = Mail(*games)
    await ann.write("hello")
    assert ann.chat.sent == []
    (answer,) = ann.answers
    number = time_snowflake(NOW)
    assert answer["nonce"] == f"re{number}"
    text, *_ = (item.content for item in answer["view"].walk_children() if isinstance(item, ui.TextDisplay))
    assert text.endswith("`/gods table`.")
    if count <= 5:
        assert list(buttons(answer["view"]).values()) == [
            f"tb:tell:B{one}BB:0::{number}" for one in range(count)
        ]
        first, *others = buttons(answer["view"])
        assert first == "B0BB · · White"
        assert {len(label) for label in others} == {80}
    else:
        firsts = {"The game you mean": 0} if count <= 25 else {"B0BB to B24BB": 0, "B25BB to B29BB": 25}
        assert buttons(answer["view"]) == {
            label: f"ts:tell:B{first}BB:0::{number}" for label, first in firsts.items()
        }
        assert len(options(answer["view"])) == count


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (" \n", "Only text"),
        *(
            (text, "begins like a command")
            for text in ("/gods say hi", "  /gods", "/Gods plan", "/GODS", "/ gods", "\u200b/gods", "／gods")
        ),
    ],
)
async def test_what_cannot_be_meant_is_shown_to_nobody(text: str, words: str) -> None:
    ann = Mail()
    await ann.write(text)
    assert ann.chat.sent == []
    assert words in ann.answers[0]["content"]


async def test_a_slash_that_is_no_command_is_text() -> None:
    ann = Mail()
    await ann.write("/shrug I do not know")
    assert len(ann.chat.sent) == 1


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Refused("names_nobody", "You named nobody."), "You named nobody."),
        (DatabaseUnavailable("gone"), "cannot be reached"),
        (ZeroDivisionError(), "went wrong on our side"),
    ],
)
async def test_a_failure_is_answered_once(fault: Exception, words: str) -> None:
    ann = Mail()
    ann.chat.fault = fault
    ann.lost = failure(500)
    await ann.write("hello")
    (answer,) = ann.answers
    assert words in answer["content"]
    assert answer["allowed_mentions"].to_dict()["parse"] == []


def chosen(ann: Mail, message: Any) -> FakeInteraction:
    """Ann's press on the question, whose message is fetched again."""

    async def fetch(_: int) -> Any:
        if isinstance(message, Exception):
            raise message
        return message

    interaction = FakeInteraction(SimpleNamespace(chat=ann.chat), direct=True, message=SimpleNamespace(id=88))
    interaction.client.get_partial_messageable = lambda _: SimpleNamespace(fetch_message=fetch)
    return interaction


async def test_the_game_that_was_chosen_gets_what_was_written_before() -> None:
    for state in (
        ButtonState("tell", "B2BB", payload="5"),
        ButtonState("tell", "X", payload="5", values=("B2BB",)),
    ):
        ann = Mail()
        press = chosen(ann, ann.message("hello"))
        await say_in_chosen_game(await press.identified(), state)
        (result,) = ann.chat.sent
        assert (result["code"], result["text"], result["receipt_in"], result["direct"]) == (
            "B2BB",
            "hello",
            88,
            True,
        )
        assert "✅ `B2BB` 💬" in press.sent[-1].text


@pytest.mark.parametrize(
    ("message", "code"),
    [(failure(404, 10008), "no_text"), (Mail().message("hello", author=OURS), "not_yours")],
)
async def test_what_is_gone_or_somebody_elses_is_not_said(message: Any, code: str) -> None:
    ann = Mail()
    with pytest.raises(Refused, match=code):
        await say_in_chosen_game(
            await chosen(ann, message).identified(), ButtonState("tell", "K7QX", payload="5")
        )
    assert ann.chat.sent == []


async def test_what_one_person_writes_is_said_in_its_order_however_long_the_first_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, may_go = Mail(), asyncio.Event()
    say, texts = ann.chat.say, list[str]()

    async def slowly(person: object, code: str, text: str, **how: Any) -> Ack:
        texts.append(text)
        await may_go.wait()
        return await say(person, code, text, **how)

    monkeypatch.setattr(ann.chat, "say", slowly)
    async with asyncio.TaskGroup() as group:
        for number, text in enumerate(("first", "second")):
            group.create_task(ann.write(text, id=time_snowflake(NOW) + number))
        for _ in range(20):
            await asyncio.sleep(0)
        assert texts == ["first"]
        may_go.set()
    assert [one["text"] for one in ann.chat.sent] == ["first", "second"]
