"""What may be planned, and how it is asked for."""

from typing import Any

import pytest

from bot.service.facade import Service
from bot.service.play.order_sources import Replacement
from bot.service.play.orders import MOST
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, act, begun, cause_of, new_cause, refusal, running
from tests.service.play.planning import history, later, line, notations, plan


async def test_something_else_is_planned_in_place_of_what_was(service: Service, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=24)
    await plan(service, BOB, game.code, "whatever", "@c5")
    first, _ = (await plan(service, BOB, game.code, "whatever", "@d5")).orders
    with pytest.raises(Refused):
        await plan(service, BOB, game.code, Replacement(first.id), "@d5")
    planned = await plan(service, BOB, game.code, Replacement(first.id), "@b4")
    assert [one.notation for one in planned.orders] == ["@b4", "@d5"]
    await act(service, ANN, game.code, "@d3")
    await later(service, clock, game.code)
    assert await history(service, game.code) == ["@d3", "@b4"]


async def test_a_line_is_changed_and_what_went_on_from_there_falls(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24)
    (first,) = (await line(service, BOB, game.code, "@d3", "@c5")).orders
    await line(service, BOB, game.code, "@c2", "@d5", after=first.id)
    await line(service, BOB, game.code, "@e4", "@c5")
    planned = await plan(service, BOB, game.code, Replacement(first.id), "@b4")
    assert [one.notation for one in planned.orders] == ["@b4", "@c5"]
    with pytest.raises(Refused, match="not there any more"):
        await plan(service, BOB, game.code, Replacement(99), "@c5")
    await act(service, ANN, game.code, "@d3")
    with pytest.raises(Refused, match="It is your turn"):
        await plan(service, BOB, game.code, Replacement(first.id), "@c5")
    await later(service, clock, game.code)
    assert await history(service, game.code) == ["@d3", "@b4"]


async def test_one_has_no_more_than_twenty(service: Service) -> None:
    game = await running(service, "nim", options={"heap": 60}, seats=2)
    for _ in range(MOST):
        await plan(service, BOB, game.code, "whatever", "1")
    planned = await service.orders.listed(BOB, game.code)
    assert len(planned.orders) == MOST
    assert planned.kinds == ()
    assert [planned.numbered(number) for number in (1, MOST)] == [planned.orders[0], planned.orders[-1]]
    for number in (0, MOST + 1):
        with pytest.raises(Refused, match=f"There is no plan {number}: you have {MOST} plans in"):
            planned.numbered(number)
    assert await refusal(plan(service, BOB, game.code, "whatever", "1")) == "too_many"
    left = await service.orders.cancel(BOB, game.code, planned.orders[0].id)
    assert len(left.orders) == MOST - 1
    assert (await service.orders.cancel(BOB, game.code, None)).orders == ()


async def test_the_same_request_lays_down_one_order(service: Service) -> None:
    game = await running(service)
    for _ in range(2):
        await service.orders.plan(BOB, game.code, "whatever", "@c5", cause=cause_of(5))
    assert await notations(service, BOB, game.code) == ["@c5"]


async def test_who_is_out_of_a_game_plans_nothing_in_it(service: Service) -> None:
    game = await begun(service, "tae", BOB, CLEO)
    gone, stays = (one.person for one in game.seats if one.seat not in game.to_act)
    assert gone is not None
    assert stays is not None
    assert not (await act(service, gone, game.code, "resign")).may_plan
    with pytest.raises(Refused, match="You are out of game"):
        await service.orders.listed(gone, game.code)
    assert (await service.orders.listed(stays, game.code)).orders == ()


async def test_refusals(service: Service) -> None:
    game = await running(service)
    for code, work in (
        ("your_turn", plan(service, ANN, game.code, "whatever", "@d3")),
        ("not_in_game", plan(service, CLEO, game.code, "whatever", "@d3")),
        ("no_order", plan(service, BOB, game.code, 7, "@d3")),
        ("no_plan", plan(service, BOB, game.code, "whatever", "resign")),
        ("no_pass", service.orders.pass_until_turn(BOB, game.code, cause=new_cause())),
        (
            "stale",
            service.orders.plan(BOB, game.code, "line", "@d3", cause=new_cause(), expected_public_version=99),
        ),
    ):
        assert await refusal(work) == code
    secret = await running(service, "tae", seats=2)
    other = BOB if secret.to_act == (0,) else ANN
    assert await refusal(plan(service, other, secret.code, "line", "end")) == "hidden"
    assert "line" not in (await service.orders.listed(other, secret.code)).kinds


async def no_plan(work: Any, words: str) -> None:
    with pytest.raises(Refused, match=words) as caught:
        await work
    assert caught.value.code in {"no_plan", "game_over"}


async def test_beyond_what_ends_the_game_or_shows_something_nothing_is_planned(
    service: Service, war: GameSummary
) -> None:
    small = (await running(service, "nim", options={"heap": 4}, seats=2)).code
    begun = await plan(service, BOB, small, "line", "3")
    assert begun.unfinished is not None
    await no_plan(plan(service, BOB, small, begun.unfinished, "1"), "nothing to plan after it")
    small = (await running(service, "nim", options={"heap": 4}, seats=2)).code
    await act(service, ANN, small, "2")
    await plan(service, ANN, small, "whatever", "2")
    await no_plan(plan(service, ANN, small, "whatever", "1"), "not certain that you will have another turn")
    sealed = (await running(service, "sealed")).code
    await act(service, ANN, sealed, "seal 3")
    await no_plan(plan(service, ANN, sealed, "whatever", "seal 4"), "Nothing can be said now about any turn")
    await plan(service, BOB, war.code, "whatever", "colony merchant F6")
    await plan(service, BOB, war.code, "whatever", "swap g1")
    await no_plan(plan(service, BOB, war.code, "whatever", "end"), "reveals something hidden")


async def test_orders_as_they_are_typed(service: Service, war: GameSummary) -> None:
    async def typed(**options: Any) -> list[str | None]:
        planned = await service.orders.plan_as_typed(BOB, war.code, options, cause=new_cause())
        return [order.notation for order in planned.orders]

    assert await typed() == []
    assert await typed(action="colony merchant F6") == ["colony merchant F6"]
    assert await typed(action="end", change=1) == ["end"]
    assert await typed(pass_until_my_turn=True) == ["end", "reinforce 0"]
    number = (await service.orders.listed(BOB, war.code)).orders[1].id
    await no_plan(plan(service, BOB, war.code, Replacement(number), "reinforce 1"), "That plan only passes")
    assert await typed(cancel=2) == ["end"]
    assert await typed(cancel=0) == []
    assert await typed(pass_until_my_turn=True, action="end") == ["end", "reinforce 0"]
    with pytest.raises(Refused, match="nonsense"):
        await typed(cancel=1, action="nonsense")
    assert await typed() == ["end", "reinforce 0"], "all is done that was asked for, or nothing"
    assert await typed(cancel=0, action="colony merchant F6") == ["colony merchant F6"]
    assert await typed(cancel=0) == []
    with pytest.raises(Refused, match="This game hides something"):
        await typed(if_they_play="end", action="end")
    open_game = (await running(service)).code
    options = {"if_they_play": "@d3, ,@c5,", "action": "@c2"}
    planned = await service.orders.plan_as_typed(BOB, open_game, options, cause=new_cause())
    assert planned.unfinished is not None, (
        "the last of them is Ann's, and Bob's answer to it is still to come"
    )
