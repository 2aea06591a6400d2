"""Planning ahead: the list of a user's standing orders, and the panel that makes them.

A press carries the order's target: the next turn, a new line of play, or the number of an order to continue.
"""

from functools import partial
from typing import Final

from discord import ButtonStyle

from bot.discord.formatting.markdown import DISPLAY_LIMIT, refused_words, title, with_people
from bot.discord.interaction.choosing import in_rows
from bot.discord.interaction.components import ButtonState, StatefulItem, number_in, select_option
from bot.discord.interaction.responder import Options, Responder
from bot.discord.panels.panel import PanelSource, show_level
from bot.discord.posts.cards import move_button
from bot.sentences.answers import order_words
from bot.service.game.picking import level_of
from bot.service.play.order_sources import OrderTarget, Replacement
from bot.service.play.orders import MOST, Planned
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from engines.wording import shorten

_WHATEVER, _LINE, _INSTEAD = "w", "l", "e"
"""Targets of a pick in custom ids. Any other target is the number of an order, to go on with or to change."""
_GO_ON, _CHANGE = "", "c"
"""The payloads of the selects whose values are targets."""
_ALL, _PASS = "all", "pass"
_NUMBER: Final = len("20. \n")
"""Characters of an entry in the list of orders, except its words."""
_ABOUT = (
    "What you plan is played for you at your turn, some time after it begins, if it is possible then; any "
    "surprise drops it, and you are told. Nobody else learns of it before it is played."
)


async def change(responder: Responder, state: ButtonState) -> None:
    """Cancel an order or all, pass until the user's turn, or show the list, as `payload` says. Raises
    Refused.
    """
    orders, person, code = responder.service.orders, responder.person, state.code
    if state.payload == _PASS:
        planned = await orders.pass_until_turn(person, code, cause=responder.cause)
    elif state.payload:
        which = None if state.payload == _ALL else number_in(state.payload)
        planned = await orders.cancel(person, code, which)
    else:
        planned = await orders.listed(person, code)
    await _show_planned(responder, planned)


async def pick(responder: Responder, state: ButtonState) -> None:
    """Make a pick towards an order's action; a complete one is stored. Raises Refused."""
    where = state.payload.partition("/")[0]
    if state.payload in {_GO_ON, _CHANGE}:
        where, state = "".join(state.values), state._replace(payload="", values=())
    target, person, code = _order_target(where), responder.person, state.code
    # A line of play belongs to one position, so it carries its version; an order for any position does not.
    version = None if target == "whatever" else state.public_version
    try:
        source = await _source(responder, code, where, version)
        picks, opened = source.picked(state)
        level = level_of(source.choices.offers, picks)
        if level.offer is None:
            await show_level(responder, source, level, opened, note=_heading(target))
            return
        planned = await responder.service.orders.plan(
            person,
            code,
            target,
            level.offer.action,
            cause=responder.cause,
            expected_public_version=version,
        )
        if planned.unfinished is not None:
            source = await _source(responder, code, str(planned.unfinished))
            await show_level(responder, source, note=_heading(planned.unfinished))
            return
        note = "That is planned."
    except Refused as refusal:
        planned = await responder.service.orders.listed(person, code)
        note = refused_words(refusal)
    await _show_planned(responder, planned, note)


async def plan_ahead(responder: Responder, summary: GameSummary, options: Options) -> None:
    """`/game plan-ahead`: apply the options, then list the orders. Raises Refused."""
    orders, person = responder.service.orders, responder.person
    planned = await orders.plan_as_typed(person, summary.code, options, cause=responder.cause)
    await _show_planned(responder, planned)


def _order_target(where: str) -> OrderTarget:
    named: dict[str, OrderTarget] = {_WHATEVER: "whatever", _LINE: "line"}
    if where.startswith(_INSTEAD):
        return Replacement(number_in(where.removeprefix(_INSTEAD)))
    return named.get(where) or number_in(where)


async def _source(responder: Responder, code: str, where: str, version: int | None = None) -> PanelSource:
    choices = await responder.service.orders.choices(
        responder.person, code, _order_target(where), expected_public_version=version
    )
    return PanelSource(choices, action="ahead", where=(where,), back=("plans", ""))


def _heading(target: OrderTarget) -> str:
    """The heading of a panel that plans for a target, which may show another position than the game's."""
    if target == "whatever":
        return "**Planning ahead:** what you do at your next turn, whatever happens."
    if isinstance(target, Replacement):
        return "**Planning ahead:** what you play instead; until you choose, the plan stays as it is."
    return "**Planning ahead:** what is played next in your line; your own move completes the plan."


async def _show_planned(responder: Responder, planned: Planned, note: str = "") -> None:
    summary = planned.summary
    people = partial(with_people, summary=summary)
    why_not = _why_not(planned)
    about = f"-# {_ABOUT}" if planned.orders or not why_not else ""
    above = [title(summary), note, why_not]
    room = DISPLAY_LIMIT - len("\n".join([*above, about]))
    share = room // max(len(planned.orders), 1) - _NUMBER
    texts = [order_words(order, planned, people, "**", share) for order in planned.orders]
    lines = [f"{number}. {shorten(words, share)}" for number, words in enumerate(texts, 1)]
    if not lines and not why_not:
        lines.append("You have planned nothing.")
    parts = [*above, *lines, about]
    await responder.show_box("\n".join(part for part in parts if part), *_rows(planned))


def _why_not(planned: Planned) -> str:
    """Why no order can be made now, and what to do instead; empty if one can be made."""
    summary = planned.summary
    if planned.your_turn:
        button = summary.off_turn_prompt or summary.button
        return f"It is your turn: press **{button}** and play. Once you have played you can plan ahead here."
    if len(planned.orders) >= MOST:
        return f"You have planned {MOST} moves, which is the most at a time: cancel one first."
    return "" if planned.kinds else "Nothing can be planned at this moment: look again after the next move."


def _rows(planned: Planned) -> list[list[StatefulItem]]:
    """The buttons under the list: to cancel each plan, to go on with a line, to make another one."""
    cancel = (
        _state(planned, "plans", str(order.id)).button(f"Cancel {number}", ButtonStyle.danger)
        for number, order in enumerate(planned.orders, 1)
    )
    rows = in_rows(list(cancel))
    rows += [[select] for select in _selects(planned)]
    kinds = {
        "whatever": ("ahead", _WHATEVER, "Whatever happens…"),
        "line": ("ahead", _LINE, "If they play…"),
        "pass": ("plans", _PASS, "Pass for me"),
    }
    made = [kinds[kind] for kind in planned.kinds]
    if len(planned.orders) > 1:
        made.append(("plans", _ALL, "Cancel all"))
    made.append(("close", "", "Close"))
    last = [_state(planned, action, payload).button(label) for action, payload, label in made]
    return [*rows, [move_button(planned.summary), *last] if planned.your_turn else last]


def _selects(planned: Planned) -> list[StatefulItem]:
    """The selects under the list, out of turn: to go on with a line, and to change a plan's action."""
    if planned.your_turn:
        return []
    plans = list(enumerate(planned.orders, 1))
    go_on = [
        select_option(f"{number}. {order.notation or order.line[-1][1]} …", str(order.id))
        for number, order in plans
        if order.kind == "line" and "line" in planned.kinds
    ]
    change = [
        select_option(f"{number}. {order.notation}", f"{_INSTEAD}{order.id}")
        for number, order in plans
        if order.kind != "pass" and order.notation is not None
    ]
    offered = ((_GO_ON, "Go on with a line", go_on), (_CHANGE, "Change a plan", change))
    return [
        _state(planned, "ahead", payload).select(placeholder, options)
        for payload, placeholder, options in offered
        if options
    ]


def _state(planned: Planned, action: str, payload: str) -> ButtonState:
    return ButtonState.about(planned.summary, action, planned.seat, payload)
