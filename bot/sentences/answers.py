"""Answers to a person: about vacations, blocks, seats, invitations, agreements, plans."""

from collections.abc import Callable, Mapping
from typing import Final, Literal

from bot.sentences.speech import Speech, person_in
from bot.service.clock.order_verdict import IN_A_ROW
from bot.service.clock.vacations import DAYS_A_YEAR
from bot.service.people.notes import Note
from bot.service.play.orders import Order, Planned
from bot.service.values.answers import Invitation, Line, Vacation
from bot.service.values.game_summary import GameSummary
from engines.contract import Seat
from engines.wording import counted, listed

DROP_REASONS: Final[Mapping[str, str]] = {
    "changed": "the game has gone back, stopped or changed hands since",
    "own": "you have played yourself",
    "other": "somebody has played something else",
    "illegal": "it is not possible now",
    "absent": f"{IN_A_ROW} of your plans in a row were played without you",
}
"""The reasons why a standing order was dropped, in words (`bot.service.clock.order_verdict.DropReason`)."""


def days_left(vacation: Vacation) -> str:
    """A sentence on the days of vacation that a person has left this year."""
    return f"You have {vacation.left} of {DAYS_A_YEAR} days left this year."


def vacation_words(vacation: Vacation, begins: str, speech: Speech) -> str:
    """Whether somebody is away or will be, and what that means. `begins`: the command that begins it."""
    if vacation.dates is None:
        return f"You are not away. {days_left(vacation)} {begins} begins a vacation."
    start, end = map(speech.moment, vacation.dates)
    meanwhile = "While you are away your clocks stand still, except in games whose players agreed otherwise."
    return f"Your vacation: {start} to {end}. {meanwhile}"


def vacation_over_words(ended: Vacation) -> str:
    """The answer to a person who has ended a vacation, or called one off before it began."""
    effect = "Welcome back: your clocks run again." if ended.begun else "Your vacation is called off."
    return f"{effect} You have {counted(ended.left, 'day')} of vacation left this year."


def block_words(name: str, prevented: str, unheard: str, unblock: str, mark: str = "") -> str:
    """The answer to a person who has blocked another, with `mark` on both sides of the name.

    `prevented`: what else neither of the two can do; `unheard`: the ways by which the blocked person's public
    messages no longer come; `unblock`: the command that lifts the block.
    """
    return (
        f"You have blocked {mark}{name}{mark}, who is not told. Neither of you can invite the other or "
        f"{prevented}, and what {name} says to everybody does not come to you {unheard}. {unblock} lifts it."
    )


def pause_words(summary: GameSummary, did: Literal["asked", "agreed"], status: str, speech: Speech) -> str:
    """The answer to a person who asks for a pause or its end, or agrees to it.

    It names the request, with the day as it was understood, and who must still agree; or the result.
    """
    asked = [person_in(summary, seat, speech) for seat in summary.pausing_asked]
    if not asked or summary.pausing is None:
        return status
    if did == "agreed":
        return f"You agreed; {listed(asked)} must agree too."
    until = summary.pausing.until
    what = "to go on now" if until is None else f"for a pause until {speech.moment(until)}"
    return f"You asked {what}; {listed(asked)} must agree within two days."


PAUSE_DECLINED: Final = "You declined, so nothing changes."


def vanished_words(summary: GameSummary, seat: Seat, how: str, speech: Speech) -> str:
    """The answer to a report that a player has vanished. `how`: when and how their seat may be taken."""
    asked = f"{person_in(summary, seat, speech)} is asked whether they are still there."
    return f"{asked} Unless they answer, anybody else may take the seat over {how}."


def ending_words(summary: GameSummary, status: str, speech: Speech, *, wished: bool) -> str:
    """The answer to a person who asks to end the game without a result, or withdraws that."""
    if summary.status == "abandoned":
        return status
    if not wished:
        return "It goes on."
    must = listed(person_in(summary, seat, speech) for seat in summary.ending_asked)
    return f"You asked to end it without a result; {must} must agree."


def order_words(
    order: Order, planned: Planned, people: Callable[[str], str], mark: str = "", most: int | None = None
) -> str:
    """A standing order in a sentence, with `mark` on both sides of its action.

    If that is longer than `most`, the middle of a line of play is left out.
    """
    then = f"{mark}{order.notation or 'what you play is still to be said'}{mark}"
    if order.kind == "whatever":
        return f"Whatever happens: {then}"
    if order.kind == "pass":
        return f"Until your turn, whenever you are called: {then}"
    names = {seat.seat: seat.name for seat in planned.summary.seats}
    played = [
        f"{'you play' if seat == planned.seat else f'{names[seat]} plays'} {notation}"
        for seat, notation in order.line
    ]
    you = then if order.notation is None else f"you play {then}"
    words = people(f"If {', '.join(played)}, then {you}")
    for kept in range(len(played) - 1, 0, -1):
        if most is not None and len(words) > most:
            line = [*played[: kept - kept // 2], "…", *played[len(played) - kept // 2 :]]
            words = people(f"If {', '.join(line)}, then {you}")
    return words


def doer_words(line: Line, people: Callable[[str], str]) -> str:
    """The beginning of a line of a history: the seat, with its person unless somebody else has it now."""
    who = people(line.who) if line.still_seated else line.who
    return f"{who}: " if who else ""


def note_line(note: Note, body: str) -> str:
    """A person's note, with the turn in which it was made. `body`: the text as the door writes it."""
    return f"- {f'{note.turn}: ' if note.turn else ''}{body}"


def expiry_words(asked: Invitation, speech: Speech) -> str:
    """Until when an invitation can be accepted, and that the seat is kept."""
    stays = "a seat is kept for you" if asked.waits else "the seat stays as it is"
    return f"The invitation expires {speech.ahead(asked.expires_at)}. Until you accept, {stays}."
