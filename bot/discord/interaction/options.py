"""Structs become slash-command options, and slash-command options become structs."""

import asyncio
import inspect
import keyword
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import discord
import structlog
from discord import app_commands

from bot.discord.formatting.markdown import with_people
from bot.discord.interaction.context import Interaction, Request
from bot.discord.interaction.responder import CommandHandler, Options, Responder
from bot.discord.interaction.responding import respond
from bot.errors import DatabaseUnavailable
from bot.service.commands import Parameter
from bot.service.game.scope import GameScope
from bot.service.typed_fields import parameters_of
from bot.service.values.refused import Refused
from engines.contract import Value
from engines.wording import shorten

Completions: TypeAlias = Sequence[app_commands.Choice[Any]]
"""The choices to offer while an option is typed, best first; no more than 25 are shown."""


class Focus(NamedTuple):
    """The option being typed, and the values of the others."""

    name: str
    current: str
    options: Options


Completer: TypeAlias = Callable[[Request, Focus], Awaitable[Completions]]

SlashCommand: TypeAlias = app_commands.Command[Any, Any, Any]

MAX_CHOICES = 25
VALUE_LIMIT = 100
"""Characters of a choice's value, and of its label."""
_ANSWERED_WITHIN = 3.0
"""Seconds after which Discord takes no choices any more."""
_UNFORMATTED = str.maketrans("", "", "`*")
"""Removes Markdown, which a choice's label does not render."""


class Option(NamedTuple):
    """One option of a slash command."""

    name: str
    help: str
    annotation: Any
    """The Python type from which discord.py derives the option's type, range and choices."""
    required: bool = True
    complete: Completer | None = None
    scope: GameScope | None = None
    """The games that are candidates; only for the option that names a game."""


def shared_options(parameters: Iterable[Parameter], **complete: Completer) -> list[Option]:
    """The parameters common to all doors, as options; `complete`: completion handlers by name."""
    return [
        Option(one.name, one.help, _ranged(one.kind), one.required, complete.get(one.name), one.scope)
        for one in parameters
    ]


def _ranged(kind: Any) -> Any:
    """A parameter's type as discord.py reads it."""
    bounds = next(iter(getattr(kind, "__metadata__", ())), None)
    if bounds is None:
        return kind
    if kind.__origin__ is str:
        return app_commands.Range[str, bounds.min_length, bounds.max_length]
    return app_commands.Range[kind.__origin__, bounds.ge, bounds.le]


def fields_of(struct: type[Value], *, complete: Completer | None = None) -> list[Option]:
    """The fields of a struct as options.

    With `complete`, closed lists of values become free text with autocomplete, so that only legal values are
    offered. Raises TypeError for a field whose type Discord cannot show.
    """
    parameters = parameters_of(struct)
    if complete is None:
        return shared_options(parameters)
    origins = ((one, getattr(one.kind, "__origin__", one.kind)) for one in parameters)
    kinds = ((one, str if origin is Literal else origin) for one, origin in origins)
    return [
        Option(one.name, one.help, kind, one.required, None if kind is bool else complete)
        for one, kind in kinds
    ]


ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""Contexts of commands that work in servers and in direct messages with the bot."""
SERVER = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
"""The context of commands that work only in servers."""
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)
"""Only servers install the bot, not users."""


def build_command(
    name: str,
    help_text: str,
    options: Sequence[Option],
    handler: CommandHandler,
    *,
    contexts: app_commands.AppCommandContext = ANYWHERE,
    at_once: bool = False,
    identified: bool = True,
) -> SlashCommand:
    """A slash command whose options are data rather than a Python signature, and where it works.

    Discord knows contexts of groups only, so a subcommand in the wrong place is refused here. `at_once`:
    it is acknowledged before anything else. `identified`: its user is identified before its handler begins.
    """
    names = {_parameter(option.name): option.name for option in options}

    async def callback(interaction: Interaction, /, **values: Any) -> None:
        filled = {names[key]: storable(value) for key, value in values.items() if value is not None}

        async def handle(responder: Responder) -> None:
            if interaction.guild_id is None and not contexts.dm_channel:
                raise Refused("not_here", "That works in a server's channel, not in direct messages.")
            await handler(responder, filled)

        await respond(interaction, handle, at_once=at_once, identified=identified)

    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    rest = [
        inspect.Parameter(
            _parameter(option.name),
            inspect.Parameter.KEYWORD_ONLY,
            annotation=option.annotation,
            default=inspect.Parameter.empty if option.required else None,
        )
        for option in options
    ]
    callback.__signature__ = inspect.Signature([first, *rest])  # type: ignore[attr-defined] # read by discord.py
    if options:
        app_commands.describe(**{_parameter(o.name): o.help for o in options})(callback)
        app_commands.rename(**{key: value for key, value in names.items() if key != value})(callback)
        completers = {_parameter(o.name): _completing(o, o.complete) for o in options if o.complete}
        app_commands.autocomplete(**completers)(callback)
    return app_commands.Command(
        name=name,
        description=help_text,
        callback=callback,
        allowed_contexts=contexts,
        allowed_installs=INSTALLS,
    )


def group(
    name: str,
    help_text: str,
    *commands: SlashCommand | app_commands.Group,
    contexts: app_commands.AppCommandContext = ANYWHERE,
    permissions: discord.Permissions | None = None,
) -> app_commands.Group:
    """A command group. `permissions`: Discord shows it only to members with these; None: to everybody."""
    made = app_commands.Group(
        name=name,
        description=help_text,
        allowed_contexts=contexts,
        allowed_installs=INSTALLS,
        default_permissions=permissions,
        nsfw=False,
        guild_only=not contexts.dm_channel,
        auto_locale_strings=False,
    )
    for command in commands:
        made.add_command(command)
    return made


def _parameter(name: str) -> str:
    """An option's name as a Python parameter: keywords get an underscore."""
    return f"{name}_" if keyword.iskeyword(name) else name


def storable(value: Any) -> Any:
    """Typed text that every database can store: without NUL, lone surrogates replaced."""
    if not isinstance(value, str):
        return value
    return value.replace("\x00", "").encode(errors="replace").decode()


def _completing(option: Option, complete: Completer) -> Callable[..., Any]:
    """Autocomplete of an option. If it is refused, its only choice gives the reason."""
    name = option.name

    async def autocomplete(interaction: Interaction, current: Any) -> list[app_commands.Choice[Any]]:
        others = {
            key: storable(value)
            for key, value in interaction.namespace
            if key != name and value not in (None, "")
        }
        typed = "" if current is None else storable(str(current))
        context, loop = interaction.client.context, asyncio.get_running_loop()
        began, outcome = loop.time(), "fault"
        try:
            logged = structlog.contextvars.bound_contextvars(interaction=interaction.id)
            with context.requests.counted(), logged:
                async with context.completions:
                    if loop.time() - began > _ANSWERED_WITHIN:
                        outcome = "late"
                        return []
                    request = Request(interaction)
                    await request.identify()
                    choices = await complete(request, Focus(name, typed, others))
            outcome = "done"
        except Refused as refused:
            outcome = refused.code
            return _reason(refused, typed) if option.annotation is str else []
        except DatabaseUnavailable:
            outcome = "database_away"
            return []
        finally:
            context.observer.interaction("autocomplete", outcome, loop.time() - began)
        return list(choices)[:MAX_CHOICES]

    return autocomplete


def _reason(refused: Refused, typed: str) -> list[app_commands.Choice[Any]]:
    """The reason why there are no choices; a user who selects it submits the typed text, and is refused with
    the reason.
    """
    words = refused.sentence.translate(_UNFORMATTED)
    if refused.game is not None:
        words = with_people(words, refused.game, label=True)
    return [choice(words, typed[:VALUE_LIMIT] or "?")]


def choice(label: str, value: Any) -> app_commands.Choice[Any]:
    """A choice, its label within Discord's limit."""
    return app_commands.Choice(name=shorten(label, VALUE_LIMIT) or "…", value=value)
