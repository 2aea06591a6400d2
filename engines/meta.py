"""Actions of any two-seat game beside the game itself: resigning, draw offers, a missed deadline.

Games of two seats keep a `MetaState` in their state and pass meta actions to it. Error codes: ``no_offer``,
``offer_stands``, ``not_late``, ``not_seated``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NoReturn

from engines.contract import ErrorCode, IllegalAction, Outcome, Seat, SeatEvent, Step, Value
from engines.contract.action import Claim, Draw, Extend, MetaAction, Resign, TimeUp, format_meta
from engines.contract.values import StateT


class Ending(Value, frozen=True):
    """Why a game of two is over and who won it."""

    why: str
    winner: Seat | None
    """The winner's seat; None for a draw."""

    def outcome(
        self, names: tuple[str, ...], sentences: Mapping[str, str], scores: tuple[int, ...] | None = None
    ) -> Outcome:
        """This ending as an `Outcome`. `sentences`: for each ending, with ``{winner}`` and ``{loser}``."""
        ranks = {None: (1, 1), 0: (1, 2), 1: (2, 1)}[self.winner]
        winner, loser = names if self.winner == 0 else names[::-1]
        text = sentences[self.why].format(winner=winner, loser=loser)
        return Outcome(ranks=ranks, why=self.why, text=text, scores=scores)


class MetaEvent(SeatEvent, frozen=True, tag="table"):
    """A meta action was made."""

    did: str
    """The notation of the action."""

    @property
    def begins(self) -> Literal["draw"] | None:
        """What the event begins: ``draw`` for an offer of a draw."""
        return "draw" if self.did == format_meta(Draw("offer")) else None


class MetaState(Value, frozen=True):
    """The open draw offer and the seats whose deadline has passed."""

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
        """The table after an action of the game by this seat: its offer lapses, and it is no longer late.

        For a secret action only once everybody may know of it: an offer that lapses tells.
        """
        return MetaState(None if self.offer == seat else self.offer, self._overdue_but(seat))

    def apply(
        self, seat: Seat, action: MetaAction, names: tuple[str, ...]
    ) -> tuple[MetaState, Ending | None]:
        """The table after this action, and how the game ended if it did. Raises IllegalAction."""
        if seat not in (0, 1):
            raise IllegalAction(ErrorCode.NOT_SEATED, "That seat is not at this table.")
        other = 1 - seat
        if isinstance(action, TimeUp):
            if seat in self.overdue:
                raise IllegalAction(ErrorCode.NOT_LATE, f"No deadline of {names[seat]} is running.")
            return MetaState(self.offer, (*self.overdue, seat)), None
        if action not in self.actions(seat):
            self._refuse(seat, action, names[other])
        match action:
            case Resign():
                return MetaState(), Ending("resignation", other)
            case Claim():
                return MetaState(), Ending("timeout", seat)
            case Extend():
                return MetaState(self.offer, self._overdue_but(other)), None
            case Draw(answer="offer"):
                return MetaState(seat, self.overdue), None
            case Draw(answer=answer):
                agreed = Ending("agreement", None) if answer == "accept" else None
                return MetaState(None, self.overdue), agreed

    def _overdue_but(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(late for late in self.overdue if late != seat)

    def _refuse(self, seat: Seat, action: MetaAction, other: str) -> NoReturn:
        """Raise IllegalAction, which says why this seat cannot do that now; `other` names the other seat."""
        if not isinstance(action, Draw):
            raise IllegalAction(ErrorCode.NOT_LATE, f"{other} has not missed a deadline.")
        match action.answer:
            case "offer" if self.offer == seat:
                raise IllegalAction(ErrorCode.OFFER_STANDS, "You have already offered a draw.")
            case "offer":
                sentence = f"{other} has already offered a draw: accept or decline."
                raise IllegalAction(ErrorCode.OFFER_STANDS, sentence)
            case "withdraw":
                raise IllegalAction(ErrorCode.NO_OFFER, "You have not offered a draw.")
            case "accept" | "decline":
                raise IllegalAction(ErrorCode.NO_OFFER, f"{other} has not offered a draw.")
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


def meta_step(after: StateT, seat: Seat, action: MetaAction) -> Step[StateT]:
    """The step of an accepted meta action, which led to this state."""
    did = format_meta(action)
    return Step(state=after, notation=did, events=(MetaEvent(seat, did),))


def narrate_meta(event: MetaEvent, names: tuple[str, ...]) -> str:
    """A clause about the event."""
    return _CLAUSES[event.did].format(name=names[event.seat], other=names[1 - event.seat])
