"""The command group `/admin`."""

from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import AppCommandChannel, AppCommandThread

from bot.discord.admin.acts import act_handler, announce, import_game, move
from bot.discord.admin.autocomplete import (
    complete_action,
    complete_game,
    complete_point,
    complete_seat,
    on_game,
)
from bot.discord.admin.lookups import STATES, export_record, list_games, show_audit, show_facts
from bot.discord.interaction.options import SERVER, Option, build_command, group
from bot.discord.interaction.responder import CommandHandler
from bot.service.admin.acts import ANNOUNCEMENT_LIMIT, WHY_LIMIT
from bot.service.usecases import Engines


def admin_group(engines: Engines) -> app_commands.Group:
    """`/admin list | show | pause | ...`. Discord shows it to managers of the server."""
    game = Option("game", "The game's code; leave out to mean the one played here", str, False, complete_game)
    why = Option("why", "The reason, for the audit", app_commands.Range[str, 1, WHY_LIMIT], False)
    seat = Option("seat", "Whose seat", str, True, complete_seat)
    everybody = seat._replace(required=False, help="Whose seat; by default everybody whose turn it is")
    point = Option("to", "How many public actions to keep; 0: none", int, True, complete_point)
    action = Option("action", "What to play, in the game's notation", str, True, complete_action)
    player = Option("player", "Who is to play; they are asked first", discord.User)
    places = AppCommandChannel | AppCommandThread
    channel = Option("channel", "A channel, or a thread to play in; this one by default", places, False)
    hours = app_commands.Range[float, 0.0, 8784.0]
    clock = [
        Option("hours", "Hours for a turn from now on, 0 for no clock", hours, False),
        Option("left", "Hours left in the present turn", hours, False),
    ]
    filters = [
        Option("status", "Unfinished ones by default", Literal[tuple(STATES)], False),
        Option("title", "Only games of this kind", Literal[tuple(engines)], False),
        Option("player", "Only games of this player", discord.User, False),
        Option("everywhere", "Those of all servers; for owners of the bot", bool, False),
    ]
    seats = max(len(engine.info.seats) for engine in engines.values())
    record = [
        Option("file", "The record, as JSON or as a score sheet", discord.Attachment),
        *(
            Option(f"player{number}", f"Who is invited to seat {number}", discord.User, number == 1)
            for number in range(1, seats + 1)
        ),
        Option("thread", "Whether it gets a thread; yes by default", bool, False),
    ]
    audited = game._replace(help="Only to this game; by default to this server's games")
    text = Option("text", "What to announce; it pings nobody", app_commands.Range[str, 1, ANNOUNCEMENT_LIMIT])
    elsewhere = "Carry a game on elsewhere, with a new thread and card; also where the old ones are gone"
    passing = "Do for a seat what the clock does when the time is up"
    acts: tuple[tuple[str, str, list[Option]], ...] = (
        ("pause", "Pause a game and its clock", []),
        ("resume", "Let a paused game go on with the time that was left", []),
        ("rollback", "Take back everything after a point of the game", [point]),
        ("force", "Play for a seat", [seat, action]),
        ("pass", passing, [everybody]),
        ("replace", "Invite somebody to a seat", [seat, player]),
        ("clock", "Change the time that turns have", clock),
        ("repost", "Post a game's card again", []),
        ("cancel", "Call a game off", []),
    )
    table: tuple[tuple[str, str, list[Option], CommandHandler], ...] = (
        ("list", "List the games of this server", filters, list_games),
        ("show", "See everything about a game but its secrets", [game], on_game(show_facts)),
        *(
            (name, help_text, [*options, game, why], on_game(act_handler(name)))
            for name, help_text, options in acts
        ),
        ("move-thread", elsewhere, [channel, game, why], on_game(move)),
        ("export", "Get a game's record, as far as it may be known", [game], on_game(export_record)),
        ("import", "Open a game from a record, here, and invite its players", [*record, why], import_game),
        ("audit", "Read what administrators have done", [audited], show_audit),
        ("announce", "Announce something in all running games of this server", [text, why], announce),
    )
    return group(
        "admin",
        "Repair games: look, pause, roll back, replace, move, export",
        *(build_command(*row, contexts=SERVER) for row in table),
        contexts=SERVER,
        permissions=discord.Permissions(manage_guild=True),
    )
