"""Games in forums: their first message begins a post, everything else goes there."""

import pytest

from bot.outbox.delivery import ChannelGone
from bot.outbox.worker import Outbox
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.scope import GameRef
from bot.service.game.setup import GameSetup
from bot.service.values.game_summary import GameSummary
from bot.service.values.request import Place
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ADA, ANN, BOB, act, new_cause

FORUM = Place(11, 50, forum=True)
MANAGER = Operator(ADA, 11)


class Posts:
    """A game of Ann and Bob in a forum, and what was posted."""

    def __init__(self, database: Database, service: Service, clock: ManualClock) -> None:
        self.service = service
        self.sender = FakeSender()
        self._outbox = Outbox(database, self.sender, clock)
        self.code = ""

    async def open(self, key: str = "roses") -> GameSummary:
        game = await self.service.lobby.create(ANN, FORUM, GameSetup(key, seat=0), cause=new_cause())
        self.code = game.code
        return await self.drained()

    async def begin(self) -> GameSummary:
        await self.open()
        await self.service.lobby.join(BOB, self.code, cause=new_cause())
        return await self.drained()

    async def drained(self) -> GameSummary:
        await self._outbox.drain()
        return await self.service.reading.summary(self.code)

    def places(self, kind: str) -> list[tuple[int | None, int | None, bool]]:
        """Channel, message to edit, and whether a post began, of what came through of a kind."""
        return [
            (one.channel_id, one.message_id, one.new_post)
            for one in self.sender.delivered
            if one.payload.__struct_config__.tag == kind
        ]


@pytest.fixture
def posts(database: Database, service: Service, clock: ManualClock) -> Posts:
    return Posts(database, service, clock)


async def test_the_lobby_begins_the_post_in_which_the_game_is_played(posts: Posts) -> None:
    lobby = await posts.open()
    post = lobby.thread_id
    assert post is not None
    assert posts.places("lobby") == [(50, None, True)]
    # In its own post the game needs no code.
    found = await posts.service.reading.resolve_game(GameRef(None, Place(11, post), BOB, scope="open"))
    assert found.code == posts.code
    await posts.service.lobby.join(BOB, posts.code, cause=new_cause())
    assert (await posts.drained()).thread_id == post
    assert posts.places("lobby")[1:] == [(post, post, False)]
    assert posts.places("card") == [(post, None, False)]
    assert posts.places("thread") == []
    await act(posts.service, ANN, posts.code, "@d3")
    await posts.drained()
    assert [where for where, _, _ in posts.places("strip")] == [post]


async def test_a_game_whose_post_is_gone_begins_another_with_consent(posts: Posts) -> None:
    before = (await posts.begin()).thread_id
    posts.sender.fault = lambda one: ChannelGone("gone") if one.channel_id == before else None
    await act(posts.service, ANN, posts.code, "@d3")
    assert (await posts.drained()).thread_id == before
    assert len(posts.places("card")) == 1
    assert await posts.service.admin.leave_threads(MANAGER, new_cause()) == [posts.code]
    after = (await posts.drained()).thread_id
    assert after not in {None, before}
    assert posts.places("card")[-1] == (50, None, True)
    await act(posts.service, BOB, posts.code, "@c5")
    await posts.drained()
    assert posts.places("card")[-1] == (after, None, False)


async def test_a_deleted_post_ends_its_lobby(posts: Posts) -> None:
    lobby = await posts.open()
    assert lobby.thread_id is not None
    await posts.service.places.place_gone(11, lobby.thread_id)
    assert (await posts.drained()).status == "abandoned"
    assert [one for one in posts.sender.seen if one[0] == "post"] == [("post", 50)]


async def test_a_lobby_begins_another_post_where_nobody_noticed_that_the_first_is_gone(posts: Posts) -> None:
    before = (await posts.open("gods")).thread_id
    posts.sender.fault = lambda one: ChannelGone("gone") if one.channel_id == before else None
    await posts.service.lobby.join(BOB, posts.code, cause=new_cause())
    after = (await posts.drained()).thread_id
    assert after not in {None, before}
    assert posts.places("lobby")[-1] == (50, None, True)


async def test_a_rematch_is_a_post_of_its_own(posts: Posts) -> None:
    first = await posts.begin()
    await act(posts.service, ANN, posts.code, "resign")
    posts.code = (await posts.service.lobby.again(BOB, posts.code, cause=new_cause())).code
    again = await posts.drained()
    assert again.channel_id == 50
    assert again.thread_id not in {None, first.thread_id}
