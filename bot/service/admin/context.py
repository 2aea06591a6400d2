"""An act under way on one game."""

from __future__ import annotations

from typing import Any

from bot.service.admin.operator import Operator
from bot.service.event_log import EventType
from bot.service.live import LiveGame
from bot.service.summaries import Refused
from engines.contract import Seat, Value


class ActContext:
    """The game that a transaction holds, who acts, and what there is to say about it."""

    def __init__(self, live: LiveGame, operator: Operator) -> None:
        self.live = live
        self.operator = operator
        self.words = ""
        """The act in a sentence."""
        self.warnings: list[str] = []
        self.blind = False
        """Whether what follows must not be seen before it is done: it shows something hidden, or may."""
        self.played = False
        """Whether the position or the clock changed, rather than what stands around them."""
        self.expired = False
        """Whether a deadline has done its work."""
        self.awaited: set[Seat] = set()
        """Seats whose people hear that they are awaited, although they were before."""
        self.newcomer: Seat | None = None
        """The seat in which somebody is new."""

    def note(self, line: str, summary_line: str = "", data: Value | None = None) -> None:
        """Put the act into the game's log and history, and on the next card."""
        self.live.append(
            EventType.ADMIN, person=self.operator.person, notation=line, public_notation=line, data=data
        )
        if summary_line:
            self.live.summary_lines.append(summary_line)

    def play(self, kind: EventType, seat: Seat, action: Any) -> None:
        """Let a seat do something, and the game what follows by itself. Raises Refused."""
        # Whoever must not know what follows would learn from a dry run more than from playing.
        self.blind |= self.operator.must_not_know(self.live)
        person = self.operator.person if kind == EventType.ACTION else None
        self.blind |= self.live.apply(kind, seat, action, person).reveals
        self.played = True

    def seat_name(self, seat: Seat) -> str:
        """A seat's name. Raises Refused if the game has no such seat."""
        names = self.live.engine.info.seat_names(len(self.live.row.seats))
        if not 0 <= seat < len(names):
            raise Refused("no_such_seat", f"There is no such seat; there are: {', '.join(names)}.")
        return names[seat]

    def require(self, *statuses: str) -> None:
        """Raises Refused where the game is in another state than these."""
        row = self.live.row
        if row.status in statuses:
            return
        match row.status:
            case "lobby":
                raise Refused("not_started", f"Game {row.code} has not started yet.")
            case "paused":
                raise Refused("paused", f"Game {row.code} is paused; let it go on first.")
            case "active":
                raise Refused("running", f"Game {row.code} is running.")
            case _:
                raise Refused("game_over", f"Game {row.code} is over.")
