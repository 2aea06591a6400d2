"""Sentences about a game that all doors say, each with its own names, times and signs."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple, Protocol

from bot.service.clock.order_verdict import IN_A_ROW
from bot.service.game.term_options import words_of
from bot.service.values.answers import Invitation, Played, Preview, Proof, UndoAnswer
from bot.service.values.game_summary import GameSummary, SeatSummary
from bot.service.values.request import Person
from engines.contract import AnyEngine, Claim, Draw, Seat, parse_meta
from engines.wording import capital, listed, second_person, spelled
from render.phrases import people_first, shorten

DROP_REASONS: Final[Mapping[str, str]] = {
    "changed": "the game has gone back, stopped or changed hands since",
    "own": "you have played yourself",
    "other": "somebody has played something else",
    "illegal": "it is not possible now",
    "absent": f"{IN_A_ROW} of your plans in a row were played without you",
}
"""Why a standing order was dropped (`bot.service.clock.order_verdict.DropReason`)."""
STATUS_WORDS: Final[Mapping[str, str]] = {
    "lobby": "waits for players",
    "active": "is running",
    "paused": "is paused",
    "finished": "is over",
    "abandoned": "was called off",
}


FENCE: Final = "```"
"""Begins and ends text that is set as code."""
IN_A_SENTENCE: Final = 3
"""More clauses than this are listed one below the other."""
_CONTRIBUTIONS_LIMIT: Final = 500
"""Characters of a contributed text."""
_UNDONE_LIMIT: Final = 200
"""Characters of the actions of one seat that go back."""
_TURNING: Final = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Characters that change the writing direction."""


def unturned(text: str) -> str:
    """A player's text, without characters that change the writing direction."""
    return "".join(char for char in text if unicodedata.bidirectional(char) not in _TURNING)


def sentence(clauses: Iterable[str]) -> str:
    """Clauses as one sentence; empty if there are none."""
    text = "; ".join(clause for clause in clauses if clause)
    return f"{capital(text)}." if text else ""


def bulleted(clauses: Iterable[str]) -> str:
    """Narrated clauses as one sentence or, if there are many, as a list."""
    shown = [clause for clause in clauses if clause]
    if len(shown) <= IN_A_SENTENCE:
        return sentence(shown)
    return "\n".join(f"- {capital(clause)}" for clause in shown)


class Speech(Protocol):
    """How a door writes the parts of sentences."""

    def name(self, person: Person, *, called: bool = False) -> str:
        """A person's name; `called`: they are to do something."""
        ...

    def moment(self, at: datetime) -> str:
        """A moment as its reader tells time."""
        ...

    def ahead(self, at: datetime) -> str:
        """A future moment, relative to now if the door can do that."""
        ...

    def literal(self, text: str) -> str:
        """Literal text, such as a notation."""
        ...

    def fixed(self, text: str) -> str:
        """Text to copy or compare, such as a hash."""
        ...


def person_in(summary: GameSummary, seat: Seat, speech: Speech, *, called: bool = False) -> str:
    """The player of a seat; the seat's name if nobody."""
    sitting = next(one for one in summary.seats if one.seat == seat)
    return sitting.name if sitting.person is None else speech.name(sitting.person, called=called)


def stopped_words(summary: GameSummary, go_on: str, speech: Speech) -> str:
    """That a game was called off, or why it is paused; empty for others. `go_on`: how a player ends that."""
    if summary.absent:
        who = listed(person_in(summary, seat, speech, called=True) for seat in summary.absent)
        return f"The game is paused, as {who} stayed away. Any player lets it go on {go_on}."
    if summary.status not in {"abandoned", "paused"}:
        return ""
    until = f" until {speech.moment(summary.paused_until)}" if summary.paused_until else ""
    return f"The game {STATUS_WORDS[summary.status]}{until}."


def with_people(text: str, summary: GameSummary, named: Callable[[Person], str]) -> str:
    """An engine's words with the person beside each seat that they name: ``Ann (White) drops a soldier``.

    The one place where seats become people. A table, fenced as code, keeps its columns and the seats in them.
    """
    seated = [(seat.name, named(seat.person)) for seat in summary.seats if seat.person is not None]
    names, people = [name for name, _ in seated], [person for _, person in seated]
    parts = text.split(FENCE)
    parts[::2] = [people_first(part, names, people, seats_too=True) for part in parts[::2]]
    return FENCE.join(parts)


def can_start(summary: GameSummary) -> bool:
    """Whether a lobby has enough players."""
    people = sum(seat.person is not None for seat in summary.seats)
    return people >= (summary.min_seats or len(summary.seats))


def how_it_starts(summary: GameSummary, start: str) -> str:
    """For a player of a lobby: when the game starts.

    `start`: how one of them starts it, as in “when one of you …”.
    """
    most, least = len(summary.seats), summary.min_seats or len(summary.seats)
    if can_start(summary):
        return f"It starts when one of you {start}, or with {spelled(most)} players."
    missing = least - sum(seat.person is not None for seat in summary.seats)
    players = f"{spelled(missing)} more {'player' if missing == 1 else 'players'}"
    return f"It starts with {players}{'' if least == most else f', when one of you {start}'}."


def done_lines(played: Played) -> tuple[str, ...]:
    """What was done, for its actor, a clause each."""
    lines = played.own_lines or played.summary_lines or (played.words,)
    for seat in played.summary.seats:
        if seat.seat == played.seat:
            lines = tuple(second_person(line, seat.name) for line in lines)
    return lines


def task_words(prompt: str, seat_name: str) -> str:
    """A prompt as said to the person on a seat: ``you have 2 actions left``, ``move up to six pieces``.

    Unchanged where it is not about that seat.
    """
    return second_person(prompt, seat_name).removeprefix("you to ")


def pending_task(summary: GameSummary, seat: Seat | None) -> str:
    """What a game waits for, beside words such as ``Your turn``, which alone may be all that it says."""
    if seat is None:
        return summary.prompt
    task = task_words(summary.prompt, summary.seats[seat].name).removeprefix("your turn")
    task = task.removeprefix(": ")
    named = task.startswith(tuple(one.name for one in summary.seats))
    return task if named else task[:1].lower() + task[1:]


def prompt_to(summary: GameSummary, reader: Seat | None) -> str:
    """What a game waits for, as said to the person on a seat; None: to everybody."""
    if reader not in summary.to_act:
        return summary.prompt
    return ": ".join(filter(None, ("your turn", pending_task(summary, reader))))


def unnamed(prompt: str, summary: GameSummary) -> list[tuple[SeatSummary, Person]]:
    """The seats that a game waits for and its prompt does not name, with who sits there."""
    return [
        (seat, seat.person)
        for seat in summary.seats
        if seat.seat in summary.mentioned and seat.person is not None
        if not re.search(rf"\b{re.escape(seat.name)}\b", prompt)
    ]


def pending_words(lead: str, summary: GameSummary, seat: Seat | None) -> str:
    """What a player must do, after these words."""
    task = pending_task(summary, seat)
    return f"{lead}: {task}." if task else f"{lead}."


def preview_words(seen: Preview) -> str:
    """What an action would do, for its actor."""
    return seen.words or preview_headline(seen)


def preview_headline(seen: Preview) -> str:
    """The same in short, above the picture."""
    name = seen.summary.seats[seen.seat].name
    return sentence(second_person(line, name) for line in seen.summary_lines)


def undone_words(played: Played) -> str:
    """The answer to an undo without consent: ``Undone: d3-c3.``, from the history's ``undo d3-c3``."""
    undone = played.notation.removeprefix("undo ")
    return f"Undone: {undone}." if undone else "That is undone."


def _unusual_options(summary: GameSummary, engine: AnyEngine) -> dict[str, Any]:
    """The options that differ from the usual game."""
    usual = engine.options({})
    return {name: value for name, value in summary.options.items() if value != getattr(usual, name, None)}


def headlines(summary: GameSummary, engine: AnyEngine) -> list[str]:
    """What a lobby's first line says of the options."""
    unusual = _unusual_options(summary, engine)
    return [words for name, words in engine.option_headlines.items() if name in unusual]


def option_words(summary: GameSummary, engine: AnyEngine) -> list[str]:
    """The options in words, except those in the lobby's first line."""
    return [
        f"{engine.option_labels.get(name, name).replace('_', ' ')}: {_option_value(engine, name, value)}"
        for name, value in _unusual_options(summary, engine).items()
        if name not in engine.option_headlines
    ]


def _option_value(engine: AnyEngine, name: str, value: object) -> object:
    if isinstance(value, bool):
        return ("off", "on")[value]
    return engine.option_values.get(name, {}).get(str(value), value)


def clock_words(summary: GameSummary) -> str:
    """The length of a turn, in words."""
    if summary.seconds_per_period is not None:
        return f"{summary.seconds_per_period:g} s a round"
    hours, terms = summary.deadline_hours, summary.terms
    if terms.bank_days is not None:
        more = f", {terms.increment_hours:g} h more with each turn" if terms.increment_hours else ""
        return f"{terms.bank_days:g} days each{more}"
    if hours is None:
        return "no clock"
    if hours >= 48 and hours % 24 == 0:
        return f"{hours / 24:g} days a turn"
    return f"{hours:g} h a turn"


def agreed_words(summary: GameSummary, engine: AnyEngine) -> list[str]:
    """The clock, the other terms about time, and the options."""
    timed = summary.deadline_hours or summary.seconds_per_period or summary.terms.bank_days
    terms = words_of(engine, summary.terms) if timed else []
    return [clock_words(summary), *terms, *option_words(summary, engine)]


def draws_anything(summary: GameSummary, engine: AnyEngine) -> bool:
    """Whether lots decide anything, seats among it, as far as is known yet, or may have."""
    chosen = sum(seat.person is not None and not seat.drawn for seat in summary.seats)
    waits = summary.status == "lobby"
    by_lot = engine.info.seating == "lot" and (not waits or len(summary.seats) - chosen > 1)
    return summary.draws or by_lot


def seed_lines(summary: GameSummary, speech: Speech) -> list[str]:
    """The promise about the draw, and once the game is over its proof: nobody alone chose the draw."""
    if summary.commitment is None:
        hashes = ("the secret seed", summary.seed_hash, "The seed", summary.seed)
    else:
        hashes = ("the secret of the draw", summary.commitment, "The secret", summary.secret)
    promised, value, kept, secret = hashes
    lines = [] if value is None else [f"SHA-256 of {promised}: {speech.fixed(value)}"]
    if summary.contributions:
        lines.append(f"By joining, players add to it: {_newest_contributions(summary.contributions, speech)}")
    return lines if secret is None else [*lines, f"{kept}: {speech.fixed(secret)}"]


def _newest_contributions(added: Sequence[str], speech: Speech) -> str:
    """The texts contributed to a draw, in order; the last of very many."""
    texts = [speech.fixed(text) for text in added]
    while len(texts) > 2 and len(", ".join(texts)) > _CONTRIBUTIONS_LIMIT:
        texts = ["…", *texts[1 + (texts[0] == "…") :]]
    return shorten(", ".join(texts), _CONTRIBUTIONS_LIMIT)


def proof_lines(proof: Proof) -> list[tuple[str, str]]:
    """What a proof of a game's draws shows: sentences, each behind its sign, if it has one."""
    lines = []
    if proof.noted:
        earlier = "Your hash is not the first: what was drawn before play went back is not from there."
        lines.append(("⚠️", earlier))
    if proof.inconsistency is not None:
        return [*lines, ("❌", proof.inconsistency)]
    if proof.summary.seed is None:
        later = "The secret is published when the game is over; then everything can be checked by it."
        return [*lines, ("", later)]
    sound = (
        "The secret has the hash that was published first, and the game's actions, "
        f"{proof.actions} in all, with every draw, come out again as the log has them."
    )
    return [*lines, ("✅", sound)]


def bank_words(summary: GameSummary, speech: Speech) -> str:
    """What each seat's bank of time holds: ``Ann ends in 3 days · Bob 6 d 3 h``."""
    return " · ".join(
        f"{person_in(summary, seat, speech)} "
        f"{f'ends {speech.ahead(bank.until)}' if bank.until else duration_text(bank.left)}"
        for seat, bank in enumerate(summary.banks)
    )


def duration_text(seconds: float) -> str:
    """A length of time by its two largest units: ``6 d 3 h``, ``5 h 20 min``."""
    minutes = int(seconds // 60)
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    units = [(days, "d"), (hours, "h"), (rest, "min")]
    units = units[next((at for at, (count, _) in enumerate(units) if count), 2) :][:2]
    return " ".join(f"{count} {unit}" for count, unit in units if count) or "0 min"


def request_lines(summary: GameSummary, speech: Speech, reader: Seat | None = None) -> list[str]:
    """The open requests, a line each; for a `reader` only those that they must answer."""

    def named(seat: Seat, *, called: bool = False) -> str:
        return person_in(summary, seat, speech, called=called)

    def must_answer(asked: Sequence[Seat]) -> str:
        if reader is not None:
            return "you"
        return listed(named(seat, called=True) for seat in asked) if asked else "each of them"

    lines = []
    for seat, notation in summary.answers:
        if reader not in (None, seat):
            continue
        who = "you" if reader is not None else named(seat, called=True)
        other = named(next((s.seat for s in summary.seats if s.seat != seat), seat), called=True)
        match parse_meta(notation):
            case Draw(answer="accept"):
                lines.append(f"🤝 {other} offers a draw: {who} may accept or decline it.")
            case Claim():
                lines.append(f"⌛ {other} has run out of time: {who} may claim the win or give more time.")
    if summary.ending and reader in (None, *summary.ending_asked):
        wish = listed(named(seat) for seat in summary.ending)
        must = must_answer(summary.ending_asked)
        lines.append(f"🤝 {wish} would end the game without a result: {must} may agree or decline.")
    pause = summary.pausing
    if pause is not None and reader in (None, *summary.pausing_asked):
        by_whom = listed(named(seat) for seat in pause.seats)
        what = "go on now" if pause.until is None else f"pause until {speech.moment(pause.until)}"
        must = must_answer(summary.pausing_asked)
        lines.append(f"🤝 {by_whom} would {what}: {must} may agree or decline.")
    by, asked = summary.undo_asked_by, summary.undo_asked
    if by is not None and reader in (None, *asked):
        you = reader if reader is not None or len(asked) != 1 else asked[0]
        call = "" if reader is not None else ", ".join(named(seat, called=True) for seat in asked)
        what = _what_goes_back(summary, summary.undo_actions, by, you, speech)
        lines.append(f"↩️ {call and f'{call}: '}{named(by)} asks to undo {what}.")
    return lines


class Way(NamedTuple):
    """An answer to an open request."""

    about: Literal["table", "ending", "pause", "undo"]
    """``table``: an offer by the rules, such as a draw."""
    answer: str
    """``yes``, ``no``, or of what the rules know the notation."""
    label: str


_LABELS: Final[Mapping[str, str]] = {
    "draw accept": "Accept the draw",
    "draw decline": "Decline the draw",
    "claim": "Claim the win",
    "extend": "Give more time",
}


def ways_to_answer(summary: GameSummary, seat: Seat | None = None) -> list[Way]:
    """The answers to open requests; only those of one seat if it is given."""
    notations = dict.fromkeys(notation for one, notation in summary.answers if seat in (None, one))
    ways = [Way("table", notation, _LABELS[notation]) for notation in notations if notation in _LABELS]
    if seat in summary.ending_asked or (seat is None and summary.ending):
        ways += [Way("ending", "yes", "End the game"), Way("ending", "no", "Play on")]
    if summary.pausing is not None and seat in (None, *summary.pausing_asked):
        agree = "Go on" if summary.pausing.until is None else "Agree to the pause"
        ways += [Way("pause", "yes", agree), Way("pause", "no", "Decline it")]
    if summary.undo_asked_by is not None and seat in (None, *summary.undo_asked):
        ways += [Way("undo", "yes", "Allow the undo"), Way("undo", "no", "Refuse it")]
    return ways


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
    """The notations, the first of very many."""
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
            return "You withdrew your wish to undo: nothing goes back."


def expiry_words(asked: Invitation, speech: Speech) -> str:
    """Until when an invitation can be accepted, and that the seat is kept."""
    stays = "a seat is kept for you" if asked.waits else "the seat stays as it is"
    return f"The invitation expires {speech.ahead(asked.expires_at)}. Until you accept, {stays}."
