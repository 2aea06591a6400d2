"""Planning ahead by mail: what is laid down, listed and cancelled."""

from collections.abc import Mapping
from typing import Any

from bot.mail import telling
from bot.mail.commands.request import Reply, Request
from bot.service.orders import Order, Planned
from bot.service.planning import planned_as_typed
from engines.wording import counted


async def plan_ahead(request: Request, options: Mapping[str, Any]) -> Reply:
    """Cancel or lay down what is said, then list it. Raises Refused."""
    if options.keys() - {"game"}:
        code = await request.code_to_play()
        request.check_current(await request.summary(code))
    else:
        code = (await request.summary(options.get("game"))).code
    planned = await planned_as_typed(request.service.orders, request.person, code, options, request.cause)
    if not await request.has_private_by_mail(code):
        kept = counted(len(planned.orders), "plan") if planned.orders else "nothing planned"
        return Reply(
            f"You have {kept} in this game. What they are comes by mail only if you choose so: write "
            "“settings private_by_mail: yes”.",
            planned.summary,
        )
    lines = [f"{at}. {_words(order, planned)}" for at, order in enumerate(planned.orders, 1)]
    return Reply("\n".join(lines) or "You have planned nothing.", planned.summary)


def _words(order: Order, planned: Planned) -> str:
    then = "what you play is still to be said" if order.notation is None else order.notation
    if order.kind == "whatever":
        return f"Whatever happens: {then}"
    if order.kind == "pass":
        return f"Until your turn, whenever you are called: {then}"
    names = {seat.seat: seat.name for seat in planned.summary.seats}
    played = (
        f"{'you play' if seat == planned.seat else f'{names[seat]} plays'} {notation}"
        for seat, notation in order.line
    )
    you = then if order.notation is None else f"you play {then}"
    return telling.with_people(f"If {', '.join(played)}, then {you}", planned.summary)
