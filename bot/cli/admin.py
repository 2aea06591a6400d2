"""``admin``: what `/admin` does on Discord, with the database at hand, whether a bot runs or not."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from bot.cli import games
from bot.cli.acts import Making, act_on_game, add_place, add_wishes, carry_out, moving
from bot.cli.arguments import person
from bot.cli.connection import with_service
from bot.cli.errors import WrongUse
from bot.cli.lookups import list_acts, list_games, show_game
from bot.cli.terminal import Row, table
from bot.service.admin.acts import (
    Act,
    Announce,
    Cancel,
    Clock,
    Force,
    Pass,
    Pause,
    Replace,
    Repost,
    Resume,
    Rollback,
)
from bot.service.admin.operator import Operator
from bot.service.summaries import GameSummary
from bot.settings import Settings
from engines.contract import Seat


def add_commands(parser: ArgumentParser) -> None:
    """The commands below ``admin``."""
    commands = parser.add_subparsers(required=True, metavar="ACT")

    def act(name: str, help_text: str, making: Making, *aliases: str) -> ArgumentParser:
        added = commands.add_parser(name, help=help_text, aliases=aliases)
        added.add_argument("code", help="the game's code")
        add_wishes(added)
        added.set_defaults(command=act_on_game, making=making)
        return added

    listing = commands.add_parser("list", help="list games")
    listing.add_argument("--all", action="store_true", help="those that are over, too")
    listing.add_argument("--server", type=int, metavar="ID")
    listing.add_argument("--game", metavar="KEY", help="only games of this kind")
    listing.add_argument("--player", type=int, metavar="ID")
    listing.set_defaults(command=list_games)
    show = commands.add_parser("show", help="say everything about a game but its secrets")
    show.add_argument("code")
    show.set_defaults(command=show_game)
    audit = commands.add_parser("audit", help="say what administrators have done")
    audit.add_argument("code", nargs="?")
    audit.set_defaults(command=list_acts)
    act("pause", "let a game and its clock stand still", lambda _c, _g: Pause())
    act("resume", "let a paused game go on", lambda _c, _g: Resume())
    back = act("rollback", "take back everything after a point", lambda chosen, _g: Rollback(chosen.to))
    back.add_argument("--to", type=int, metavar="NUMBER", help="without it the points are listed")
    back.set_defaults(command=_rollback)
    force = act(
        "force", "play for a seat", lambda chosen, game: Force(_seat(game, chosen.seat), chosen.action)
    )
    force.add_argument("seat")
    force.add_argument("action", help="in the game's notation")
    passing = act("pass", "do for a seat what the clock does when the time is up", _pass)
    passing.add_argument("seat", nargs="?", help="everybody who is awaited unless you say")
    replace = act("replace", "give a seat to somebody else", _replace)
    replace.add_argument("seat")
    replace.add_argument("player", type=person, metavar="ID:NAME")
    add_place(act("move", "carry a game on elsewhere, with a new thread and card", moving, "move-thread"))
    clock = act("clock", "change the time that turns have", lambda c, _g: Clock(c.hours, c.left))
    clock.add_argument("--hours", type=float, help="hours for a turn from now on, 0 for no clock")
    clock.add_argument("--left", type=float, metavar="HOURS", help="hours that are left of the present turn")
    act("repost", "post a game's card again", lambda _c, _g: Repost())
    act("cancel", "call a game off", lambda _c, _g: Cancel())
    announce = commands.add_parser("announce", help="tell all running games something")
    announce.add_argument("text")
    announce.add_argument("--server", type=int, metavar="ID", help="only those of one server")
    add_wishes(announce)
    announce.set_defaults(command=_announce)
    games.add_export(commands.add_parser("export", help="write a game's record"))
    games.add_import(commands.add_parser("import", help="put a record into the database as a new game"))


def _pass(chosen: Namespace, game: GameSummary) -> Act:
    return Pass(None if chosen.seat is None else _seat(game, chosen.seat))


def _replace(chosen: Namespace, game: GameSummary) -> Act:
    return Replace(_seat(game, chosen.seat), chosen.player)


def _seat(game: GameSummary, name: str) -> Seat:
    for seat in game.seats:
        if seat.name.lower() == name.strip().lower():
            return seat.seat
    raise WrongUse(f"There is no such seat; there are: {', '.join(seat.name for seat in game.seats)}.")


def _rollback(settings: Settings, chosen: Namespace) -> int:
    if chosen.to is not None:
        return act_on_game(settings, chosen)
    points = with_service(settings, lambda service: service.admin.points(Operator(), chosen.code))
    rows: list[Row] = [("0", "the start of the game"), *((str(one.number), one.text) for one in points)]
    sys.stdout.write(table(("--to", "after"), rows))
    return 0


def _announce(settings: Settings, chosen: Namespace) -> int:
    return with_service(
        settings,
        lambda service: carry_out(
            service, Operator(guild_id=chosen.server), None, Announce(chosen.text), chosen
        ),
    )
