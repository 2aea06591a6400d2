"""Sentences on the players and actions that a game waits for, and for how long."""

from collections.abc import Mapping
from itertools import dropwhile, islice
from typing import Final

from bot.sentences.speech import Speech, person_in
from bot.service.lookback.trying import Tried
from bot.service.values.game_summary import GameSummary, SeatSummary
from bot.service.values.request import Person
from engines.contract import Seat
from engines.wording import listed, second_person

STATUS_WORDS: Final[Mapping[str, str]] = {
    "lobby": "waits for players",
    "active": "is running",
    "paused": "is paused",
    "finished": "is over",
    "abandoned": "was called off",
}


def is_stopped(summary: GameSummary) -> bool:
    """Whether a game was called off or is paused."""
    return bool(summary.absent) or summary.status in {"abandoned", "paused"}


def stopped_words(summary: GameSummary, go_on: str, speech: Speech) -> str:
    """That a game was called off, or why it is paused; else empty. `go_on`: how a player ends the pause."""
    if summary.absent:
        who = listed(person_in(summary, seat, speech, mentioned=True) for seat in summary.absent)
        return f"The game is paused, as {who} stayed away. Any player can let it go on {go_on}."
    if not is_stopped(summary):
        return ""
    until = f" until {speech.moment(summary.paused_until)}" if summary.paused_until else ""
    return f"The game {STATUS_WORDS[summary.status]}{until}."


def task_words(prompt: str, seat_name: str) -> str:
    """A prompt as said to the person on a seat: ``you have 2 actions left``, ``move up to six pieces``.

    A prompt about another seat stays unchanged.
    """
    return second_person(prompt, seat_name).removeprefix("you to ")


def pending_task(summary: GameSummary, seat: Seat | None) -> str:
    """The prompt of a game, to follow words such as ``Your turn``, which it does not repeat.

    `seat`: of the person to whom it is said; None: said to everybody, it is the whole prompt.
    """
    if seat is None:
        return summary.prompt
    task = task_words(summary.prompt, summary.seats[seat].name).removeprefix("your turn").removeprefix(": ")
    return task if summary.names_pending else task[:1].lower() + task[1:]


def prompt_to(summary: GameSummary, reader: Seat | None) -> str:
    """The prompt of a game as said to the person on a seat; None: to everybody."""
    if reader not in summary.to_act:
        return summary.prompt
    return ": ".join(filter(None, ("your turn", pending_task(summary, reader))))


def unnamed(summary: GameSummary) -> list[tuple[SeatSummary, Person]]:
    """The seats with people that a game waits for and that its prompt does not name."""
    named = summary.to_act if summary.names_pending else ()
    return [
        (seat, seat.person)
        for seat in summary.seats
        if seat.seat in summary.mentioned and seat.seat not in named and seat.person is not None
    ]


def pending_words(lead: str, summary: GameSummary, seat: Seat | None) -> str:
    """A sentence on what a player must do, behind the words `lead`."""
    task = pending_task(summary, seat)
    return f"{lead}: {task}." if task else f"{lead}."


def chosen_for(tried: Tried) -> str:
    """A sentence on the seat for which a tried line goes on, if several choose at once; else empty."""
    if tried.seat is None or len(tried.view.to_act) == 1:
        return ""
    return f"Now you choose for {tried.summary.seats[tried.seat].name}."


def bank_words(summary: GameSummary, speech: Speech) -> str:
    """The time in each person's bank: ``Ann ends in 3 days · Bob 6 d 3 h``. Computers have none."""
    return " · ".join(
        f"{person_in(summary, seat.seat, speech)} "
        f"{f'ends {speech.ahead(bank.until)}' if bank.until else duration_text(bank.left)}"
        for seat, bank in zip(summary.seats, summary.banks, strict=True)
        if seat.person is None or seat.person.level is None
    )


def duration_text(seconds: float) -> str:
    """A length of time by its two largest units: ``6 d 3 h``, ``5 h 20 min``."""
    minutes = int(seconds // 60)
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    units = dropwhile(lambda unit: not unit[0], ((days, "d"), (hours, "h"), (rest, "min")))
    return " ".join(f"{count} {unit}" for count, unit in islice(units, 2) if count) or "0 min"
