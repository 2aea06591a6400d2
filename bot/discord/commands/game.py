"""`/game` and `/move`: the commands that work in every game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

from discord import app_commands

from bot.discord.commands.autocomplete import complete_notation, complete_seat, game_option, resolve_game
from bot.discord.commands.features import how_far, take_back
from bot.discord.commands.lookups import (
    export_record,
    list_games,
    list_moves,
    seat_named,
    show_board,
    show_hand,
    show_help,
    show_history,
    show_rules,
    verify_seed,
)
from bot.discord.commands.play import act, create_game, host_options
from bot.discord.context import Request
from bot.discord.markdown import jump_link, title
from bot.discord.options import CommandHandler, Option, build_command, group
from bot.discord.responder import Responder
from bot.service.finding import GameScope
from bot.service.summaries import Refused
from engines.contract import AnyEngine, Claim, Draw, Extend, MetaAction, Resign, parse_meta

_WANTED: tuple[GameScope, ...] = ("any", "open", "lobby", "running")


def game_group(engines: Mapping[str, AnyEngine]) -> app_commands.Group:
    """`/game new | join | ...`."""
    games = tuple(engines)
    commands = group("game", "Open, join, look at and end games")
    any_game, open_game, lobby, running = map(game_option, _WANTED)
    seat = Option("seat", "The seat you want; any free one unless you say", str, False, complete_seat)
    whose = Option("whose", "Yours unless you say", Literal["mine", "server"], False)
    side = Option("side", "From whose side to look", str, False, _complete_side)
    theme = Option("theme", "Dark or light pictures for you from now on", Literal["dark", "light"], False)
    text = Option("text", "As words and characters instead of a picture", bool, False)
    about = Option("about", "Only moves that name this, e.g. a cell", str, False)
    rules = Option("title", "Which game's; the one played here unless you say", Literal[games], False)
    sure = Option("sure", "Yes, I give this game up", bool)
    draws = Literal["offer", "accept", "decline", "withdraw"]
    draw = Option("answer", "Offer unless you say", draws, False)
    agreement = Option("answer", "Ask unless you say", Literal["ask", "allow", "refuse"], False)
    cancel_help = "Call off a game that you opened and that has not started"
    undo_help = (
        "Take your last action back or, where the others must agree, ask them to; or answer such a wish"
    )
    settings = [
        theme,
        Option("turn_messages", "A direct message when it is your turn", bool, False),
        Option("reminders", "A direct message when your time is half over, and nearly over", bool, False),
        Option("hand_messages", "A direct message that always shows your hand", bool, False),
    ]
    table: tuple[tuple[str, str, list[Option], CommandHandler], ...] = (
        ("new", "Open a game in this channel", _new_options(engines), _new),
        ("join", "Take a seat in a game that waits for players", [open_game, seat], _join),
        ("leave", "Give your seat up before the game has started", [lobby], _in_game("lobby", leave)),
        ("start", "Start now with those who have joined", [lobby], _in_game("lobby", start)),
        ("cancel", cancel_help, [lobby], _in_game("lobby", _cancel)),
        ("list", "List your games or this server's", [whose], list_games),
        ("show", "See the board, for your eyes only", [any_game, side, theme, text], show_board),
        ("hand", "See what you hold, for your eyes only", [any_game], show_hand),
        ("moves", "List what you may do now", [running, about], list_moves),
        ("history", "Read what has been played", [any_game], show_history),
        ("export", "Get the game's record as files", [any_game], export_record),
        ("verify", "Check the draws against what was promised at the start", [any_game], verify_seed),
        ("rules", "Read a game's rules in short", [rules, any_game], show_rules),
        ("resign", "Give the game up", [sure, running], _resign),
        ("draw", "Offer a draw, or answer an offer", [draw, running], _draw),
        ("claim", "Claim the win against a player whose time is up", [running], _meta(Claim())),
        ("extend", "Give a player whose time is up another turn's time", [running], _meta(Extend())),
        ("undo", undo_help, [agreement, how_far(), running], _undo),
        ("settings", "Choose how Turnpost shows and tells you things", settings, _settings),
        ("help", "How to play on Turnpost", [], show_help),
    )
    for name, help_text, options, handler in table:
        commands.add_command(build_command(name, help_text, options, handler))
    return commands


def move_command() -> app_commands.Command[Any, Any, Any]:
    """`/move`: any action of any game, by its notation."""
    notation = Option("notation", "Your move as the game's rules write it", str, True, complete_notation)
    return build_command(
        "move", "Make a move by its notation, in any game", [notation, game_option("running")], _move
    )


def _new_options(engines: Mapping[str, AnyEngine]) -> list[Option]:
    """The options that every game understands; a game's own `new` has that game's options."""
    shared = [option for option in host_options(next(iter(engines.values()))) if option.name == "thread"]
    longest = float(max(engine.info.max_deadline_hours for engine in engines.values()))
    hours = Option(
        "hours",
        "Hours for a turn, 0 for no clock; the game's usual time unless you say",
        app_commands.Range[float, 0.0, longest],
        False,
    )
    return [Option("game", "What to play", Literal[tuple(engines)]), hours, *shared]


async def _complete_side(request: Request, focus: Any) -> list[app_commands.Choice[str]]:
    summary = await resolve_game(request, focus.options)
    return [app_commands.Choice(name=seat.name, value=seat.name) for seat in summary.seats]


def _in_game(scope: GameScope, do: Callable[[Responder, str], Awaitable[None]]) -> CommandHandler:
    """The handler of a command that needs nothing but the code of the game meant."""

    async def handle(responder: Responder, options: dict[str, Any]) -> None:
        await do(responder, (await resolve_game(responder, options, scope)).code)

    return handle


async def _new(responder: Responder, options: dict[str, Any]) -> None:
    own = dict(options)
    engine = responder.engines[own.pop("game")]
    await create_game(responder, own, engine=engine)


async def _join(responder: Responder, options: dict[str, Any]) -> None:
    summary = await resolve_game(responder, options, "open")
    seat = seat_named(summary, str(options["seat"])) if "seat" in options else None
    await join(responder, summary.code, seat)


async def join(responder: Responder, code: str, seat: int | None) -> None:
    """Take a seat, any free one where `seat` is None. Raises Refused."""
    summary = await responder.service.lobby.join(responder.person, code, cause=responder.cause, seat=seat)
    if summary.status == "lobby":
        await responder.say(f"You have a seat in {title(summary)}. It starts when the table is full.")
    else:
        await responder.say(f"You have a seat in {title(summary)}, and the game begins: see its card below.")


async def leave(responder: Responder, code: str) -> None:
    """Give up one's seat before the start. Raises Refused."""
    summary = await responder.service.lobby.leave(responder.person, code, cause=responder.cause)
    await responder.say(f"You have left {title(summary)}.")


async def start(responder: Responder, code: str) -> None:
    """Start the game with the players who have joined. Raises Refused."""
    summary = await responder.service.lobby.start(responder.person, code, cause=responder.cause)
    await responder.say(f"{title(summary)} begins: {jump_link(summary)}")


async def _cancel(responder: Responder, code: str) -> None:
    summary = await responder.service.lobby.cancel(responder.person, code, cause=responder.cause)
    await responder.say(f"You have called {title(summary)} off.")


async def _move(responder: Responder, options: dict[str, Any]) -> None:
    summary = await resolve_game(responder, options, "running")
    text = str(options["notation"])
    if isinstance(parse_meta(text), Resign):
        raise Refused("ask_first", "To give the game up use `/game resign`, which makes sure of it.")
    await act(responder, summary.code, text)


async def _resign(responder: Responder, options: dict[str, Any]) -> None:
    if not options["sure"]:
        raise Refused("not_sure", "You have not resigned. Choose `sure: True` if you mean it.")
    await _meta(Resign())(responder, options)


async def _draw(responder: Responder, options: dict[str, Any]) -> None:
    await _meta(Draw(options.get("answer", "offer")))(responder, options)


def _meta(action: MetaAction) -> CommandHandler:
    """The handler of an action that every game knows."""
    return _in_game("running", lambda responder, code: act(responder, code, action))


async def _undo(responder: Responder, options: dict[str, Any]) -> None:
    summary = await resolve_game(responder, options, "running")
    step = options.get("answer", "ask")
    if step == "ask" and responder.engines[summary.key].info.undo == "turn":
        await take_back(responder, summary.code, whole=options.get("how_far") == "turn")
    else:
        await undo(responder, summary.code, step)


async def undo(responder: Responder, code: str, step: str) -> None:
    """Ask for an undo, allow it, or refuse it: `step` is ``ask``, ``allow`` or ``refuse``. Raises Refused."""
    person = responder.person
    if step == "ask":
        summary = await responder.service.undo.request_undo(person, code, cause=responder.cause)
        told = "You have asked to take your last move back; your opponent must agree."
    else:
        allowed = step == "allow"
        summary = await responder.service.undo.answer_undo(person, code, allowed, cause=responder.cause)
        told = "The last move is taken back." if allowed else "You have refused the undo."
    await responder.say(f"{title(summary)}\n{told}")


async def _settings(responder: Responder, options: dict[str, Any]) -> None:
    players = responder.service.players
    person = responder.person
    if options:
        await players.set_preferences(
            person,
            theme=options.get("theme"),
            dm_turns=options.get("turn_messages"),
            dm_reminders=options.get("reminders"),
            dm_hands=options.get("hand_messages"),
        )
    now = await players.preferences(person)
    turns, reminders, hands = ("on" if on else "off" for on in (now.dm_turns, now.dm_reminders, now.dm_hands))
    await responder.say(
        f"Your pictures are **{now.theme}**. Direct messages when it is your turn are **{turns}**, "
        f"those that remind you of a deadline **{reminders}**, those with your hand **{hands}**."
    )
