"""The values of columns that hold one of a few words."""

from typing import Final, Literal, TypeAlias

Theme: TypeAlias = Literal["dark", "light"]
"""The theme of a person's pictures."""
Confirm: TypeAlias = Literal["always", "weighty", "never"]
"""Which actions a person confirms before they are done: `bot.service.play.previews`."""
Status: TypeAlias = Literal["lobby", "active", "paused", "finished", "abandoned"]
"""The status of a game."""
LOBBY: Final[tuple[Status, ...]] = ("lobby",)
RUNNING: Final[tuple[Status, ...]] = ("active", "paused")
UNFINISHED: Final[tuple[Status, ...]] = (*LOBBY, *RUNNING)
OVER: Final[tuple[Status, ...]] = ("finished", "abandoned")
EVERY: Final[tuple[Status, ...]] = (*UNFINISHED, *OVER)
Dropped: TypeAlias = Literal["missed", "superseded", "gathered", "obsolete"]
"""Why a delivery was given up. `missed`: it was refused or cannot be read, and somebody misses it;
`superseded`: a newer one replaces it; `gathered`: another one told of it; `obsolete`: nobody needs it, or
can get it."""
InvitationStatus: TypeAlias = Literal["open", "accepted", "declined", "expired", "withdrawn"]
