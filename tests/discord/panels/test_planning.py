"""Plans are made by pressing, listed and cancelled with a tap, in a message that its owner alone sees."""

import re
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest

from bot.discord.button_actions import BUTTON_ACTIONS
from bot.discord.interaction.components import ButtonState
from bot.discord.interaction.responder import Responder
from bot.discord.interaction.responding import respond
from bot.discord.panels import panel, planning
from bot.discord.posts.notices import notice_text
from bot.sentences.answers import DROP_REASONS, order_words
from bot.service.clock.order_verdict import DropReason
from bot.service.commands import COMMANDS
from bot.service.facade import Service
from bot.service.game.picking import token_of
from bot.service.play.orders import MOST, Order, Planned
from bot.service.values.game_summary import SeatSummary
from bot.service.values.payloads import TurnNotice
from bot.service.values.request import Person
from tests.discord.fake_interaction import FakeInteraction, SentAnswer, buttons, state_in
from tests.discord.summaries import summary
from tests.service.actors import ACCOUNTS, BOB, act, four, running
from tests.service.actors import ANN as HOST


async def _drawn(*_: Any) -> discord.File:
    return discord.File(BytesIO(b"PNG"), "board.png")


class Hand:
    """Bob, who presses."""

    def __init__(self, service: Service, code: str) -> None:
        self.service, self.code = service, code
        self.seen = SentAnswer("", {})
        self._pressed = 9_000

    def interaction(self) -> FakeInteraction:
        interaction = FakeInteraction(
            self.service,
            user=SimpleNamespace(id=ACCOUNTS[BOB.id], display_name="Bob"),
            pictures=SimpleNamespace(picture=_drawn),
        )
        self._pressed += 1
        interaction.id = self._pressed
        return interaction

    async def do(self, handler: Any, state: Any = None, **options: Any) -> SentAnswer:
        interaction = self.interaction()
        responder = await interaction.identified()
        if state is None:
            await handler(responder, await self.service.reading.summary(self.code), options)
        else:
            await handler(responder, state)
        self.seen = interaction.sent[-1]
        return self.seen

    async def press(self, label: str) -> SentAnswer:
        state = state_in(buttons(self.seen.content["view"])[label])
        return await self.do(BUTTON_ACTIONS[state.action].handler, state)

    async def choose(self, label: str, value: str) -> SentAnswer:
        state = state_in(buttons(self.seen.content["view"])[label])._replace(values=(value,))
        return await self.do(BUTTON_ACTIONS[state.action].handler, state)

    async def pick(self, value: str) -> SentAnswer:
        """A pick of the panel, by its value."""
        shown = (state_in(one) for one in buttons(self.seen.content["view"]).values())
        state = next(one for one in shown if one.payload.endswith(f"/{token_of(value)}"))
        return await self.do(BUTTON_ACTIONS[state.action].handler, state)

    async def choose_first(self, label: str) -> SentAnswer:
        """The first option of a select."""
        items = (getattr(one, "item", None) for one in self.seen.content["view"].walk_children())
        (select,) = (one for one in items if isinstance(one, discord.ui.Select) and one.placeholder == label)
        return await self.choose(label, select.options[0].value)

    @property
    def labels(self) -> list[str]:
        return list(buttons(self.seen.content["view"]))


@pytest.fixture
async def bob(service: Service) -> Hand:
    """Bob in a game in which Ann is to act."""
    return Hand(service, (await running(service)).code)


async def test_who_is_not_to_act_is_led_to_planning(bob: Hand) -> None:
    interaction = bob.interaction()

    async def press(responder: Responder) -> None:
        await panel.open_panel(responder, ButtonState("move", bob.code, 1, 1))

    await respond(interaction, press)  # type: ignore[arg-type]
    result = interaction.sent[-1]
    assert "It is not your turn" in result.text
    assert interaction.observer.outcomes == [("game show", "not_your_turn")]
    (plan,) = result.content["view"].children
    assert plan.item.label == "Plan ahead"
    await bob.do(planning.change, plan.state)
    assert "You have planned nothing." in bob.seen.text
    assert bob.labels == ["Whatever happens…", "If they play…", "Close"]


async def test_a_plan_for_whatever_happens(bob: Hand) -> None:
    await bob.do(planning.plan_ahead)
    await bob.press("Whatever happens…")
    assert "your next turn, whatever happens" in bob.seen.text
    await bob.pick("c5")
    assert "1. Whatever happens: **@c5**" in bob.seen.text
    await bob.press("Cancel 1")
    assert "You have planned nothing." in bob.seen.text


async def test_another_move_is_chosen_for_a_plan(bob: Hand) -> None:
    await bob.do(planning.plan_ahead)
    await bob.press("Whatever happens…")
    await bob.pick("c5")
    # The only one that is planned.
    await bob.choose_first("Change a plan")
    assert "what you play instead" in bob.seen.text
    await bob.pick("b4")
    assert "1. Whatever happens: **@b4**" in bob.seen.text
    assert "@c5" not in bob.seen.text


async def test_a_line_pick_by_pick_and_on_from_there(bob: Hand) -> None:
    await bob.do(planning.plan_ahead)
    for value in ("d3", "c5"):
        await (bob.press("If they play…") if value == "d3" else bob.press("Back"))
        if value == "c5":
            # An unfinished plan is in the list, and can be gone on with.
            assert "what you play is still to be said" in bob.seen.text
            await bob.choose_first("Go on with a line")
        await bob.pick(value)
    assert "If Ann (White) plays @d3, then you play **@c5**" in bob.seen.text
    await bob.choose_first("Go on with a line")
    for value in ("c2", "d5"):
        await bob.pick(value)
    assert "you play @c5" in bob.seen.text
    assert "then you play **@d5**" in bob.seen.text
    await bob.press("Cancel all")
    assert "You have planned nothing." in bob.seen.text


async def test_a_press_for_a_position_that_has_passed_shows_the_list(bob: Hand) -> None:
    await bob.do(planning.plan_ahead)
    await bob.press("If they play…")
    await act(bob.service, HOST, bob.code, "@d3")
    await bob.pick("d3")
    assert "This position has passed" in bob.seen.text
    assert "It is your turn" in bob.seen.text


async def test_all_of_it_by_command(bob: Hand) -> None:
    await bob.do(planning.plan_ahead, action="@b4")
    assert "1. Whatever happens: **@b4**" in bob.seen.text
    await bob.do(planning.plan_ahead, action="@d5", if_they_play="@d3, @c5, @c2")
    assert "3. Whatever happens" in bob.seen.text
    await bob.do(planning.plan_ahead, cancel=0)
    assert "You have planned nothing." in bob.seen.text
    typed = {one.name: one.kind for one in COMMANDS["game plan-ahead"].parameters}
    for name, least in (("change", 1), ("cancel", 0)):
        assert msgspec.convert(least, typed[name]) == least
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(least - 1, typed[name])


@pytest.mark.parametrize("why", DROP_REASONS)
async def test_what_has_fallen_is_told_in_words(bob: Hand, why: DropReason) -> None:
    summary = await bob.service.reading.summary(bob.code)
    text = notice_text(TurnNotice(BOB.id, "fallen", summary, orders=(("@c5", why),)))
    assert f"`@c5`: {DROP_REASONS[why]}." in text


async def test_where_all_choose_at_once_the_panel_of_the_round_leads_to_planning(service: Service) -> None:
    code = (await four(service)).code
    bob = Hand(service, code)
    await bob.do(panel.open_panel, ButtonState("move", code, 1, 1))
    await bob.press("Plan ahead")
    assert bob.labels == ["Plan", "Close"], "he is still to choose in this round"
    await act(service, BOB, code, "none")
    await act(service, BOB, code, "ready")
    await bob.do(planning.plan_ahead, action="Ar")
    assert "1. Whatever happens: **Ar**" in bob.seen.text


async def test_at_ones_own_turn_it_is_said_what_to_do(bob: Hand) -> None:
    await act(bob.service, HOST, bob.code, "@d3")
    await bob.do(planning.plan_ahead)
    assert "It is your turn: press **Move** and play." in bob.seen.text
    assert "You have planned nothing" not in bob.seen.text
    assert bob.labels == ["Move", "Close"]


async def test_why_nothing_can_be_planned_is_said(bob: Hand) -> None:
    summary = await bob.service.reading.summary(bob.code)
    order = Order(1, "pass", (), "reinforce 0")
    assert "cancel one first" in planning._why_not(Planned(summary, 1, (order,) * MOST, ()))
    assert "after the next move" in planning._why_not(Planned(summary, 1, (order,), ()))
    assert planning._why_not(Planned(summary, 1, (order,), ("whatever",))) == ""


async def test_each_of_many_long_plans_says_what_is_played(bob: Hand) -> None:
    line = tuple((ply % 2, f"d{ply}-c{ply}") for ply in range(10, 50))
    orders = tuple(Order(number, "line", line, "@c5") for number in range(MOST))
    seats = tuple(
        SeatSummary(seat, name, name[0], Person(seat, "_" * 40))
        for seat, name in enumerate(("White", "Black"))
    )
    planned = Planned(summary(seats=seats), 1, orders, ())
    interaction = bob.interaction()
    responder = await interaction.identified()
    for some in (orders, orders[:3]):
        await planning._show_planned(responder, msgspec.structs.replace(planned, orders=some))
    many, few = (one.text.splitlines() for one in interaction.sent)
    told = [words for words in many if " If " in words]
    assert len(told) == MOST
    for words in told:
        assert re.match(r"\d+\. If .* \(White\) plays d10-c10, .*…, ", words)
        assert words.endswith(", then you play **@c5**")
    assert len(few[2]) > 2 * len(told[0]), "each has its share of the room"


async def test_a_plan_for_a_long_line_is_told_without_its_middle(bob: Hand) -> None:
    line = tuple((ply % 2, f"m{ply}") for ply in range(6))
    order = Order(1, "line", line, "@c5")

    def told(most: int) -> str:
        return order_words(order, Planned(summary(), 1, (order,), ()), str, most=most)

    first, second = "If White plays m0, you play m1, White plays m2", "White plays m4, you play m5"
    whole = f"{first}, you play m3, {second}, then you play @c5"
    assert told(len(whole)) == whole
    assert told(len(whole) - 1) == whole.replace("you play m3", "…")
    assert told(80) == "If White plays m0, you play m1, …, you play m5, then you play @c5"
    assert told(1) == "If White plays m0, …, then you play @c5"


@pytest.mark.parametrize("your_turn", [False, True])
@pytest.mark.parametrize("kinds", [(), ("line",)])
def test_lines_go_on_where_lines_may_and_other_plans_are_changed(
    your_turn: bool, kinds: tuple[Any, ...]
) -> None:
    line, begun = Order(4, "line", ((0, "@d3"),), "@c5"), Order(5, "line", ((0, "@d4"),), None)
    orders = (line, begun, Order(6, "whatever", (), "@d5"), Order(7, "pass", (), "pass"))
    planned = Planned(summary(), 1, orders, kinds, your_turn=your_turn)
    selects = [one.item for one in planning._selects(planned)]
    offered = {
        one.placeholder: [(option.value, option.label) for option in one.options]
        for one in selects
        if isinstance(one, discord.ui.Select)
    }
    go_on = {"Go on with a line": [("4", "1. @c5 …"), ("5", "2. @d4 …")]}
    change = {"Change a plan": [(f"{planning._INSTEAD}4", "1. @c5"), (f"{planning._INSTEAD}6", "3. @d5")]}
    assert offered == ({} if your_turn else {**(go_on if kinds else {}), **change})


async def test_each_of_the_most_lines_can_be_changed_and_gone_on_with(bob: Hand) -> None:
    orders = tuple(Order(number, "line", ((0, "@d3"),), "@c5") for number in range(1, MOST + 1))
    interaction = bob.interaction()
    planned = Planned(summary(), 1, orders, ("line",))
    await planning._show_planned(await interaction.identified(), planned)
    items = [getattr(one, "item", None) for one in interaction.sent[-1].content["view"].walk_children()]
    selects = [one for one in items if isinstance(one, discord.ui.Select)]
    assert [len(one.options) for one in selects] == [MOST, MOST]
    assert len({one.custom_id for one in selects}) == 2
