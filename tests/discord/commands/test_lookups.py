"""What is shown to one player leads to a move, and finds a card that somebody has deleted."""

from datetime import UTC, datetime
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from msgspec.structs import replace

from bot.discord.commands.lookups import (
    answer_question,
    fitting,
    list_moves,
    moves_text,
    show_board,
    show_hand,
    show_history,
)
from bot.discord.interaction.choosing import rows_of
from bot.discord.interaction.components import ButtonState
from bot.discord.interaction.context import AppContext
from bot.discord.panels.questions import _entry, _page
from bot.errors import DatabaseUnavailable
from bot.service.values.answers import Choices, Line, Preferences
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from engines.contract import Answer, LazyOffer
from engines.flicflac.pieces import CODES
from engines.flicflac.questions import AskHealth, AskReach
from engines.reef.questions import AskCoral
from engines.roses.actions import Drop, Pass
from engines.roses.questions import AskAttacks
from engines.tae.questions import AskRegion
from tests.discord.fake_discord import failure
from tests.discord.fake_interaction import FakeInteraction
from tests.discord.fake_interaction import buttons as buttons_of
from tests.discord.guests import files_of
from tests.discord.summaries import BOB, no_view, summary


class Pictures:
    """Draws nothing, and keeps what was asked for."""

    def __init__(self) -> None:
        self.frames: list[Any] = []

    async def picture(self, _key: str, _view: object, frame: Any) -> discord.File:
        self.frames.append(frame)
        return discord.File(BytesIO(b"png"), filename="roses.png")

    async def text(self, *_: object) -> str:
        return "a board"


class Table:
    """A game that Ann looks at, with its newest card."""

    def __init__(self, game: GameSummary) -> None:
        self.game = game
        self.fault: Exception | None = None
        self.trouble: Exception | None = None
        self.pictures = Pictures()
        self.fetched: list[tuple[int, int]] = []
        self.restored: list[str] = []
        self.lines: list[Line] = []

        async def view(*_: object) -> None:
            return None

        async def hand(*_: object) -> tuple[str, None]:
            return "two tiles", None

        async def preferences(*_: object) -> Preferences:
            return Preferences()

        async def questions(*_: object) -> tuple[AskRegion, ...]:
            return (AskRegion("D4"), AskRegion("E5"))

        async def ask(_code: str, _person: object, question: AskRegion) -> Answer:
            drawn: Any = "a view" if question.cell == "E5" else None
            return Answer(f"about {question.cell}", drawn)

        async def history(*_: object) -> list[Line]:
            return self.lines

        async def follows(*_: object) -> bool:
            return False

        async def still_plays(_code: str, person: Person) -> bool:
            return any(seat.person == person for seat in self.game.seats)

        reading = SimpleNamespace(
            view=view, hand=hand, questions=questions, still_plays=still_plays, ask=ask, history=history
        )
        service = SimpleNamespace(
            play=self,
            reading=reading,
            preferences=SimpleNamespace(of=preferences),
            following=SimpleNamespace(follows=follows),
        )
        self.interaction = FakeInteraction(service)
        self.interaction.client.context = AppContext(service, self.pictures)  # type: ignore[arg-type]
        self.interaction.client.get_partial_messageable = self._channel

    def _channel(self, channel_id: int) -> Any:
        async def fetch(message_id: int) -> None:
            self.fetched.append((channel_id, message_id))
            if self.fault is not None:
                raise self.fault

        return SimpleNamespace(fetch_message=fetch)

    async def choices(self, *_: object) -> Choices:
        return Choices(self.game, 0, (LazyOffer(Drop("a1"), "@a1"),), no_view)

    async def newest_card(self, _code: str) -> tuple[int, int] | None:
        return 13, 555

    async def restore_card(self, code: str) -> None:
        if self.trouble is not None:
            raise self.trouble
        self.restored.append(code)

    @property
    def buttons(self) -> list[str]:
        view = self.interaction.sent[-1].content.get("view")
        return [] if view is None else list(buttons_of(view).values())


@pytest.mark.parametrize("options", [{}, {"text": True}])
async def test_a_board_leads_to_a_move(options: dict[str, Any]) -> None:
    table = Table(summary())
    await show_board(await table.interaction.identified(), table.game, options)
    ways = ["tb:move:K7QX:7::", "tb:missed:K7QX:0::", "tb:past:K7QX:0::before", "tb:trial:K7QX:0::"]
    ways.append("tb:games:X:0::")
    assert table.buttons[-5:] == ways
    assert [button for button in table.buttons if ":ask:" in button] == table.buttons[:-5] != []


def test_a_question_that_is_the_only_one_of_its_kind_comes_before_others() -> None:
    questions = [AskHealth(CODES[0]), AskHealth(CODES[1]), AskReach(CODES[0])]
    labels = [one.pick.group for one in _page([*map(_entry, questions)], ()).buttons]
    assert labels == ["reach", "health", "health"]


def test_of_questions_about_many_pieces_none_is_a_button_before_their_kind_is_chosen() -> None:
    page = _page([_entry(ask(piece)) for ask in (AskHealth, AskReach) for piece in CODES], ())
    [[chosen]] = rows_of(page, lambda *opened: ButtonState("ask", "K7QX", payload="/".join(opened)))
    assert chosen.item.placeholder == "Choose one of 24"
    assert [option.label for option in chosen.item.options] == ["health", "reach"]


def test_a_button_about_a_coral_names_its_cell_as_the_board_does() -> None:
    entry = _entry(AskCoral("B3:C3"))
    assert entry.pick.label == "Coral B3 c3"
    assert entry.token == "Coral B3:C3", "buttons that are out there already stay good"


def test_of_many_moves_it_is_said_how_many_are_left_out() -> None:
    offers = tuple(LazyOffer(Drop("a1"), f"drop {number:03}") for number in range(200))
    _, kind, *shown, left = moves_text(Choices(summary(), 0, offers, no_view)).splitlines()
    assert kind == "**drop**"
    assert (
        left == f"-# … and {200 - len(shown)} more: `/game moves about:` and a word or a cell that they name"
    )
    assert len(shown) > 50
    some = moves_text(Choices(summary(), 0, offers[:3], no_view)).splitlines()
    assert some[2:] == ["`drop 000`", "`drop 001`", "`drop 002`"]


def test_the_moves_of_a_kind_are_found_by_its_name_as_the_list_says() -> None:
    """Words of the Four Gods do not contain the name of their command."""
    drops = tuple(LazyOffer(Drop("a1"), f"over there {number:03}") for number in range(200))
    found = Choices(summary(), 0, (*drops, LazyOffer(Pass(), "pass")), no_view)
    [left] = [line for line in moves_text(found).splitlines() if line.startswith("-#")]
    assert left.endswith("`/game moves about:drop`")
    assert "over there 000" in moves_text(found, "drop")


def test_long_names_hide_no_kind_of_move_and_not_how_many_are_left_out() -> None:
    seats = tuple(replace(seat, person=Person(seat.seat + 1, "x" * 32)) for seat in summary().seats)
    drops = [
        LazyOffer(Drop("a1"), f"drop {number:03}", lambda: ("attack White", "")) for number in range(200)
    ]
    found = Choices(summary(seats=seats), 0, (*drops, LazyOffer(Pass(), "pass")), no_view)
    _, _, *shown, left, kind, last = moves_text(found).splitlines()
    assert left == f"-# … and {200 - len(shown)} more: `/game moves about:drop`"
    assert (kind, last) == ("**pass**", "`pass`")


@pytest.mark.parametrize("about", ["", "ann"])
def test_moves_name_people_before_seats_and_are_found_by_them(about: str) -> None:
    """“attack RED” did not say whom."""
    offers = (LazyOffer(Drop("a1"), "White", lambda: ("attack White", "costs 2")),)
    shown = moves_text(Choices(summary(), 0, offers, no_view), about).splitlines()
    assert shown[2:] == ["`White` attack Ann (White): costs 2"]


@pytest.mark.parametrize(("about", "shown"), [("E3", 1), ("Castle ", 2), ("d3", 0)])
def test_moves_are_found_by_notation_and_by_words(about: str, shown: int) -> None:
    offers = tuple(
        LazyOffer(Drop("a1"), notation, lambda: ("Drop it by the castle", "")) for notation in ("@e3", "@e4")
    )
    text = moves_text(Choices(summary(), 0, offers, no_view), about)
    assert text.count("by the castle") == shown
    assert ("None of your moves names that" in text) == (not shown)


@pytest.mark.parametrize(
    ("about", "found"), [("a1", ["a1", "a1-b1"]), ("A11", ["a11"]), ("a", ["a1", "a11", "a1-b1"])]
)
def test_moves_about_a_cell_are_not_those_about_a_longer_name(about: str, found: list[str]) -> None:
    offers = tuple(LazyOffer(Drop("a1"), notation) for notation in ("a1", "a11", "a1-b1", "c3"))
    text = moves_text(Choices(summary(), 0, offers, no_view), about)
    assert text.splitlines()[2:] == [f"`{one}`" for one in found]


@pytest.mark.parametrize(("about", "found"), [("K2", ["K2"]), ("k2", ["K2", "k2"])])
def test_moves_about_a_cell_of_tae_are_not_those_of_two_ships(about: str, found: list[str]) -> None:
    offers = tuple(LazyOffer(Drop("a1"), notation) for notation in ("K2", "k2"))
    text = moves_text(Choices(summary(), 0, offers, no_view), about)
    assert text.splitlines()[2:] == [f"`{one}`" for one in found]


async def test_a_history_names_people_but_not_for_what_their_seat_did_before_them() -> None:
    table = Table(summary())
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    table.lines = [
        Line(1, moment, "White", "@d3", still_seated=False),
        Line(2, moment, "Black", "@c5"),
        Line(3, moment, "", "an admin posts the card again"),
    ]
    await show_history(await table.interaction.identified(), table.game, {})
    text = table.interaction.sent[-1].text.splitlines()[1:]
    assert text == ["`  1` White: @d3", "`  2` Bob (Black): @c5", "`  3` an admin posts the card again"]


async def test_of_a_history_that_is_too_long_the_newest_lines_are_shown() -> None:
    table = Table(summary())
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    table.lines = [Line(number, moment, "White", "x" * 150) for number in range(1, 41)]
    await show_history(await table.interaction.identified(), table.game, {})
    _, more, *shown = table.interaction.sent[-1].text.splitlines()
    assert more == f"-# {40 - len(shown)} earlier lines: `/game record export`"
    assert [line[:5] for line in shown] == [f"`{number:>3}`" for number in range(41 - len(shown), 41)]
    assert len(shown) > 8
    for newest in ("x" * 150, "x" * 3_000):
        table.lines = [Line(1, moment, "White", newest)]
        await show_history(await table.interaction.identified(), table.game, {})
        assert "earlier" not in table.interaction.sent[-1].text
        assert "x" * 150 in table.interaction.sent[-1].text


async def test_a_list_of_moves_leads_to_a_move() -> None:
    table = Table(summary())
    await list_moves(await table.interaction.identified(), table.game, {})
    assert table.buttons == ["tb:move:K7QX:7::"]


@pytest.mark.parametrize(
    "game",
    [
        summary(status="finished"),
        summary(seats=tuple(seat for seat in summary().seats if seat.person == BOB)),
    ],
    ids=["over", "onlooker"],
)
async def test_who_cannot_move_is_led_to_no_move(game: GameSummary) -> None:
    table = Table(game)
    await show_board(await table.interaction.identified(), game, {})
    assert not any(":move:" in button for button in table.buttons)
    assert "tb:past:K7QX:0::before" in table.buttons


@pytest.mark.parametrize("gone", [failure(404, 10008), failure(404, 10003)])
@pytest.mark.parametrize(
    ("look", "status"), [(show_board, "active"), (show_board, "paused"), (list_moves, "active")]
)
async def test_a_card_that_is_gone_is_posted_anew(look: Any, status: str, gone: Exception) -> None:
    """That of a game that is paused for an absence holds Resume."""
    table = Table(summary(status=status))
    table.fault = gone
    await look(await table.interaction.identified(), table.game, {})
    assert (table.fetched, table.restored) == ([(13, 555)], ["K7QX"])


@pytest.mark.parametrize("trouble", [Refused("busy", "Please try again."), DatabaseUnavailable("away")])
async def test_what_was_shown_stays_although_the_card_cannot_be_posted_anew(trouble: Exception) -> None:
    table = Table(summary())
    table.fault, table.trouble = failure(404, 10008), trouble
    await show_board(await table.interaction.identified(), table.game, {})
    assert [result.how for result in table.interaction.sent] == ["defer", "edit"]


@pytest.mark.parametrize("fault", [None, failure(403, 50001), failure(500), aiohttp.ClientError()])
async def test_a_card_that_may_be_there_is_left_alone(fault: Exception | None) -> None:
    table = Table(summary())
    table.fault = fault
    await show_board(await table.interaction.identified(), table.game, {})
    assert table.restored == []


async def test_a_game_that_is_over_needs_no_card() -> None:
    table = Table(summary(status="finished"))
    await show_board(await table.interaction.identified(), table.game, {})
    assert table.fetched == []


async def test_a_hand_is_drawn_with_its_words() -> None:
    table = Table(summary(hands=True))
    await show_hand(await table.interaction.identified(), table.game, {})
    assert [(frame.hand, frame.perspective) for frame in table.pictures.frames] == [(True, 0)]
    assert "two tiles" in table.interaction.sent[-1].text


@pytest.mark.parametrize(("cell", "files"), [("D4", []), ("e5 ", ["roses.png"])])
async def test_an_answer_is_drawn_where_the_game_draws_one(cell: str, files: list[str]) -> None:
    table = Table(summary(key="tae"))
    await answer_question(await table.interaction.identified(), table.game, {"cell": cell}, kind=AskRegion)
    result = table.interaction.sent[-1]
    assert result.text.endswith(f"\nabout {cell.strip().upper()}")
    assert files_of(table.interaction) == files


async def test_a_question_is_answered_where_the_game_knows_it() -> None:
    for game in (summary(status="lobby"), summary(key="tae")):
        table = Table(game)
        with pytest.raises(Refused, match="no answer to that now"):
            await answer_question(await table.interaction.identified(), game, {}, kind=AskAttacks)


@pytest.mark.parametrize(
    ("limit", "kept"),
    [(8, "abc\ndef"), (7, "abc\n-# … and 1 more"), (4, "abc\n-# … and 1 more"), (3, "-# … and 2 more")],
)
def test_lines_are_kept_while_they_fit(limit: int, kept: str) -> None:
    assert fitting(["abc", "def"], limit) == kept


def test_a_list_leaves_room_to_say_what_was_left_out() -> None:
    assert fitting(["x" * 1939]) == "x" * 1939
    assert fitting(["x" * 1940]) == "-# … and 1 more"
