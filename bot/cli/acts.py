"""The acts of administrators: previewed, confirmed, then carried out.

Posts wait in the outbox until a bot runs.
"""

from argparse import Namespace

from bot.cli.accounts import account
from bot.cli.connection import service_command
from bot.cli.errors import Failure, WrongUse
from bot.cli.terminal import Row, confirmed, write_json, write_line, write_table
from bot.service.admin import acts
from bot.service.admin.acts import Act
from bot.service.admin.operator import Operator
from bot.service.admin.plan import Plan
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.settings import Settings


def _move(chosen: Namespace, game: GameSummary) -> Act:
    if chosen.server is not None and chosen.channel is None:
        raise WrongUse("Name a channel of that server with --channel.")
    server, channel = chosen.server or game.guild_id, chosen.channel or game.channel_id
    if server is None or channel is None:
        raise WrongUse("The game has no place on Discord: name one with --server and --channel.")
    return acts.Move(server, channel, chosen.thread, forum=chosen.forum)


@service_command
async def act(service: Service, chosen: Namespace) -> None:
    """Carry out the act on a game that the arguments name. Raises WrongUse."""
    operator = Operator()
    game = await service.admin.game(operator, chosen.code)
    options = vars(chosen)
    if chosen.act == "replace":
        options["player"] = Person.of(account(*chosen.player))
    try:
        made = _move(chosen, game) if chosen.act == "move" else acts.act_on(game, chosen.act, options)
    except Refused as refused:
        raise WrongUse(refused.sentence) from refused
    await _execute(service, operator, game.code, made, chosen)


@service_command
async def announce(service: Service, chosen: Namespace) -> None:
    """Announce something where games run."""
    operator = Operator(guild_id=chosen.server)
    await _execute(service, operator, None, acts.Announce(chosen.text), chosen)


def roll_back(settings: Settings, chosen: Namespace) -> int | None:
    """Roll a game back, or list the points to which it can go back."""
    return (act if chosen.to is not None else _list_points)(settings, chosen)


@service_command
async def _list_points(service: Service, chosen: Namespace) -> None:
    points = await service.admin.rollback_points(Operator(), chosen.code)
    rows: list[Row] = [("0", "the start of the game"), *((str(one.number), one.text) for one in points)]
    write_table(("to", "after"), rows, as_json=chosen.json)


async def _execute(
    service: Service, operator: Operator, code: str | None, act: Act, chosen: Namespace
) -> None:
    if chosen.json and not chosen.dry_run:
        raise WrongUse("With --json an act is only shown: say --dry-run as well.")
    plan = await service.admin.plan(operator, code, act, chosen.why)
    show_plan(plan, chosen)
    if chosen.dry_run:
        return
    if not chosen.yes and not confirmed():
        raise Failure("Nothing was done.")
    await service.admin.apply(operator, code, act, why=chosen.why, mark=plan.mark)
    write_line("Done; a running bot posts it within a minute, another one when it starts.")


def show_plan(plan: Plan, chosen: Namespace) -> None:
    """Write what an act would do."""
    if chosen.json:
        code = None if plan.summary is None else plan.summary.code
        facts = {"act": plan.act, "game": code, "words": plan.words, "warnings": plan.warnings}
        write_json(facts | {"changes": plan.changes})
        return
    if plan.summary is not None:
        write_line(f"{plan.summary.title} {plan.summary.code}")
    write_line(f"{plan.words}.")
    if plan.changes:
        write_table(("", "now", "then"), [(one.what, one.before, one.after) for one in plan.changes])
    for warning in plan.warnings:
        write_line(f"! {warning}")
    if chosen.dry_run:
        write_line("Nothing was done.")
