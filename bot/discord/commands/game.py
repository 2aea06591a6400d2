"""`/game` and `/move`: the commands that work in every game."""

from collections.abc import Mapping
from typing import Any, Literal

from discord import app_commands

from bot.discord.commands import computers, pausing
from bot.discord.commands.about import about_command
from bot.discord.commands.about_game import GameHandler, game_command, game_option
from bot.discord.commands.autocomplete import (
    complete_free_seat,
    complete_notation,
    complete_planned,
    complete_seat,
)
from bot.discord.commands.engine_group import (
    computer_options,
    draw_words,
    host_options,
    how_far,
    opponent_options,
    terms_option,
)
from bot.discord.commands.following import follow
from bot.discord.commands.inbox import show_inbox
from bot.discord.commands.invitations import invitations_command
from bot.discord.commands.lookback import catch_up, complete_moment
from bot.discord.commands.lookups import (
    export_record,
    list_moves,
    show_board,
    show_hand,
    show_help,
    show_history,
    show_rules,
    verify_seed,
)
from bot.discord.commands.opening import new_of_any
from bot.discord.commands.play import act, answer_text, undo_own
from bot.discord.commands.reviewing import review
from bot.discord.commands.settings import settings_command
from bot.discord.commands.substitutes import substitute
from bot.discord.commands.trying import try_out
from bot.discord.markdown import how_it_starts, jump_link, person_in, status_line, title
from bot.discord.opening import OPPONENTS
from bot.discord.options import Option, build_command, group
from bot.discord.planning import plan_ahead
from bot.discord.responder import Responder
from bot.discord.titles import complete_title
from bot.service.orders import MOST
from bot.service.summaries import GameSummary, Refused
from engines.contract import AnyEngine, Claim, Draw, Extend, MetaAction, Resign, parse_meta
from engines.wording import listed


def game_group(engines: Mapping[str, AnyEngine]) -> app_commands.Group:
    """`/game new | join | ...`."""
    commands = group("game", "Open, join, look at and end games")
    any_game, open_game, running = game_option("any"), game_option("open"), game_option("running")
    seat = Option("seat", "The seat you want; any free one unless you say", str, False, complete_free_seat)
    whose = Option("whose", "Yours unless you say", Literal["mine", "followed", "server"], False)
    side = Option("side", "From whose side to look", str, False, complete_seat)
    theme = Option("theme", "Dark or light pictures for you from now on", Literal["dark", "light"], False)
    text = Option("text", "As words and characters instead of a picture", bool, False)
    at = Option("at", "An earlier point; how things stand now unless you say", str, False, complete_moment)
    catchup_help = "See what has happened since you last played, in words and marked on the board"
    followed = Option("follow", "False to follow it no more", bool, False)
    follow_help = "Be told by direct message what happens in a game in which you do not play"
    try_help = "Try lines out on a board for your eyes only; nothing of it is played"
    review_help = "See where a game that is over was decided, and what a computer would have done there"
    about = Option("about", "Only moves that name this, e.g. a cell", str, False)
    rules = Option("title", "Which game's; the one played here unless you say", str, False, complete_title)
    sure = Option("sure", "Yes, I give this game up", bool)
    draws = Literal["offer", "accept", "decline", "withdraw"]
    draw = Option("answer", "Offer unless you say", draws, False)
    how = Option("how", "As a draw unless you say, or without a result", Literal["draw", "no result"], False)
    agreement = Option(
        "answer", "Ask the others, or answer one who has asked", Literal["ask", "allow", "refuse"], False
    )
    undo_help = "Take back what you did last, asking the others where they must agree; or do it again"
    new_help = "Open a game, in this channel unless you name one"
    claim_help = "Claim the win against a player whose time is up"
    plan_help = "Have a move played for you when it comes to that; see and cancel what you have planned"
    extend_help = "Give a player whose time is up another turn's time"
    vanished = Option("seat", "The seat that it is about", str, True, complete_seat)
    substitute_help = "Say that a player has vanished, take such a seat over, or say that you are here"
    for command in (
        build_command("new", new_help, _new_options(engines), new_of_any),
        game_command(
            "join", "Take a seat in a game that waits for players", [open_game, seat, draw_words()], _join
        ),
        _lobby_group(),
        build_command(
            "inbox", "See your games, those that wait for you first, or this server's", [whose], show_inbox
        ),
        game_command(
            "show", "See the board, for your eyes only", [any_game, side, theme, text, at], show_board
        ),
        game_command("catchup", catchup_help, [any_game], catch_up),
        game_command("follow", follow_help, [followed, any_game], follow),
        game_command("try", try_help, [at, any_game], try_out),
        game_command("review", review_help, [any_game], review),
        game_command("hand", "See what you hold, for your eyes only", [any_game], show_hand),
        game_command("moves", "List what you may do now", [running, about], list_moves),
        game_command("history", "Read what has been played", [any_game], show_history),
        _record_group(),
        build_command("rules", "Read a game's rules in short", [rules, any_game], show_rules),
        game_command("resign", "Give the game up", [sure, running], _resign),
        game_command("draw", "Offer to end the game together, or answer that", [draw, how, running], _draw),
        game_command("claim", claim_help, [running], _meta(Claim())),
        game_command("extend", extend_help, [running], _meta(Extend())),
        game_command("undo", undo_help, [agreement, how_far(), running], _undo),
        _pause_group(),
        game_command("substitute", substitute_help, [vanished, running], substitute),
        game_command("plan-ahead", plan_help, _plan_options(running), plan_ahead),
        settings_command(),
        about_command(),
        build_command("help", "How to play on Turnpost", [], show_help),
    ):
        commands.add_command(command)
    return commands


def _pause_group() -> app_commands.Group:
    """`/game pause end`: what is done about pauses."""
    running = game_option("running")
    return group(
        "pause",
        "Agree on a pause, or let a game that is paused go on",
        *pausing.pause_commands(running),
        game_command("end", "Let a game that is paused go on, or ask the others to", [running], resume),
    )


def _plan_options(running: Option) -> list[Option]:
    return [
        running,
        Option("action", "What you play, as the game's rules write it", str, False, complete_planned),
        Option("if_they_play", "Only after exactly this: their move, yours, theirs, by commas", str, False),
        Option("pass_until_my_turn", "Pass for me whenever I am called out of turn", bool, False),
        Option("cancel", "Which plan to cancel; 0 for all", app_commands.Range[int, 0, MOST], False),
    ]


def _lobby_group() -> app_commands.Group:
    """`/game lobby leave | start | cancel | computer | invitations`: what is done before a game begins."""
    lobby = game_option("lobby")
    levels = Literal["gentle", "steady", "strong", "none"]
    level = Option("level", "How well it plays; none sends away the one that came last", levels)
    computer_help = "Let a computer take a free seat of a game that you opened, or send one away"
    return group(
        "lobby",
        "Before a game begins: leave, start, call off, answer invitations",
        game_command("leave", "Give your seat up before the game has started", [lobby], leave),
        game_command("start", "Start now with those who have joined", [lobby], start),
        game_command("cancel", "Call off a game that you opened and that has not started", [lobby], _cancel),
        game_command("computer", computer_help, [level, lobby], computers.change),
        invitations_command(),
    )


def _record_group() -> app_commands.Group:
    """`/game record export | verify`."""
    any_game = game_option("any")
    promise = Option("hash", "The hash as you noted it when the game was opened", str, False)
    verify_help = "Check seats and draws against what was promised when the game was opened"
    return group(
        "record",
        "A game's record, and whether it is what was promised",
        game_command("export", "Get the game's record as files", [any_game], export_record),
        game_command("verify", verify_help, [any_game, promise], verify_seed),
    )


def move_command() -> app_commands.Command[Any, Any, Any]:
    """`/move`: any action of any game, by its notation."""
    notation = Option("notation", "Your move as the game's rules write it", str, True, complete_notation)
    help_text = "Make a move by its notation, in any game"
    return game_command("move", help_text, [notation, game_option("running")], _move)


def _new_options(engines: Mapping[str, AnyEngine]) -> list[Option]:
    """The options that every game understands; a game's own `new` has that game's options."""
    shared = [
        option
        for option in host_options(next(iter(engines.values())))
        if option.name in {"channel", "thread", "words"}
    ]
    longest = float(max(engine.info.max_deadline_hours for engine in engines.values()))
    hours = Option(
        "hours",
        "Hours for a turn, 0 for no clock; the game's usual time unless you say",
        app_commands.Range[float, 0.0, longest],
        False,
    )
    game = Option("game", "What to play: type a part of its title", str, False, complete_title)
    others = [*opponent_options(len(OPPONENTS)), *computer_options(len(OPPONENTS))]
    return [game, *others, hours, terms_option(), *shared]


async def _join(responder: Responder, summary: GameSummary, options: Mapping[str, Any]) -> None:
    seat = summary.seat_named(str(options["seat"])) if "seat" in options else None
    await join(responder, summary.code, seat, options.get("words"))


async def join(responder: Responder, code: str, seat: int | None, words: str | None = None) -> None:
    """Take a seat, any free one where `seat` is None, with words for the draw. Raises Refused."""
    summary = await responder.service.lobby.join(
        responder.person, code, cause=responder.cause, seat=seat, words=words
    )
    await responder.say(f"You have a seat in {title(summary)}. {how_it_starts(summary)}")


async def leave(responder: Responder, summary: GameSummary, _options: Mapping[str, Any]) -> None:
    """Give up one's seat before the start. Raises Refused."""
    left = await responder.service.lobby.leave(responder.person, summary.code, cause=responder.cause)
    await responder.say(f"You have left {title(left)}: your seat is free again.")


async def start(responder: Responder, summary: GameSummary, _options: Mapping[str, Any]) -> None:
    """Start the game with the players who have joined. Raises Refused."""
    begun = await responder.service.lobby.start(responder.person, summary.code, cause=responder.cause)
    await responder.say(f"{title(begun)} begins: play in {jump_link(begun)}")


async def resume(responder: Responder, summary: GameSummary, _options: Mapping[str, Any]) -> None:
    """Let a game go on that is paused for somebody's absence. Raises Refused."""
    if summary.paused_until is not None:
        await pausing.ask(responder, summary, {})
        return
    now = await responder.service.clock.resume(responder.person, summary.code, cause=responder.cause)
    await responder.say(f"{title(now)} goes on.\n{status_line(now)}")


async def _cancel(responder: Responder, summary: GameSummary, _options: Mapping[str, Any]) -> None:
    off = await responder.service.lobby.cancel(responder.person, summary.code, cause=responder.cause)
    await responder.say(f"You have called {title(off)} off.")


async def _move(responder: Responder, summary: GameSummary, options: Mapping[str, Any]) -> None:
    text = str(options["notation"])
    if isinstance(parse_meta(text), Resign):
        raise Refused("ask_first", "To give the game up use `/game resign`, which makes sure of it.")
    await act(responder, summary.code, text)


async def _resign(responder: Responder, summary: GameSummary, options: Mapping[str, Any]) -> None:
    if not options["sure"]:
        raise Refused("not_sure", "You have not resigned. Choose `sure: True` if you mean it.")
    await act(responder, summary.code, Resign())


async def end_together(responder: Responder, code: str, *, wished: bool) -> None:
    """Wish a game to end without a result, or no longer. Raises Refused."""
    now = await responder.service.calling_off.wish(responder.person, code, wished, cause=responder.cause)
    if now.status == "abandoned":
        told = status_line(now)
    elif wished:
        must = listed(person_in(now, seat) for seat in now.ending_asked)
        told = f"You would end it without a result; {must} must agree."
    else:
        told = "It goes on."
    await responder.say(f"{title(now)}\n{told}")


async def _draw(responder: Responder, summary: GameSummary, options: Mapping[str, Any]) -> None:
    if options.get("how") == "no result":
        wished = options.get("answer", "offer") in {"offer", "accept"}
        await end_together(responder, summary.code, wished=wished)
        return
    await act(responder, summary.code, Draw(options.get("answer", "offer")))


def _meta(action: MetaAction) -> GameHandler:
    """The handler of an action that every game knows."""
    return lambda responder, summary, _options: act(responder, summary.code, action)


async def _undo(responder: Responder, summary: GameSummary, options: Mapping[str, Any]) -> None:
    if "answer" not in options:
        await undo_own(responder, summary, options)
    elif options["answer"] == "ask":
        asked = responder.service.undo.request_undo
        answer = await asked(responder.person, summary.code, cause=responder.cause)
        await responder.say(answer_text(answer, responder.person))
    else:
        await answer_undo(responder, summary.code, agree=options["answer"] == "allow")


async def answer_undo(responder: Responder, code: str, *, agree: bool) -> None:
    """Agree to an undo that another player asks for, or refuse it. Raises Refused."""
    person = responder.person
    answer = await responder.service.undo.answer_undo(person, code, agree, cause=responder.cause)
    await responder.say(answer_text(answer, person))
