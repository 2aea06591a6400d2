"""A game that has no place on Discord: it is played all the same, and posted nowhere."""

from datetime import timedelta

import pytest

from bot.discord.posts.notices import notice_text
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Announce, Cancel, Move, Replace
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import DirectChat, PostCard, PostNote, ShowHand, TurnNotice
from bot.service.values.refused import Refused
from bot.service.values.request import Person, Place
from bot.store.database import Database
from engines.contract import Draw, Resign
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.accounts.post import Post, joined
from tests.service.actors import (
    ANN,
    BOB,
    CLEO,
    DAN,
    FOUR,
    HERE,
    SAMPLE,
    act,
    begun,
    game_row,
    new_cause,
    play_through,
    sound,
)

ELSEWHERE = (21, 22)


async def by_mail(service: Service, post: Post, *names: str) -> list[Person]:
    """People of these names who play by mail alone."""
    return [await joined(service, post, f"{name.lower()}@example.org", name) for name in names]


async def nowhere(service: Service, key: str = "roses", seats: int = 2) -> GameSummary:
    return await begun(service, key, *FOUR[1:seats], place=None)


@pytest.mark.usefixtures("notices_at_once")
async def test_it_is_played_to_its_end_and_again(
    service: Service, database: Database, clock: ManualClock
) -> None:
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    game = await nowhere(service)
    assert (game.status, game.place) == ("active", None)
    sender = FakeSender()
    outbox = Outbox(database, sender, clock)
    await act(service, ANN, game.code, SAMPLE[0])
    await outbox.drain()
    over = await play_through(service, game.code, SAMPLE[1:], first=1)
    assert over.summary.status == "finished"
    await sound(database, game.code)
    again = await service.lobby.again(ANN, game.code, cause=new_cause())
    assert (await service.lobby.again(BOB, game.code, cause=new_cause())).code == again.code
    assert again.place is None
    await outbox.drain()
    notices = [one.payload for one in sender.delivered if isinstance(one.payload, TurnNotice)]
    assert notices
    assert len(notices) == len(sender.delivered)
    assert not any("discord.com" in notice_text(notice) for notice in notices)
    assert (await service.doctor.everything()).sound


async def test_a_game_wholly_by_mail_reaches_its_players_from_the_lobby_to_the_end(
    service: Service, post: Post, clock: ManualClock
) -> None:
    ann, bob = await by_mail(service, post, "Ann", "Bob")
    post.sender.delivered.clear()

    async def notified() -> list[tuple[str, int]]:
        await post.outbox.drain()
        payloads = [one.payload for one in post.sender.delivered]
        post.sender.delivered.clear()
        assert post.discord.delivered == []
        return [(one.occasion, one.person_id) for one in payloads if isinstance(one, TurnNotice)]

    game = await service.lobby.create(ann, None, GameSetup("roses", seat=0, seats=2), cause=new_cause())
    await service.mail_invitations.invite(ann, game.code, "c@example.org", cause=new_cause())
    assert await post.invited() == ["c@example.org"]
    clem = await joined(service, post, "c@example.org", "Clem")
    await notified()
    other = await service.lobby.create(bob, None, GameSetup("gods", seats=4), cause=new_cause())
    await service.lobby.join(clem, other.code, cause=new_cause())
    assert await notified() == [("joined", bob.id)]
    await service.lobby.leave(clem, other.code, cause=new_cause())
    assert await notified() == [("joined", bob.id)]
    await service.lobby.join(clem, other.code, cause=new_cause())
    await notified()
    await service.lobby.cancel(bob, other.code, cause=new_cause())
    assert await notified() == [("joined", clem.id)]
    await service.lobby.join(bob, game.code, cause=new_cause())
    assert await notified() == [("turn", ann.id), ("table", bob.id)]
    await act(service, ann, game.code, SAMPLE[0])
    assert await notified() == [("turn", bob.id)]
    day = clock.now().date() + timedelta(days=3)
    await service.pausing.ask(bob, game.code, day, cause=new_cause())
    assert await notified() == [("asked", ann.id)]
    await act(service, bob, game.code, Resign())
    assert await notified() == [("table", ann.id)]
    assert (await service.doctor.everything()).sound


async def _notified(post: Post) -> list[tuple[str, int, str]]:
    """The notices since the last look, each with its occasion, its reader and what became of a request."""
    await post.outbox.drain()
    payloads = [one.payload for one in post.sender.delivered]
    post.sender.delivered.clear()
    return [(one.occasion, one.person_id, one.text) for one in payloads if isinstance(one, TurnNotice)]


async def test_who_asked_by_mail_is_told_that_it_was_declined(
    service: Service, post: Post, clock: ManualClock
) -> None:
    ann, bob = await by_mail(service, post, "Ann", "Bob")
    game = await begun(service, "roses", bob, by=ann, place=None)
    await act(service, ann, game.code, SAMPLE[0])
    await act(service, bob, game.code, SAMPLE[1])
    await _notified(post)
    await act(service, ann, game.code, Draw("offer"))
    assert await _notified(post) == [("asked", bob.id, "")]
    await act(service, bob, game.code, Draw("decline"))
    assert await _notified(post) == [("answered", ann.id, "Black declines the draw.")]
    await service.undo.request_undo(ann, game.code, cause=new_cause())
    assert await _notified(post) == [("asked", bob.id, "")]
    await service.undo.answer_undo(bob, game.code, False, cause=new_cause())
    assert await _notified(post) == [("answered", ann.id, "Black refuses the undo.")]
    await service.pausing.ask(ann, game.code, clock.now().date() + timedelta(days=3), cause=new_cause())
    assert await _notified(post) == [("asked", bob.id, "")]
    await service.pausing.answer(bob, game.code, False, cause=new_cause())
    left = "Black would rather leave it as it is."
    assert await _notified(post) == [("answered", ann.id, left)]
    await act(service, ann, game.code, SAMPLE[2])
    assert [one[:2] for one in await _notified(post)] == [("turn", bob.id)]


async def test_an_answer_is_told_while_another_request_is_open_and_once_nothing_of_it_is(
    service: Service, post: Post, clock: ManualClock
) -> None:
    ann, bob, clem = await by_mail(service, post, "Ann", "Bob", "Clem")
    day = clock.now().date() + timedelta(days=3)
    duel = await begun(service, "roses", bob, by=ann, place=None)
    await act(service, ann, duel.code, SAMPLE[0])
    await act(service, bob, duel.code, Draw("offer"))
    await service.pausing.ask(bob, duel.code, day, cause=new_cause())
    await _notified(post)
    await service.pausing.answer(ann, duel.code, False, cause=new_cause())
    assert await _notified(post) == [("answered", bob.id, "White would rather leave it as it is.")]
    await service.calling_off.ask(bob, duel.code, True, cause=new_cause())
    await _notified(post)
    await act(service, ann, duel.code, Draw("decline"))
    assert await _notified(post) == [("answered", bob.id, "White declines the draw.")]
    three = await begun(service, "reef", bob, clem, by=ann, place=None)
    await service.calling_off.ask(ann, three.code, True, cause=new_cause())
    await _notified(post)
    await service.calling_off.ask(bob, three.code, True, cause=new_cause())
    assert await _notified(post) == []
    await service.calling_off.ask(clem, three.code, False, cause=new_cause())
    assert [one[:2] for one in await _notified(post)] == [("answered", ann.id), ("answered", bob.id)]


async def test_who_was_told_of_a_turn_is_told_that_it_was_taken_back(
    service: Service, post: Post, clock: ManualClock
) -> None:
    ann, bob = await by_mail(service, post, "Ann", "Bob")
    game = await begun(service, "roses", bob, by=ann, place=None)
    await _notified(post)
    await act(service, ann, game.code, SAMPLE[0])
    assert await _notified(post) == [("turn", bob.id, "")]
    await service.undo.take_back(ann, game.code, cause=new_cause())
    assert await _notified(post) == [("undone", bob.id, "White undoes @d3.")]
    await act(service, ann, game.code, SAMPLE[0])
    await service.undo.take_back(ann, game.code, cause=new_cause())
    assert await _notified(post) == [], "he was not told of the second turn"
    clock.advance(timedelta(hours=2))
    await act(service, ann, game.code, SAMPLE[0])
    assert await _notified(post) == [("turn", bob.id, "")]


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("draw", "Black takes the offer of a draw back"),
        ("undo", "nobody asks to undo any more"),
        ("pause", "nobody asks for a pause any more"),
        ("end", "nobody asks to end the game any more"),
    ],
)
async def test_what_becomes_of_a_request_whose_asker_is_replaced_is_told(
    service: Service, post: Post, clock: ManualClock, what: str, told: str
) -> None:
    ann, bob, clem = await by_mail(service, post, "Ann", "Bob", "Clem")
    game = await begun(service, "roses", bob, by=ann, place=None)
    for person, text in ((ann, SAMPLE[0]), (bob, SAMPLE[1])):
        await act(service, person, game.code, text)
    day = clock.now().date() + timedelta(days=3)
    match what:
        case "draw":
            await act(service, bob, game.code, Draw("offer"))
        case "undo":
            await service.undo.request_undo(bob, game.code, cause=new_cause())
        case "pause":
            await service.pausing.ask(bob, game.code, day, cause=new_cause())
        case _:
            await service.calling_off.ask(bob, game.code, True, cause=new_cause())
    await _notified(post)
    await service.admin.apply(Operator(), game.code, Replace(1, clem, at_once=True))
    text = f"Black takes over the seat; {told}."
    notified = [one for one in await _notified(post) if one[0] not in {"replaced", "seated"}]
    assert notified == [("answered", ann.id, text), ("answered", clem.id, text)]


async def test_who_was_not_told_of_a_turn_yet_is_not_told_that_it_was_taken_back(
    service: Service, database: Database, clock: ManualClock
) -> None:
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    game = await nowhere(service)
    sender = FakeSender()
    outbox = Outbox(database, sender, clock)
    await outbox.drain()
    sender.delivered.clear()
    clock.advance(timedelta(hours=1))
    await act(service, ANN, game.code, SAMPLE[0])
    await service.undo.take_back(ANN, game.code, cause=new_cause())
    clock.advance(timedelta(minutes=5))
    await outbox.drain()
    assert sender.delivered == []


@pytest.mark.parametrize(("then", "told"), [(SAMPLE[0], "turn"), ("resign", "table")])
async def test_who_is_to_act_again_when_their_quiet_time_ends_is_not_told_of_what_was_taken_back(
    service: Service, post: Post, clock: ManualClock, then: str, told: str
) -> None:
    ann, bob = await by_mail(service, post, "Ann", "Bob")
    minute = clock.now().hour * 60 + clock.now().minute
    quiet = (minute + 30) % 1440, (minute + 600) % 1440
    await service.preferences.set_notice_settings(bob, {"quiet_hours": quiet})
    game = await begun(service, "roses", bob, by=ann, place=None)
    await act(service, ann, game.code, SAMPLE[0])
    assert ("turn", bob.id, "") in await _notified(post)
    clock.advance(timedelta(minutes=40))
    await service.undo.take_back(ann, game.code, cause=new_cause())
    assert await _notified(post) == []
    await act(service, ann, game.code, then)
    clock.advance(timedelta(hours=10))
    await service.clock.process_timeout(game.code)
    assert [one for one in await _notified(post) if one[1] == bob.id] == [(told, bob.id, "")]


@pytest.mark.parametrize("what", ["draw", "pause"])
async def test_who_asks_and_withdraws_again_and_again_sends_nobody_a_mail_each_time(
    service: Service, post: Post, clock: ManualClock, what: str
) -> None:
    ann, bob = await by_mail(service, post, "Ann", "Bob")
    game = await begun(service, "roses", bob, by=ann, place=None)
    for person, text in ((ann, SAMPLE[0]), (bob, SAMPLE[1])):
        await act(service, person, game.code, text)
    await _notified(post)
    for _ in range(3):
        if what == "draw":
            await act(service, ann, game.code, Draw("offer"))
            await act(service, ann, game.code, Draw("withdraw"))
        else:
            day = clock.now().date() + timedelta(days=3)
            await service.pausing.ask(ann, game.code, day, cause=new_cause())
            await service.pausing.answer(ann, game.code, False, cause=new_cause())
    told = sorted(one[:2] for one in await _notified(post))
    assert told == [("answered", bob.id), ("asked", bob.id)]
    for _ in range(2):
        await act(service, ann, game.code, Draw("offer"))
        await _notified(post)
        await act(service, bob, game.code, Draw("decline"))
        assert [one[:2] for one in await _notified(post)] == [("answered", ann.id)], "she waits for each"


async def test_what_is_said_and_held_comes_by_direct_message_alone(
    service: Service, database: Database, clock: ManualClock
) -> None:
    talked, held = await nowhere(service, "gods", 4), await nowhere(service, "reef", 4)
    await service.dm_routes.choose(BOB, talked.code, relayed=True)
    await service.dm_routes.choose(DAN, talked.code, relayed=False)
    await service.chat.say(ANN, talked.code, "hello", cause=new_cause())
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    kinds = {type(one.payload) for one in sender.delivered}
    found = [one.payload.person_id for one in sender.delivered if isinstance(one.payload, DirectChat)]
    assert sorted(found) == [BOB.id, CLEO.id]
    assert {DirectChat, ShowHand} <= kinds <= {DirectChat, ShowHand, TurnNotice}
    assert {one.game_id for one in sender.delivered} == {talked.id, held.id}


async def test_a_clock_of_seconds_waits_for_no_card(service: Service, database: Database) -> None:
    game = await nowhere(service, "gods", 4)
    assert (await game_row(database, game.code)).clock_card_id is None


async def test_only_who_reaches_everything_administers_it(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await nowhere(service)
    with pytest.raises(Refused, match="no game"):
        await service.admin.apply(Operator(ANN, HERE.guild_id), game.code, Cancel())
    await service.admin.apply(Operator(), None, Announce("Down at noon"))
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    assert not any(isinstance(one.payload, PostNote) for one in sender.delivered)
    assert all(one.channel_id is None for one in sender.delivered)
    plan = await service.admin.plan(Operator(), game.code, Move(*ELSEWHERE))
    assert ("channel", None, Place(*ELSEWHERE)) in {(one.what, one.before, one.after) for one in plan.changes}
    done = await service.admin.apply(Operator(), game.code, Move(*ELSEWHERE))
    assert done.summary is not None
    assert done.summary.place == Place(*ELSEWHERE)
    await act(service, ANN, game.code, SAMPLE[0])
    await Outbox(database, sender, clock).drain()
    assert any(isinstance(one.payload, PostCard) for one in sender.delivered)
