"""The confirmation of an administrator's act: its effects, and a button that carries it out."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from discord import ButtonStyle, ui
from discord.utils import format_dt

from bot.discord.api.membership import check_member, may_manage
from bot.discord.formatting.layouts import boxed
from bot.discord.formatting.markdown import (
    DISPLAY_LIMIT,
    LINE_LIMIT,
    escaped,
    jump_link,
    relative,
    status_line,
    title,
    with_people,
)
from bot.discord.interaction.components import NO_GAME, ButtonState, number_in
from bot.discord.interaction.context import Request
from bot.discord.interaction.responder import Responder
from bot.service.admin.acts import Act
from bot.service.admin.operator import Operator
from bot.service.admin.plan import Change, DisplayValue, Done, Plan
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Place
from engines.wording import shorten

ACTION = "admin"
_WAYS_BACK: Final[Mapping[str, str]] = {
    "pause": "`/admin resume` lets it go on.",
    "cancel": "`/admin rollback` brings it back.",
}
"""How to reverse an act."""


def operator_of(request: Request) -> Operator:
    """The user as an administrator of this server. Raises Refused for everybody else.

    Discord hides the commands from other users, but a server can show them to anybody, and a message keeps
    its buttons when a user loses a role.
    """
    owner = request.interaction.user.id in request.context.owners
    rights = request.interaction.permissions
    if request.interaction.guild_id is None:
        raise Refused("not_here", "Games are administered in a server, not in direct messages.")
    if not (owner or rights.manage_guild or rights.administrator):
        raise Refused("not_admin", "Only who may manage this server, or an owner of the bot, can do that.")
    return Operator(request.person, request.interaction.guild_id, owner)


async def operator_in(responder: Responder, guild_id: int, refusal: str) -> Operator:
    """The user as an administrator of this server, wherever they are. Raises Refused with `refusal`."""
    client, user = responder.interaction.client, responder.interaction.user
    owner = user.id in responder.context.owners
    if not owner and not may_manage(await check_member(client, guild_id, user.id, refusal)):
        raise Refused("not_admin", refusal)
    return Operator(responder.person, guild_id, owner)


async def propose(
    responder: Responder,
    code: str | None,
    act: Act,
    why: str | None,
    *,
    more: Sequence[str] = (),
) -> None:
    """Preview an act, and ask for confirmation. `more`: lines that the plan cannot know."""
    draft, plan = await responder.service.admin.draft(operator_of(responder), code, act, why)
    await responder.show(plan_view(plan, draft, why, more))


def plan_view(plan: Plan, draft: int, why: str | None, more: Sequence[str] = ()) -> ui.LayoutView:
    """A plan in words, with a button that carries it out."""
    code = plan.summary.code if plan.summary else NO_GAME
    lines = [
        f"### /admin {plan.act}",
        *([title(plan.summary)] if plan.summary else []),
        f"{escaped(plan.words, LINE_LIMIT)}.",
        *(change_line(change, plan.summary) for change in plan.changes),
        *(f"⚠️ {warning}" for warning in plan.warnings),
        *more,
        *([f"-# Why: {escaped(why, LINE_LIMIT)}"] if why else []),
        "-# Nothing has been done yet.",
    ]
    buttons = [
        ButtonState(ACTION, code, payload=str(draft)).button("Do it", ButtonStyle.danger),
        ButtonState("close", code).button("Leave it"),
    ]
    return boxed(shorten("\n".join(lines), DISPLAY_LIMIT), buttons)


async def confirm(responder: Responder, state: ButtonState) -> None:
    """Carry out the act that was shown. Raises Refused."""
    done = await responder.service.admin.confirm(
        operator_of(responder), number_in(state.payload), cause=responder.cause
    )
    await responder.replace_with(done_text(done))


async def leave_threads(responder: Responder, state: ButtonState) -> None:
    """Continue games whose thread was deleted in their channel, with a manager's consent.

    Raises Refused for everybody else.
    """
    refusal = "Only who may manage that server, or an owner of the bot, can say where its games go on."
    operator = await operator_in(responder, number_in(state.payload), refusal)
    moved = await responder.service.admin.leave_threads(operator, responder.cause)
    games = ", ".join(f"`{code}`" for code in moved)
    await responder.say(
        f"✅ In their channel go on: {games}." if moved else "No game waits for that any more."
    )


def done_text(done: Done) -> str:
    """The answer to an act that was carried out."""
    lines = [f"✅ {escaped(done.words, LINE_LIMIT)}."]
    if done.summary is not None:
        lines += [title(done.summary), status_line(done.summary), jump_link(done.summary)]
        # A game that never began cannot be brought back.
        if done.act in _WAYS_BACK and done.summary.turn:
            lines.append(f"-# {_WAYS_BACK[done.act]}")
    return "\n".join(lines)


def change_line(change: Change, summary: GameSummary | None) -> str:
    """A change as one line: ``status: active → paused``; a result names who sits in a game now."""
    line = f"**{change.what}**: {value_text(change.before)} → {value_text(change.after)}"
    return line if summary is None or change.what != "result" else with_people(line, summary)


def value_text(value: DisplayValue) -> str:
    """A value of a change or a fact, in Discord's Markdown."""
    match value:
        case None:
            return "none"
        case datetime():
            return f"{format_dt(value, 'f')} ({relative(value)})"
        case Place():
            return f"<#{value.channel_id}>"
        case _:
            return escaped(value, LINE_LIMIT)
