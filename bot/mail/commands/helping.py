"""Help on what a mail may contain, from the command table and the game's rules."""

from typing import Literal, get_args, get_origin

from bot.mail.commands.command_table import MailCommand, general, of_game, opening
from bot.mail.commands.request import MailRequest, Reply
from bot.service.commands import Parameter
from engines.wording import listed

_HOW = (
    "Write above the quoted text, a line for each thing:\n"
    "- the number of a move, or the move itself as the rules write it\n"
    "- “say” and your message to everybody; in games with private messages “-”, a reader's letter and the "
    "message\n"
    "- “yes” where a mail asks you to confirm something\n"
    "- a command, such as “moves”, “board” or “undo”. “help” lists them all."
)
_ONE = "“help” and one of these, such as “help settings”, explains it."


async def how_to(request: MailRequest) -> Reply:
    """Explain how to write, in answer to a mail without text of its own."""
    game = None if request.about is None else await request.summary()
    return Reply(f"Nothing to do was found in your mail. {_HOW}", game)


async def show_help(request: MailRequest) -> Reply:
    """List all commands, those of the mail's game first."""
    first = opening(next(iter(request.engines.values()))).command.path
    lines = [_HOW, "", _ONE, "", "To begin:"]
    lines += [f"{first} computers: 1", "    Play at once, against a computer"]
    lines += [first, "    Open a table for others: “invite” and an address asks somebody to it", ""]
    game = None
    if request.about is not None:
        game = await request.summary()
        engine = request.engines[game.key]
        lines += [f"{engine.info.title}:", *(_line(one) for one in of_game(engine)), ""]
    lines += ["Everywhere:", *(_line(one) for one in general())]
    lines += ["", "To open a game:", *(_line(opening(engine)) for engine in request.engines.values())]
    return Reply("\n".join(lines), game)


async def explain(request: MailRequest, *, command: MailCommand) -> Reply:
    """Explain one command with every option."""
    game = None if request.about is None else await request.summary()
    options = (f"- {one.name}: {one.help}{_values(one)}" for one in command.parameters)
    lines = (f"“{command.names[0]}” by mail:", command.command.help, "", *options)
    return Reply("\n".join(lines).rstrip(), game)


async def explain_new(request: MailRequest) -> Reply:
    """Explain how each game is opened."""
    games = [f"- “new {key}”: {engine.info.title}" for key, engine in request.engines.items()]
    first = next(iter(request.engines))
    how = (
        f"“help new {first}” lists the options of one, with their defaults. “new {first} "
        "computers: 1” plays at once, against a computer."
    )
    return Reply("\n".join(("“new” and a game opens a table:", *games, "", how)))


def _line(one: MailCommand) -> str:
    example = "".join(
        f" {parameter.name}: …" if parameter.required else f" [{parameter.name}: …]"
        for parameter in one.parameters
    )
    return f"{one.names[0]}{example}\n    {one.command.help}"


def _values(parameter: Parameter) -> str:
    """The values that a parameter takes, if they are few or have bounds; else empty."""
    if parameter.kind is bool:
        return " (yes or no)"
    if get_origin(parameter.kind) is Literal:
        return f" ({listed(map(str, get_args(parameter.kind)), 'or')})"
    for bounds in getattr(parameter.kind, "__metadata__", ()):
        if bounds.ge is not None and bounds.le is not None:
            return f" ({bounds.ge:g} to {bounds.le:g})"
    return ""
