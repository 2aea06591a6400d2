"""Parses the lines of a mail into steps: moves, chat, commands by name, answers; executes nothing."""

import re
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from bot.mail.commands import agreeing, chat, helping, lookups, notes, personal, playing, seating
from bot.mail.commands.answers import confirm_key
from bot.mail.commands.command_table import MailCommand, general, of_game, opening
from bot.mail.commands.options import read_options
from bot.mail.commands.request import MailRequest, NotUnderstood, Reply
from bot.mail.commands.strangers import DIGITS
from bot.mail.commands.typed_line import tidied
from bot.mail.incoming.own_text import Unclear, logical_lines
from bot.service.accounts.mail import PARTS
from bot.service.commands import GAME
from bot.service.usecases import Engines
from bot.service.values.refused import Refused
from bot.service.values.titles import resolve_engine
from engines.contract import AnyEngine
from engines.contract.chat import DASHES
from engines.wording import listed

_YES: Final = re.compile(r"(?:yes|y|ok|okay|confirm)(?:,? please)?[.!]?(?:\s+(?P<rest>\S.*))?", re.IGNORECASE)
_NOTE: Final = re.compile(r"/?notes?:?\s+(?:text:\s*)?(?P<text>(?!clear\b|game:)\S.*)", re.IGNORECASE)
_TRY: Final = re.compile(
    r"/?(?:game\s+)?try\s+(?:at:?\s*(?P<at>\d{1,9})\s+)?(?:line:\s*)?(?P<line>\S.*)", re.IGNORECASE
)


class MailStep(NamedTuple):
    """One thing that a mail asks for."""

    line: str
    """The line as it was written, by which answers name the step."""
    run: Callable[[MailRequest], Awaitable[Reply]]
    """Executes the step."""
    digits: str | None = None
    """The digits of a one-time code, if the step is one."""
    moves: tuple[str, ...] = ()
    """The lines of the step, if it consists of moves."""
    says: bool = False
    """Whether the step is a message to other players."""
    part: bool = False
    """Whether the step is a command for an action in a game whose turns may have several actions."""


class Interpreter:
    """Reads the lines of mails."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._everywhere = _Commands(None)
        self._in_game = {key: _Commands(engine) for key, engine in engines.items()}

    def steps_of(
        self,
        text: str,
        key: str | None,
        is_move: Callable[[str], bool] = lambda _: False,
        was_move: Callable[[str], bool] = lambda _: False,
    ) -> list[MailStep]:
        """The steps of a mail, in order.

        `key`: the key of the mail's game. `is_move`: whether a line is a move. `was_move`: whether a line
        that begins like a command is a move, or was one when the mail was delivered before.

        Raises Refused for a line that does not fit its command, and if it is not clear whether a line
        continues the one above: nothing of the mail is executed then.
        """
        commands = self._in_game.get(key or "", self._everywhere)
        lines = self._lines_of(text, commands, is_move)
        if [tidied(line).lower() for line in lines] == ["no"]:
            return [MailStep("no", _no)]
        steps: list[MailStep] = []
        for line in lines:
            try:
                step = _step(line, commands, self._engines)
                if step.part and was_move(tidied(line)):
                    step = _move(tidied(line))
            except Refused:
                if not was_move(line):
                    raise
                # It begins like a command, but is a move.
                step = _move(line)
            if step.moves and steps and steps[-1].moves:
                moves = (*steps.pop().moves, *step.moves)
                step = MailStep("; ".join(moves), partial(playing.play, lines=moves), moves=moves)
            steps.append(step)
        return steps

    def _lines_of(self, text: str, commands: "_Commands", is_move: Callable[[str], bool]) -> Sequence[str]:
        """The lines of a mail, each put together where a program has wrapped it. Raises NotUnderstood."""

        def stands_alone(line: str) -> bool:
            if line.startswith(tuple(DASHES)) or playing.is_number(tidied(line)) or is_move(line):
                return True
            if line.endswith("?") and line.rstrip("? ").lower() in commands.by_name:
                # It may end a sentence: “Will you still be / here?”. As a command it would do nothing.
                return False
            try:
                return not _step(line, commands, self._engines).moves
            except Refused:
                # It begins like a command.
                return True

        try:
            lines = logical_lines(text, stands_alone)
        except Unclear:
            raise NotUnderstood(
                "It is not clear whether one line continues the line above or stands by itself: leave an "
                "empty line between them."
            ) from None
        if len(lines) > PARTS:
            raise NotUnderstood(f"A mail has at most {PARTS} lines above the quoted text.")
        return lines


async def _yes(request: MailRequest) -> Reply:
    """Do what the answered mail has shown. Raises Refused."""
    wanted = "" if request.own_grant is None else request.own_grant.confirms
    if wanted == confirm_key(personal.DELETE):
        request.check_proved(personal.DELETE)
        return await personal.forget(request)
    if wanted == confirm_key(agreeing.END):
        return await agreeing.end_together(request, wished=True, sure=True)
    if wanted == confirm_key(seating.CANCEL):
        return await seating.call_off(request, await request.summary())
    return await playing.yes(request)


async def _no(request: MailRequest) -> Reply:
    """Do nothing of what the answered mail has shown. Raises Refused."""
    game = None if request.about is None else await request.summary()
    words = "Nothing was done. To decline what somebody asks of you write “decline”."
    return Reply(words, game, picture=game is not None)


_FIRST: Final = frozenset({"accept", "decline", "refuse", "stop", "here"})
"""Commands that our mails offer as answers: they precede commands of games with the same name."""


class _Commands:
    """The commands with which a line may begin; if two have the same name, the game's own one counts."""

    def __init__(self, engine: AnyEngine | None) -> None:
        own = () if engine is None else of_game(engine)
        self.in_parts = engine is not None and engine.info.separator is not None
        """Whether a turn may have several actions."""
        everywhere = general()
        self.by_name: dict[str, MailCommand] = {}
        for command in (*(one for one in everywhere if _FIRST.intersection(one.names)), *own, *everywhere):
            for name in command.names:
                self.by_name.setdefault(name, command)
        # The longest first. A colon may follow a name of several words: ``pause answer: decline``.
        names = sorted(self.by_name, key=len, reverse=True)
        ways = (re.escape(name) + (":?" if " " in name else "") for name in names)
        self._beginning = re.compile(f"(?:{'|'.join(ways)}) ")

    def find(self, line: str) -> tuple[MailCommand, str] | None:
        """The command at the beginning of a line, by its longest name, and the rest."""
        text = f"{' '.join(line.removeprefix('/').split())} "
        found = self._beginning.match(text.lower())
        if found is None:
            return None
        return self.by_name[found[0].rstrip(": ")], text[found.end() :].strip()


def _step(line: str, commands: _Commands, engines: Engines) -> MailStep:
    if line.startswith("-"):
        return MailStep(line, partial(chat.say, text=line), says=True)
    first, _, rest = line.removeprefix("/").partition(" ")
    if first.lower() in {"say", "say:"}:
        if not rest.strip():
            raise NotUnderstood("What is to be said? Write “say” and the words on one line.")
        return MailStep("say …", partial(chat.say, text=rest.strip()), says=True)
    if tried := _TRY.fullmatch(tidied(line).rstrip("? ")):
        options = {name: text for name, text in tried.groupdict().items() if text}
        return MailStep(line, partial(lookups.try_out, options=options))
    if noted := _NOTE.fullmatch(line):
        return MailStep("notes …", partial(notes.note, options={"text": noted["text"]}))
    line = tidied(line)
    if digits := DIGITS.fullmatch(line):
        return MailStep(line, helping.show_help, digits="".join(digits.groups()))
    if answered := _YES.fullmatch(line):
        rest = (answered["rest"] or "").strip()
        if not rest:
            return MailStep("yes", _yes)
        return MailStep(line, partial(playing.play, lines=(rest,), confirmed=True))
    first, _, rest = line.removeprefix("/").partition(" ")
    words = line.lower().removeprefix("/").rstrip("? ").split()
    if explained := _explained(words, commands, engines):
        return MailStep("help", partial(helping.explain, command=explained))
    if words == ["help", "new"]:
        return MailStep("help", helping.explain_new)
    if "help" in words and len(line.split()) <= 2:
        return MailStep("help", helping.show_help)
    if first.lower() == "new":
        return _new(line, rest, engines)
    if first.lower() in engines and rest.lower().startswith("new"):
        return _new(line, f"{first} {rest[3:]}", engines)
    found = commands.find(line.rstrip("? "))
    if found is None:
        return _move(line)
    command, text = found
    if line.endswith("?") and not command.reads:
        # “resign?” asks what the command does.
        return MailStep("help", partial(helping.explain, command=command))
    return _named(line, command, text)._replace(part=commands.in_parts and command.plays)


def _explained(words: Sequence[str], commands: _Commands, engines: Engines) -> MailCommand | None:
    """The command that a line names after ``help``, by its name or the title of the game that it opens."""
    if words[:1] != ["help"] or len(words) == 1:
        return None
    name = " ".join(words[1:])
    title = name.removeprefix("new ").removesuffix(" new")
    engine = next((one for one in engines.values() if title in {one.info.key, one.info.title.lower()}), None)
    return commands.by_name.get(name) or (None if engine is None else opening(engine))


def _move(line: str) -> MailStep:
    return MailStep(line, partial(playing.play, lines=(line,)), moves=(line,))


def _new(line: str, text: str, engines: Engines) -> MailStep:
    """`new` with a title and options."""
    words = text.split()
    if not words:
        titles = listed((f"“new {key}”" for key in engines), "or")
        raise NotUnderstood(f"Which game? Write {titles}.")
    count = next((at for at, word in enumerate(words) if ":" in word), len(words))
    engine: AnyEngine | None
    try:
        engine = resolve_engine(engines, " ".join(words[:count]))
    except Refused as refused:
        engine = engines.get(words[0].lower())
        if engine is None:
            raise NotUnderstood(refused.sentence) from None
        count = 1
    return _named(line, opening(engine), " ".join(words[count:]))


def _named(line: str, command: MailCommand, text: str) -> MailStep:
    """A command with its parameters from the text after its name. Raises Refused where they do not fit."""
    options = read_options(command.parameters, text)

    async def run(request: MailRequest) -> Reply:
        request.named = options.get(GAME)
        return await command.run(request, options)

    return MailStep(line, run)
