"""A round of Battle of the Four Gods in words: alt text, and a table for screen readers."""

from engines.contract import Seat
from engines.gods.absence import ABSENCE, resigns
from engines.gods.colours import named
from engines.gods.info import INFO
from engines.gods.selection import in_words, narrated
from engines.gods.view import GodsView
from engines.wording import figure
from render.contract import Frame
from render.gods.reading import arithmetic, effects, god_round, panel_of, past, prices, warning
from render.phrases import alt_text, opening, recent_events, seat_name, text_lines


def alt(view: GodsView, frame: Frame) -> str:
    """What the game waits for, then each god with its actions in the round shown: at most 1,024 characters.

    Recent events are left out without room for them.
    """
    head, recent, *rest = _sentences(view, frame)
    return alt_text((head, recent, *rest), (head, *rest))


def text(view: GodsView, frame: Frame) -> str:
    """A table between the sentences of `alt`; recent events are left out without room for them."""
    head, recent, *rest = _sentences(view, frame)
    costs = f"{prices(view).capitalize()}; {effects(view)}."
    return text_lines(head, recent, ["", *_table(view), "", costs, *(one for one in rest if one)])


def _sentences(view: GodsView, frame: Frame) -> tuple[str, ...]:
    looming = warning(view)
    return (
        opening(view, frame, INFO),
        recent_events(frame, INFO),
        _shown(view),
        *(_god(view, frame, seat) for seat in range(4)),
        _plan(view),
        f"{looming}." if looming else "",
    )


def _shown(view: GodsView) -> str:
    """A sentence that names the round described after it."""
    if view.shown is None:
        return ""
    then = " All stand as they stood after it." if past(view) is not None else ""
    return f"Round {view.shown.number} as it went.{then}"


def _god(view: GodsView, frame: Frame, seat: Seat) -> str:
    """``Ann (RED), 52 EP, ready: attacked BLUE; hit by ORANGE; 59 − 2 − 5 = 52``, with a full stop."""
    god, round_ = panel_of(view, seat), god_round(view, seat)
    state = "winner" if god.won else god.note
    head = f"{seat_name(frame, INFO, seat)}, {figure(god.energy)} EP, {state}"
    if round_ is None:
        return f"{head}."
    did = narrated(round_.actions, ", ")
    met = (("hit by", round_.hit_by), ("blocked", round_.blocked))
    suffered = ", ".join(f"{how} {named(gods)}" for how, gods in met if gods)
    return f"{head}: {'; '.join(part for part in (did, suffered, arithmetic(round_)) if part)}."


def _table(view: GodsView) -> list[str]:
    """A heading, and a line for each god: ``RED      55  Ab Ag Do  60 − 5 = 55``."""
    rounds = [round_ for seat in range(4) if (round_ := god_round(view, seat)) is not None]
    width = max((len(" ".join(round_.actions)) for round_ in rounds), default=0) + 2
    width = max(width, len("actions") + 3)
    lines = [f"{'':8}{'EP':>4}  {'actions':{width}}sum" if view.shown is not None else f"{'':8}{'EP':>4}"]
    for seat in range(4):
        god, round_ = panel_of(view, seat), god_round(view, seat)
        line = f"{INFO.seats[seat].name:8}{figure(god.energy):>4}"
        if round_ is not None:
            line += f"  {' '.join(round_.actions) or 'none':{width}}{arithmetic(round_)}"
        elif god.fallen:
            line += f"  {god.note}"
        lines.append(line)
    return lines


def _plan(view: GodsView) -> str:
    """A sentence about the plan that the viewer has saved."""
    own = view.own
    if own is None:
        return ""
    if own.resigning:
        return "You have resigned: you are out when this round is settled."
    if not own.saved:
        absent = resigns(view.afk_out, own.missed, present=own.ready)
        most = f"{own.most}, for no more than your EP" if view.limit == "cost" else f"{own.most}"
        return f"You have saved nothing yet; you may choose up to {most}.{f' {ABSENCE}' * absent}"
    if not own.actions:
        return "Your plan: nothing."
    return f"Your plan: {in_words(own.actions)}; it costs {own.price}, {figure(own.left)} left before hits."
