"""Help on what a mail may contain, from the command table and the game's rules."""

from bot.mail.commands.command_table import MailCommand, general, of_game, opening
from bot.mail.commands.request import MailRequest, Reply

_HOW = (
    "Write above the quoted text, a line for each thing:\n"
    "- the number of a move, or the move itself as the rules write it\n"
    "- “say” and what all are to read; in games with private words “-” and who alone is to read it\n"
    "- “yes” where a mail asks you to confirm something\n"
    "- a command, such as “moves”, “board” or “undo”. “help” lists them all."
)


async def how_to(request: MailRequest) -> Reply:
    """The answer to a mail without text of its own."""
    game = None
    if request.about is not None:
        game = await request.summary()
    return Reply(f"Your mail says nothing that is not quoted. {_HOW}", game)


async def show_help(request: MailRequest) -> Reply:
    """All commands, those of the mail's game first."""
    first = opening(next(iter(request.engines.values()))).names[0]
    lines = [_HOW, "", "To begin:", f"{first} computers: 1", "    Play at once, against a computer", first]
    lines += ["    Open a table for others: “invite” and an address asks somebody to it", ""]
    game = None
    if request.about is not None:
        game = await request.summary()
        engine = request.engines[game.key]
        lines += [f"{engine.info.title}:", *(_line(one) for one in of_game(engine)), ""]
    lines += ["Everywhere:", *(_line(one) for one in general())]
    lines += ["", "To open a game:", *(_line(opening(engine)) for engine in request.engines.values())]
    return Reply("\n".join(lines), game)


def _line(one: MailCommand) -> str:
    example = "".join(
        f" {parameter.name}: …" if parameter.required else f" [{parameter.name}: …]"
        for parameter in one.command.parameters
        if parameter.name != "sure"
    )
    return f"{one.names[0]}{example}\n    {one.command.help}"
