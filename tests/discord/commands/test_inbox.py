"""One's games in one list: those that wait for one first, with the way to each."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.discord.commands.inbox import _turning, _words
from bot.discord.interaction.components import NO_GAME, ButtonState
from bot.service.reading.finding import LastMove
from bot.service.values.game_summary import GameSummary
from bot.service.values.request import Person
from bot.store.database import Database
from tests.discord.fake_interaction import FakeInteraction, buttons, state_in
from tests.discord.guests import Guests, text_of, ways
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, HERE, act, new_cause, opened, running


def numbered(shown: FakeInteraction) -> list[str]:
    """The custom ids in their order."""
    view = shown.sent[-1].content["view"]
    items = [getattr(item, "item", item) for item in view.walk_children()]
    return [item.custom_id for item in items if getattr(item, "custom_id", None)]


async def test_no_link_leads_to_a_thread_that_was_deleted(guests: Guests, database: Database) -> None:
    game = await running(guests.service)
    async with database.transaction() as unit:
        await unit.games.set_columns(game.id, thread_id=99)
    assert "https://discord.com/channels/" in text_of(await guests.type(ANN, "game inbox"))
    await guests.service.places.place_gone(HERE.guild_id, 99)
    text = text_of(await guests.type(ANN, "game inbox"))
    assert "its thread was deleted" in text
    assert "https://discord.com/channels/" not in text


async def test_what_waits_comes_first_with_its_button_the_nearest_deadline_on_top(guests: Guests) -> None:
    service = guests.service
    late = await running(service, deadline_hours=100)
    soon = await running(service, deadline_hours=10)
    theirs, waiting = await running(service), await opened(service)
    await act(service, ANN, theirs.code, "@d3")
    for direct in (False, True):
        shown = await guests.type(ANN, "game inbox", direct=direct)
        assert numbered(shown) == [
            f"tb:move:{soon.code}:{soon.public_version}::",
            f"tb:move:{late.code}:{late.public_version}::",
            f"tb:rules:{waiting.code}:{waiting.public_version}::",
            f"tb:board:{theirs.code}:{theirs.public_version + 1}::",
        ]
        text = text_of(shown)
        assert "**4 games**, 2 waiting for you" in text
        assert "due <t:" in text
        assert "https://discord.com/channels/" in text
        assert "Ann (White): @d3" in text


async def test_the_last_move_is_never_one_that_was_taken_back(guests: Guests) -> None:
    game = await running(guests.service)
    await act(guests.service, ANN, game.code, "@d3")
    await guests.service.undo.undo(ANN, game.code, cause=new_cause())
    assert ": Ann (White): undo @d3" in text_of(await guests.type(BOB, "game inbox"))


async def test_from_the_board_by_a_button(guests: Guests) -> None:
    game = await running(guests.service)
    board = await guests.press(ANN, ButtonState("board", game.code))
    assert "tb:games:X:0::" in numbered(board)
    assert "1 waiting for you" in text_of(await guests.press(ANN, ButtonState("games", NO_GAME)))


async def test_an_answer_that_is_awaited_waits_too(guests: Guests) -> None:
    game = await running(guests.service)
    await act(guests.service, ANN, game.code, "@d3")
    await act(guests.service, BOB, game.code, "@c5")
    assert "none waiting" in text_of(await guests.type(BOB, "game inbox"))
    await act(guests.service, ANN, game.code, "draw")
    assert "1 waiting" in text_of(await guests.type(BOB, "game inbox"))


async def test_what_must_be_answered_is_told_and_leads_to_the_answers(guests: Guests) -> None:
    game = await running(guests.service)
    for person, action in ((ANN, "@d3"), (BOB, "@c5"), (ANN, "draw")):
        await act(guests.service, person, game.code, action)
    offered = "🤝 Ann offers a draw: you may accept or decline it."
    inbox = await guests.type(BOB, "game inbox")
    assert offered in text_of(inbox)
    assert list(ways(inbox)) == ["Answer…"]
    press = ButtonState("requests", game.code, game.public_version + 3)
    shown = await guests.press(BOB, press)
    assert offered in text_of(shown)
    assert list(ways(shown)) == ["Accept the draw", "Decline the draw"]
    await act(guests.service, BOB, game.code, "draw decline")
    assert "waits for your answer any more" in text_of(await guests.press(BOB, press))


async def test_a_game_that_is_paused_for_who_stayed_away_waits_for_them(
    guests: Guests, clock: ManualClock
) -> None:
    game = await running(guests.service, "flicflac", deadline_hours=24)
    while (await guests.service.reading.summary(game.code)).status == "active":
        clock.advance(timedelta(days=1))
        await guests.service.clock.process(game.code)
    theirs = await guests.type(ANN, "game inbox")
    assert "1 waiting for you" in text_of(theirs)
    assert "Ann vs Bob · is paused, as you stayed away" in text_of(theirs)
    assert list(ways(theirs)) == ["Resume"]
    others = await guests.type(BOB, "game inbox")
    assert "none waiting for you" in text_of(others)
    assert "is paused, as Ann stayed away" in text_of(others)
    paused = await guests.service.reading.summary(game.code)
    await guests.press(ANN, ButtonState.about(paused, "resume"))
    assert list(ways(await guests.type(ANN, "game inbox"))) == ["Move"]


async def test_who_is_to_move_and_to_answer_has_a_way_to_each(guests: Guests) -> None:
    game = await running(guests.service)
    await act(guests.service, ANN, game.code, "@d3")
    await guests.service.undo.request_undo(ANN, game.code, cause=new_cause())
    inbox = await guests.type(BOB, "game inbox")
    assert "↩️ Ann asks to undo @d3." in text_of(inbox)
    assert list(ways(inbox)) == ["Move", "Answer…"]


async def test_what_is_asked_in_a_paused_game_must_be_answered_too(
    guests: Guests, clock: ManualClock
) -> None:
    game = await running(guests.service)
    day = (clock.now() + timedelta(days=4)).date().isoformat()
    await guests.type(ANN, "game pause until", game=game.code, day=day)
    await guests.type(BOB, "game pause answer", game=game.code, answer="agree")
    assert "none waiting" in text_of(await guests.type(BOB, "game inbox"))
    await guests.type(ANN, "game pause end", game=game.code)
    inbox = await guests.type(BOB, "game inbox")
    assert "1 waiting for you" in text_of(inbox)
    assert "🤝 Ann would like to go on now: you may agree or decline." in text_of(inbox)
    shown = await guests.press(BOB, state_in(buttons(inbox.sent[-1].content["view"])["Answer…"]))
    assert list(ways(shown)) == ["Go on", "Decline it"]
    assert list(ways(await guests.type(ANN, "game inbox"))) == ["Board"]


async def test_a_long_request_leaves_the_deadline_and_the_link_whole(guests: Guests) -> None:
    game = await running(guests.service)
    server = 1_234_567_890_123_456_789
    undo = tuple((0, f"@{cell}3-{cell}4xd5") for cell in "abcdefghijklmnop")
    asks = replace(
        game, guild_id=server, channel_id=server, undo_asked_by=1, undo_asked=(0,), undo_actions=undo
    )
    words = _words(asks, LastMove(game.created_at, 1, "@d3, " * 12), ANN.id, 475, pending=True)
    assert len(words) <= 475
    assert words.split("\n")[0].endswith(f":R> · https://discord.com/channels/{server}/{server}")


async def test_long_names_and_moves_leave_room_for_eight_games(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await running(guests.service)
    named = tuple(
        replace(seat, person=Person(9 + seat.seat, "*" * 32)) for seat in (*game.seats, *game.seats)
    )
    alike = [replace(game, id=number, code=f"G{number:03}", seats=named) for number in range(8)]
    move = LastMove(game.created_at, 0, "@d3, " * 12)

    async def listed(*_: object, **__: object) -> list[GameSummary]:
        return alike

    async def moves(*_: object) -> dict[int, LastMove]:
        return {one.id: move for one in alike}

    monkeypatch.setattr(guests.service.reading, "my_games", listed)
    monkeypatch.setattr(guests.service.reading, "last_moves", moves)
    # What Discord would refuse fails each test.
    assert "**8 games**" in text_of(await guests.type(ANN, "game inbox"))


async def test_invitations_are_counted(guests: Guests) -> None:
    await opened(guests.service, opponents=(CLEO,))
    assert "1 invitation: `/game lobby invitations`" in text_of(await guests.type(CLEO, "game inbox"))


@pytest.mark.parametrize(("skip", "count", "ways"), [(0, 8, []), (0, 9, ["More"]), (8, 16, ["Earlier"])])
def test_there_is_a_way_to_pages_that_are_there(skip: int, count: int, ways: list[str]) -> None:
    assert [one.item.label for one in _turning("mine", skip, count)] == ways


async def test_many_games_are_turned_by_pages_within_what_a_message_holds(guests: Guests) -> None:
    codes = [(await running(guests.service)).code for _ in range(19)]
    first = await guests.type(ANN, "game inbox")
    view = first.sent[-1].content["view"]
    assert list(buttons(view))[-1] == "More"
    assert numbered(first)[-1] == "tb:inbox:X:8::mine"
    pages = [
        await guests.press(ANN, ButtonState("inbox", NO_GAME, payload="mine", offset=skip))
        for skip in (0, 8, 16)
    ]
    assert {code for page in pages for code in codes if code in text_of(page)} == set(codes)
    assert "Earlier" in buttons(pages[-1].sent[-1].content["view"])
    for beyond in (19, 800):
        shown = await guests.press(ANN, ButtonState("inbox", NO_GAME, payload="mine", offset=beyond))
        assert text_of(shown) == text_of(first)
