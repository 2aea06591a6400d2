"""What a unit of work changes in a game, as far as cards and notices depend on it."""

from collections.abc import Sequence
from typing import Any

from bot.service.log.event_types import APPLIED, LEAVE_TYPES, EventType
from engines.contract import Seat, Step, StepSummary, Value


class Changes(Value, frozen=True):
    """What a unit of work changed in a game."""

    lines: tuple[str, ...]
    """The public events, a clause each (`summary_lines` of the payloads)."""
    step_summary: StepSummary | None
    """Replaces a slice of `lines` where a summary reads better."""
    other_lines: tuple[str, ...]
    """The lines outside that slice."""
    public: bool
    """Whether anything happened in public."""
    card_tells: bool
    """Whether more than marks changed in public: a new card tells of it, or the newest (`extends_card`)."""
    extends_card: bool
    """Whether the newest card is extended: it follows a period of many actions."""
    starts_period: bool = False
    """Whether a deadline for a new clock period was set."""
    requests: frozenset[tuple[Seat, str]] = frozenset()
    """The seats that must answer a request made in this unit of work, each with the request."""
    off_turn: bool = False
    """Whether anything but the game's own actions happened in public."""
    took_back: bool = False
    """Whether its actor took back own actions, in public."""

    @property
    def newly_asked(self) -> tuple[Seat, ...]:
        """The seats that must answer a request made in this unit of work."""
        return tuple(sorted({seat for seat, _ in self.requests}))


class ChangeRecorder:
    """Notes the changes as they happen."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        """The public events so far, a clause each."""
        self._own_lines: list[tuple[int, str]] = []
        """Events that only the actor may know, each with the number of public ones before it."""
        self.public = False
        """See `Changes`, as for `off_turn` and `took_back`."""
        self.off_turn = False
        self.took_back = False
        self._card_tells = False
        self._step_summary: StepSummary | None = None
        self._summarized = slice(0)
        """The slice of `lines` that the step's summary replaces."""

    def event(self, kind: EventType, *, marks_only: bool) -> None:
        """Note a public event."""
        self.public = True
        if not marks_only:
            self._card_tells = True
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
        """Note what an action brought, a clause each, and whether everybody may know it or only its actor."""
        first = len(self.lines)
        for line, public in told:
            if public:
                self.lines.append(line)
            else:
                self._own_lines.append((len(self.lines), line))
        if step.summary is not None:
            self._step_summary = step.summary
            self._summarized = slice(first, len(self.lines))

    def changes(
        self, requests: frozenset[tuple[Seat, str]], *, keeps_card: bool, starts_period: bool
    ) -> Changes:
        """The changes so far, with these new requests.

        `keeps_card`: whether the position leaves the newest card as it is, but for what is added to it.
        """
        other_lines = list(self.lines)
        del other_lines[self._summarized]
        return Changes(
            lines=tuple(self.lines),
            step_summary=self._step_summary,
            other_lines=tuple(other_lines),
            public=self.public,
            card_tells=self._card_tells,
            extends_card=keeps_card and not self.off_turn and not requests,
            starts_period=starts_period,
            requests=requests,
            off_turn=self.off_turn,
            took_back=self.took_back,
        )
