"""Who follows a game is brought each new card, as everybody sees it, until they follow it no more."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from msgspec.structs import replace

from bot.outbox.delivery import Delivery, DmsClosed, FollowedCard, PermanentFailure
from bot.outbox.rows import read_payload
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.notices.notice_rules import GATHERING_DELAY
from bot.service.reading import following
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import FollowNotice, PostCard
from bot.service.values.refused import Refused
from bot.service.values.request import Person, Place
from bot.store.database import Database
from bot.store.repositories.partitions import followed_partition
from tests.mail.people import MailPlayers
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeMailSender, FakeSender
from tests.service.actors import ALL, ANN, BOB, CLEO, DAN, EVE, HERE, act, begun, new_cause, opened, running


async def notified(service: Service, database: Database, clock: ManualClock) -> list[Delivery]:
    """What followers are brought once it has been gathered."""
    clock.advance(GATHERING_DELAY)
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    return [one for one in sender.delivered if isinstance(one.payload, FollowNotice)]


def readers(notices: list[Delivery]) -> list[int]:
    return [one.payload.person_id for one in notices if isinstance(one.payload, FollowNotice)]


def shown(notice: Delivery) -> PostCard:
    """The card that a notice shows."""
    (followed,) = notice.followed
    return followed.card


async def lines_before(service: Service, followed: FollowedCard) -> tuple[str, ...]:
    """What is told beside a card of the time before it."""
    since = await service.lookback.followed(followed.card.summary.code, followed.after, followed.until)
    assert since.seat is None
    return since.lines


async def test_each_new_card_comes_until_it_is_wanted_no_more(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await service.following.follow(CLEO, game.code)
    await service.following.follow(CLEO, game.code)
    await service.following.follow(DAN, game.code)
    assert await notified(service, database, clock) == []
    await act(service, ANN, game.code, "@d3")
    notices = await notified(service, database, clock)
    assert readers(notices) == [CLEO.id, DAN.id]
    card = shown(notices[0])
    assert card.summary_lines == ("White drops a soldier on d3",)
    await service.following.unfollow(DAN, game.code)
    await act(service, BOB, game.code, "@c5")
    assert readers(await notified(service, database, clock)) == [CLEO.id]


async def test_of_several_cards_that_wait_the_newest_is_brought(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await service.following.follow(CLEO, game.code)
    await act(service, ANN, game.code, "@d3")
    await act(service, BOB, game.code, "@c5")
    (notice,) = await notified(service, database, clock)
    assert shown(notice).summary.ply == 2


async def test_of_a_fast_spell_each_two_minutes_and_of_all_games_are_one_message(
    service: Service, database: Database, clock: ManualClock
) -> None:
    one, other = await running(service), await running(service)
    for game in (one, other):
        await service.following.follow(CLEO, game.code)
    came = list[tuple[int, ...]]()
    sender = FakeSender()
    for number, cell in enumerate(("@d3", "@c5", "@c2", "@d5", "@c3", "@e6", "@b3", "@e5")):
        for game in (one, other):
            await act(service, (ANN, BOB)[number % 2], game.code, cell)
        clock.advance(timedelta(seconds=30))
        await Outbox(database, sender, clock).drain()
    clock.advance(GATHERING_DELAY)
    await Outbox(database, sender, clock).drain()
    for notice in sender.delivered:
        if isinstance(notice.payload, FollowNotice):
            came.append(tuple(card.card.summary.ply for card in notice.followed))
    assert came == [(4, 4), (8, 8)]


@pytest.mark.parametrize("zone", ["UTC", "Asia/Kolkata"])
async def test_nothing_comes_in_quiet_hours_and_the_newest_after_them(
    service: Service, database: Database, clock: ManualClock, zone: str
) -> None:
    game = await running(service)
    await service.following.follow(CLEO, game.code)
    await service.preferences.change(CLEO, time_zone=zone)
    there = clock.now().astimezone(ZoneInfo(zone))
    minute = there.hour * 60 + there.minute
    await service.preferences.set_notice_settings(CLEO, {"quiet_hours": (minute, (minute + 120) % 1440)})
    await act(service, ANN, game.code, "@d3")
    await act(service, BOB, game.code, "@c5")
    assert await notified(service, database, clock) == []
    clock.advance(timedelta(hours=2, minutes=1))
    (notice,) = await notified(service, database, clock)
    assert shown(notice).summary.ply == 2


async def test_what_was_promised_is_dropped_for_who_has_turned_away(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await service.following.follow(CLEO, game.code)
    await act(service, ANN, game.code, "@d3")
    await service.following.unfollow(CLEO, game.code)
    assert await notified(service, database, clock) == []


@pytest.mark.parametrize("place", [HERE, None])
async def test_secret_acts_and_marks_bring_nothing_and_what_comes_is_public(
    service: Service, database: Database, clock: ManualClock, place: Place | None
) -> None:
    game = await begun(service, "gods", BOB, CLEO, DAN, place=place)
    await service.following.follow(EVE, game.code)
    await notified(service, database, clock)
    await act(service, ANN, game.code, "Ab")
    await act(service, ANN, game.code, "ready")
    assert await notified(service, database, clock) == []
    for person in (BOB, CLEO, DAN):
        await act(service, person, game.code, "ready")
    (notice,) = await notified(service, database, clock)
    public = await service.reading.view(game.code, None)
    assert ALL["gods"].codec.encode(public) == bytes(shown(notice).view)


async def test_players_do_not_follow_and_nobody_follows_what_is_over_or_too_much(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(person: Person, game: GameSummary) -> str:
        with pytest.raises(Refused) as caught:
            await service.following.follow(person, game.code)
        return caught.value.code

    game, over, lobby = await running(service), await running(service), await opened(service)
    assert await refused(ANN, game) == "you_play"
    assert await refused(ANN, lobby) == "you_play"
    await act(service, ANN, over.code, "resign")
    assert await refused(CLEO, over) == "game_over"
    monkeypatch.setattr(following, "MOST", 1)
    await service.following.follow(CLEO, game.code)
    assert await refused(CLEO, await running(service)) == "too_many_followed"
    assert [one.code for one in await service.following.followed(CLEO)] == [game.code]
    await act(service, ANN, game.code, "resign")
    assert await service.following.followed(CLEO) == []
    await service.following.follow(CLEO, (await running(service)).code)


async def test_who_takes_a_seat_is_told_as_a_player(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await opened(service)
    await service.following.follow(BOB, game.code)
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await act(service, ANN, game.code, "@d3")
    assert await notified(service, database, clock) == []


async def test_who_is_out_of_a_game_and_follows_it_is_brought_its_cards_to_the_last(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """They could follow it, and nothing came."""
    game = await opened(service, "reef", seats=4)
    await service.following.follow(DAN, game.code)
    for person in (BOB, CLEO, DAN):
        await service.lobby.join(person, game.code, cause=new_cause())
    await act(service, BOB, game.code, "resign")
    await service.following.follow(BOB, game.code)
    for person in (CLEO, ANN):
        await act(service, person, game.code, "resign")
        assert readers(await notified(service, database, clock)) == [BOB.id]
    assert (await service.reading.summary(game.code)).status == "finished"


async def test_who_takes_no_messages_is_sent_no_more(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await service.following.follow(CLEO, game.code)
    await act(service, ANN, game.code, "@d3")

    class Closed(FakeSender):
        async def deliver(self, delivery: Delivery) -> object:  # type: ignore[override]
            if isinstance(delivery.payload, FollowNotice):
                raise DmsClosed("closed")
            return await super().deliver(delivery)

    clock.advance(GATHERING_DELAY)
    await Outbox(database, Closed(), clock).drain()  # type: ignore[arg-type]
    await act(service, BOB, game.code, "@c5")
    assert await notified(service, database, clock) == []
    await service.following.follow(CLEO, game.code)
    await act(service, ANN, game.code, "@c2")
    assert readers(await notified(service, database, clock)) == [CLEO.id]


async def test_what_waits_for_who_takes_no_messages_any_more_is_dropped(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await service.following.follow(CLEO, game.code)
    await act(service, ANN, game.code, "@d3")
    async with database.transaction() as unit:
        await unit.persons.close_dms(CLEO.id, clock.now())
    assert await notified(service, database, clock) == []


async def test_of_what_is_shown_late_all_is_told_that_lies_between(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await service.following.follow(CLEO, game.code)
    for person, move in ((ANN, "@d3"), (BOB, "@c5"), (ANN, "@c2")):
        await act(service, person, game.code, move)
    (notice,) = await notified(service, database, clock)
    (followed,) = notice.followed
    assert await lines_before(service, followed) == (
        "White drops a soldier on d3",
        "Black drops a soldier on c5",
    )
    assert followed.card.summary_lines == ("White drops a soldier on c2",)


async def test_what_one_act_after_the_other_brings_is_told_once(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await service.following.follow(CLEO, game.code)
    for person, move in ((ANN, "@d3"), (BOB, "@c5")):
        await act(service, person, game.code, move)
        (notice,) = await notified(service, database, clock)
        (followed,) = notice.followed
        assert await lines_before(service, followed) == ()


async def test_who_follows_from_the_lobby_is_told_all_since_the_start(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await opened(service)
    await service.following.follow(CLEO, game.code)
    await service.lobby.join(BOB, game.code, cause=new_cause())
    for person, move in ((ANN, "@d3"), (BOB, "@c5")):
        await act(service, person, game.code, move)
    (notice,) = await notified(service, database, clock)
    (followed,) = notice.followed
    assert await lines_before(service, followed) == ("White drops a soldier on d3",)


async def test_nothing_is_repeated_where_the_last_card_is_unknown(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await service.following.follow(CLEO, game.code)
    await act(service, ANN, game.code, "@d3")
    await notified(service, database, clock)
    async with database.transaction() as unit:
        row = await unit.games.bare(game.id)
        assert row is not None
        row.card_outbox_id = None
    await act(service, BOB, game.code, "@c5")
    (notice,) = await notified(service, database, clock)
    (followed,) = notice.followed
    assert followed.after == followed.until > 0


async def test_a_digest_brings_all_games_at_once_a_day(
    service: Service, database: Database, clock: ManualClock
) -> None:
    games = [await running(service) for _ in range(2)]
    await service.preferences.set_notice_settings(CLEO, {"followed": "digest", "digest_at": 18 * 60})
    for game in games:
        await service.following.follow(CLEO, game.code)
        await act(service, ANN, game.code, "@d3")
    await act(service, BOB, games[0].code, "@c5")
    assert await notified(service, database, clock) == []
    clock.advance(timedelta(hours=18) - timedelta(hours=clock.now().hour, minutes=clock.now().minute))
    (notice,) = await notified(service, database, clock)
    assert [one.card.summary.code for one in notice.followed] == [games[0].code, games[1].code]
    assert notice.followed[0].after < notice.followed[0].until
    clock.advance(timedelta(days=1))
    assert await notified(service, database, clock) == []


async def test_who_wants_each_card_again_gets_what_waited_for_the_digest(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await service.preferences.set_notice_settings(CLEO, {"followed": "digest"})
    await service.following.follow(CLEO, game.code)
    await act(service, ANN, game.code, "@d3")
    assert await notified(service, database, clock) == []
    await service.preferences.set_notice_settings(CLEO, {"followed": "each_card"})
    assert readers(await notified(service, database, clock)) == [CLEO.id]


async def test_what_waits_for_its_time_is_no_trouble_of_the_host(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await notified(service, database, clock)
    days = [(clock.now() + timedelta(days=day)).weekday() for day in range(5)]
    await service.preferences.set_notice_settings(CLEO, {"quiet_days": tuple(sorted(days))})
    await service.following.follow(CLEO, game.code)
    await act(service, ANN, game.code, "@d3")
    assert await notified(service, database, clock) == []
    assert await service.doctor.outbox() == []
    clock.advance(timedelta(hours=6))
    assert await service.doctor.outbox() == []
    async with database.reading() as unit:
        assert (await unit.inspection.queue_statistics(clock.now())).delivery_age == 0


async def test_of_a_game_on_a_server_nothing_is_mailed_as_only_there_is_known_who_is_a_member(
    service: Service, database: Database, clock: ManualClock
) -> None:
    players = MailPlayers(service, database, clock)
    await players.link(CLEO)
    await service.preferences.set_notice_settings(CLEO, {"by": "mail"})
    game = await running(service)
    await service.following.follow(CLEO, game.code)
    await act(service, ANN, game.code, "@d3")
    clock.advance(GATHERING_DELAY)
    assert [one for one in await players.sent() if isinstance(one, FollowNotice)] == []
    assert readers([one for one in players.discord.delivered if isinstance(one.payload, FollowNotice)]) == [
        CLEO.id
    ]


async def test_who_can_be_reached_by_mail_alone_is_told_nothing_of_a_game_on_a_server(
    service: Service, database: Database, clock: ManualClock
) -> None:
    players = MailPlayers(service, database, clock)
    await players.link(CLEO)
    players.discord.fault = lambda one: DmsClosed("closed") if isinstance(one.payload, FollowNotice) else None
    game = await running(service)
    await service.following.follow(CLEO, game.code)
    await act(service, ANN, game.code, "@d3")
    clock.advance(GATHERING_DELAY)
    assert [one for one in await players.sent() if isinstance(one, FollowNotice)] == []
    async with database.reading() as unit:
        assert await unit.outbox.count_waiting(followed_partition(CLEO.id)) == 0


async def test_with_a_game_without_a_place_nothing_is_mailed_of_one_on_a_server(
    service: Service, database: Database, clock: ManualClock
) -> None:
    players = MailPlayers(service, database, clock)
    games = [await players.nowhere(), await running(service)]
    await players.link(CLEO)
    await service.preferences.set_notice_settings(CLEO, {"by": "mail"})
    for game in games:
        await service.following.follow(CLEO, game.code)
        await act(service, ANN, game.code, "@d3")
    clock.advance(GATHERING_DELAY)
    mailed = [one for one in await players.sent() if isinstance(one, FollowNotice)]
    posted = [one for one in players.discord.delivered if isinstance(one.payload, FollowNotice)]
    assert [one.others for one in mailed] == [()]
    assert shown(posted[0]).summary.code == games[1].code


@pytest.mark.parametrize("bad", [0, 1, 2])
async def test_what_was_gathered_with_a_card_that_is_refused_for_good_comes_by_itself(
    service: Service, database: Database, clock: ManualClock, bad: int
) -> None:
    codes = [(await running(service)).code for _ in range(3)]
    for code in codes:
        await service.following.follow(CLEO, code)
        await act(service, ANN, code, "@d3")

    def fault(one: Delivery) -> BaseException | None:
        wrong = any(followed.card.summary.code == codes[bad] for followed in one.followed)
        return PermanentFailure("400 50035", code="50035") if wrong else None

    sender = FakeSender()
    sender.fault = fault
    clock.advance(GATHERING_DELAY)
    await Outbox(database, sender, clock).drain()
    clock.advance(timedelta(seconds=1))
    await Outbox(database, sender, clock).drain()
    came = [one.followed for one in sender.delivered if isinstance(one.payload, FollowNotice)]
    assert [[card.card.summary.code for card in one] for one in came] == [
        [code] for code in codes if code != codes[bad]
    ]
    async with database.reading() as unit:
        assert await unit.outbox.count_waiting(followed_partition(CLEO.id)) == 0


@pytest.mark.parametrize("by_mail", [False, True])
async def test_a_game_without_a_place_is_followed_without_its_card_being_posted(
    service: Service, database: Database, clock: ManualClock, *, by_mail: bool
) -> None:
    players = MailPlayers(service, database, clock)
    game = await players.nowhere()
    if by_mail:
        await players.link(CLEO)
        await service.preferences.set_notice_settings(CLEO, {"by": "mail"})
    await service.following.follow(CLEO, game.code)
    for person, move in ((ANN, "@d3"), (BOB, "@c5")):
        await act(service, person, game.code, move)
    clock.advance(GATHERING_DELAY)
    sender, mails = FakeSender(), FakeMailSender()
    await Outbox(database, sender, clock, others=[mails]).drain()
    delivered = mails.delivered if by_mail else sender.delivered
    (notice,) = [one for one in delivered if isinstance(one.payload, FollowNotice)]
    (followed,) = notice.followed
    assert await lines_before(service, followed) == ("White drops a soldier on d3",)
    assert followed.card.summary_lines == ("Black drops a soldier on c5",)
    assert not [one for one in sender.delivered if isinstance(one.payload, PostCard)]


async def test_what_earlier_releases_enqueued_comes_alone_where_it_is_refused_together(
    service: Service, database: Database, clock: ManualClock
) -> None:
    players = MailPlayers(service, database, clock)
    codes = [(await players.nowhere()).code, (await players.another()).code]
    for code in codes:
        await service.following.follow(CLEO, code)
        await act(service, ANN, code, "@d3")
    async with database.transaction() as unit:
        for row in await unit.outbox.waiting(followed_partition(CLEO.id), "follow"):
            notice = read_payload(row.payload)
            assert isinstance(notice, FollowNotice)
            row.payload = msgspec.json.encode(replace(notice, game_id=0)).decode()
    sender = FakeSender()
    sender.fault = lambda one: PermanentFailure("400 50035") if len(one.followed) > 1 else None
    clock.advance(GATHERING_DELAY)
    for _ in range(2):
        await Outbox(database, sender, clock).drain()
        clock.advance(timedelta(seconds=1))
    came = [one.followed for one in sender.delivered if isinstance(one.payload, FollowNotice)]
    assert [[card.card.summary.code for card in one] for one in came] == [[code] for code in codes]
