"""The events of a round, in their order of narration, and their words: docs/rules/four-gods.md section 9."""

from collections.abc import Iterator, Sequence

from engines.contract import Event, Seat, SeatEvent
from engines.gods.colours import NAMES, named
from engines.gods.selection import Selection, narrated
from engines.gods.view import GodRound, Ledger, RoundView
from engines.wording import counted, figure


class MarkedReady(SeatEvent, frozen=True, tag="marked_ready"):
    """A god marked itself ready, or removed the mark. Public only with `show_ready`."""

    on: bool


class Resigning(SeatEvent, frozen=True, tag="resigning"):
    """A god will be out when the round is settled; until then nobody else learns of it."""

    audience = "seat"


class DrawAsked(SeatEvent, frozen=True, tag="draw_asked"):
    """A god asked for a draw in this round, or took that back."""

    on: bool
    asking: int
    """How many living gods now ask for a draw."""
    living: int
    """How many gods live."""


class DrawDeclined(SeatEvent, frozen=True, tag="draw_declined"):
    """A god declined the draw that others ask for."""


class Acted(SeatEvent, frozen=True, tag="acted"):
    """What a god had chosen."""

    actions: Selection


class Summed(SeatEvent, frozen=True, tag="summed"):
    """What the round did to a god's energy."""

    ledger: Ledger


class Hit(Event, frozen=True, tag="hit"):
    """An attack met no defence."""

    attacker: Seat
    target: Seat


class Blocked(Event, frozen=True, tag="blocked"):
    """An attack met a defence."""

    defender: Seat
    attacker: Seat


class Drained(Event, frozen=True, tag="drained"):
    """The stalemate drain took energy from every living god."""

    loss: int


class Fell(SeatEvent, frozen=True, tag="fell"):
    """A god is out of the game."""

    resigned: bool


def events_of(settled: RoundView) -> Iterator[Event]:
    """The effects of a settled round: choices, clashes, the drain, sums, and eliminations."""
    for god in settled.gods:
        yield Acted(god.seat, god.actions)
    yield from clashes(settled)
    if settled.drain:
        yield Drained(settled.drain)
    for god in settled.gods:
        yield Summed(god.seat, god.ledger)
    for god in settled.gods:
        if god.fell:
            yield Fell(god.seat, god.resigned)


def clashes(settled: RoundView) -> Iterator[Hit | Blocked]:
    """Every attack of a round: one hit or one block each."""
    for god in settled.gods:
        for attacker in god.hit_by:
            yield Hit(attacker, god.seat)
        for attacker in god.blocked:
            yield Blocked(god.seat, attacker)


def narrate(event: Event) -> str:
    """A clause about an event of this game."""
    match event:
        case MarkedReady(seat=seat, on=on):
            return f"{NAMES[seat]} is ready" if on else f"{NAMES[seat]} is not ready any more"
        case Resigning(seat=seat):
            return f"{NAMES[seat]} resigns when the round is settled"
        case DrawAsked(seat=seat, on=True, asking=asking, living=living):
            return f"{NAMES[seat]} asks for a draw ({asking} of {living} living gods do)"
        case DrawAsked(seat=seat):
            return f"{NAMES[seat]} asks for a draw no more"
        case DrawDeclined(seat=seat):
            return f"{NAMES[seat]} declines the draw"
        case Acted(seat=seat, actions=actions):
            return f"{NAMES[seat]} {narrated(actions)}"
        case Summed(seat=seat, ledger=ledger):
            return f"{NAMES[seat]} {_sum(ledger)} EP"
        case Hit(attacker=attacker, target=target):
            return f"{NAMES[attacker]} hit {NAMES[target]}"
        case Blocked(defender=defender, attacker=attacker):
            return f"{NAMES[defender]} blocked {NAMES[attacker]}"
        case Drained(loss=loss):
            return f"the stalemate drains {loss} EP from every living god"
        case Fell(seat=seat, resigned=True):
            return f"{NAMES[seat]} resigns and is out"
        case Fell(seat=seat):
            return f"{NAMES[seat]} falls"
    raise ValueError(f"{event!r} is not an event of this game.")


def headline(settled: RoundView) -> str:
    """A settled round in a headline: ``Round 3: 2 hits, 1 block; GREEN falls``."""
    met = tuple(clashes(settled))
    hits = sum(isinstance(one, Hit) for one in met)
    counts = [counted(number, what) for number, what in ((hits, "hit"), (len(met) - hits, "block")) if number]
    clauses = [", ".join(counts) or "no attack"]
    for resigned, one, several in ((False, "falls", "fall"), (True, "resigns", "resign")):
        if out := _out(settled, resigned=resigned):
            clauses.append(f"{named(out)} {several if len(out) > 1 else one}")
    return f"Round {settled.number}: {'; '.join(clauses)}"


def round_in_words(settled: RoundView, late: Sequence[Seat] = ()) -> str:
    """All of a settled round, in Markdown, and who was not ready when its deadline passed."""
    lines = [f"**Round {settled.number}**"]
    lines += [_line(god) for god in settled.gods]
    if met := [narrate(one) for one in clashes(settled)]:
        lines.append(f"{'; '.join(met)}.")
    if settled.drain:
        lines.append(f"The stalemate drained {settled.drain} EP from every living god (`d`).")
    if out := _out(settled, resigned=False):
        lines.append(f"Fallen: {named(out)}.")
    if left := _out(settled, resigned=True):
        lines.append(f"Resigned: {named(left)}.")
    if late:
        lines.append(f"Not ready in time: {named(late)}.")
    return "\n".join(lines)


def _out(settled: RoundView, *, resigned: bool) -> list[Seat]:
    """The gods that left the game in this round, by resigning or by falling."""
    return [god.seat for god in settled.gods if god.fell and god.resigned is resigned]


def _line(god: GodRound) -> str:
    return f"- **{NAMES[god.seat]}** {narrated(god.actions)}: {_sum(god.ledger)} EP"


def _sum(ledger: Ledger) -> str:
    """The equation of a god's energy; only the energy where nothing has changed."""
    whole, same = equation(ledger), figure(ledger.before)
    return same if whole == f"{same}={same}" else whole


def equation(ledger: Ledger) -> str:
    """The sum as section 5 of the rules writes it: ``60−4+1=57``, with ``d`` behind a drain."""
    terms = [figure(ledger.before)]
    terms += [f"−{part}" for part in (ledger.cost, ledger.damage) if part]
    if ledger.refund:
        terms.append(f"+{ledger.refund}")
    if ledger.drain:
        terms.append(f"−{ledger.drain}d")
    return f"{''.join(terms)}={figure(ledger.after)}"
