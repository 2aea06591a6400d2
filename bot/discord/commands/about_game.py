"""Commands about one game: the option that names it, and the game found before their handlers begin."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from bot.discord.api.membership import sees
from bot.discord.formatting.markdown import plain, title
from bot.discord.interaction.context import Request
from bot.discord.interaction.options import (
    MAX_CHOICES,
    Completer,
    Completions,
    Focus,
    Option,
    SlashCommand,
    build_command,
    choice,
    shared_options,
)
from bot.discord.interaction.responder import CommandHandler, Options, Responder
from bot.sentences.turns import STATUS_WORDS
from bot.service.commands import COMMANDS, GAME, Command, game_parameter
from bot.service.game.scope import GameRef, GameScope
from bot.service.reading.finding import LISTED
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused, no_such_game
from engines.contract import AnyEngine

GameFinder: TypeAlias = Callable[[Request, Options, GameScope], Awaitable[GameSummary]]
GameHandler: TypeAlias = Callable[[Responder, GameSummary, Options], Awaitable[None]]
"""Carries a command out in its game, with the user's other options."""


def game_option(scope: GameScope, engine: AnyEngine | None = None) -> Option:
    """The option that names a game, completed with games in the command's scope; `engine`: only its games."""
    named = game_parameter(scope)
    return Option(named.name, named.help, str, False, game_completer(scope, engine), scope)


def game_completer(scope: GameScope, engine: AnyEngine | None = None) -> Completer:
    """Completes the games in a command's scope; `engine`: only its games."""

    async def complete(request: Request, focus: Focus) -> Completions:
        # Games that are hidden from the user, or of another kind, use up the limit: look through more then.
        seen = await _seen(request, focus.current, scope, engine, MAX_CHOICES, LISTED)
        if (coded := game_choices(seen, focus.current)) or not focus.current.strip():
            return coded
        return game_choices(await _seen(request, "", scope, engine, LISTED), focus.current)

    return complete


async def _seen(
    request: Request, prefix: str, scope: GameScope, engine: AnyEngine | None, *limits: int
) -> Sequence[GameSummary]:
    """The games whose code begins with `prefix` and that the user may see.

    They are looked for among the first `limits` games, one limit after the other until there are enough.
    """
    guild_id = request.place.guild_id if request.place else None
    seen = list[GameSummary]()
    for limit in limits:
        found = await request.service.reading.codes(
            request.person, guild_id, prefix, scope=scope, limit=limit
        )
        offered = (one for one in found if engine is None or one.key == engine.info.key)
        seen = [one for one in offered if may_see(request, one)]
        if len(seen) >= MAX_CHOICES or len(found) < limit:
            break
    return seen


def game_choices(summaries: Iterable[GameSummary], typed: str) -> Completions:
    """The games whose code, title or players contain the typed text, as many as Discord shows."""
    labels = {one.code: game_label(one) for one in summaries}
    found = [choice(label, code) for code, label in labels.items() if typed.strip().lower() in label.lower()]
    return found[:MAX_CHOICES]


def game_label(summary: GameSummary) -> str:
    """A game in a list of choices."""
    people = " vs ".join(plain(seat.person.name, 20) if seat.person else "…" for seat in summary.seats)
    return f"{summary.code} · {summary.title} · {people} · {STATUS_WORDS[summary.status]}"


async def resolve_game(
    request: Request, options: Options, scope: GameScope = "any", *, engine: AnyEngine | None = None
) -> GameSummary:
    """The game that a command is about. Raises Refused if that is not clear, or it is no game of `engine`."""
    with _naming_a_way_out():
        summary = await request.service.reading.resolve_game(_ref(request, options, scope, engine))
    if not may_see(request, summary):
        raise no_such_game(summary.code)
    _check_engine(engine, summary.key, title(summary))
    return summary


def may_see(request: Request, summary: GameSummary) -> bool:
    """Whether the user plays a game, or sees the channel in which it is played."""
    return summary.seat_of(request.asker.id) is not None or _sees(request, summary.channel_id)


def _sees(request: Request, channel_id: int | None) -> bool:
    return sees(request.interaction.user, request.interaction.guild, channel_id)


async def find_code(
    request: Request, options: Options, scope: GameScope, *, engine: AnyEngine | None = None
) -> str:
    """The code of the game that a command is about; the game is not loaded. Raises as `resolve_game` does."""
    with _naming_a_way_out():
        found = await request.service.reading.find_game(_ref(request, options, scope, engine))
    if not (found.playing or _sees(request, found.channel_id)):
        raise no_such_game(found.code)
    # This host may have other games than the one that opened it.
    titled = f"**{request.engines[found.key].info.title}** " if found.key in request.engines else ""
    _check_engine(engine, found.key, f"{titled}`{found.code}`")
    return found.code


def _ref(request: Request, options: Options, scope: GameScope, engine: AnyEngine | None = None) -> GameRef:
    key = None if engine is None else engine.info.key
    return GameRef(options.get(GAME), request.place, request.asker, scope, key)


@contextmanager
def _naming_a_way_out() -> Iterator[None]:
    try:
        yield
    except Refused as refused:
        if refused.code != "no_game_here":
            raise
        raise Refused(refused.code, f"{refused.sentence} `/game new` opens one.") from None


def _check_engine(engine: AnyEngine | None, key: str, name: str) -> None:
    if engine is not None and key != engine.info.key:
        raise Refused("wrong_game", f"{name} is another game; its commands begin with `/{key}`.")


def game_command(
    name: str,
    help_text: str,
    options: Sequence[Option],
    handler: GameHandler,
    find: GameFinder = resolve_game,
) -> SlashCommand:
    """A command about the game that one of its options names, or that `find` finds without it."""
    scope = _scope_of(options)

    async def handle(responder: Responder, filled: Options) -> None:
        summary = await find(responder, filled, scope)
        await handler(responder, summary, {key: value for key, value in filled.items() if key != GAME})

    return build_command(name, help_text, options, handle)


def play_command(
    name: str,
    help_text: str,
    options: Sequence[Option],
    handler: Callable[[Responder, str, Options], Awaitable[None]],
    *,
    engine: AnyEngine,
) -> SlashCommand:
    """A command about a game, acknowledged before anything else; its handler gets the game's code."""
    scope = _scope_of(options)

    async def handle(responder: Responder, filled: Options) -> None:
        code = await find_code(responder, filled, scope, engine=engine)
        await handler(responder, code, {key: value for key, value in filled.items() if key != GAME})

    return build_command(name, help_text, options, handle, at_once=True)


def shared_command(path: str, handler: CommandHandler, **complete: Completer) -> SlashCommand:
    """A command that all doors have, by its path; `complete`: its options that are completed."""
    command = COMMANDS[path]
    return build_command(command.name, command.help, _options(command, complete), handler)


def shared_game_command(path: str, handler: GameHandler, **complete: Completer) -> SlashCommand:
    """As `shared_command`, for a command about one game, which is found before its handler begins."""
    command = COMMANDS[path]
    return game_command(command.name, command.help, _options(command, complete), handler)


def shared_play_command(
    path: str, handler: Callable[[Responder, GameRef, Options], Awaitable[None]], **complete: Completer
) -> SlashCommand:
    """As `shared_command`, for a command that acts in one transaction, which also finds its game and user."""
    command = COMMANDS[path]
    options = _options(command, complete)
    scope = _scope_of(options)

    async def handle(responder: Responder, filled: Options) -> None:
        if responder.place is None:
            # Outside a channel the user decides which game it is.
            await responder.identify()
        with _naming_a_way_out():
            ref, others = _ref(responder, filled, scope), {**filled}
            others.pop(GAME, None)
            try:
                await handler(responder, ref, others)
            except Refused:
                if ref.typed:
                    # The reason would reveal that there is such a game, also to people who do not see it.
                    await find_code(responder, filled, scope)
                raise

    return build_command(command.name, command.help, options, handle, at_once=True, identified=False)


def _scope_of(options: Iterable[Option]) -> GameScope:
    return next(option.scope for option in options if option.scope is not None)


def _options(command: Command, complete: Mapping[str, Completer]) -> list[Option]:
    if command.scope is not None:
        complete = {GAME: game_completer(command.scope), **complete}
    return shared_options(command.parameters, **complete)
