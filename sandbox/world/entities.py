"""The things of the sandbox's world, as they are stored. Ids are integers, times seconds since 1970."""

from typing import Final, Literal

import msgspec

from sandbox.encoding import Json

TEXT_CHANNEL: Final = 0
DM_CHANNEL: Final = 1
PUBLIC_THREAD: Final = 11
FORUM_CHANNEL: Final = 15
REQUIRE_TAG: Final = 1 << 4
"""The flag of a forum whose posts need a tag."""

PLAIN_MESSAGE: Final = 0
THREAD_CREATED_MESSAGE: Final = 18
REPLY_MESSAGE: Final = 19
COMMAND_MESSAGE: Final = 20
THREAD_STARTER_MESSAGE: Final = 21

HAS_THREAD: Final = 1 << 5
EPHEMERAL: Final = 1 << 6
SUPPRESS_NOTIFICATIONS: Final = 1 << 12
LOADING: Final = 1 << 7
COMPONENTS_V2: Final = 1 << 15


class User(msgspec.Struct):
    """A person or the bot."""

    id: int
    name: str
    bot: bool = False
    dms_closed: bool = False


class Role(msgspec.Struct):
    """A role of a server; the one with the server's own id is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0
    managed: bool = False


class Member(msgspec.Struct):
    """A user in a server."""

    user_id: int
    joined_at: float
    roles: list[int] = []


class Guild(msgspec.Struct):
    """A server."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role]
    members: dict[int, Member]


class Overwrite(msgspec.Struct):
    """The permissions that a channel allows or denies a role (kind 0) or a member (kind 1)."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0


class Tag(msgspec.Struct):
    """A tag that posts of a forum can have."""

    id: int
    name: str
    moderated: bool = False
    """Whether only moderators may set it."""


class Thread(msgspec.Struct):
    """The fields of a thread that other channels do not have."""

    owner_id: int
    created_at: float
    archived_at: float
    members: dict[int, float]
    """When each member joined."""
    archived: bool = False
    locked: bool = False
    archive_minutes: int = 1440
    messages: int = 0
    applied_tags: list[int] = []
    """The tags of a post in a forum."""


class Channel(msgspec.Struct):
    """A text channel, a forum, a thread or a DM."""

    id: int
    type: int
    name: str = ""
    guild_id: int | None = None
    parent_id: int | None = None
    topic: str | None = None
    position: int = 0
    recipients: list[int] = []
    """The ids of both sides of a DM."""
    overwrites: dict[int, Overwrite] = {}
    last_message_id: int | None = None
    thread: Thread | None = None
    tags: list[Tag] = []
    """The tags that a forum offers."""
    flags: int = 0

    @property
    def is_dm(self) -> bool:
        """Whether it is the DM of two users."""
        return self.type == DM_CHANNEL


class Attachment(msgspec.Struct):
    """A file of a message. Its bytes are kept apart, under `path`."""

    id: int
    filename: str
    size: int
    content_type: str
    path: str
    """The path below ``/attachments/``, which cannot be guessed."""
    width: int | None = None
    height: int | None = None
    description: str | None = None


class Reference(msgspec.Struct):
    """The message (or thread) that a message points to."""

    channel_id: int
    message_id: int | None = None
    guild_id: int | None = None


class Source(msgspec.Struct):
    """The interaction that a message answers."""

    interaction_id: int
    type: int
    user_id: int
    command: str | None = None
    """Full name of the slash command: ``roses drop``."""
    message_id: int | None = None
    """The message whose component was used."""
    followup: bool = False


class Message(msgspec.Struct):
    """A message."""

    id: int
    channel_id: int
    author_id: int
    created_at: float
    type: int = PLAIN_MESSAGE
    content: str = ""
    edited_at: float | None = None
    flags: int = 0
    mentions: list[int] = []
    mention_everyone: bool = False
    attachments: list[Attachment] = []
    components: list[Json] = []
    nonce: str | int | None = None
    reference: Reference | None = None
    source: Source | None = None
    thread_id: int | None = None
    only_for: int | None = None
    """The one person who sees it, if it is ephemeral."""

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return self.only_for is not None

    @property
    def is_silent(self) -> bool:
        """Whether it notifies no device."""
        return bool(self.flags & SUPPRESS_NOTIFICATIONS)

    @property
    def is_v2(self) -> bool:
        """Whether it consists of components alone (Components V2)."""
        return bool(self.flags & COMPONENTS_V2)


class Mail(msgspec.Struct):
    """A mail in a person's mailbox."""

    id: int
    person_id: int
    """The owner of the mailbox."""
    created_at: float
    raw: bytes
    """The mail as it went over the wire."""
    state: Literal["received", "sending", "sent", "refused"]
    """A mail that a person wrote is "sending" until every mail server has taken it or refused it."""
    read: bool = False


class Application(msgspec.Struct):
    """The bot's application."""

    id: int
    name: str
    bot_id: int
    owner_id: int
