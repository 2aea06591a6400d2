"""The context of an act on one game."""

from random import Random

from bot.service.admin.operator import Operator
from bot.service.game.live import LiveGame
from bot.service.log.event_types import EventType
from bot.service.values.refused import Refused
from engines.contract import Seat, Value


class ActContext:
    """The locked game, the operator, and what the plan and the notifications need."""

    def __init__(self, live: LiveGame, operator: Operator, rng: Random, *, insider: bool) -> None:
        self.live = live
        self.rng = rng
        self.operator = operator
        self.insider = insider
        """Whether the game's secrets must be kept from the operator (`Operator.is_insider`)."""
        self.warnings: list[str] = []
        self.blind = False
        """Whether a dry run must not show the changes, because they may show something hidden."""
        self.played = False
        """Whether the position, the clock or the players changed."""
        self.expired = False
        """Whether a deadline was processed."""
        self.newcomer: Seat | None = None
        """The seat that was given to somebody else."""

    def note(self, line: str, summary_line: str = "", data: Value | None = None) -> None:
        """Log the act; `summary_line` is shown on the next card."""
        person = self.operator.person
        self.live.note(EventType.ADMIN, line, person=person, data=data, summary_line=summary_line or None)

    def who(self, seat: Seat) -> str:
        """A seat with its player: ``Ann (White)``."""
        name, player = self.live.seat_name(seat), self.live.player_in(seat)
        return name if player.forgotten_at is not None else f"{player.name} ({name})"

    def require(self, *statuses: str) -> None:
        """Raises Refused unless the game has one of these statuses."""
        row = self.live.row
        if row.status in statuses:
            return
        match row.status:
            case "lobby":
                raise Refused("not_started", f"Game {row.code} has not started yet.")
            case "paused":
                raise Refused("paused", f"Game {row.code} is paused: `resume` lets it go on.")
            case "active":
                raise Refused("running", f"Game {row.code} is running.")
            case _:
                way_back = "." if row.state is None else ": `rollback` brings it back."
                raise Refused("game_over", f"Game {row.code} is over{way_back}")
