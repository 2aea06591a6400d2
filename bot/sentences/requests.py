"""Open requests: offers, ends, pauses and undos that wait for an answer."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.sentences.speech import Speech, person_in
from bot.service.values.answers import UndoAnswer
from bot.service.values.game_summary import GameSummary
from engines.contract import Claim, Draw, Seat, parse_meta
from engines.wording import listed

_UNDONE_LIMIT: Final = 200
"""Characters of a list of actions to be undone."""


def request_lines(summary: GameSummary, speech: Speech, reader: Seat | None = None) -> list[str]:
    """The open requests, a line each; for a `reader` only those that they must answer."""

    def named(seat: Seat, *, mentioned: bool = False) -> str:
        return person_in(summary, seat, speech, mentioned=mentioned)

    def must_answer(asked: Sequence[Seat]) -> str:
        if reader is not None:
            return "you"
        return listed(named(seat, mentioned=True) for seat in asked) if asked else "each of them"

    lines = []
    if accepting := _may_answer(summary, Draw("accept"), reader):
        offering = summary.draw_asked_by or [one.seat for one in summary.seats if one.seat not in accepting]
        who = listed(named(seat, mentioned=True) for seat in offering)
        how = "accept or decline" if _may_answer(summary, Draw("decline"), reader) else "accept"
        offers = "offers" if len(offering) == 1 else "offer"
        lines.append(f"🤝 {who} {offers} a draw: {must_answer(accepting)} may {how} it.")
    for seat, notation in summary.answers:
        if reader not in (None, seat):
            continue
        who = "you" if reader is not None else named(seat, mentioned=True)
        other = named(next((s.seat for s in summary.seats if s.seat != seat), seat), mentioned=True)
        if isinstance(parse_meta(notation), Claim):
            lines.append(f"⌛ {other} has run out of time: {who} may claim the win or give more time.")
    if summary.ending and reader in (None, *summary.ending_asked):
        wish = listed(named(seat) for seat in summary.ending)
        must = must_answer(summary.ending_asked)
        lines.append(f"🤝 {wish} would like to end the game without a result: {must} may agree or decline.")
    pause = summary.pausing
    if pause is not None and reader in (None, *summary.pausing_asked):
        by_whom = listed(named(seat) for seat in pause.seats)
        what = "go on now" if pause.until is None else f"pause until {speech.moment(pause.until)}"
        must = must_answer(summary.pausing_asked)
        lines.append(f"🤝 {by_whom} would like to {what}: {must} may agree or decline.")
    by, asked = summary.undo_asked_by, summary.undo_asked
    if by is not None and reader in (None, *asked):
        you = asked[0] if reader is None and len(asked) == 1 else reader
        call = "" if reader is not None else ", ".join(named(seat, mentioned=True) for seat in asked)
        what = _what_goes_back(summary, summary.undo_actions, by, you, speech)
        lines.append(f"↩️ {call and f'{call}: '}{named(by)} asks to undo {what}.")
    return lines


def _may_answer(summary: GameSummary, answer: Draw, reader: Seat | None) -> list[Seat]:
    """The seats that may give this answer to a draw offer; for a `reader` only that seat, if it may."""
    return [seat for seat, one in summary.answers if parse_meta(one) == answer and reader in (None, seat)]


About: TypeAlias = Literal["table", "ending", "pause", "undo"]
"""What a request is about; ``table``: an offer by the rules, such as a draw."""


class PossibleAnswer(NamedTuple):
    """An answer to an open request."""

    about: About
    answer: str
    """``yes`` or ``no``; for ``table`` the notation of an action by the rules."""
    label: str


_LABELS: Final[Mapping[str, str]] = {
    "draw accept": "Accept the draw",
    "draw decline": "Decline the draw",
    "claim": "Claim the win",
    "extend": "Give more time",
}


def possible_answers(summary: GameSummary, seat: Seat | None) -> list[PossibleAnswer]:
    """The answers to open requests; only those of one seat if it is given."""
    notations = dict.fromkeys(notation for one, notation in summary.answers if seat in (None, one))
    answers = [PossibleAnswer("table", one, _LABELS[one]) for one in notations if one in _LABELS]
    if seat in summary.ending_asked or (seat is None and summary.ending):
        answers += _yes_or_no("ending", "End the game", "Play on")
    if summary.pausing is not None and seat in (None, *summary.pausing_asked):
        agree = "Go on" if summary.pausing.until is None else "Agree to the pause"
        answers += _yes_or_no("pause", agree, "Decline it")
    if summary.undo_asked_by is not None and seat in (None, *summary.undo_asked):
        answers += _yes_or_no("undo", "Allow the undo", "Refuse it")
    return answers


def _yes_or_no(about: About, yes: str, no: str) -> list[PossibleAnswer]:
    return [PossibleAnswer(about, "yes", yes), PossibleAnswer(about, "no", no)]


def _what_goes_back(
    summary: GameSummary, actions: Sequence[tuple[Seat, str]], by: Seat, you: Seat | None, speech: Speech
) -> str:
    """``@d6; your d3-c3 goes back too``: what `by` asks to undo, and the actions that go with it."""
    own = [notation for seat, notation in actions if seat == by]
    whose = {
        seat: "your" if seat == you else f"{person_in(summary, seat, speech)}'s"
        for seat, _ in actions
        if seat != by
    }
    others = [
        f"{words} {_notations([notation for one, notation in actions if one == seat], speech)}"
        for seat, words in whose.items()
    ]
    first = _notations(own, speech) if own else "the last action"
    count = len(actions) - len(own)
    return f"{first}; {listed(others)} {'goes' if count == 1 else 'go'} back too" if others else first


def _notations(texts: Sequence[str], speech: Speech) -> str:
    """The notations in a list; if they are too long, the first ones and the number of the others."""
    words = [speech.literal(text) for text in texts] or ["the last actions"]
    shown = len(words)
    while shown > 1 and len(", ".join(words[:shown])) > _UNDONE_LIMIT:
        shown -= 1
    left = len(words) - shown
    return listed([*words[:shown], *([f"{left} more"] if left else [])])


def undo_answer_words(answer: UndoAnswer, seat: Seat | None, speech: Speech) -> str:
    """The result of an undo request, for the person in `seat` who just asked or answered."""
    summary, actions = answer.summary, answer.actions
    asked = [person_in(summary, one, speech) for one in summary.undo_asked]
    must = listed(asked) if asked else "The others"
    match answer.did:
        case "asked" if actions and seat is not None:
            what = _what_goes_back(summary, actions, seat, None, speech)
            return f"You asked to undo {what}. {must} must agree."
        case "asked":
            return f"You asked to undo your last action. {must} must agree."
        case "agreed":
            return f"You agreed; {must} must agree too."
        case "undone":
            return f"Undone: {_notations([notation for _, notation in reversed(actions)], speech)}."
        case "refused":
            return "You refused the undo: nothing goes back."
        case "withdrawn":
            return "You withdrew your request to undo: nothing goes back."
