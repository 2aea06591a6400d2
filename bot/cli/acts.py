"""An act with the database at hand: shown first, then asked for, then done.

What is to be posted waits in the outbox until a bot runs.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import TypeAlias

from bot.cli.connection import with_service
from bot.cli.errors import Failure, WrongUse
from bot.cli.terminal import agreed, said, table
from bot.service import Service
from bot.service.admin.acts import (
    Act,
    Move,
)
from bot.service.admin.operator import Operator
from bot.service.admin.plan import Plan
from bot.service.summaries import GameSummary
from bot.settings import Settings

Making: TypeAlias = Callable[[Namespace, GameSummary], Act]
"""Makes the act from the arguments and the game that it is about."""


def add_wishes(parser: ArgumentParser) -> None:
    """What every act takes."""
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")
    parser.add_argument("--yes", action="store_true", help="do it without asking")
    parser.add_argument("--why", help="the reason, for the audit")


def add_resume(parser: ArgumentParser) -> None:
    """``game resume``: a game's thread and card made anew from the database alone."""
    parser.add_argument("code")
    add_place(parser)
    add_wishes(parser)
    parser.set_defaults(command=act_on_game, making=moving)


def add_place(parser: ArgumentParser) -> None:
    """Where a game is to go on."""
    parser.add_argument("--channel", type=int, metavar="ID", help="the game's own unless you say")
    parser.add_argument("--server", "--guild", type=int, metavar="ID", help="the game's own unless you say")
    parser.add_argument(
        "--thread", type=int, metavar="ID", help="a thread that is there, instead of a new one"
    )


def moving(chosen: Namespace, game: GameSummary) -> Act:
    """The act of carrying a game on elsewhere. Raises WrongUse."""
    if chosen.server is not None and chosen.channel is None:
        raise WrongUse("Name a channel of that server with --channel.")
    server, channel = chosen.server or game.guild_id, chosen.channel or game.channel_id
    if server is None or channel is None:
        raise WrongUse("The game has no place on Discord: name one with --server and --channel.")
    return Move(server, channel, chosen.thread)


def act_on_game(settings: Settings, chosen: Namespace) -> int:
    """Show an act on a game, ask, and do it; the exit code."""

    async def work(service: Service) -> int:
        operator = Operator()
        game = await service.admin.game(operator, chosen.code)
        return await carry_out(service, operator, game.code, chosen.making(chosen, game), chosen)

    return with_service(settings, work)


async def carry_out(
    service: Service, operator: Operator, code: str | None, act: Act, chosen: Namespace
) -> int:
    """Show an act, ask, and do it; the exit code. Raises Failure where the answer is no."""
    plan = await service.admin.plan(operator, code, act)
    show_plan(plan)
    if chosen.dry_run:
        sys.stdout.write("Nothing was done.\n")
        return 0
    if not chosen.yes and not await agreed():
        raise Failure("Nothing was done.")
    await service.admin.carry_out(operator, code, act, why=chosen.why, mark=plan.mark)
    sys.stdout.write("Done; a running bot posts it within a minute, another one when it starts.\n")
    return 0


def show_plan(plan: Plan) -> None:
    """Say what an act would do."""
    if plan.summary is not None:
        sys.stdout.write(f"{plan.summary.title} {plan.summary.code}\n")
    sys.stdout.write(f"{plan.words}.\n")
    if plan.changes:
        rows = [(change.what, said(change.before), said(change.after)) for change in plan.changes]
        sys.stdout.write(table(("", "now", "then"), rows))
    for warning in plan.warnings:
        sys.stdout.write(f"! {warning}\n")
