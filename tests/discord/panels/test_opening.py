"""Opening a game by a private panel, which shows all that was chosen so far."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest
from discord import ui

from bot.discord.commands.opening import create_game
from bot.discord.interaction.components import NO_GAME, ButtonState
from bot.discord.panels.opening import (
    _read_hours,
    chosen_in,
    options_panel,
    read_typed,
    titles_panel,
    typed_form,
)
from bot.discord.panels.opening_fields import (
    CHANNEL,
    COMPUTERS,
    CONTRIBUTION,
    INVITED,
    LEVEL,
    NUMBERS,
    _duration,
    _steps,
    fields_of,
    range_words,
    values_of,
)
from bot.service.facade import Service
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.terms import Terms
from engines.contract import AnyEngine
from engines.registry import ENGINES
from tests.discord.commands.test_titles import MANY
from tests.discord.discord_limits import body_of, check
from tests.discord.fake_discord import failure, thread_data
from tests.discord.fake_interaction import FakeInteraction, options, pressed_on
from tests.discord.guests import Guests, text_of
from tests.discord.opening_panels import FILE, opening_panels
from tests.manual_clock import ManualClock
from tests.service.actors import ACCOUNTS, ANN, BOB, CLEO, HERE, running

TWO_TERMS = ("terms.zero", "terms.after")
NOTHING = discord.Permissions.none()
SIGHT = discord.Permissions(view_channel=True)
MODERATION = discord.Permissions(view_channel=True, manage_threads=True)


def test_what_is_offered_is_written_down() -> None:
    assert opening_panels() == FILE.read_text(), (
        "look at the change; `python -m tests.discord.opening_panels` writes it"
    )


@pytest.fixture
def guests(service: Service) -> Guests:
    return Guests(service, None)  # type: ignore[arg-type] # nothing is drawn here


def message_of(view: ui.LayoutView) -> Any:
    """The message that shows this, with what Discord tells of its buttons and selects."""
    items = (item.item for item in view.walk_children() if isinstance(item, ui.DynamicItem))
    return SimpleNamespace(
        components=[
            discord.SelectMenu(item.to_component_dict()) for item in items if not isinstance(item, ui.Button)
        ]
    )


def shown(interaction: FakeInteraction) -> Any:
    return message_of(interaction.sent[-1].content["view"])


async def invite(guests: Guests, panel: FakeInteraction, *people: Person) -> FakeInteraction:
    """Choose people in the panel's select, as Discord hands them over."""
    view = panel.sent[-1].content["view"]
    item = next(
        one
        for one in view.walk_children()
        if isinstance(one, ui.DynamicItem) and isinstance(one.item, ui.UserSelect)
    )
    item.item._values = [SimpleNamespace(id=ACCOUNTS[one.id]) for one in people]
    interaction = guests.interaction(ANN, message=message_of(view))
    await item.callback(interaction)  # type: ignore[arg-type]
    return interaction


async def on(guests: Guests, message: Any, handler: str, payload: str, *values: str) -> FakeInteraction:
    interaction = guests.interaction(ANN, message=message)
    state = ButtonState(handler, NO_GAME, payload=payload, values=values)
    responder = await interaction.identified()
    await interaction.client.button_actions[handler].handler(responder, state)
    return interaction


async def test_nothing_typed_leads_through_titles_and_options(guests: Guests) -> None:
    titles = await guests.type(ANN, "game new")
    assert len(options(titles.sent[-1].content["view"])) == len(ENGINES)
    panel = await on(guests, shown(titles), "title", "0", "tae")
    assert "## TaE" in text_of(panel)
    panel = await on(guests, shown(panel), "option", "tae/players", "3")
    panel = await on(guests, shown(panel), "option", "tae/hours", "48")
    panel = await on(guests, shown(panel), "option", "tae/switches", "monuments")
    opened = await on(guests, shown(panel), "open", "tae")
    assert "You opened **TaE**" in text_of(opened)
    (game,) = await guests.service.reading.my_games(await guests.service.identities.find(opened_by(opened)))
    assert (len(game.seats), game.deadline_hours, game.threaded) == (3, 48.0, False)
    assert game.options["monuments"] is True


def opened_by(interaction: FakeInteraction) -> Any:
    return interaction.responder().identity


async def test_a_games_own_new_leads_to_its_options(guests: Guests) -> None:
    panel = await guests.type(ANN, "roses new")
    assert "## Guerre des Deux Roses" in text_of(panel)
    opened_here = text_of(await on(guests, shown(panel), "open", "roses"))
    assert "You opened" in opened_here
    assert " in <#" not in opened_here


async def test_who_is_chosen_in_the_panel_is_invited(guests: Guests) -> None:
    panel = await invite(guests, await guests.type(ANN, "tae new"), BOB, CLEO)
    panel = await on(guests, shown(panel), "option", "tae/hours", "48")
    opened = text_of(await on(guests, shown(panel), "open", "tae"))
    assert "Bob and Cleo press **Accept**" in opened
    for person in (BOB, CLEO):
        assert "TaE" in text_of(await guests.type(person, "game lobby invitations"))
    nobody = await invite(guests, panel)
    assert "Others press **Join**" in text_of(await on(guests, shown(nobody), "open", "tae"))


async def test_the_panel_invites_no_bots_and_nobody_from_elsewhere(guests: Guests) -> None:
    panel = await invite(guests, await guests.type(ANN, "roses new"), BOB)
    guests.discord.bots = {ACCOUNTS[BOB.id]}
    with pytest.raises(Refused, match="Bob is a bot"):
        await on(guests, shown(panel), "open", "roses")
    with pytest.raises(Refused, match="not belong to a message"):
        await on(guests, shown(panel), "option", "roses/invited", "Bob")
    guests.discord.strangers = {ACCOUNTS[BOB.id]}
    with pytest.raises(Refused, match="The person you invite is not a member"):
        await on(guests, shown(panel), "open", "roses")


async def invited_into(guests: Guests, rights: discord.Permissions, *, private: bool) -> str:
    """What Ann is answered who opens a game for Bob in a thread of a channel in which he has these rights."""
    channel = SimpleNamespace(permissions_for=lambda _member: rights)
    guild: Any = SimpleNamespace(id=HERE.guild_id, get_channel={HERE.channel_id: channel}.get)
    data: Any = thread_data("500", {}) | {"type": 12 if private else 11, "parent_id": str(HERE.channel_id)}
    thread = discord.Thread(guild=guild, state=guests.discord.client._connection, data=data)
    interaction = guests.interaction(ANN, guild=guild, channel=thread)
    interaction.channel_id = thread.id
    opponent = {"opponent": discord.Object(ACCOUNTS[BOB.id])}
    try:
        return await create_game(await interaction.identified(), opponent, engine=ENGINES["roses"])
    except Refused as refused:
        return refused.sentence


@pytest.mark.parametrize("private", [False, True])
async def test_nobody_is_invited_to_a_thread_of_a_channel_that_they_do_not_see(
    guests: Guests, private: bool
) -> None:
    assert f"Bob cannot see <#{HERE.channel_id}>" in await invited_into(guests, NOTHING, private=private)
    guests.discord.added = {ACCOUNTS[BOB.id]}
    assert "You opened" in await invited_into(guests, SIGHT, private=private)


async def test_who_is_not_in_a_private_thread_is_not_invited_to_it(guests: Guests) -> None:
    assert "You opened" in await invited_into(guests, SIGHT, private=False)
    assert "Bob is not in this private thread" in await invited_into(guests, SIGHT, private=True)
    assert "You opened" in await invited_into(guests, MODERATION, private=True)
    guests.discord.faults.extend([None, None, failure(403, 50001)])
    assert "You opened" in await invited_into(guests, SIGHT, private=True), "Discord does not say"


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_a_panel_is_as_usual_and_within_limits(engine: AnyEngine) -> None:
    view = options_panel(engine, {})
    check(body_of({"view": view}))
    message = message_of(view)
    empty: dict[str, tuple[str, ...]] = {INVITED: (), CHANNEL: ()}
    assert chosen_in(message) == empty | {field.name: field.usual for field in fields_of(engine)}
    assert values_of(engine, chosen_in(message)) == {}, "all as usual"
    for field in fields_of(engine):
        assert len(field.choices) <= 25
        text, value, _ = field.choices[-1]
        if field.most is None and (text,) != field.usual:
            expected = {field.name: value}
            if field.name == COMPUTERS:
                expected = dict(zip((COMPUTERS, LEVEL), value, strict=True))
            assert values_of(engine, {field.name: (text,)}) == expected


async def test_figures_are_chosen_in_the_panel(guests: Guests) -> None:
    panel = await on(
        guests, shown(await guests.type(ANN, "flicflac new")), "option", "flicflac/numbers", "size"
    )
    panel = await on(guests, shown(panel), "option", "flicflac/size", "6")
    panel = await on(guests, shown(panel), "option", "flicflac/numbers", "size", "target", "lead")
    panel = await on(guests, shown(panel), "option", "flicflac/target", "20")
    panel = await on(guests, shown(panel), "option", "flicflac/lead", "usual")
    assert values_of(ENGINES["flicflac"], chosen_in(shown(panel))) == {"size": 6, "target": 20}
    panel = await on(guests, shown(panel), "option", "flicflac/numbers", "size")
    assert values_of(ENGINES["flicflac"], chosen_in(shown(panel))) == {"size": 6}, "as usual again"
    opened = await on(guests, shown(panel), "open", "flicflac")
    (game,) = await guests.service.reading.my_games(await guests.service.identities.find(opened_by(opened)))
    assert game.options["size"] == 6


async def test_what_no_list_has_is_typed_into_a_form_and_stands_in_the_panel(guests: Guests) -> None:
    panel = shown(await guests.type(ANN, "flicflac new"))
    asked = typed_form(pressed_on(panel), ButtonState("typed", NO_GAME, payload="flicflac"))
    title, fields = asked or ("", ())
    assert (title, [field.name for field in fields][:2], len(fields)) == (
        "Type values",
        ["words", "hours"],
        5,
    )
    typed = ("words=two crows", "hours=37.5", "target=", "lead=", "extra_time=33")
    panel = shown(await on(guests, panel, "typed", "flicflac", *typed))
    again = typed_form(pressed_on(panel), ButtonState("typed", NO_GAME, payload="flicflac"))
    assert again is not None
    assert {field.name: field.value for field in again[1]} == {
        "extra_time": "33", "words": "two crows", "hours": "37.5", **{one.name: "" for one in again[1][3:]},
    }  # fmt: skip
    opened = await on(guests, panel, "open", "flicflac")
    (game,) = await guests.service.reading.my_games(await guests.service.identities.find(opened_by(opened)))
    assert (game.deadline_hours, game.options["extra_time"]) == (37.5, 33)
    assert game.contributions[:1] == ("two crows",)
    panel = shown(await on(guests, panel, "typed", "flicflac", "words=", "hours=", "extra_time="))
    assert values_of(ENGINES["flicflac"], chosen_in(panel)) == {}


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("hours=soon", "a number of hours from 1 to 336, or 0 for no clock, not “soon”"),
        ("hours=999", "not “999”"),
        ("extra_time=-3", "Extra time is a whole number from"),
        ("extra_time=٣", "whole number"),
    ],
)
async def test_a_form_says_what_would_fit(guests: Guests, typed: str, why: str) -> None:
    panel = shown(await guests.type(ANN, "flicflac new"))
    with pytest.raises(Refused, match=why):
        await on(guests, panel, "typed", "flicflac", typed)


async def test_what_is_chosen_and_typed_has_room_in_the_panel_together(guests: Guests) -> None:
    panel = await on(
        guests,
        shown(await guests.type(ANN, "flicflac new")),
        "option",
        "flicflac/numbers",
        *TWO_TERMS,
        "lead",
    )
    typed = await on(guests, shown(panel), "typed", "flicflac", "lead=7", "target=7")
    assert values_of(ENGINES["flicflac"], chosen_in(shown(typed))) == {"lead": 7, "target": 7}
    with pytest.raises(
        Refused, match="room for four terms and figures at a time, and with these it would have 5: "
    ):
        await on(guests, shown(typed), "typed", "flicflac", "size=7", "target=8")


async def test_what_is_usual_follows_a_preset(guests: Guests) -> None:
    panel = await on(guests, shown(await guests.type(ANN, "gods new")), "option", "gods/preset", "classic")
    (figures,) = (one for one in fields_of(ENGINES["gods"], chosen_in(shown(panel))) if one.name == NUMBERS)
    words = {name: result for name, _, result in figures.choices}
    assert words["start"].endswith("usually 100")
    assert values_of(ENGINES["gods"], chosen_in(shown(panel))) == {"preset": "classic"}


async def test_terms_are_typed_and_completed_or_chosen_in_the_panel(guests: Guests) -> None:
    offered = await guests.complete(ANN, "tae new", "terms", "zero: lose, aft")
    assert list(offered.values()) == [f"zero: lose, after: {n}" for n in (1, 3, 4, 5)]
    (reason,) = await guests.complete(ANN, "game new", "terms", "claim", game="Roses")
    assert "has no term “claim”; it has: bank, zero" in reason
    assert "has no term “speed”" in text_of(await guests.type(ANN, "tae new", terms="speed: 3"))
    typed = await guests.type(ANN, "tae new", terms="zero: lose, after: 3")
    panel = await on(guests, shown(await guests.type(ANN, "tae new")), "option", "tae/numbers", *TWO_TERMS)
    panel = await on(guests, shown(panel), "option", "tae/terms.zero", "lose")
    panel = await on(guests, shown(panel), "option", "tae/terms.after", "3")
    chosen = await on(guests, shown(panel), "open", "tae")
    for opened in (typed, chosen):
        person = await guests.service.identities.find(opened_by(opened))
        newest, *_ = await guests.service.reading.my_games(person)
        assert newest.terms == Terms(at_zero="lose", absent_after=3)


async def test_anybody_who_plays_lets_a_game_go_on_that_waits_for_the_absent(
    guests: Guests, service: Service, clock: ManualClock
) -> None:
    game = await running(service, "flicflac", deadline_hours=1)
    for pressed in (True, False):
        for _ in range(3):
            clock.advance(timedelta(hours=1))
            await service.clock.process_timeout(game.code)
        if pressed:
            text = text_of(await guests.press(BOB, ButtonState("resume", game.code)))
        else:
            text = text_of(await guests.type(BOB, "game pause end", game=game.code))
        assert "goes on.\n➤" in text


async def test_players_end_a_game_together_by_command_and_by_button(guests: Guests, service: Service) -> None:
    for asked_by_button in (True, False):
        game = await running(service, "flicflac")
        if asked_by_button:
            resign = await guests.press(ANN, ButtonState("resign", game.code))
            assert "Ask to end it without a result" in str(resign.sent[-1].content["view"].to_components())
            text = text_of(await guests.press(ANN, ButtonState("ending", game.code, payload="yes")))
        else:
            text = text_of(await guests.type(ANN, "game draw", game=game.code, how="no result"))
        assert "You asked to end it without a result; Bob must agree." in text
        declined = await guests.press(BOB, ButtonState("ending", game.code, payload="no"))
        assert "It goes on." in text_of(declined)
        await guests.type(BOB, "game draw", game=game.code, how="no result")
        over = await guests.press(ANN, ButtonState("ending", game.code, payload="yes"))
        assert "The game was called off." in text_of(over)


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_the_panel_has_room_for_as_many_figures_as_it_offers(engine: AnyEngine) -> None:
    figures = next((field for field in fields_of(engine) if field.name == NUMBERS), None)
    names = () if figures is None else [name for name, *_ in figures.choices]
    for name in names:
        typed, field = (
            next(one for one in fields_of(engine, {NUMBERS: [name], name: figures}) if one.name == name)
            for figures in (("9", "11"), ())
        )
        assert max(len(typed.choices), len(field.choices)) <= 25
        for text, value, _ in field.choices[1:]:
            assert values_of(engine, {NUMBERS: [name], name: [text]}) == {name.partition(".")[0]: value}
    most = 0 if figures is None or figures.most is None else figures.most
    view = options_panel(engine, {NUMBERS: names[:most], CONTRIBUTION: ["words of mine"]})
    check(body_of({"view": view}))
    assert {NUMBERS, *names[:most]} <= {NUMBERS, *chosen_in(message_of(view))}


def test_more_titles_than_a_select_holds_are_all_there() -> None:
    view = titles_panel(MANY)
    assert len(options(view)) == len(MANY)
    check(body_of({"view": view}))


async def test_the_help_names_as_many_games_as_have_room(guests: Guests) -> None:
    text = text_of(await guests.type(ANN, "game help")).strip()
    assert len(text) <= 2000
    assert not text.endswith("…")
    assert "**Guerre des Deux Roses** (`/roses new`): 2 players · 20 to 60 moves. Two castles" in text
    last = [engine.info.title for engine in ENGINES.values()][-1]
    assert text.splitlines()[-1].startswith((f"**{last}**", "-# … and "))


@pytest.mark.parametrize(
    ("bounds", "words"),
    [({}, "from 0 to 1000"), ({"ge": 2, "le": 9}, "from 2 to 9"), ({"le": 0}, "from 0 to 0")],
)
def test_a_figure_without_bounds_is_one_that_somebody_may_mean(bounds: dict[str, int], words: str) -> None:
    assert range_words(msgspec.inspect.IntType(**bounds)) == words


@pytest.mark.parametrize(("high", "count"), [(23, 23), (24, 24), (25, 16), (1000, 24)])
def test_of_a_long_range_round_numbers_are_offered_beside_what_is_usual(high: int, count: int) -> None:
    assert len(_steps(1, high, 7, (9, 11, 13))) == count


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (1.0, "1 hour"),
        (23.0, "23 hours"),
        (46.0, "46 hours"),
        (48.0, "2 days"),
        (720.0, "30 days"),
        (0.5, "0.5 hours"),
    ],
)
def test_spans_of_hours(hours: float, words: str) -> None:
    assert _duration(hours) == words


def test_of_very_many_games_each_list_says_which_it_holds() -> None:
    def asked(games: int) -> list[str | None]:
        view = titles_panel({f"g{number}": ENGINES["roses" if number else "tae"] for number in range(games)})
        selects = [item.item for item in view.walk_children() if isinstance(item, ui.DynamicItem)]
        return [select.placeholder for select in selects if isinstance(select, ui.Select)]

    assert asked(25) == ["Which game?"]
    assert asked(30) == ["TaE … Guerre des Deux Roses", "Guerre des Deux Roses … Guerre des Deux Roses"]


@pytest.mark.parametrize("figure", ["1", "200"])
def test_both_ends_of_a_range_may_be_typed(figure: str) -> None:
    assert read_typed(ENGINES["gods"], {}, [f"start={figure}"])["start"] == (figure,)


@pytest.mark.parametrize("hours", ["1", "336"])
def test_both_ends_of_the_time_for_a_turn_may_be_typed(hours: str) -> None:
    assert _read_hours(ENGINES["roses"], hours) == hours


def test_no_clock_is_offered_once() -> None:
    field = next(one for one in fields_of(ENGINES["roses"], {"hours": ["0"]}) if one.name == "hours")
    assert [text for text, *_ in field.choices].count("0") == 1
