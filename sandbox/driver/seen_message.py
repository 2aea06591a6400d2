"""A message as a person sees it, as values for tests."""

from sandbox.compose import controls
from sandbox.compose.layout import walk_components
from sandbox.core import Core
from sandbox.encoding import Json
from sandbox.world.entities import LOADING, Attachment, Message


class SeenMessage:
    """A message as it is now, later edits included. Two are equal if they are the same message."""

    def __init__(self, core: Core, message: Message) -> None:
        self._core = core
        self.raw = message
        """The message itself."""
        self.id, self.channel_id = message.id, message.channel_id
        self.ephemeral = message.ephemeral
        """Whether one person alone sees it."""

    def __repr__(self) -> str:
        return f"<message {self.id} by {self.author}: {self.text[:80]!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeenMessage) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def author(self) -> str:
        """The name of the message's author."""
        return self._core.world.users[self.raw.author_id].name

    @property
    def content(self) -> str:
        """The text beside components."""
        return self.raw.content

    @property
    def text(self) -> str:
        """Everything that can be read: content and text components, one below the other."""
        texts = (one["content"] for one in self.components if one["type"] == controls.TEXT)
        return "\n".join(part for part in (self.raw.content, *texts) if part)

    @property
    def components(self) -> list[Json]:
        """All components, nested ones included, in Discord's form."""
        return list(walk_components(self.raw.components))

    @property
    def buttons(self) -> list[Json]:
        """The buttons in Discord's form."""
        return [one for one in self.components if one["type"] == controls.BUTTON]

    @property
    def labels(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [one.get("label", "") for one in self.buttons if not one.get("disabled")]

    @property
    def selects(self) -> list[Json]:
        """The selects in Discord's form."""
        return [one for one in self.components if one["type"] in controls.SELECTS]

    @property
    def files(self) -> list[Attachment]:
        """All files, shown in components or apart."""
        return self.raw.attachments

    @property
    def alt_texts(self) -> list[str]:
        """The descriptions of all pictures."""
        galleries = (one["items"] for one in self.components if one["type"] == controls.GALLERY)
        texts = [item.get("description") for items in galleries for item in items]
        return [text for text in (*texts, *(file.description for file in self.raw.attachments)) if text]

    @property
    def loading(self) -> bool:
        """Whether it shows that the bot is thinking."""
        return bool(self.raw.flags & LOADING)

    @property
    def edited(self) -> bool:
        """Whether it was edited."""
        return self.raw.edited_at is not None

    @property
    def gone(self) -> bool:
        """Whether it was deleted."""
        return self._core.world.message(self.raw.channel_id, self.raw.id) is None

    @property
    def mentions(self) -> list[str]:
        """The names of the people that it pings."""
        return [self._core.world.users[one].name for one in self.raw.mentions]

    @property
    def thread_id(self) -> int | None:
        """The thread that grew from it."""
        return self.raw.thread_id

    async def file(self, index: int = 0) -> bytes:
        """The bytes of a file. Raises LookupError if it is not there."""
        data = await self._core.world.storage.file(self.raw.attachments[index].path)
        if data is None:
            raise LookupError(f"the file {self.raw.attachments[index].filename} is gone")
        return data

    def custom_id(self, wanted: str, kinds: tuple[int, ...]) -> str:
        """The custom_id of the first control with this custom_id, label or placeholder (or its beginning).

        Raises LookupError, which lists the controls.
        """
        controls_here = [one for one in self.components if one["type"] in kinds and one.get("custom_id")]
        for exact in (True, False):
            found = [one for one in controls_here if any(_fits(name, wanted, exact) for name in _names(one))]
            if found:
                return str(found[0]["custom_id"])
        listed = ", ".join(repr(name) for one in controls_here for name in _names(one)) or "none"
        raise LookupError(f"no control {wanted!r} in {self!r}; there are: {listed}")

    def values(self, custom_id: str, wanted: tuple[str, ...]) -> list[str]:
        """The values of a select's options, named by value or label."""
        select = next(one for one in self.selects if one["custom_id"] == custom_id)
        by_label = {option["label"]: option["value"] for option in select.get("options") or ()}
        known = set(by_label.values())
        return [one if one in known else by_label.get(one, one) for one in wanted]


def _names(component: Json) -> list[str]:
    names = [component.get("custom_id"), component.get("label"), component.get("placeholder")]
    return [name for name in names if isinstance(name, str)]


def _fits(name: str, wanted: str, exact: bool) -> bool:
    return name == wanted if exact else name.startswith(wanted)
