"""Pictures as Discord attaches them."""

from io import BytesIO

import discord

from bot.discord.formatting.layouts import Picture
from bot.picture_service import PictureService, filename_of
from engines.contract import View
from render.contract import Frame
from render.registry import renderer_for


class DiscordPictures(PictureService):
    """The picture service of this door."""

    async def picture(self, key: str, view: View, frame: Frame) -> discord.File:
        """The picture of a view as a file with its alt text, ready to be sent."""
        drawn = await self.drawn(key, view, frame)
        return discord.File(BytesIO(drawn.png), filename=drawn.filename, description=drawn.alt)

    def caption(self, key: str, view: View, frame: Frame) -> Picture:
        """The file name and alt text of a picture that was sent before."""
        return Picture(filename_of(key, frame), renderer_for(key).alt(view, frame))
