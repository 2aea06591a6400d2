"""Commands in a game's group that it gets for what it has in common with others: undo, hand, turn, help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from discord import app_commands

from bot.discord.commands.autocomplete import complete_notation, game_option, resolve_game
from bot.discord.commands.lookups import fitting, rules_page, show_hand
from bot.discord.commands.play import act, wrong_game
from bot.discord.markdown import status_line, title
from bot.discord.options import Option, build_command
from bot.discord.responder import Responder
from bot.discord.viewer_pictures import own_picture
from bot.service.finding import GameScope
from engines.contract import AnyEngine


def feature_commands(engine: AnyEngine) -> Iterator[app_commands.Command[Any, Any, Any]]:
    """The commands of a game's optional features, in the order in which its group lists them."""
    if engine.info.undo == "turn":
        help_text = "Take back your last action of this turn, or all of them; nobody need agree"
        yield _command(engine, "undo", help_text, [how_far()], _undo)
    if engine.hand is not None:
        yield _command(engine, "hand", "See what you hold, for your eyes only", [], show_hand, scope="any")
    if engine.info.separator is not None:
        words = f"In order, with “{engine.info.separator}” between them; all are done, or none"
        steps = Option("steps", words, str, True, complete_notation)
        yield _command(engine, "turn", "Do several things at once, written out", [steps], _turn)


def help_command(engine: AnyEngine, commands: app_commands.Group) -> app_commands.Command[Any, Any, Any]:
    """`help`: the rules in short and every command of the game, whether or not the user plays it."""

    async def handle(responder: Responder, _options: dict[str, Any]) -> None:
        lines = [f"`/{one.qualified_name}` {one.description}" for one in commands.walk_commands()]
        await responder.show(rules_page(engine.info.title, engine.info.rules, ""))
        await responder.send_followup(fitting(lines))

    return build_command("help", f"How {engine.info.title} is played, and all its commands", [], handle)


async def _turn(responder: Responder, options: Mapping[str, Any]) -> None:
    await act(responder, options["game"], str(options["steps"]))


def _command(
    engine: AnyEngine,
    name: str,
    help_text: str,
    options: list[Option],
    handler: Any,
    *,
    scope: GameScope = "running",
) -> app_commands.Command[Any, Any, Any]:
    """A command that is refused in games of another kind."""

    async def handle(responder: Responder, options: dict[str, Any]) -> None:
        summary = await resolve_game(responder, options, scope)
        if summary.key != engine.info.key:
            raise wrong_game(summary)
        await handler(responder, {**options, "game": summary.code})

    return build_command(name, help_text, [*options, game_option(scope)], handle)


def how_far() -> Option:
    """The option that says how far to go back, for games in which the mover may do so alone."""
    help_text = "Within your turn: your last action unless you say, or all of the turn"
    return Option("how_far", help_text, Literal["action", "turn"], False)


async def _undo(responder: Responder, options: Mapping[str, Any]) -> None:
    await take_back(responder, options["game"], whole=options.get("how_far") == "turn")


async def take_back(responder: Responder, code: str, *, whole: bool) -> None:
    """Take back the last action of the turn, or the whole turn, and show the position. Raises Refused."""
    played = await responder.service.undo.take_back(
        responder.person, code, cause=responder.cause, whole=whole
    )
    await responder.say(
        f"{title(played.summary)}\n↩️ {played.notation}: done.\n{status_line(played.summary)}",
        files=[await own_picture(responder, played.summary)],
    )
