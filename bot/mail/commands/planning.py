"""Standing orders by mail."""

from functools import partial
from typing import Final

from bot.mail.commands.request import MailRequest, Options, Reply, withheld
from bot.mail.outgoing import wording
from bot.sentences.answers import order_words
from bot.service.values.refused import Refused
from engines.contract import ErrorCode
from engines.wording import counted

_TOLD: Final = frozenset({ErrorCode.SYNTAX, ErrorCode.BAD_ACTION, "no_order", "too_many", "your_turn"})
"""Codes of refusals that tell nothing about existing plans."""


async def plan_ahead(request: MailRequest, options: Options) -> Reply:
    """Cancel or add the given orders, then list them. Raises Refused."""
    if options.keys() - {"game"}:
        code = (await request.game_to_play()).code
    else:
        code = (await request.summary(options.get("game"))).code
    orders = request.service.orders
    try:
        planned = await orders.plan_as_typed(request.person, code, options, cause=request.cause)
    except Refused as refused:
        # Existing plans are secret in every game.
        later = refused.code not in _TOLD and (await orders.listed(request.person, code)).orders
        if later and not await request.has_private_by_mail(code):
            raise withheld(refused) from refused
        raise
    if not await request.has_private_by_mail(code):
        kept = counted(len(planned.orders), "plan") if planned.orders else "nothing planned"
        return Reply(f"You have {kept} in this game. Plans come {wording.IF_CHOSEN}", planned.summary)
    people = partial(wording.with_people, summary=planned.summary)
    lines = [f"{at}. {order_words(order, planned, people)}" for at, order in enumerate(planned.orders, 1)]
    return Reply("\n".join(lines) or "You have planned nothing.", planned.summary)
