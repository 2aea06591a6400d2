"""One interaction and how far it has come."""

import secrets
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from sandbox.encoding import Json

COMMAND: Final = 2
COMPONENT: Final = 3
AUTOCOMPLETE: Final = 4
MODAL_SUBMIT: Final = 5

MESSAGE: Final = 4
DEFERRED_MESSAGE: Final = 5
DEFERRED_UPDATE: Final = 6
UPDATE: Final = 7
CHOICES: Final = 8
MODAL: Final = 9

State: TypeAlias = Literal["sent", "deferred", "thinking", "answered", "modal", "failed"]


@dataclass
class Interaction:
    """What a person did, and the bot's answers so far. It is kept as long as its token is valid."""

    id: int
    type: int
    user_id: int
    channel_id: int
    created_at: float
    """Seconds since 1970."""
    answer_by: float
    """The end of the time for the first answer, on the clock's `answer_time`."""
    data: Json
    command: str | None = None
    """Full name of the slash command."""
    option_type: int | None = None
    """Type of the option that autocomplete is for."""
    message_id: int | None = None
    """The message whose component was used (or whose component opened the modal)."""
    custom_id: str | None = None
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    state: State = "sent"
    callback: int | None = None
    """Type of the first answer."""
    original_id: int | None = None
    """The message that ``@original`` stands for."""
    message_ids: list[int] = field(default_factory=list)
    """The messages that answer the interaction, the first answer first."""
    modal: Json | None = None
    choices: list[Json] | None = None
    error: str | None = None

    @property
    def settled(self) -> bool:
        """Whether the person has got an answer of some kind."""
        return self.state in ("answered", "modal", "failed")
