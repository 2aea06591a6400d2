"""The players of the simulated weeks, their habits and settings, and their tables."""

from dataclasses import dataclass, field
from typing import Final

from bot.service.people.notice_settings import NoticeSettings


@dataclass
class Character:
    """A person with habits. All hours are in the person's own time zone."""

    name: str
    habit: str
    zone: str = "UTC"
    typed: dict[str, object] = field(default_factory=dict)
    settings: NoticeSettings = field(default_factory=NoticeSettings)


CAST: Final = (
    Character("Pia", "punctual", "Europe/Lisbon"),
    Character(
        "Sam",
        "slow",
        "Europe/Paris",
        {"quiet_hours": "21:37-7:13"},
        NoticeSettings(quiet_hours=(21 * 60 + 37, 7 * 60 + 13)),
    ),
    Character("Flo", "forgetful", "America/New_York", {"where": "dm"}, NoticeSettings(where="dm")),
    Character("Van", "vanished", "UTC"),
    Character("Mal", "malicious", "Europe/Berlin"),
    Character(
        "Vic",
        "vacation",
        "Asia/Tokyo",
        {"quiet_hours": "22:11-6:47", "when": "digest", "digest_at": "17:43"},
        NoticeSettings(when="digest", digest_at=17 * 60 + 43, quiet_hours=(22 * 60 + 11, 6 * 60 + 47)),
    ),
    Character(
        "Dot",
        "punctual",
        "Europe/Paris",
        {"where": "dm", "quiet_days": "sat, sun", "quiet_hours": "20:29-9:31"},
        NoticeSettings(where="dm", quiet_days=(5, 6), quiet_hours=(20 * 60 + 29, 9 * 60 + 31)),
    ),
    Character("Eve", "spectator", "UTC"),
)
PRIVATE: Final = ("21:37", "7:13", "17:43", "22:11", "6:47", "20:29", "9:31")
"""The times in people's private settings, as texts: they must appear in nobody else's messages."""
GAMES: Final[tuple[tuple[str, tuple[str, ...], dict[str, object]], ...]] = (
    ("roses", ("Pia", "Mal"), {"hours": 24}),
    ("flicflac", ("Sam", "Van"), {"hours": 24, "terms": "absence: substitute"}),
    ("tae", ("Mal", "Flo", "Vic"), {"hours": 48}),
    ("gods", ("Pia", "Mal", "Dot", "Sam"), {"hours": 24}),
    ("reef", ("Vic", "Pia", "Flo"), {"terms": "bank: 3 + 12"}),
    ("roses", ("Dot", "Mal"), {"terms": "bank: 3 + 6"}),
    ("flicflac", ("Mal", "Dot"), {"hours": 24, "terms": "zero: wait"}),
    ("roses", ("Flo", "Van"), {"hours": 0}),
)
