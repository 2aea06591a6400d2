"""The actions that a request asks for: found, and applied."""

from collections.abc import Sequence

from bot.service.game.live import LiveGame
from bot.service.log.event_types import EventType
from bot.service.values.answers import TogglePress
from bot.service.values.refused import Refused, refuse_illegal
from bot.service.values.request import Person
from engines.contract import Action, Seat, Step, Value, parse_meta

_SHOWS_FIRST = "One of these reveals something hidden: play up to it, see what comes, and then go on."
_ALONE = "Giving up, draws and claims are not part of a turn: write each by itself."
_LONGEST_TEXT = 500
"""Characters of notation, at most."""


def apply_all(
    live: LiveGame, seat: Seat, parts: Sequence[Action | str | TogglePress], person: Person | None
) -> tuple[list[Action], list[Step[Value]]]:
    """Apply a request's actions in order, each with the forced actions after it; they and their steps."""
    actions, steps = [], []
    for number, part in enumerate(parts, start=1):
        actions.append(match_action(live, seat, part))
        steps.append(live.apply(EventType.ACTION, seat, actions[-1], person))
        live.apply_forced()
        # Something was revealed, by the action itself or by a forced one after it.
        shown = any(event.reveals for event in live.unit.events.added)
        if shown and number < len(parts):
            # Otherwise refusing a later part would take back what its actor has already seen.
            raise Refused("shows_first", _SHOWS_FIRST)
    return actions, steps


def joined(live: LiveGame, notations: Sequence[str]) -> str:
    """Several notations as one text, which `parts_of` splits again."""
    return f"{live.engine.info.separator or ''} ".join(notations)


def parts_of(live: LiveGame, action: Action | str | TogglePress) -> list[Action | str | TogglePress]:
    """The parts of a text with several actions, in games that allow it. Raises Refused."""
    if not isinstance(action, str):
        return [action]
    if len(action) > _LONGEST_TEXT:
        raise Refused("syntax", f"A move has at most {_LONGEST_TEXT} characters.")
    separator = live.engine.info.separator
    if separator is None:
        return [action]
    parts = [part for part in divided(action, separator) if part.strip()] or [action]
    if parts != [action] and any(map(parse_meta, parts)):
        # Doors decide by the whole text whether to ask first or to demand proof.
        raise Refused("alone", _ALONE)
    return [*parts]


def divided(text: str, separator: str) -> list[str]:
    """The parts of a text with several actions: a semicolon divides them in every game."""
    return text.replace(";", separator).split(separator)


def match_action(live: LiveGame, seat: Seat, part: Action | str | TogglePress) -> Action:
    """The requested action. Raises Refused if it is illegal, or only the host makes it."""
    if isinstance(part, TogglePress):
        part = _toggled(live, seat, part)
    if isinstance(part, str):
        with refuse_illegal(live.summary):
            part = live.engine.parse(live.state, seat, part)
    if part.host_only:
        raise Refused("automatic", "That happens by itself when it is due; nobody plays it.")
    return part


def _toggled(live: LiveGame, seat: Seat, pressed: TogglePress) -> str:
    """The present notation of a toggle. Raises Refused where it changes nothing."""
    panel = live.engine.panel.staged(live.state, seat)
    toggles = {} if panel is None else {toggle.key: toggle for row in panel.rows for toggle in row}
    toggle = toggles.get(pressed.key)
    if toggle is not None and pressed.on is not None and toggle.on == pressed.on:
        raise Refused("no_change", "It is already as you want it.")
    if toggle is None or toggle.notation is None:
        raise Refused("no_switch", "That cannot be chosen as things stand now.")
    return toggle.notation
