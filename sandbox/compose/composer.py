"""A message's body from what the bot sent: checked, resolved, ready to be posted or to replace another."""

import copy
from collections.abc import Callable
from dataclasses import dataclass, field

from sandbox import limits
from sandbox.compose.files import MessageFiles, Upload, attach
from sandbox.compose.layout import check_components, texts_of
from sandbox.compose.mentions import Mentions, check_allowed, find_mentions
from sandbox.encoding import Json, snowflake
from sandbox.errors import ApiError, FormNode, Path
from sandbox.world import entities
from sandbox.world.entities import Attachment, Channel, Message
from sandbox.world.payloads import Payloads
from sandbox.world.world import World

_SENDER_FLAGS = entities.SUPPRESS_NOTIFICATIONS | entities.COMPONENTS_V2 | entities.EPHEMERAL
_MISSING = ("embeds", "message_reference", "poll", "sticker_ids")
"""Fields of Discord's messages that the sandbox does not support."""


@dataclass
class Body:
    """The contents of a message."""

    content: str
    components: list[Json]
    attachments: list[Attachment]
    flags: int
    mentions: Mentions
    new_files: list[tuple[Attachment, bytes]] = field(default_factory=list)


class Composer:
    """Applies Discord's rules for messages."""

    def __init__(self, world: World, payloads: Payloads, on_file: Callable[[str, bytes], None]) -> None:
        """`on_file` is called with the path and bytes of every file that is kept."""
        self._world = world
        self._payloads = payloads
        self._on_file = on_file

    def compose(
        self,
        payload: Json,
        uploads: list[Upload],
        channel: Channel,
        *,
        base: Message | None = None,
        path: Path = (),
    ) -> Body:
        """The body of a new message, or of `base` after an edit: what `payload` does not name stays.

        Raises ApiError 50035 with the places of all faults, or 50006 if nothing would be shown.
        """
        form = FormNode(copy.deepcopy(payload), path)
        content = payload.get("content", base.content if base else "")
        form.optional_text("content", limits.CONTENT)
        attachments, new_files = self._attachments(form, uploads, base)
        listed = attachments if payload.get("attachments") is not None else [file for file, _ in new_files]
        message_files = MessageFiles(attachments, listed, self._payloads.file_url)
        flags = self._flags(form, base)
        v2 = bool(flags & entities.COMPONENTS_V2)
        components = base.components if base else []
        if "components" in payload:
            components = check_components(form, message_files, v2=v2)
        allowed = check_allowed(form)
        if v2 and content:
            form.add(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                "content",
            )
        for missing in _MISSING:
            if payload.get(missing):
                form.add("SANDBOX_UNSUPPORTED", "The sandbox does not have this.", missing)
        form.check()
        content = content or ""
        if not (components if v2 else content or attachments):
            raise ApiError(400, 50006, "Cannot send an empty message")
        text = texts_of(components) if v2 else content
        return Body(
            content=content,
            components=components,
            attachments=attachments,
            flags=flags,
            mentions=find_mentions(self._world, channel, text, allowed),
            new_files=new_files,
        )

    def apply(self, body: Body, message: Message) -> None:
        """Put a body into a message, keep its new files and let go of those that it no longer has."""
        for file, data in body.new_files:
            self._world.keep_file(file.path, data)
            self._on_file(file.path, data)
        staying = {file.id for file in body.attachments}
        for file in message.attachments:
            if file.id not in staying:
                self._world.drop_file(file.path)
        message.content = body.content
        message.components = body.components
        message.attachments = body.attachments
        message.flags = body.flags
        message.mentions = list(body.mentions.users)
        message.mention_everyone = body.mentions.everyone

    def _attachments(
        self, form: FormNode, uploads: list[Upload], base: Message | None
    ) -> tuple[list[Attachment], list[tuple[Attachment, bytes]]]:
        there = {file.id: file for file in base.attachments} if base else {}
        kept = list(there.values())
        texts: dict[int, str | None] = {}
        names: dict[int, str] = {}
        if form.get("attachments") is not None:
            kept = []
            numbers = {upload.number for upload in uploads}
            for entry in form.objects("attachments"):
                number = snowflake(entry.get("id"))
                description = entry.optional_text("description", limits.ALT_TEXT)
                if number in there:
                    kept.append(there[number])
                elif number in numbers:
                    texts[number] = description
                    names[number] = str(entry.get("filename") or "")
                else:
                    entry.add("ATTACHMENT_NOT_FOUND", "Attachment data not found")
        fresh = []
        for upload in uploads:
            named = Upload(upload.number, names.get(upload.number) or upload.filename, upload.data)
            file = attach(named, self._world.ids.next(), texts.get(upload.number))
            fresh.append((file, upload.data))
        everything = kept + [file for file, _ in fresh]
        form.length("attachments", len(everything), 0, limits.FILES)
        return everything, fresh

    def _flags(self, form: FormNode, base: Message | None) -> int:
        given = form.number("flags", 0, 2**31 - 1)
        if base is None:
            return (given or 0) & _SENDER_FLAGS
        if given is None:
            return base.flags
        # Components V2 cannot be taken back.
        return base.flags | given & entities.COMPONENTS_V2


def check_nonce(payload: Json) -> str | int | None:
    """The nonce of a message, if it has one. Raises ApiError 50035."""
    form, nonce = FormNode(payload), payload.get("nonce")
    if isinstance(nonce, str):
        form.optional_text("nonce", limits.NONCE)
        form.check()
    if nonce is not None and not isinstance(nonce, str | int):
        raise ApiError(400, 50035, "Invalid Form Body")
    return nonce
