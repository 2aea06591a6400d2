"""What may happen at any table of two beside the game itself: resigning, draw offers, a missed deadline.

Games of two seats keep a `MetaState` in their state and hand meta actions to it. Error codes: ``no_offer``,
``offer_stands``, ``not_late``, ``not_seated``.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import (
    Claim,
    Draw,
    ErrorCode,
    Event,
    Extend,
    IllegalAction,
    MetaAction,
    Outcome,
    Resign,
    Seat,
    TimeUp,
    Value,
    format_meta,
)


class Ending(Value, frozen=True):
    """Why a game of two is over and who won it."""

    why: str
    winner: Seat | None
    """None: a draw."""

    @property
    def ranks(self) -> tuple[int, int]:
        """The ranks of the two seats."""
        if self.winner is None:
            return (1, 1)
        return (1, 2) if self.winner == 0 else (2, 1)

    def outcome(self, text: str) -> Outcome:
        """The same as hosts show it, with its sentence."""
        return Outcome(ranks=self.ranks, why=self.why, text=text)


class MetaEvent(Event, frozen=True, tag="table"):
    """A meta action was made."""

    seat: Seat
    did: str
    """Its notation."""


class MetaState(Value, frozen=True):
    """The standing offer of a draw and the seats whose deadline has passed."""

    offer: Seat | None = None
    overdue: tuple[Seat, ...] = ()

    def actions(self, seat: Seat) -> Iterator[MetaAction]:
        """Every meta action that the seat may make while the game runs."""
        other = 1 - seat
        if self.offer is None:
            yield Draw("offer")
        elif self.offer == seat:
            yield Draw("withdraw")
        else:
            yield Draw("accept")
            yield Draw("decline")
        if other in self.overdue:
            yield Claim()
            yield Extend()
        yield Resign()

    def moved(self, seat: Seat) -> MetaState:
        """The table after an action of the game by this seat: its offer lapses, and it is late no more."""
        if self.offer != seat and seat not in self.overdue:
            return self
        return MetaState(
            offer=None if self.offer == seat else self.offer,
            overdue=tuple(late for late in self.overdue if late != seat),
        )

    def apply(
        self, seat: Seat, action: MetaAction, to_act: tuple[Seat, ...], names: tuple[str, ...]
    ) -> tuple[MetaState, Ending | None]:
        """The table after this action, and how the game ended if it did. Raises IllegalAction."""
        if seat not in (0, 1):
            raise IllegalAction(ErrorCode.NOT_SEATED, "That seat is not at this table.")
        other = 1 - seat
        match action:
            case Resign():
                return MetaState(), Ending("resignation", other)
            case TimeUp():
                if seat not in to_act or seat in self.overdue:
                    raise IllegalAction(ErrorCode.NOT_LATE, f"No deadline of {names[seat]} is running.")
                return MetaState(self.offer, (*self.overdue, seat)), None
            case Claim() | Extend():
                if other not in self.overdue:
                    raise IllegalAction(ErrorCode.NOT_LATE, f"{names[other]} has not missed a deadline.")
                if isinstance(action, Claim):
                    return MetaState(), Ending("timeout", seat)
                return MetaState(self.offer, tuple(late for late in self.overdue if late != other)), None
            case Draw():
                return self._draw(seat, action, names)

    def _draw(self, seat: Seat, draw: Draw, names: tuple[str, ...]) -> tuple[MetaState, Ending | None]:
        other = 1 - seat
        settled = MetaState(None, self.overdue)
        match draw.answer:
            case "offer":
                if self.offer == seat:
                    raise IllegalAction(ErrorCode.OFFER_STANDS, "Your offer of a draw stands already.")
                if self.offer == other:
                    raise IllegalAction(
                        ErrorCode.OFFER_STANDS, f"{names[other]} offers a draw already: accept or decline."
                    )
                return MetaState(seat, self.overdue), None
            case "withdraw":
                if self.offer != seat:
                    raise IllegalAction(ErrorCode.NO_OFFER, "You have not offered a draw.")
                return settled, None
            case "accept" | "decline":
                if self.offer != other:
                    raise IllegalAction(ErrorCode.NO_OFFER, f"{names[other]} has not offered a draw.")
                return settled, Ending("agreement", None) if draw.answer == "accept" else None
        raise IllegalAction(ErrorCode.NO_OFFER, "A draw is offered, accepted, declined or withdrawn.")


_CLAUSES: dict[str, str] = {
    "resign": "{name} gives the game up",
    "draw offer": "{name} offers a draw",
    "draw accept": "{name} accepts the draw",
    "draw decline": "{name} declines the draw",
    "draw withdraw": "{name} takes the offer of a draw back",
    "claim": "{name} claims the win on time",
    "extend": "{name} gives {other} more time",
    "time up": "{name} has missed the deadline",
}


def meta_event(seat: Seat, action: MetaAction) -> MetaEvent:
    """The event that an accepted meta action causes."""
    return MetaEvent(seat, format_meta(action))


def narrate_meta(event: MetaEvent, names: tuple[str, ...]) -> str:
    """A clause about it."""
    return _CLAUSES[event.did].format(name=names[event.seat], other=names[1 - event.seat])
