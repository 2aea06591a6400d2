"""What a server settles, and what is refused there."""

from datetime import timedelta

import pytest

from bot.outbox.worker import Outbox
from bot.service.admin.acts import Retime
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.people.servers import MOST_LISTED, NotOpenedHere, ServerSettings
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import PostCard, TurnNotice
from bot.service.values.refused import Refused
from bot.service.values.request import Membership, Person, Place
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ADA, ANN, BOB, CLEO, HERE, new_cause, running

MANAGER = Operator(ADA, HERE.guild_id)
MEMBER, RIGHTS = Membership(), Membership(manages=True)
ELSEWHERE = Place(99, 100)


async def change_settings(service: Service, **settings: object) -> None:
    await service.servers.change(ADA, HERE.guild_id, lambda _: ServerSettings(**settings))  # type: ignore[arg-type]


async def opened(
    service: Service,
    person: Person = ANN,
    place: Place = HERE,
    membership: Membership | None = MEMBER,
    **more: object,
) -> GameSummary:
    setup = GameSetup("roses", **more)  # type: ignore[arg-type]
    return await service.lobby.create(person, place, setup, cause=new_cause(), membership=membership)


async def refused(service: Service, *asked: object) -> str:
    with pytest.raises(Refused) as refusal:
        await opened(service, *asked)  # type: ignore[arg-type]
    return refusal.value.code


async def test_without_settings_anybody_opens_games_anywhere(service: Service) -> None:
    assert await service.servers.settings(HERE.guild_id) == ServerSettings()
    await opened(service)


async def test_games_are_opened_in_certain_channels_and_their_threads(service: Service) -> None:
    await change_settings(service, channels=(50, 51))
    assert await refused(service) == "not_in_channel"
    assert await refused(service, ANN, HERE, RIGHTS) == "not_in_channel"
    await opened(service, ANN, Place(HERE.guild_id, 51))
    await opened(service, ANN, HERE, Membership(parent_id=50))
    await opened(service, ANN, ELSEWHERE)
    with pytest.raises(NotOpenedHere) as raised:
        await opened(service)
    assert raised.value.settings.channels == (50, 51)
    # Administrators put games where they like.
    await opened(service, ANN, HERE, None)


async def test_games_are_opened_by_certain_people(service: Service) -> None:
    await change_settings(service, openers="roles", roles=(7, 8))
    assert await refused(service) == "not_role"
    await opened(service, ANN, HERE, Membership(frozenset({8, 9})))
    await opened(service, ANN, HERE, RIGHTS)
    await change_settings(service, openers="managers", roles=(7, 8))
    assert await refused(service, ANN, HERE, Membership(frozenset({8}))) == "not_manager"
    await opened(service, ANN, HERE, RIGHTS)


async def test_play_again_obeys_as_well(service: Service) -> None:
    game = await running(service)
    await change_settings(service, openers="managers")
    with pytest.raises(NotOpenedHere):
        await service.lobby.again(ANN, game.code, cause=new_cause(), membership=MEMBER)
    await service.lobby.again(ANN, game.code, cause=new_cause(), membership=RIGHTS)
    # To join what has been opened is no opening.
    await service.lobby.again(BOB, game.code, cause=new_cause(), membership=MEMBER)


async def test_limits_of_a_server_count_its_own_games(service: Service) -> None:
    await change_settings(service, person_lobbies=1, channel_lobbies=2, person_games=3)
    await opened(service)
    assert await refused(service) == "too_many_lobbies"
    await opened(service, ANN, ELSEWHERE)
    await opened(service, BOB)
    assert await refused(service, CLEO) == "channel_full"
    await opened(service, CLEO, Place(HERE.guild_id, 13))


async def test_one_plays_as_many_games_on_a_server_as_it_settles(service: Service) -> None:
    await change_settings(service, person_games=1)
    await running(service)
    assert await refused(service) == "too_many_games"
    game = await opened(service, CLEO)
    with pytest.raises(Refused, match="one game on this server"):
        await service.lobby.join(BOB, game.code, cause=new_cause())
    await opened(service, ANN, ELSEWHERE)


@pytest.mark.parametrize(("settled", "hours"), [(None, 72.0), (10.0, 10.0), (0.0, None), (9_000.0, 336.0)])
async def test_hours_are_usual_where_the_opener_names_none(
    service: Service, settled: float | None, hours: float | None
) -> None:
    await change_settings(service, hours=settled)
    assert (await opened(service)).deadline_hours == hours
    assert (await opened(service, deadline_hours=5.0)).deadline_hours == 5.0
    assert (await opened(service, deadline_hours=None)).deadline_hours is None


@pytest.mark.usefixtures("notices_at_once")
@pytest.mark.parametrize(
    ("quiet", "asked", "reminded"), [(False, False, True), (True, False, False), (True, True, True)]
)
async def test_a_quiet_server_pings_nobody_and_reminds_those_who_asked(
    service: Service, database: Database, clock: ManualClock, *, quiet: bool, asked: bool, reminded: bool
) -> None:
    await change_settings(service, quiet=quiet)
    if asked:
        await service.preferences.set_notice_settings(ANN, {"reminders": (0.5, 0.125)})
    game = await running(service, deadline_hours=10.0)
    sender = FakeSender()
    outbox = Outbox(database, sender, clock)
    await outbox.drain()
    assert {one.quiet for one in sender.delivered if isinstance(one.payload, PostCard)} == {quiet}
    clock.advance(timedelta(hours=6))
    await service.clock.process(game.code)
    await outbox.drain()
    assert any(isinstance(one.payload, TurnNotice) for one in sender.delivered) == reminded


@pytest.mark.usefixtures("notices_at_once")
@pytest.mark.parametrize("quiet", [False, True])
async def test_a_deadline_that_is_brought_forward_reminds_nobody_on_a_quiet_server(
    service: Service, database: Database, clock: ManualClock, *, quiet: bool
) -> None:
    await change_settings(service, quiet=quiet)
    game = await running(service, deadline_hours=24.0)
    clock.advance(timedelta(hours=1))
    await service.admin.apply(Operator(), game.code, Retime(left=1.0), cause=new_cause())
    await service.clock.process(game.code)
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    told = [one.payload.occasion for one in sender.delivered if isinstance(one.payload, TurnNotice)]
    assert told == ([] if quiet else ["reminder"])


async def test_settings_are_bounded_and_audited(service: Service, database: Database) -> None:
    with pytest.raises(Refused, match="At most"):
        await change_settings(service, channels=tuple(range(MOST_LISTED + 1)))
    await change_settings(service, channels=tuple(range(MOST_LISTED)))
    with pytest.raises(Refused, match="Name a role"):
        await change_settings(service, openers="roles")
    await change_settings(service, quiet=True)
    await change_settings(service, hours=5.0)
    assert await service.servers.settings(HERE.guild_id) == ServerSettings(hours=5.0)
    entries = await service.admin.audit(MANAGER, None)
    assert [entry.act for entry in entries] == ["server settings"] * 3
