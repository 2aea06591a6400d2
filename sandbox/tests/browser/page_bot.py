"""A small bot that shows the page everything it has to render."""

from __future__ import annotations

import asyncio
import io

import discord
from discord import app_commands, ui
from PIL import Image

ALT = "A red square on a white ground, as a board would be."
CELLS = ("d3", "d4", "e5")
NEXT_TO = {"d3": ("c3", "e4"), "d4": ("d5", "e5"), "e5": ("f6",)}
HOSTILE = (
    "<script>window.broken = 1</script> <img src=x onerror='window.broken = 1'> "
    '[click](javascript:window.broken=1) "><svg onload=window.broken=1>'
)


def board() -> discord.File:
    data = io.BytesIO()
    Image.new("RGB", (500, 641), "firebrick").save(data, "PNG")
    data.seek(0)
    return discord.File(data, "board.png", description=ALT)


class Press(ui.Button["Card"]):
    """Answers its presser alone."""

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{interaction.user.display_name} pressed", ephemeral=True)


class Choose(ui.Select["Card"]):
    """Tells everybody what was chosen."""

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{interaction.user.display_name} chose {self.values[0]}")


class Reorder(ui.Select["Card"]):
    """Tells everybody which two were chosen."""

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{' and '.join(sorted(self.values))} change places")


class Invite(ui.UserSelect[ui.LayoutView]):
    """Shows the chosen people as default values of the same select, in a message of its own."""

    async def callback(self, interaction: discord.Interaction) -> None:
        view = ui.LayoutView()
        view.add_item(ui.TextDisplay(f"{self.values[0].display_name} may come"))
        view.add_item(ui.ActionRow(Invite(placeholder="And who else", default_values=self.values)))
        await interaction.response.send_message(view=view)


class Card(ui.LayoutView):
    """A turn card: text, a picture, a button, selects."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        text: ui.TextDisplay[Card] = ui.TextDisplay("## The board\n**Your move** <t:4102444800:R>")
        gallery: ui.MediaGallery[Card] = ui.MediaGallery(
            discord.MediaGalleryItem("attachment://board.png", description=ALT)
        )
        options = [discord.SelectOption(label=cell, description=f"go to {cell}") for cell in CELLS]
        self.add_item(ui.Container(text, gallery, accent_colour=0xFFC247))
        self.add_item(
            ui.ActionRow(
                Press(label="Press", custom_id="press", style=discord.ButtonStyle.primary),
                Press(label="Spent", custom_id="spent", disabled=True),
            )
        )
        self.add_item(ui.ActionRow(Choose(custom_id="choose", placeholder="Choose a cell", options=options)))
        swap: ui.ActionRow[Card] = ui.ActionRow()
        swap.add_item(
            Reorder(custom_id="swap", placeholder="Swap two", options=options, min_values=2, max_values=2)
        )
        self.add_item(swap)
        self.add_item(ui.ActionRow(Invite(custom_id="invite", placeholder="Invite somebody")))


class Form(ui.Modal, title="Report"):
    """A modal with a required line and one that may stay empty."""

    what: ui.Label[Form] = ui.Label(
        text="What happened",
        description="In a few words",
        component=ui.TextInput(custom_id="what", min_length=3, max_length=40),
    )
    side: ui.Label[Form] = ui.Label(text="Side", component=ui.TextInput(custom_id="side", required=False))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.what.component, ui.TextInput)
        assert isinstance(self.side.component, ui.TextInput)
        side = self.side.component.value or "Nobody"
        await interaction.response.send_message(f"{side} reports: {self.what.component.value}")


class PageBot(discord.Client):
    """The small bot, with a command for each thing that the page renders."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            guild_ready_timeout=0.05,
        )
        self.tree = app_commands.CommandTree(self)
        self.narrowed: list[dict[str, object]] = []
        """For each autocompletion, the values that the options had."""
        self.leave = asyncio.Event()
        """Lets `/think` finish."""
        self._register_commands()

    async def setup_hook(self) -> None:
        await self.tree.sync()

    def _register_commands(self) -> None:
        group = app_commands.Group(name="piece", description="Move a piece")

        @group.command(name="step", description="Step to the cell beside it")
        @app_commands.describe(cell="From where", to="Where to", times="How often", loud="With a drum")
        async def step(
            interaction: discord.Interaction,
            *,
            cell: str,
            to: str,
            times: app_commands.Range[int, 1, 5] = 1,
            loud: bool = False,
            who: discord.Member | None = None,
        ) -> None:
            beside = f" beside {who.mention}" if who else ""
            drum = " with a drum" if loud else ""
            await interaction.response.send_message(
                f"{cell} to {to}, {times} times{drum}{beside}",
                allowed_mentions=discord.AllowedMentions.none(),
            )

        @step.autocomplete("cell")
        async def cells(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=f"{c} (yours)", value=c) for c in CELLS if c.startswith(typed)]

        @step.autocomplete("to")
        async def targets(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            result = dict(iter(interaction.namespace))
            self.narrowed.append(result)
            near = NEXT_TO.get(str(result.get("cell")), ())
            return [app_commands.Choice(name=c, value=c) for c in near if c.startswith(typed)]

        self.tree.add_command(group)

        @self.tree.command(name="card", description="Show the card")
        async def card(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(view=Card(), file=board())

        @self.tree.command(name="whisper", description="Say something to you alone")
        async def whisper(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(
                f"Only {interaction.user.display_name} knows", ephemeral=True
            )

        @self.tree.command(name="form", description="Fill in a form")
        async def form(interaction: discord.Interaction) -> None:
            await interaction.response.send_modal(Form())

        @self.tree.command(name="think", description="Think for a while")
        async def think(interaction: discord.Interaction) -> None:
            await interaction.response.defer(thinking=True)
            await self.leave.wait()
            await interaction.followup.send("I have thought")

        @self.tree.command(name="note", description="Get a direct message")
        async def note(interaction: discord.Interaction) -> None:
            await interaction.user.send(f"A note for {interaction.user.display_name}", file=board())
            await interaction.response.send_message("Sent", ephemeral=True)

        @self.tree.command(name="echo", description="Say hostile words")
        async def echo(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(HOSTILE)
