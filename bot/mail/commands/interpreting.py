"""The lines of a mail as steps: moves, talk, commands by name, answers; nothing is done here."""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from bot.mail.commands import helping, playing, talking
from bot.mail.commands.options import read_options
from bot.mail.commands.request import NotUnderstood, Reply, Request
from bot.mail.commands.table import MailCommand, general, of_game, opening
from bot.service.commands import Parameter
from bot.service.summaries import Refused
from bot.service.titles import engine_meant
from engines.contract import AnyEngine
from engines.wording import listed

_DIGITS: Final = re.compile(r"\d{4}[ -]?\d{4}")
_YES: Final = re.compile(r"(?:yes|y|ok|confirm)[.!]?(?:\s+(?P<rest>\S.*))?", re.IGNORECASE)
_WRAPPED: Final = 60
"""A line this long may have been broken by the program that sent it."""
_MOST_LINES: Final = 20


class Step:
    """One thing that a mail asks for."""

    def __init__(
        self,
        line: str,
        run: Callable[[Request], Awaitable[Reply]],
        *,
        word: str | None = None,
        moves: Sequence[str] = (),
    ) -> None:
        self.line = line
        """As it was written, to be named in the answer."""
        self.run = run
        """Carries it out, given a `Request`."""
        self.word = word
        """The digits that answer for what was asked for before."""
        self.moves = moves
        """The lines of which it consists, where it is a move."""


def steps_of(text: str, engine: AnyEngine | None, engines: Mapping[str, AnyEngine]) -> list[Step]:
    """What a mail asks for, in order. `engine`: of the game that it is about.

    Raises NotUnderstood for a line that is none of it, so that nothing of the mail is done.
    """
    lines = _joined([line.strip() for line in text.splitlines()], engine)
    if len(lines) > _MOST_LINES:
        raise NotUnderstood(f"A mail has at most {_MOST_LINES} lines above the quoted text.")
    commands = _commands(engine)
    steps: list[Step] = []
    for line in lines:
        step = _step(line, commands, engines)
        if step.moves and steps and steps[-1].moves:
            before = steps.pop()
            moves = (*before.moves, *step.moves)
            step = Step("; ".join(moves), partial(_play, lines=moves), moves=moves)
        steps.append(step)
    return steps


async def _play(request: Request, *, lines: Sequence[str], confirmed: bool = False) -> Reply:
    return await playing.play(request, lines, confirmed=confirmed)


def _joined(lines: Sequence[str], engine: AnyEngine | None) -> list[str]:
    """The lines that are not empty; what is said is put together again where it was broken.

    Raises NotUnderstood where it cannot be told whether a line goes on or is something else: a plan must not
    be said aloud because a line before it was long.
    """
    kept: list[str] = []
    talks = False
    for line in lines:
        if not line:
            talks = False
            continue
        before = kept[-1] if kept else ""
        if talks and len(before.rpartition("\n")[2]) >= _WRAPPED:
            if len(line.split()) < 3 or line.startswith("-") or _is_command(line, engine):
                raise NotUnderstood(
                    "It is not clear whether this still belongs to what you say: leave an empty line before "
                    "what does not, and write shorter lines."
                )
            kept[-1] = f"{before}\n{line}"
            continue
        kept.append(line)
        talks = _is_talk(line)
    return [" ".join(line.split("\n")) for line in kept]


def _is_talk(line: str) -> bool:
    return line.startswith("-") or line.lower().startswith("say ")


def _is_command(line: str, engine: AnyEngine | None) -> bool:
    commands = _commands(engine)
    return _find(line, commands) is not None or line.isdecimal()


_FIRST: Final = frozenset({"accept", "decline", "refuse", "stop", "here"})
"""What a mail of ours offers to be answered, whatever a game's own commands are called."""


def _commands(engine: AnyEngine | None) -> dict[str, MailCommand]:
    """All that a mail may begin with: of two with one name, that of the game."""
    own = () if engine is None else of_game(engine)
    everywhere = general()
    return _by_name([*(one for one in everywhere if one.names[0] in _FIRST), *own, *everywhere])


def _by_name(commands: Iterable[MailCommand]) -> dict[str, MailCommand]:
    """The commands by each of their names; of two with one name the first."""
    found: dict[str, MailCommand] = {}
    for command in commands:
        for name in command.names:
            found.setdefault(name, command)
    return found


def _find(line: str, commands: Mapping[str, MailCommand]) -> tuple[MailCommand, str] | None:
    """The command with which a line begins, by its longest name, and what follows."""
    words = line.removeprefix("/").split()
    for count in range(min(len(words), 4), 0, -1):
        command = commands.get(" ".join(words[:count]).lower())
        if command is not None:
            return command, " ".join(words[count:])
    return None


def _step(line: str, commands: Mapping[str, MailCommand], engines: Mapping[str, AnyEngine]) -> Step:
    if _DIGITS.fullmatch(line):
        return Step(line, helping.show_help, word="".join(char for char in line if char.isdigit()))
    if answered := _YES.fullmatch(line):
        rest = (answered["rest"] or "").strip()
        if not rest:
            return Step("yes", playing.yes)
        return Step(line, partial(_play, lines=(rest,), confirmed=True))
    if line.startswith("-"):
        return Step(line, partial(talking.say, text=line))
    first, _, rest = line.removeprefix("/").partition(" ")
    if first.lower() == "say" and rest.strip():
        return Step("say …", partial(talking.say, text=rest.strip()))
    if line.lower().rstrip("!.?").endswith("help") and len(line.split()) <= 2:
        return Step("help", helping.show_help)
    if first.lower() == "new":
        return _new(line, rest, engines)
    if first.lower() in engines and rest.lower().startswith("new"):
        return _new(line, f"{first} {rest[3:]}", engines)
    found = _find(line, commands)
    if found is not None:
        command, said = found
        return Step(line, partial(_named, command=command, said=said))
    return Step(line, partial(_play, lines=(line,)), moves=(line,))


def _new(line: str, said: str, engines: Mapping[str, AnyEngine]) -> Step:
    """`new` with a title and options."""
    words = said.split()
    if not words:
        titles = listed((f"“new {key}”" for key in engines), "or")
        raise NotUnderstood(f"Which game? Write {titles}.")
    count = next((at for at, word in enumerate(words) if ":" in word), len(words))
    engine: AnyEngine | None
    try:
        engine = engine_meant(engines, " ".join(words[:count]))
    except Refused as refused:
        engine = engines.get(words[0].lower())
        if engine is None:
            raise NotUnderstood(refused.sentence) from None
        count = 1
    return Step(line, partial(_named, command=opening(engine), said=" ".join(words[count:])))


async def _named(request: Request, *, command: MailCommand, said: str) -> Reply:
    """Carry out a command with what is said behind its name. Raises Refused."""
    parameters: list[Parameter] = [one for one in command.command.parameters if one.name != "sure"]
    return await command.run(request, read_options(parameters, said))
