"""Forums: what a game's post there needs."""

import discord

from bot.discord.formatting.markdown import plain
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused

NEEDED = ("view_channel", "send_messages", "attach_files", "send_messages_in_threads")
"""Permissions without which a game cannot be posted in a forum."""


def tags(forum: discord.ForumChannel, summary: GameSummary | None) -> list[discord.ForumTag]:
    """The forum's tag with the game's title; without one, its first tag if it requires one, else none."""
    usable = _usable(forum)
    named = [] if summary is None else [summary.title.casefold(), summary.key.casefold()]
    fitting = [tag for tag in usable if tag.name.casefold() in named]
    return (fitting or (usable if forum.flags.require_tag else []))[:1]


def check(forum: discord.ForumChannel) -> None:
    """Raises Refused for a forum that requires a tag for each post and has none that the bot may use."""
    if forum.flags.require_tag and not _usable(forum):
        wants = f"The forum {plain(forum.name)} wants a tag on every post, and has none that I may set"
        raise Refused("no_tag", f"{wants}: whoever manages it must add one, or let me manage posts.")


def _usable(forum: discord.ForumChannel) -> list[discord.ForumTag]:
    # Where another process serves the server, nothing is known of the bot's rights there.
    me: discord.Member | None = forum.guild.me
    moderating = me is not None and forum.permissions_for(me).manage_threads
    return [tag for tag in forum.available_tags if moderating or not tag.moderated]
