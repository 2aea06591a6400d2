"""Who may speak, and who hears and reads it."""

from datetime import timedelta
from random import Random
from typing import ClassVar

import pytest

from bot.discord.posts.chat import fitting, messages_page
from bot.outbox.delivery import Delivery, DmsClosed, PermanentFailure, RetryLater
from bot.service.admin.acts import Replace
from bot.service.chat.messages import Quoted, _turn
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.notices.notice_rules import CHAT_GATHERING_DELAY
from bot.service.values.answers import Ack, MessagePage
from bot.service.values.payloads import DirectChat, PostChat, TurnNotice
from bot.service.values.refused import Refused
from bot.store.database import Database
from bot.store.models import IdentityRow
from engines.contract import AnyEngine, ChatRules
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.service.actors import (
    ALL,
    ANN,
    BOB,
    CLEO,
    DAN,
    EVE,
    FOUR,
    HERE,
    act,
    begun,
    cause_of,
    new_cause,
    refusal,
    running,
)
from tests.service.admin.operators import AT_HAND, HELD, PLAYING
from tests.service.chat.table import Table
from tests.service.repair.broken import execute
from tests.tinygames import Nim, NimState, assembled


async def test_private_words_reach_those_named_and_nobody_else(table: Table) -> None:
    result = await table.say(ANN, "-bg strike ORANGE")
    assert (result.chat_message.seat, result.chat_message.to, result.chat_message.turn) == (
        0,
        (1, 2),
        "round 1",
    )
    await table.outbox.drain()
    assert sorted(table.brought()) == [
        (BOB.id, "hear", "strike ORANGE"),
        (CLEO.id, "hear", "strike ORANGE"),
    ]
    assert table.posted() == []
    for person in (ANN, BOB, CLEO):
        assert await table.bodies(person) == ["strike ORANGE"]
    for person in (DAN, EVE):
        assert await table.bodies(person) == []
        assert await table.service.chat.turns(person, table.code) == []


async def test_who_said_what_cannot_be_posted_hears_of_it(table: Table) -> None:
    table.sender.fault = lambda one: PermanentFailure("240000") if isinstance(one.payload, PostChat) else None
    await table.say(ANN, "look at this link")
    await table.outbox.drain()
    assert table.posted() == []
    assert table.brought() == [(ANN.id, "refused", "look at this link")]
    assert await table.bodies(BOB) == ["look at this link"]


async def test_public_words_are_posted_and_relayed_to_those_who_follow(table: Table) -> None:
    await table.say(BOB, "hello", direct=True, receipt=True)
    await table.say(ANN, "good morning")
    await table.outbox.drain()
    assert table.posted() == ["hello", "good morning"]
    assert table.brought() == [(BOB.id, "receipt", "hello"), (BOB.id, "hear", "good morning")]
    assert await table.bodies(EVE) == ["hello", "good morning"]


@pytest.mark.parametrize(
    ("text", "quoted", "expected"),
    [
        ("to all", Quoted(), True),
        ("to all", Quoted(private=True), False),
        ("-b to Bob", Quoted(private=True), True),
        ("to all", Quoted(own_text="to all before"), True),
        ("to all", Quoted(own_text="-b to Bob before"), False),
        ("to all", Quoted(own_text="-zz to nobody"), False),
        ("-b to Bob", Quoted(own_text="-b to Bob before"), True),
    ],
)
async def test_an_answer_to_private_words_names_its_readers(
    table: Table, text: str, quoted: Quoted, expected: bool
) -> None:
    if expected:
        await table.say(ANN, text, quoted=quoted)
    else:
        assert await refusal(table.say(ANN, text, quoted=quoted)) == "names_nobody"
    assert len(await table.bodies(ANN)) == expected


async def test_public_words_are_relayed_to_those_who_play_by_direct_message(table: Table) -> None:
    """Ruling 13. Whoever wants none of it has said so once and for all; onlookers get nothing."""
    await table.service.dm_routes.choose(CLEO, table.code, relayed=False)
    for person in (BOB, CLEO, EVE):
        await table.service.dm_routes.follow(person, table.code)
    await table.say(ANN, "good morning")
    await table.outbox.drain()
    assert table.brought() == [(BOB.id, "hear", "good morning")]


async def test_nothing_that_others_see_moves(table: Table) -> None:
    before = await table.service.reading.summary(table.code)
    await table.say(ANN, "-b psst")
    await table.say(ANN, "hello")
    assert await table.service.reading.summary(table.code) == before
    assert await table.service.archive.inconsistency(table.code) is None


async def test_administrators_see_nothing_of_it(table: Table) -> None:
    async def seen() -> list[object]:
        admin = table.service.admin
        by_both = [await admin.details(by, table.code) for by in (HELD, PLAYING)]
        return [*by_both, await admin.audit(HELD, table.code), await admin.rollback_points(HELD, table.code)]

    before = await seen()
    await table.say(ANN, "-b psst", direct=True)
    assert await seen() == before
    table.sender.fault = lambda delivery: (
        DmsClosed("403") if isinstance(delivery.payload, DirectChat) else None
    )
    await table.outbox.drain()
    assert await seen() == before


async def test_a_listed_message_is_new_once_and_one_brought_is_not(table: Table) -> None:
    await table.say(ANN, "-b one")
    await table.outbox.drain()
    await table.say(ANN, "-b two")

    async def listed() -> MessagePage:
        return await table.service.chat.messages(BOB, table.code)

    first, second = await listed(), await listed()
    assert first.unseen == 1
    assert [chat_message.fresh for chat_message in first.messages] == [False, True]
    assert second.unseen == 0
    assert not any(chat_message.fresh for chat_message in second.messages)
    assert (await table.service.chat.messages(CLEO, table.code)).unseen == 0


async def test_a_closed_door_is_told_to_the_speaker_alone_and_the_message_waits(table: Table) -> None:
    def closed(delivery: Delivery) -> BaseException | None:
        to_bob = isinstance(delivery.payload, DirectChat) and delivery.payload.person_id == BOB.id
        return DmsClosed("403") if to_bob else None

    table.sender.fault = closed
    first = await table.say(ANN, "-bg one")
    await table.say(ANN, "-b two")
    assert first.chat_message.refused == ()
    await table.outbox.drain()
    assert table.brought() == [
        (CLEO.id, "hear", "one"),
        (ANN.id, "refused", "one"),
        (ANN.id, "refused", "two"),
    ]
    third = await table.say(ANN, "-b three")
    assert third.chat_message.refused == (1,)
    await table.outbox.drain()
    assert len(table.brought()) == 3
    listed = await table.service.chat.messages(BOB, table.code)
    assert listed.unseen == 3
    assert all(chat_message.refused == () for chat_message in listed.messages)
    own = await table.service.chat.messages(ANN, table.code)
    assert [chat_message.refused for chat_message in own.messages] == [(1,), (1,), (1,)]
    theirs = await table.service.chat.messages(CLEO, table.code)
    assert [chat_message.refused for chat_message in theirs.messages] == [()]
    # Who writes to the bot may be written to again.
    table.sender.fault = lambda delivery: None
    await table.say(BOB, "-r sorry", direct=True)
    assert (await table.say(ANN, "-b four")).chat_message.refused == ()


async def test_a_receipt_leaves_those_refused_later_to_words_of_their_own(
    table: Table, clock: ManualClock
) -> None:
    def closed(delivery: Delivery) -> BaseException | None:
        if not isinstance(delivery.payload, DirectChat):
            return None
        if delivery.payload.purpose == "receipt" and delivery.attempts == 1:
            return RetryLater("503")
        return DmsClosed("403") if delivery.payload.person_id == BOB.id else None

    table.sender.fault = closed
    await table.say(ANN, "-b one", direct=True, receipt=True)
    clock.advance(timedelta(seconds=1))
    await table.outbox.drain()
    clock.advance(timedelta(minutes=1))
    await table.outbox.drain()
    shown = [
        (one.payload.purpose, one.chat_message.refused)
        for one in table.sender.delivered
        if isinstance(one.payload, DirectChat) and one.chat_message is not None
    ]
    assert shown == [("receipt", ()), ("refused", ())]


async def test_of_private_words_their_reader_learns_the_number_to_report_them_by(table: Table) -> None:
    for word in ("one", "two"):
        await table.say(ANN, f"-b {word}", receipt=True)
    await table.outbox.drain()
    found = [
        (one.payload.purpose, one.chat_message.body, one.chat_message.number)
        for one in table.sender.delivered
        if isinstance(one.payload, DirectChat) and one.chat_message is not None
    ]
    assert sorted(found, key=str) == [
        ("hear", "one", 1),
        ("hear", "two", 2),
        ("receipt", "one", None),
        ("receipt", "two", None),
    ]


async def test_who_takes_a_seat_later_inherits_no_private_word(table: Table) -> None:
    """Ruling 18, both ways: the newcomer reads nothing of it, and who was addressed still does."""
    await table.say(ANN, "-b for Bob")
    await table.say(BOB, "-r from Bob")
    await table.say(CLEO, "to all")
    await table.service.admin.apply(AT_HAND, table.code, Replace(1, EVE, at_once=True))
    await table.outbox.drain()
    assert await table.bodies(EVE) == ["to all"]
    assert await table.bodies(BOB) == ["for Bob", "from Bob", "to all"]
    await table.say(ANN, "-b for Eve")
    assert await table.bodies(EVE) == ["to all", "for Eve"]
    assert "for Eve" not in await table.bodies(BOB)
    assert await table.refused(BOB, "I was BLUE") == "not_in_game"


async def test_who_may_not_speak(table: Table, service: Service) -> None:
    assert await table.refused(EVE, "hello") == "not_in_game"
    for text, code in (("", "empty"), ("-x hi", "bad_flag"), ("-r hi", "only_self"), ("\x00 ", "empty")):
        assert await table.refused(ANN, text) == code
    for key in ("gods", "roses"):
        waiting = await service.lobby.create(ANN, HERE, GameSetup(key), cause=new_cause())
        for code in ("not_started", "game_over"):
            assert await refusal(service.chat.say(ANN, waiting.code, "hello", cause=new_cause())) == code
            if code == "not_started":
                await service.lobby.cancel(ANN, waiting.code, cause=new_cause())


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=() if key in {"gods", "reef"} else pytest.mark.slow) for key in ENGINES]
)
async def test_all_at_a_table_hear_what_is_said_in_every_game(
    key: str, service: Service, database: Database, clock: ManualClock
) -> None:
    """Who plays by mail gets it there, the others read it where the game is played; nobody else is told."""
    table = Table(database, service, clock)
    game = await begun(service, key, *FOUR[1 : len(ENGINES[key].info.seats)])
    table.code = game.code
    async with database.transaction() as unit:
        unit.add(IdentityRow(kind="mail", external_id="bob@example.org", person_id=BOB.id))
    await service.preferences.set_notice_settings(BOB, {"by": "mail"})
    await service.following.follow(EVE, game.code)
    for person, text in ((ANN, "hello"), (BOB, "good morning"), (ANN, "<@1> *all*")):
        shown = await table.say(person, text)
        assert (shown.chat_message.to, shown.chat_message.body) == (None, text)
    await table.outbox.drain()
    assert table.posted() == ["hello", "good morning", "<@1> *all*"]
    assert table.brought() == []
    clock.advance(CHAT_GATHERING_DELAY)
    await table.outbox.drain()
    assert table.brought() == [(BOB.id, "hear", "hello"), (BOB.id, "hear", "<@1> *all*")]
    for person in (ANN, EVE):
        assert await table.bodies(person) == table.posted()
    await service.chat.mute(BOB, game.code, ANN.id)
    await table.say(ANN, "once more")
    clock.advance(CHAT_GATHERING_DELAY)
    await table.outbox.drain()
    assert len(table.brought()) == 2
    assert await table.bodies(BOB) == ["good morning"]
    # Where the rules have no talk, direct messages are none, and nothing on a card leads there.
    if ENGINES[key].chat is not None:
        return
    summary = await service.reading.summary(game.code)
    assert summary.talk == "none"
    for refused in (table.say(ANN, "hello", direct=True), service.dm_routes.choose(ANN, game.code)):
        assert await refusal(refused) == "no_talk"
    assert await refusal(service.dm_routes.games(ANN)) == "no_talk"
    await service.dm_routes.follow(ANN, game.code)
    await table.say(BOB, "hello again", quoted=Quoted(private=True))
    assert await table.refused(BOB, "-a psst") == "no_private"
    await table.outbox.drain()
    assert table.posted()[4:] == ["hello again"]
    assert len(table.brought()) == 2


async def test_whispering_names_seats(table: Table) -> None:
    async def whisper(to: set[int], body: str) -> Ack:
        return await table.service.chat.say(ANN, table.code, body, cause=new_cause(), to=to)

    result = await whisper({0, 3, 1}, "-g is what I say")
    assert (result.chat_message.to, result.chat_message.body) == ((1, 3), "-g is what I say")
    for to, body, code in (({0}, "me", "only_self"), (set(), "me", "only_self"), ({7}, "x", "no_such_seat")):
        assert await refusal(whisper(to, body)) == code
    assert await refusal(whisper({1}, "x" * 1_501)) == "too_long"


async def test_the_game_that_a_direct_message_is_for(
    table: Table, service: Service, clock: ManualClock
) -> None:
    other = await Table(table.database, service, clock).open()

    async def meant() -> set[str]:
        return {game.code for game in await service.dm_routes.games(ANN)}

    assert await meant() == {table.code, other.code}
    assert await service.dm_routes.choose(ANN, table.code)
    assert await meant() == {table.code}
    assert not await service.dm_routes.choose(ANN, other.code, relayed=False)
    assert await meant() == {other.code}
    assert not await service.dm_routes.choose(ANN, other.code)
    for person in FOUR:
        await act(service, person, other.code, "draw offer")
    # A game that is over is meant no longer.
    assert await meant() == {table.code}
    with pytest.raises(Refused):
        await service.dm_routes.choose(ANN, other.code)
    with pytest.raises(Refused):
        await service.dm_routes.choose(EVE, table.code)
    # A reply to what told of other games is for none but these.
    third = await Table(table.database, service, clock).open()
    await service.dm_routes.choose(ANN, table.code)
    (offered,) = await service.dm_routes.games(ANN, {third.code, other.code})
    assert offered.code == third.code
    assert await refusal(service.dm_routes.games(ANN, {other.code, "B2BB"})) == "no_talk"
    await service.dm_routes.clear(ANN)
    assert await meant() == {table.code, third.code}


async def test_pages_leave_nothing_out_and_count_only_what_was_shown(table: Table) -> None:
    bodies = [str(number) * 1_500 for number in range(4)] + ["short"] * 3
    for body in bodies:
        await table.say(ANN, f"-b {body}")
    pages: list[MessagePage] = []
    skip, more = 0, True
    while more:
        page = await table.service.chat.messages(BOB, table.code, skip=skip, fitting=fitting)
        pages.insert(0, page)
        skip, more = skip + len(page.messages), page.more
    assert [chat_message.body for page in pages for chat_message in page.messages] == bodies
    assert all(chat_message.fresh for page in pages for chat_message in page.messages)
    engine = ALL["gods"]
    for page in pages:
        (text, *_) = messages_page(engine, page).walk_children()
        assert len(str(getattr(text, "content", ""))) < 4_000


class TalkativeNim(Nim):
    """Nim with talk in the open."""

    chat: ClassVar[ChatRules[NimState]] = ChatRules()


async def test_open_talk_knows_no_private_words(database: Database, clock: ManualClock) -> None:
    engines: dict[str, AnyEngine] = {**ALL, "nim": assembled(TalkativeNim())}
    service = Service(database, engines, clock, Random(1))
    game = await running(service, "nim", seats=2)
    result = await service.chat.say(ANN, game.code, "\\-g hello", cause=cause_of(1))
    assert (result.chat_message.to, result.chat_message.body) == (None, "-g hello")
    assert await refusal(service.chat.say(ANN, game.code, "-g hello", cause=cause_of(2))) == "no_private"
    assert await refusal(service.chat.say(ANN, game.code, "psst", cause=cause_of(2), to={1})) == "no_private"
    assert await refusal(service.chat.say(ANN, game.code, "  ", cause=cause_of(3))) == "empty"
    assert await refusal(service.chat.say(ANN, game.code, "x" * 1_501, cause=cause_of(3))) == "too_long"
    await service.chat.say(ANN, game.code, "x" * 1_500, cause=cause_of(4))


async def test_the_outbox_knows_what_somebody_replies_to(table: Table) -> None:
    talk = table.service.chat
    cause = new_cause()
    await table.say(ANN, "-b strike ORANGE", cause, receipt=True)
    await table.say(ANN, "hello", receipt=True)
    await table.say(CLEO, "-b answered in place", receipt_in=7)
    await table.say(ANN, "hello again", receipt_in=8)
    await table.outbox.drain()
    shown = {
        (delivery.payload.person_id, delivery.chat_message.body): table.sender.message(delivery.nonce)
        for delivery in table.sender.delivered
        if isinstance(delivery.payload, DirectChat) and delivery.chat_message is not None
    }
    for person, body, private in (
        (ANN, "strike ORANGE", True),
        (BOB, "strike ORANGE", True),
        (ANN, "hello", False),
    ):
        assert await talk.quoted(person, shown[person.id, body]) == Quoted(table.code, private)
    assert await talk.table_of(ANN, cause) == table.code
    assert await talk.table_of(BOB, cause) is None
    assert await talk.table_of(ANN, new_cause()) is None
    assert await talk.quoted(CLEO, 7) == Quoted(table.code, True)
    assert await talk.quoted(ANN, 8) == Quoted(table.code, False)
    # What came to somebody else, or was never brought, is unknown.
    assert await talk.quoted(BOB, shown[ANN.id, "hello"]) is None
    assert await talk.quoted(ANN, 9) is None
    # Nobody knows any more what it was.
    assert await talk.brought_private_chat("0" * 24)
    await execute(table.database, "UPDATE outbox SET payload = '{}' WHERE message_id = 8")
    assert await talk.quoted(ANN, 8) == Quoted(table.code, True)


@pytest.mark.usefixtures("notices_at_once")
async def test_who_replies_to_a_notice_means_its_game_if_it_tells_of_no_other(
    database: Database, service: Service, clock: ManualClock
) -> None:
    table = Table(database, service, clock)
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    for games in (1, 2):
        codes = [(await running(service, "nim", seats=2)).code for _ in range(games)]
        for code in codes:
            await act(service, ANN, code, "1")
        await table.outbox.drain()
        (notice,) = [one for one in table.sender.delivered if isinstance(one.payload, TurnNotice)]
        table.sender.delivered.clear()
        meant = Quoted(codes[0]) if games == 1 else Quoted(codes=(codes[0], codes[1]))
        assert await service.chat.quoted(BOB, table.sender.message(notice.nonce)) == meant


@pytest.mark.parametrize("wanted", ["round 4", " ROUND  4 ", "4"])
def test_a_turn_is_named_by_its_number_or_in_full(wanted: str) -> None:
    turns = ["round 3", "Round 4", "round 14"]
    assert _turn(wanted, turns) == "Round 4"
    for other in ("5", "round", "round 1", ""):
        with pytest.raises(Refused, match="nothing there for you to read"):
            _turn(other, turns)
