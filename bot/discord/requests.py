"""What waits for somebody's answer (an undo, a draw, a claim): its words, and the buttons that answer it."""

from collections.abc import Mapping, Sequence

from discord import ButtonStyle
from discord.utils import escape_markdown, escape_mentions

from bot.discord.components import ButtonState, StatefulItem, stateful_button
from bot.discord.markdown import Accounts, absolute, person_in
from bot.service.summaries import GameSummary, UndoAnswer
from engines.contract import Claim, Draw, Extend, MetaAction, Seat, parse_meta
from engines.wording import listed

_ANSWERS: Mapping[MetaAction, tuple[str, ButtonStyle]] = {
    Draw("accept"): ("Accept the draw", ButtonStyle.success),
    Draw("decline"): ("Decline the draw", ButtonStyle.secondary),
    Claim(): ("Claim the win", ButtonStyle.danger),
    Extend(): ("Give more time", ButtonStyle.success),
}
"""The buttons that answer a request, by the answer."""


def request_words(summary: GameSummary, accounts: Accounts, reader: Seat | None = None) -> list[str]:
    """The requests that wait for an answer, a line each; for a `reader` alone those that wait for theirs."""
    lines = []
    for seat, notation in summary.answers:
        if reader not in (None, seat):
            continue
        who = "you" if reader is not None else person_in(summary, seat, accounts)
        other = person_in(summary, next((s.seat for s in summary.seats if s.seat != seat), seat))
        match parse_meta(notation):
            case Draw(answer="accept"):
                lines.append(f"🤝 {other} offers a draw: {who} may accept or decline it.")
            case Claim():
                lines.append(f"⌛ {other} has run out of time: {who} may claim the win or give more time.")
    if summary.ending and reader in (None, *summary.ending_asked):
        wish = listed(person_in(summary, seat) for seat in summary.ending)
        asked = summary.ending_asked
        must = listed(person_in(summary, s, accounts) for s in asked) if asked else "each of them"
        must = must if reader is None else "you"
        lines.append(f"🤝 {wish} would end the game without a result: {must} may agree or decline.")
    pause = summary.pausing
    if pause is not None and reader in (None, *summary.pausing_asked):
        by_whom = listed(person_in(summary, seat) for seat in pause.seats)
        must = listed(person_in(summary, s, accounts) for s in summary.pausing_asked)
        what = "go on now" if pause.until is None else f"pause until {absolute(pause.until)}"
        lines.append(f"🤝 {by_whom} would {what}: {must if reader is None else 'you'} may agree or decline.")
    by, asked = summary.undo_asked_by, summary.undo_asked
    if by is not None and reader in (None, *asked):
        you = reader if reader is not None or len(asked) != 1 else asked[0]
        call = "" if reader is not None else ", ".join(person_in(summary, s, accounts) for s in asked)
        what = _what_goes_back(summary, summary.undo_actions, by, you)
        lines.append(f"↩️ {call and f'{call}: '}{person_in(summary, by)} asks to undo {what}.")
    return lines


def request_buttons(summary: GameSummary, seat: Seat | None = None) -> list[StatefulItem]:
    """The buttons that answer what waits; those of one seat alone if it is given."""

    def button(action: str, payload: str, label: str, style: ButtonStyle) -> StatefulItem:
        # It names no seat: on a card several people may press it.
        return stateful_button(
            ButtonState(action, summary.code, summary.public_version, payload=payload), label, style
        )

    answers = {notation: parse_meta(notation) for one, notation in summary.answers if seat in (None, one)}
    buttons = [
        button("table", notation, *_ANSWERS[answer])
        for notation, answer in answers.items()
        if answer is not None and answer in _ANSWERS
    ]
    if summary.ending and (seat is None or seat in summary.ending_asked):
        buttons.append(button("ending", "yes", "End the game", ButtonStyle.danger))
        buttons.append(button("ending", "no", "Play on", ButtonStyle.secondary))
    if summary.pausing is not None and (seat is None or seat in summary.pausing_asked):
        agree = "Go on" if summary.pausing.until is None else "Agree to the pause"
        buttons.append(button("pause", "yes", agree, ButtonStyle.success))
        buttons.append(button("pause", "no", "Decline it", ButtonStyle.secondary))
    if summary.undo_asked_by is not None and (seat is None or seat in summary.undo_asked):
        buttons.append(button("undo", "yes", "Allow the undo", ButtonStyle.success))
        buttons.append(button("undo", "no", "Refuse it", ButtonStyle.secondary))
    return buttons


def undo_answer_words(answer: UndoAnswer, seat: Seat | None) -> str:
    """What has become of a wish to go back, for the person in `seat` who has just asked or answered."""
    summary, actions = answer.summary, answer.actions
    must = _names(summary, summary.undo_asked)
    match answer.did:
        case "asked" if actions and seat is not None:
            return f"You asked to undo {_what_goes_back(summary, actions, seat, None)}. {must} must agree."
        case "asked":
            return f"You asked to undo your last action. {must} must agree."
        case "agreed":
            return f"You agreed; {must} must agree too."
        case "undone":
            return f"Undone: {_listed([notation for _, notation in reversed(actions)])}."
        case "refused":
            return "You refused the undo: nothing goes back."
        case "withdrawn":
            return "You withdrew your wish to undo: nothing goes back."


def _what_goes_back(
    summary: GameSummary, actions: Sequence[tuple[Seat, str]], by: Seat, you: Seat | None
) -> str:
    """``@d6; your d3-c3 goes back too``: what `by` wants to undo, and what follows from it."""
    own = [notation for seat, notation in actions if seat == by]
    whose = {
        seat: "your" if seat == you else f"{person_in(summary, seat)}'s" for seat, _ in actions if seat != by
    }
    others = [
        f"{words} {_listed([notation for one, notation in actions if one == seat])}"
        for seat, words in whose.items()
    ]
    first = _listed(own) if own else "the last action"
    count = len(actions) - len(own)
    return f"{first}; {listed(others)} {'goes' if count == 1 else 'go'} back too" if others else first


def _listed(notations: Sequence[str]) -> str:
    if not notations:
        return "the last actions"
    return listed(escape_mentions(escape_markdown(notation)) for notation in notations)


def _names(summary: GameSummary, seats: Sequence[Seat]) -> str:
    return listed(person_in(summary, seat) for seat in seats) if seats else "The others"
