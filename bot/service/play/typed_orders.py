"""Standing orders from text, at any door: cancel, replace or add."""

from collections.abc import Mapping
from typing import Any

from bot.service.play.orders import Instead, Orders, OrderTarget, Planned
from bot.service.values.request import Cause, Person


async def planned_as_typed(
    orders: Orders, person: Person, code: str, options: Mapping[str, Any], cause: Cause
) -> Planned:
    """Apply the options of `plan-ahead`, and list the resulting orders. Raises Refused."""
    planned = await orders.listed(person, code)
    if (number := options.get("cancel")) is not None:
        planned = await orders.cancel(person, code, planned.numbered(number).id if number else None)
    if options.get("pass_until_my_turn"):
        planned = await orders.leave_out(person, code, cause=cause)
    target: OrderTarget = "line" if options.get("if_they_play") else "whatever"
    if (number := options.get("change")) is not None:
        target = Instead(planned.numbered(number).id)
    texts = [text for text in str(options.get("if_they_play", "")).split(",") if text.strip()]
    if "action" in options:
        texts.append(str(options["action"]))
    return await orders.plan(person, code, target, *texts, cause=cause) if texts else planned
