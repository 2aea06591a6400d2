"""People who type commands and press buttons, with the real use cases and a database, without HTTP."""

from functools import cache
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
from discord import app_commands

from bot.discord.button_actions import BUTTON_ACTIONS
from bot.discord.client import TurnpostClient
from bot.discord.commands import absences
from bot.discord.formatting.pictures import DiscordPictures
from bot.discord.interaction.components import NO_GAME, ButtonState
from bot.service.facade import Service
from bot.service.values.request import Person
from engines.registry import ENGINES
from tests.discord import saying
from tests.discord.fake_discord import FakeDiscord
from tests.discord.fake_interaction import FakeInteraction, buttons
from tests.service.actors import ACCOUNTS, HERE, KNOWN

_ids = count(7_000_000)


@cache
def _tree() -> app_commands.CommandTree[Any]:
    """The commands, built once for all tests: that takes longer than most tests."""
    return TurnpostClient(ENGINES).tree


class Guests:
    """Types commands and presses buttons as any person, in the channel `HERE` or in direct messages."""

    def __init__(self, service: Service, pictures: DiscordPictures) -> None:
        self.service = service
        self._pictures = pictures
        self._tree = _tree()
        self.discord = FakeDiscord()
        """Answers who is a member of a server."""
        self.guild: Any = None
        """The server as the client knows it."""
        self.discord.names = {ACCOUNTS[person.id]: person.name for person in KNOWN}

    def interaction(
        self, person: Person, *, direct: bool = False, manager: bool = False, **more: Any
    ) -> FakeInteraction:
        """The interaction that Discord sends when this person does something."""
        interaction = FakeInteraction(self.service, direct=direct, pictures=self._pictures, **more)
        interaction.id = next(_ids)
        interaction.user = SimpleNamespace(id=ACCOUNTS[person.id], display_name=person.name)
        if not direct:
            interaction.guild_id, interaction.channel_id = HERE.guild_id, HERE.channel_id
            if self.guild is not None:
                interaction.guild = self.guild
        interaction.permissions = discord.Permissions(manage_guild=manager)
        interaction.client.fetch_guild = self.discord.client.fetch_guild
        interaction.client.get_partial_messageable = self.discord.client.get_partial_messageable
        interaction.client.get_guild = self.discord.client.get_guild
        interaction.client.button_actions = dict(BUTTON_ACTIONS)
        interaction.client.ask_back = absences.ask_back
        return interaction

    async def type(
        self, person: Person, command: str, *, direct: bool = False, manager: bool = False, **options: Any
    ) -> FakeInteraction:
        """Type a command such as ``game show`` with its options as parameters. Returns its interaction.

        `manager`: the person may manage the server.
        """
        found = self._command(command)
        interaction = self.interaction(person, direct=direct, manager=manager)
        interaction.command = found
        given = {name: options.get(name) for name in found._params}
        await found._callback(interaction, **given)  # type: ignore[call-arg, arg-type]
        return interaction

    async def complete(
        self, person: Person, command: str, option: str, typed: str, *, manager: bool = False, **others: Any
    ) -> dict[str, Any]:
        """The choices offered while an option is typed: the values by their labels."""
        parameter = self._command(command)._params[option]
        namespace = list({**others, option: typed}.items())
        interaction = self.interaction(person, manager=manager, namespace=namespace)
        assert callable(parameter.autocomplete)
        offered = {choice.name: choice.value for choice in await parameter.autocomplete(interaction, typed)}
        saying.note(f"{command} {option}:{typed}", offered)
        return offered

    async def press(
        self,
        person: Person,
        state: ButtonState,
        *values: str,
        manager: bool = False,
        direct: bool = False,
    ) -> FakeInteraction:
        """Press a button or, with values, choose in a select."""
        interaction = self.interaction(person, manager=manager, direct=direct)
        if values:
            select = state.select("Choose", [])
            select.item._values = list(values)
            await select.callback(interaction)  # type: ignore[arg-type]
        else:
            await state.button("Press").callback(interaction)  # type: ignore[arg-type]
        return interaction

    def _command(self, name: str) -> app_commands.Command[Any, Any, Any]:
        first, *rest = name.split()
        found: Any = self._tree.get_command(first)
        for part in rest:
            found = found.get_command(part)
        assert isinstance(found, app_commands.Command)
        return found


def text_of(interaction: FakeInteraction) -> str:
    """All texts of the answers."""
    return "\n".join(result.text for result in interaction.sent)


def ways(interaction: FakeInteraction) -> dict[str, str]:
    """The custom ids of the buttons and selects of the last answer, by their labels."""
    return buttons(interaction.sent[-1].content["view"])


def files_of(interaction: FakeInteraction) -> list[str]:
    """The names of the files that came with the last answer."""
    content = interaction.sent[-1].content
    return [file.filename for file in content.get("attachments", content.get("files", []))]


def user(person: Any, *, bot: bool = False) -> discord.User:
    """The user object that Discord sends for an option that names a person."""
    data = {"id": str(ACCOUNTS[person.id]), "username": person.name, "discriminator": "0", "avatar": None}
    return discord.User(state=None, data={**data, "bot": bot})  # type: ignore[arg-type]


def draft(interaction: FakeInteraction) -> ButtonState:
    """The state of the button that carries out a proposed act."""
    number = buttons(interaction.sent[-1].content["view"])["Do it"]
    return ButtonState("admin", NO_GAME, payload=number.split(":")[-1])
