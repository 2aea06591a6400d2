"""The options of a slash command as a person fills them in, checked as Discord's client checks them."""

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sandbox import limits
from sandbox.commands import definitions
from sandbox.encoding import Json, snowflake
from sandbox.errors import Refusal
from sandbox.world.entities import Channel, Guild
from sandbox.world.world import World

_NESTED: Final = (definitions.SUBCOMMAND, definitions.GROUP)


@dataclass
class Filled:
    """A slash command as it goes to the bot."""

    command: Json
    path: tuple[str, ...]
    options: list[Json]
    """The values, without the subcommands around them."""
    users: list[int] = field(default_factory=list)
    channels: list[int] = field(default_factory=list)
    roles: list[int] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    """Ids of uploaded files."""

    @property
    def full_name(self) -> str:
        """The name with the subcommands: ``roses drop``."""
        return " ".join((str(self.command["name"]), *self.path))

    def nested(self) -> list[Json]:
        """The options with the subcommands around them."""
        inner, options = self.options, self.command["options"]
        kinds = []
        for name in self.path:
            option = next(one for one in options if one["name"] == name)
            kinds.append(option["type"])
            options = option.get("options") or []
        for name, kind in zip(reversed(self.path), reversed(kinds), strict=True):
            inner = [{"name": name, "type": kind, "options": inner}]
        return inner


class Form:
    """The form of one command in one place."""

    def __init__(self, world: World, command: Json, path: Sequence[str], guild: Guild | None) -> None:
        """The form of the subcommand at `path`. Raises Refusal if there is none."""
        self._world = world
        self._command = command
        self._path = tuple(path)
        self._guild = guild
        self._options = {str(option["name"]): option for option in _fields(command, self._path)}

    def fill(self, values: Mapping[str, object]) -> Filled:
        """A complete call. Raises Refusal for values that the client would not send."""
        self._refuse_unknown(values)
        for name, option in self._options.items():
            if option.get("required") and values.get(name) is None:
                raise Refusal("missing_option", f"The option “{name}” is required.", name)
        filled = Filled(self._command, self._path, [])
        for name, value in values.items():
            if value is not None:
                self._add(filled, name, value)
        return filled

    def half_filled(self, values: Mapping[str, object], focused: str) -> Filled:
        """A call in the making, as autocomplete gets it: the valid values so far, and the text typed."""
        self._refuse_unknown((*values, focused))
        option = self._options[focused]
        if not option.get("autocomplete"):
            raise Refusal("bad_request", f"The option “{focused}” has no autocomplete.", focused)
        filled = Filled(self._command, self._path, [])
        for name, value in values.items():
            if name != focused and value is not None:
                with contextlib.suppress(Refusal):
                    self._add(filled, name, value)
        typed = values.get(focused)
        text = "" if typed is None else str(typed)
        filled.options.append({"name": focused, "type": option["type"], "value": text, "focused": True})
        return filled

    def _refuse_unknown(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self._options:
                listed = ", ".join(self._options) or "none"
                raise Refusal("unknown_option", f"There is no option “{name}”; there are: {listed}.", name)

    def _add(self, filled: Filled, name: str, value: object) -> None:
        option = self._options[name]
        sent = self._value(option, value, filled)
        filled.options.append({"name": name, "type": option["type"], "value": sent})

    def _value(self, option: Json, value: object, filled: Filled) -> object:
        name = str(option["name"])
        kind = option["type"]
        choices = option.get("choices") or []
        if choices:
            for choice in choices:
                if value == choice["value"] or value == choice["name"]:
                    return choice["value"]
            listed = ", ".join(str(choice["name"]) for choice in choices)
            raise Refusal("not_a_choice", f"“{name}” is one of: {listed}.", name)
        if kind == definitions.STRING:
            return _text(option, value)
        if kind in (definitions.INTEGER, definitions.NUMBER):
            return _number(option, value)
        if kind == definitions.BOOLEAN:
            if isinstance(value, bool):
                return value
            raise Refusal("wrong_type", f"“{name}” is true or false.", name)
        return self._thing(option, value, filled)

    def _thing(self, option: Json, value: object, filled: Filled) -> str:
        name = str(option["name"])
        kind = option["type"]
        if kind == definitions.FILE:
            filled.files.append(str(value))
            return str(value)
        number = snowflake(value)
        if number is None:
            raise Refusal("wrong_type", f"“{name}” is a person, channel or role.", name)
        if kind == definitions.USER and number in self._world.users:
            filled.users.append(number)
            return str(number)
        if kind == definitions.ROLE and self._guild is not None and number in self._guild.roles:
            filled.roles.append(number)
            return str(number)
        channel = self._world.channels.get(number)
        if kind == definitions.CHANNEL and channel is not None and self._fits(channel, option):
            filled.channels.append(number)
            return str(number)
        raise Refusal("wrong_type", f"There is nothing here that fits “{name}”.", name)

    def _fits(self, channel: Channel, option: Json) -> bool:
        kinds = option.get("channel_types")
        here = self._guild is not None and channel.guild_id == self._guild.id
        return here and (not kinds or channel.type in kinds)


def _fields(command: Json, path: tuple[str, ...]) -> list[Json]:
    options: list[Json] = command.get("options") or []
    for name in path:
        found = next((one for one in options if one["name"] == name and one["type"] in _NESTED), None)
        if found is None:
            listed = ", ".join(str(one["name"]) for one in options if one["type"] in _NESTED) or "none"
            raise Refusal("unknown_command", f"/{command['name']} has no “{name}”; there are: {listed}.")
        options = found.get("options") or []
    if any(one["type"] in _NESTED for one in options):
        listed = ", ".join(str(one["name"]) for one in options)
        raise Refusal("unknown_command", f"/{command['name']} needs one of: {listed}.")
    return options


def _text(option: Json, value: object) -> str:
    name = str(option["name"])
    if not isinstance(value, str):
        raise Refusal("wrong_type", f"“{name}” is a text.", name)
    low = option.get("min_length") or 0
    high = option.get("max_length") or limits.STRING_OPTION
    if not max(low, 1) <= len(value) <= high:
        raise Refusal("out_of_range", f"“{name}” has {max(low, 1)} to {high} characters.", name)
    return value


def _number(option: Json, value: object) -> int | float:
    name = str(option["name"])
    whole = option["type"] == definitions.INTEGER
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        raise Refusal("wrong_type", f"“{name}” is a {'whole ' if whole else ''}number.", name)
    low = option.get("min_value", -limits.WHOLE_NUMBER)
    high = option.get("max_value", limits.WHOLE_NUMBER)
    if not low <= value <= high:
        raise Refusal("out_of_range", f"“{name}” is a number from {low} to {high}.", name)
    return value
