"""Commands take what people type: options in any case, values of any length, games named or not."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.discord.button_actions import BUTTON_ACTIONS
from bot.discord.commands.about_game import game_label, resolve_game
from bot.discord.commands.autocomplete import complete_notation
from bot.discord.commands.engine_group import engine_group
from bot.discord.commands.opening import _where
from bot.discord.commands.play import _unseen, act, act_by_fields, played_text
from bot.discord.interaction.components import ButtonState, StatefulItem
from bot.discord.interaction.options import Focus, Option, build_command, choice
from bot.discord.interaction.rights import missing_rights
from bot.errors import DatabaseUnavailable
from bot.service.play.actions import Closing
from bot.service.typed_fields import convert
from bot.service.values.answers import Choices, Played, Preview, UndoRange
from bot.service.values.game_summary import GameSummary, SeatSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.repositories.games import NamedGame
from engines.contract import Action, LazyOffer, Offer, Resign
from engines.registry import ENGINES
from engines.roses.actions import Drop, SingleStep
from tests.discord.fake_interaction import FakeInteraction, buttons
from tests.discord.summaries import ANN, BOB, no_view, summary

ROSES = ENGINES["roses"]


def offers(*actions: Action) -> tuple[Offer[Any], ...]:
    return tuple(LazyOffer(action, ROSES.format(action)) for action in actions)


class FakePlay:
    """The use cases of play: these actions are legal."""

    def __init__(
        self, *offered: Offer[Any], refusal: Refused | None = None, told: UndoRange | None = None
    ) -> None:
        self.offered = offered
        self.told = told
        self.logged = UndoRange(0, 0)
        self.refusal = refusal
        self.acted: list[Any] = []
        self.after: list[str] = []

    async def choices(self, _person: object, _code: str, *, after: str = "") -> Choices:
        self.after.append(after)
        return self._choices()

    def _choices(self) -> Choices:
        if self.refusal is not None:
            raise self.refusal
        return Choices(summary(), 0, self.offered, no_view)

    async def undo_range(self, _person: object, _code: str) -> UndoRange:
        return self.logged

    async def with_undo_range(self, _live: object, done: Played | Preview) -> Played | Preview:
        return replace(done, undo_range=self.told) if isinstance(done, Played) else done

    async def attempt(
        self, _person: object, _game: object, action: Any, *, closing: Closing, **_: object
    ) -> Played | Preview:
        if callable(action):
            action = action(self._choices)
        self.acted.append(action)
        notation = action if isinstance(action, str) else ROSES.format(action)
        live: Any = None
        return await closing.close(live, Played(summary(), notation, ("a soldier steps",)))


def asked(play: FakePlay, game: GameSummary | None = None, **more: Any) -> FakeInteraction:
    """An interaction with a service that knows one game."""

    async def resolve(*_: object, **__: object) -> GameSummary:
        return game or summary()

    async def nothing(*_: object) -> None:
        return None

    async def find(_ref: object) -> NamedGame:
        found = await resolve(_ref)
        return NamedGame(found.code, found.key, found.guild_id, found.channel_id, playing=True)

    reading = SimpleNamespace(resolve_game=resolve, find_game=find)
    dm_routes = SimpleNamespace(follow=nothing)
    service = SimpleNamespace(play=play, undo=play, reading=reading, dm_routes=dm_routes)
    return FakeInteraction(service, **more)


async def test_what_is_typed_in_any_case_means_the_same() -> None:
    play = FakePlay(*offers(SingleStep("d4", "c4"), SingleStep("d4", "d5")))
    responder = await asked(play).identified()
    await act_by_fields(responder, summary().code, {"from": " D4 ", "to": "C4"}, kind=SingleStep)
    assert play.acted == [SingleStep("d4", "c4")]


async def test_what_is_not_legal_reaches_the_rules_in_their_own_letters() -> None:
    play = FakePlay(*offers(SingleStep("d4", "c4")))
    responder = await asked(play).identified()
    await act_by_fields(responder, summary().code, {"from": "A1", "to": "A2"}, kind=SingleStep)
    assert play.acted == [SingleStep("a1", "a2")]
    play = FakePlay(refusal=Refused("not_your_turn", "No."))
    await act_by_fields(await asked(play).identified(), summary().code, {"cell": "B2"}, kind=Drop)
    assert play.acted == [Drop("b2")]


@pytest.mark.parametrize("told", [None, UndoRange(2, 1)])
async def test_the_answer_has_buttons_for_what_may_be_undone(told: UndoRange | None) -> None:
    """As the move itself has told, or else as is asked for."""
    play = FakePlay(*offers(SingleStep("d4", "c4")), told=told)
    play.logged = UndoRange(3, 0)
    interaction = asked(play)
    await act(await interaction.identified(), summary().code, "d4-c4")
    labels = ["Undo", "Undo all 3"] if told is None else ["Undo", "Undo all 2", "Redo"]
    assert list(buttons(interaction.sent[-1].content["view"])) == labels


async def test_a_command_of_another_game_is_refused() -> None:
    interaction = asked(FakePlay(), summary(key="gods"))
    drop = next(one for one in engine_group(ROSES).walk_commands() if one.name == "drop")
    await drop._callback(interaction, cell="b2")  # type: ignore[union-attr, call-arg, arg-type]
    assert interaction.observer.outcomes == [("game show", "wrong_game")]
    assert "its commands begin with `/gods`" in interaction.sent[-1].text


def test_letters_are_as_large_as_in_what_is_legal() -> None:
    gods = ENGINES["gods"]
    state = gods.start(gods.options({}), 4, "0" * 64)
    (plan, *_) = gods.action_types
    legal = list(gods.legal(state, 0))
    assert convert(plan, {"actions": "AB AG DO"}, legal) == convert(plan, {"actions": "ab ag do"}, legal)
    reef = ENGINES["reef"]
    kind = next(one for one in reef.action_types if one.__struct_config__.tag == "larva")
    for examples in ([kind(colour="Y")], []):
        assert [convert(kind, {"colour": one}, examples) for one in ("w", " W ")] == [kind(colour="W")] * 2
    with pytest.raises(Refused, match="is one of"):
        convert(kind, {"colour": "purple"}, [])
    with pytest.raises(Refused, match="syntax"):
        convert(Drop, {"cell": 7}, [])


async def test_completion_offers_nothing_that_discord_would_refuse() -> None:
    long, fits = "x" * 101, "y" * 100
    play = FakePlay(*(LazyOffer(Drop("a1"), notation) for notation in (long, fits)))
    request = await asked(play).identified()
    assert [one.value for one in await complete_notation(request, Focus("notation", "", {}))] == [fits]
    assert all(len(one.name) <= 100 for one in await complete_notation(request, Focus("notation", "", {})))


async def test_of_several_actions_the_last_is_completed() -> None:
    play = FakePlay(*(LazyOffer(Drop("a1"), notation) for notation in ("place a1", "x" * 91, "x" * 92)))
    request = await asked(play, summary(key="reef")).identified()
    values = [one.value for one in await complete_notation(request, Focus("steps", "larva W; ", {}))]
    assert play.after == ["larva W"]
    assert values == ["larva W; place a1", "larva W; " + "x" * 91]
    shown = await complete_notation(request, Focus("steps", "larva W; PLACE", {}))
    assert [one.name for one in shown] == ["… place a1"]


async def test_no_kind_of_action_crowds_another_out() -> None:
    many = [LazyOffer(Drop("a1"), f"drop {number}") for number in range(40)]
    play = FakePlay(*many, LazyOffer(Resign(), "resign"))
    shown = await complete_notation(await asked(play).identified(), Focus("notation", "", {}))
    assert len(shown) == 25
    assert "resign" in [one.value for one in shown]


def complete_with(what: Any) -> Any:
    """The autocomplete of a command with one option."""

    async def handle(*_: object) -> None:
        return None

    command = build_command("try", "Try it", [Option("cell", "Where", str, True, what)], handle)
    return command._params["cell"].autocomplete


async def test_completion_never_fails_and_is_counted() -> None:
    seen: list[Focus] = []

    async def many(_: object, focus: Focus) -> list[Any]:
        seen.append(focus)
        return [choice(str(number), str(number)) for number in range(30)]

    async def refuse(*_: object) -> Any:
        raise Refused("no_game", "None.")

    async def away(*_: object) -> Any:
        raise DatabaseUnavailable("gone")

    for what, count, outcome in ((many, 25, "done"), (refuse, 1, "no_game"), (away, 0, "database_away")):
        interaction = asked(FakePlay(), namespace=[("cell", "a"), ("game", "K7QX"), ("to", ""), ("by", None)])
        assert len(await complete_with(what)(interaction, "a")) == count
        assert interaction.observer.outcomes == [("autocomplete", outcome)]
    assert seen == [Focus("cell", "a", {"game": "K7QX"})]
    (reason,) = await complete_with(refuse)(asked(FakePlay()), "")
    assert (reason.name, reason.value) == ("None.", "?"), "an empty list says why it is empty"


async def test_a_command_hands_over_what_was_filled_in() -> None:
    filled: list[dict[str, Any]] = []

    async def handle(responder: Any, options: dict[str, Any]) -> None:
        filled.append(options)
        await responder.say("done")

    options = [Option("from", "Where from", str), Option("to", "Where to", str, False)]
    interaction = asked(FakePlay())
    await build_command("try", "Try it", options, handle).callback(interaction, from_="a1", to=None)  # type: ignore[call-arg, arg-type]
    assert filled == [{"from": "a1"}]
    assert interaction.sent[-1].text == "done"


def test_what_was_done_is_told_in_words_with_the_notation_below() -> None:
    offered = Played(summary(), "draw offer", ("Black offers a draw",), meta=True)
    assert "✅ Bob (Black) offers a draw." in played_text(offered)
    assert "-# draw offer" in played_text(offered)
    again = Played(summary(), "draw offer", (), repeated=True)
    assert "✅ That is played.\n-# draw offer" in played_text(again)
    staged = Played(summary(), "Ab", (), card_tells=False, words="attack Black")
    assert "✅ Attack Bob (Black).\n-# Ab" in played_text(staged)


async def test_who_has_no_game_here_is_told_how_to_open_one() -> None:
    async def resolve(*_: object, **__: object) -> GameSummary:
        raise Refused("no_game_here", "There is no game here, and you are not in one.")

    service = SimpleNamespace(play=FakePlay(), reading=SimpleNamespace(resolve_game=resolve))
    with pytest.raises(Refused) as caught:
        await resolve_game(await FakeInteraction(service).identified(), {})
    assert caught.value.code == "no_game_here"
    assert caught.value.sentence.endswith("not in one. `/game new` opens one.")


def test_missing_rights_are_named_where_they_are_known() -> None:
    def line(**rights: bool) -> str:
        return missing_rights(asked(FakePlay(), app_permissions=discord.Permissions(**rights)).responder())

    assert line() == ""
    assert line(administrator=True) == ""
    assert "attach files, create public threads" in line(view_channel=True, send_messages=True)


@pytest.mark.parametrize("thread_id", [None, 16])
def test_who_plays_where_the_card_is_to_be_posted_hears_what_the_bot_may_not(thread_id: int | None) -> None:
    rights = discord.Permissions(view_channel=True, attach_files=True, send_messages=thread_id is None)
    rights.update(send_messages_in_threads=thread_id is not None)
    request = asked(FakePlay(), app_permissions=rights).responder()
    here = request.interaction.channel_id
    for where, lacks in (
        ({"channel_id": here, "thread_id": thread_id and here}, False),
        ({"channel_id": here, "thread_id": None if thread_id else here}, True),
        ({"channel_id": 1, "thread_id": 2}, False),
    ):
        assert bool(_unseen(request, Played(summary(**where), "d3", ()))) == lacks


async def test_every_button_does_something_and_an_old_one_says_so() -> None:
    for action in BUTTON_ACTIONS:
        assert ButtonState(action, "K7QX").custom_id("tb").startswith(f"tb:{action}:")
    interaction = asked(FakePlay())
    await ButtonState("gone", "K7QX", 3).button("Old").callback(interaction)  # type: ignore[arg-type]
    assert "another version" in interaction.sent[-1].text
    assert interaction.observer.outcomes == [("press unknown", "unknown_button")]


def test_private_answers_are_replaced_and_what_everybody_sees_is_not() -> None:
    replacing = {action for action, what in BUTTON_ACTIONS.items() if what.update}
    panels = {
        "back",
        "ask",
        "past",
        "choose",
        "pick",
        "play",
        "takeback",
        "redo",
        "switch",
        "close",
        "resigned",
    }
    panels |= {"plans", "ahead", "try", "share", "setting", "times", "review", "reviewed"}
    opening = {"title", "option", "typed", "open", "seat"}
    strangers = {"accept", "decline", "reported", "mute", "block"}
    assert replacing == {*panels, *opening, *strangers, "talks", "inbox", "tell", "forget", "admin"}


async def test_a_press_reaches_its_action_with_what_was_chosen() -> None:
    pressed: list[ButtonState] = []

    async def note(_: object, state: ButtonState) -> None:
        pressed.append(state)

    interaction = asked(FakePlay())
    interaction.client.button_actions = {"pick": SimpleNamespace(handler=note, update=True, form=None)}
    state = ButtonState("pick", "K7QX", 3, 1, "0/a1")
    await state.button("Pick").callback(interaction)  # type: ignore[arg-type]
    select = state.select("Choose", [])
    select.item._values = ["b2"]
    interaction.id += 1
    await select.callback(interaction)  # type: ignore[arg-type]
    assert pressed == [state, state._replace(values=("b2",))]
    assert interaction.observer.outcomes == [("press pick", "done")] * 2
    assert [result.content for result in interaction.sent] == [{}, {}]


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("tb:move:K7QX:7::", ButtonState("move", "K7QX", 7)),
        ("tb:pick:K7QX:7:0:2/drop/a1", ButtonState("pick", "K7QX", 7, 0, "2/drop/a1")),
        ("tb:table:K7QX:7:1:draw accept", ButtonState("table", "K7QX", 7, 1, "draw accept")),
        ("tb:admin:X:0::12", ButtonState("admin", "X", 0, None, "12")),
        ("tb:talks:K7QX:25::round 4", ButtonState("talks", "K7QX", payload="round 4", offset=25)),
    ],
)
def test_buttons_of_every_earlier_release_are_read(text: str, state: ButtonState) -> None:
    match = StatefulItem.__discord_ui_compiled_template__.fullmatch(text)
    assert match is not None
    assert ButtonState.matched(match) == state
    assert state.custom_id("tb") == text


def test_a_game_in_a_list_of_choices_has_short_names() -> None:
    seats = (SeatSummary(0, "White", "W", Person(1, "x" * 30)), SeatSummary(1, "Black", "B", None))
    label = game_label(summary(seats=seats, title="Roses"))
    assert label == f"K7QX · Roses · {'x' * 19}… vs … · is running"


def test_a_custom_id_holds_a_hundred_characters() -> None:
    room = 100 - len(ButtonState("play", "K7QX", 1, 0).custom_id("tb"))
    assert len(ButtonState("play", "K7QX", 1, 0, "x" * room).custom_id("tb")) == 100
    with pytest.raises(ValueError, match="101 characters"):
        ButtonState("play", "K7QX", 1, 0, "x" * (room + 1)).custom_id("tb")


@pytest.mark.parametrize(("known", "user"), [(None, discord.Member), (discord.TextChannel, discord.User)])
def test_no_game_is_opened_in_a_channel_that_is_gone(known: type | None, user: type) -> None:
    guild = SimpleNamespace(get_channel={77: known and object.__new__(known)}.get)
    responder = FakeInteraction(guild=guild).responder()
    responder.interaction.user = object.__new__(user)
    with pytest.raises(Refused, match="no_place"):
        _where(responder, discord.Object(77))


@pytest.mark.parametrize(
    ("status", "host", "words"),
    [("lobby", ANN, "You opened"), ("lobby", BOB, "You have a seat"), ("active", ANN, "You have a seat")],
)
async def test_who_plays_again_opens_a_table_or_finds_one(status: str, host: Person, words: str) -> None:
    async def again(*_: object, **__: object) -> GameSummary:
        return summary(status=status, host=host)

    interaction = FakeInteraction(SimpleNamespace(lobby=SimpleNamespace(again=again)))
    await BUTTON_ACTIONS["again"].handler(await interaction.identified(), ButtonState("again", "K7QX"))
    assert interaction.sent[-1].text.startswith(words)
