"""A person at the keyboard, and the answers to what they do."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Self, TypeAlias

from sandbox.compose import controls
from sandbox.driver.lookup import Lookup, Where
from sandbox.driver.seen_mail import SeenMail
from sandbox.driver.seen_message import SeenMessage
from sandbox.encoding import Json
from sandbox.interactions.interaction import Interaction as Record
from sandbox.mail.addresses import address_of
from sandbox.users.client import UserClient
from sandbox.users.interacting import UserInteractions
from sandbox.world.entities import Channel, User

Wait: TypeAlias = Literal["answer", "acknowledgement", "nothing"]


class Interaction:
    """What a person did, and what the bot has answered so far."""

    def __init__(self, lookup: Lookup, record: Record) -> None:
        self._lookup = lookup
        self.record = record

    def __repr__(self) -> str:
        name = self.record.command or self.record.custom_id
        return f"<interaction {name!r}: {self.record.state}>"

    @property
    def state(self) -> str:
        """``sent``, ``deferred``, ``thinking``, ``answered``, ``modal`` or ``failed``."""
        return self.record.state

    @property
    def failed(self) -> bool:
        """Whether the person was told that the bot did not answer."""
        return self.record.state == "failed"

    @property
    def messages(self) -> list[SeenMessage]:
        """The messages that answer the interaction, the oldest first."""
        found = [
            self._lookup.core.world.message(self.record.channel_id, one) for one in self.record.message_ids
        ]
        return [SeenMessage(self._lookup.core, message) for message in found if message is not None]

    @property
    def reply(self) -> SeenMessage:
        """The first message that answers the interaction, or else the message that was changed.

        Raises AssertionError if there is none.
        """
        if self.messages:
            return self.messages[0]
        if self.record.original_id is not None and self.record.callback != 9:
            found = self._lookup.core.world.message(self.record.channel_id, self.record.original_id)
            if found is not None:
                return SeenMessage(self._lookup.core, found)
        raise AssertionError(f"{self!r} has no reply; error: {self.record.error}")

    @property
    def modal(self) -> Json:
        """The form that the bot opened. Raises AssertionError if it did not."""
        if self.record.modal is None:
            raise AssertionError(f"{self!r} opened no modal")
        return self.record.modal

    @property
    def choices(self) -> list[Json]:
        """What autocomplete offered: ``[{"name": ..., "value": ...}]``."""
        return self.record.choices or []

    async def answered(self) -> Self:
        """Wait until the person has got an answer of some kind, a failure included."""
        await self._lookup.wait_for(lambda: self.record.settled, what=f"an answer to {self!r}")
        return self

    async def acknowledged(self) -> Self:
        """Wait until the bot has acknowledged the interaction, or it has failed."""
        await self._lookup.wait_for(
            lambda: self.record.state != "sent", what=f"an acknowledgement of {self!r}"
        )
        return self

    async def message(self, index: int) -> SeenMessage:
        """Wait for a message of the answer, by its index from 0."""
        return await self._lookup.wait_for(
            lambda: self.messages[index] if len(self.messages) > index else None,
            what=f"message {index} of {self!r}",
        )


class Person:
    """A person in the sandbox. Acts that Discord's client would not allow raise Refusal."""

    def __init__(self, lookup: Lookup, user: User) -> None:
        self._lookup = lookup
        self.user = user
        self.id, self.name = user.id, user.name
        self.mention = f"<@{user.id}>"
        self.address = address_of(user)
        """The address of the person's mailbox."""
        self.client = UserClient(lookup.core, lookup.uploads, user)
        self.interactions = UserInteractions(lookup.core, self.client)
        self._mails: dict[int, SeenMail] = {}
        """The mails read so far, by number: each is parsed once."""

    def __repr__(self) -> str:
        return f"<person {self.name}>"

    # -- commands --------------------------------------------------------------------------------------

    async def slash(
        self,
        command: str,
        options: Mapping[str, object] | None = None,
        *,
        channel: Where = "games",
        wait: Wait = "answer",
    ) -> Interaction:
        """Run a slash command with its subcommands: ``"roses drop"``. People and channels may be values."""
        name, *path = command.removeprefix("/").split()
        place = self._lookup.channel(channel)
        record = self.interactions.slash(place.id, name, path, self._plain(options))
        return await self._follow(record, wait)

    async def autocomplete(
        self,
        command: str,
        options: Mapping[str, object] | None = None,
        *,
        focused: str,
        channel: Where = "games",
    ) -> list[Json]:
        """The choices that the bot offers for the option `focused`, whose text so far is in `options`."""
        name, *path = command.removeprefix("/").split()
        place = self._lookup.channel(channel)
        record = self.interactions.autocomplete(place.id, name, path, self._plain(options), focused)
        return (await self._follow(record, "answer")).choices

    async def click(self, message: SeenMessage, button: str, *, wait: Wait = "answer") -> Interaction:
        """Press a button, named by its custom_id or label (or the beginning of one)."""
        custom_id = message.custom_id(button, (controls.BUTTON,))
        return await self._follow(self.interactions.click(message.id, custom_id), wait)

    async def select(
        self,
        message: SeenMessage,
        select: str,
        values: "str | Person | Sequence[str | Person]",
        *,
        wait: Wait = "answer",
    ) -> Interaction:
        """Choose in a select, named by its custom_id or placeholder; options by value or label, or people."""
        custom_id = message.custom_id(select, controls.SELECTS)
        several = (values,) if isinstance(values, str | Person) else values
        wanted = tuple(str(one.id) if isinstance(one, Person) else one for one in several)
        record = self.interactions.select(message.id, custom_id, message.values(custom_id, wanted))
        return await self._follow(record, wait)

    async def submit(self, opened: Interaction, values: Mapping[str, object]) -> Interaction:
        """Fill in the modal that `opened` has opened, by custom_id or label, and send it."""
        names = _field_names(opened.modal)
        by_id = {names.get(name, name): value for name, value in values.items()}
        record = self.interactions.submit(opened.record.id, self._plain(by_id))
        return await self._follow(record, "answer")

    # -- messages --------------------------------------------------------------------------------------

    async def send(
        self,
        text: str,
        *,
        channel: Where = "general",
        reply_to: SeenMessage | None = None,
        files: Sequence[bytes] = (),
    ) -> SeenMessage:
        """Write a message."""
        place = self._lookup.channel(channel)
        file_ids = [self._lookup.uploads.keep(f"file{index}.bin", data) for index, data in enumerate(files)]
        message = self.client.send(place.id, text, reply_to.id if reply_to else None, file_ids)
        await self._lookup.core.world.storage.flush()
        return SeenMessage(self._lookup.core, message)

    async def dm(self, text: str) -> SeenMessage:
        """Write to the bot in a DM."""
        return await self.send(text, channel=self.dm_channel)

    @property
    def dm_channel(self) -> Channel:
        """The DM with the bot."""
        return self.client.open_dm()

    @property
    def dms(self) -> list[SeenMessage]:
        """The messages in the DM with the bot, the oldest first."""
        return self._lookup.messages(self.dm_channel, self.client.sees)

    async def wait_for_dm(self, fits: Callable[[SeenMessage], bool]) -> SeenMessage:
        """Wait for a direct message of the bot that fits; the newest one."""

        def newest() -> SeenMessage | None:
            mine = [one for one in self.dms if one.author != self.name and not one.loading and fits(one)]
            return mine[-1] if mine else None

        return await self._lookup.wait_for(newest, what=f"a message to {self.name}")

    # -- mail ------------------------------------------------------------------------------------------

    @property
    def mails(self) -> list[SeenMail]:
        """The mails that have come into the mailbox, the oldest first."""
        mailbox = self._lookup.core.world.mailbox(self.id)
        received = [mail for mail in mailbox if mail.state == "received"]
        self._mails |= {mail.id: SeenMail(mail) for mail in received if mail.id not in self._mails}
        return [self._mails[mail.id] for mail in received]

    async def mail(
        self, text: str, *, to: str | None = None, subject: str = "", answers: SeenMail | None = None
    ) -> SeenMail:
        """Write a mail: to the bot, unless `to` or the mail that it answers says otherwise."""
        host = self._lookup.core.mail
        if host is None:
            raise AssertionError("this sandbox has no mailboxes")
        if answers is not None:
            to, subject = to or answers.reply_address, subject or f"Re: {answers.subject}"
        answered = None if answers is None else answers.raw
        written = host.write(self.user, to or host.bot_address, subject, text, answered)
        await self._lookup.core.world.storage.flush()
        return SeenMail(written)

    async def reply(self, mail: SeenMail, text: str) -> SeenMail:
        """Answer a mail as mail programs do: the text above, the quoted mail below it."""
        return await self.mail(f"{text}\n\nOn that day somebody wrote:\n{mail.quoted}", answers=mail)

    async def mailed(
        self,
        fits: Callable[[SeenMail], bool] = lambda _: True,
        *,
        after: SeenMail | None = None,
    ) -> SeenMail:
        """Wait for a mail that fits; the newest one."""

        def newest() -> SeenMail | None:
            fresh = (one for one in reversed(self.mails) if after is None or one.id > after.id)
            return next((one for one in fresh if fits(one)), None)

        return await self._lookup.wait_for(newest, what=f"a mail to {self.name}")

    def close_dms(self) -> None:
        """Take no DMs from the bot any more."""
        self.client.set_dms(closed=True)

    def open_dms(self) -> None:
        """Take DMs again."""
        self.client.set_dms(closed=False)

    def sees(self, message: SeenMessage) -> bool:
        """Whether the person sees a message."""
        return not message.gone and self.client.sees(message.raw)

    def _plain(self, values: Mapping[str, object] | None) -> dict[str, object]:
        return {name: self._plain_value(value) for name, value in (values or {}).items()}

    def _plain_value(self, value: object) -> object:
        if isinstance(value, Person | Channel):
            return str(value.id)
        if isinstance(value, bytes):
            return self._lookup.uploads.keep("file.bin", value)
        if isinstance(value, list | tuple):
            return [self._plain_value(one) for one in value]
        return value

    async def _follow(self, record: Record, wait: Wait) -> Interaction:
        interaction = Interaction(self._lookup, record)
        if wait == "answer":
            await interaction.answered()
        elif wait == "acknowledgement":
            await interaction.acknowledged()
        return interaction


def _field_names(modal: Json) -> dict[str, str]:
    return {label["label"]: label["component"]["custom_id"] for label in modal["components"]}
