"""What a unit of work changes in a game, as far as cards and notices depend on it."""

from collections.abc import Sequence
from typing import Any, Final

from bot.service.log.event_types import APPLIED, LEAVE_TYPES, EventType
from bot.service.values.payloads import HeadLine
from engines.contract import Step, StepSummary

_NO_LINES: Final = slice(0)


class Changes:
    """The changes so far, noted as they happen."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        """The public events, a clause each (`summary_lines` of the payloads)."""
        self.head_lines: list[HeadLine] = []
        """The lines among these that a card's head may repeat."""
        self._own_lines: list[tuple[int, str]] = []
        """Events that only the actor may know, each with the number of public ones before it."""
        self.public = False
        """Whether anything happened in public."""
        self.card_tells = False
        """Whether more than marks changed in public: a new card tells of it, or the newest is extended."""
        self.off_turn = False
        """Whether anything but the game's own actions happened in public."""
        self.took_back = ""
        """What a card that is kept says of own actions that its actor took back in public; empty: none."""
        self.retracted: tuple[str, ...] = ()
        """The lines of those actions, which such a card tells no more."""
        self.refused = False
        """Whether the game's place takes no card, so that everybody is told directly."""
        self.starts_period = False
        """Whether a deadline for a new clock period was set."""
        self.step_summary: StepSummary | None = None
        """Replaces a slice of `lines` where a summary reads better."""
        self._summarized = _NO_LINES

    @property
    def other_lines(self) -> tuple[str, ...]:
        """The lines outside the slice that `step_summary` replaces."""
        lines = list(self.lines)
        del lines[self._summarized]
        return tuple(lines)

    def public_event(self, kind: EventType, *, marks_only: bool) -> None:
        """Note an event that everybody may know."""
        self.public = True
        if not marks_only:
            self.card_tells = True
            # Acts of administrators and of the clock are not part of a turn: they get a separate card.
            self.off_turn |= kind not in APPLIED | LEAVE_TYPES and kind != EventType.UNDONE

    @property
    def own_lines(self) -> tuple[str, ...]:
        """All events as the actor may know them, in order; empty where everybody may know as much."""
        lines = list(self.lines) if self._own_lines else []
        for place, line in reversed(self._own_lines):
            lines.insert(place, line)
        return tuple(lines)

    def step(self, step: Step[Any], told: Sequence[tuple[str, bool]]) -> None:
        """Note the effects of an action, each as a clause, and whether everybody may know it."""
        first = len(self.lines)
        for line, public in told:
            if public:
                self.lines.append(line)
            else:
                self._own_lines.append((len(self.lines), line))
        if step.summary is not None:
            self.step_summary = step.summary
            self._summarized = slice(first, len(self.lines))

    def replace_lines(self, *lines: str) -> None:
        """Replace everything that was noted by these lines."""
        self.lines, self._own_lines = list(lines), []
        self.step_summary, self._summarized = None, _NO_LINES
