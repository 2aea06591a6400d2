"""One's games in one list: those that wait for one first, with the way to each."""

import pytest

from bot.discord.commands.inbox import _PAGE, _lines, _turning
from bot.discord.formatting.layouts import boxed
from bot.discord.interaction.components import NO_GAME, ButtonState
from bot.service.reading.finding import LastMove
from bot.service.values.game_summary import SeatSummary
from bot.service.values.request import Person
from tests.discord.discord_limits import body_of, faults_of
from tests.discord.fake_interaction import FakeInteraction, buttons
from tests.discord.guests import Guests, text_of
from tests.discord.summaries import summary
from tests.service.people import ANN, BOB, CLEO, act, new_cause, opened, running


def numbered(shown: FakeInteraction) -> list[str]:
    """The custom ids in their order."""
    view = shown.sent[-1].content["view"]
    items = [getattr(item, "item", item) for item in view.walk_children()]
    return [item.custom_id for item in items if getattr(item, "custom_id", None)]


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
    assert len(list(view.walk_children())) <= 40
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


@pytest.mark.parametrize("name", ["Alexandra the Great of the North", "_" * 40])
def test_a_page_of_games_of_four_with_long_names_and_moves_has_room(name: str) -> None:
    seats = ("RED", "BLUE", "GREEN", "WHITE")
    game = summary(
        seats=tuple(SeatSummary(seat, one, one[0], Person(seat, name)) for seat, one in enumerate(seats)),
        prompt="RED, BLUE, GREEN and WHITE choose their plans",
        guild_id=2**63,
        channel_id=2**63,
    )
    lines = _lines(game, LastMove(game.created_at, 1, "*" * 90), 0)
    head = f"**{99:,} games**, 99 waiting for you\n✉️ 99 invitations: `/game lobby invitations`"
    assert not faults_of(body_of({"view": boxed(head, *[lines] * _PAGE)}))
