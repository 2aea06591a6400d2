"""Choices as rows of buttons; if there are many, the best ones, and a select that leads to all."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.discord.interaction.components import SELECT_OPTIONS, ButtonState, StatefulItem, select_option
from bot.service.game.picking import Entry, Section, sections_of

ROW = 5
"""Buttons of a row."""
BUTTONS = 4 * ROW
"""The most entries shown as buttons: a select and a last row of buttons below them nearly fill a message."""
_NOTED = 4
"""The most entries that have their notes in the text above them."""
_OPENED = "+"
"""Marks the number of a section in a custom id."""


class Page(NamedTuple):
    """The part of a level of picks that a message shows."""

    name: str
    """The name of the section that the page shows; empty for the whole level."""
    entries: tuple[Entry, ...]
    """All entries of the page."""
    buttons: tuple[Entry, ...]
    """The entries that are shown as buttons."""
    sections: tuple[Section, ...]
    """The sections in which all entries are found; empty where all are buttons."""

    @property
    def notes(self) -> list[str]:
        """The effects of the buttons, a line for all with the same; empty if there are many buttons."""
        if len(self.buttons) > _NOTED:
            return []
        labels: dict[str, list[str]] = {}
        for one in self.buttons:
            labels.setdefault(one.pick.note, []).append(f"**{one.pick.label}**")
        return [f"-# {', '.join(alike)}: {note}" for note, alike in labels.items() if note]


def split(payload: Sequence[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The picks in a custom id, and the sections that were opened after them."""
    picks = tuple(part for part in payload if part and not part.startswith(_OPENED))
    opened = (part.removeprefix(_OPENED) for part in payload if part.startswith(_OPENED))
    return picks, tuple(int(part) for part in opened if part.isdecimal())


def page_of(entries: Sequence[Entry], opened: Sequence[int] = (), *, best: int = BUTTONS) -> Page:
    """The page of a level after these sections were opened, one within the other.

    Where there are too many entries, the `best` ones are buttons.
    """
    name = ""
    for number in opened:
        sections = sections_of(entries, BUTTONS, SELECT_OPTIONS)
        if number < len(sections):
            name, entries = sections[number]
    if len(entries) <= BUTTONS:
        return Page(name, tuple(entries), tuple(entries), ())
    near = sorted(range(len(entries)), key=lambda place: -entries[place].rank)[:best]
    sections = sections_of(entries, BUTTONS, SELECT_OPTIONS)
    return Page(name, tuple(entries), tuple(entries[place] for place in sorted(near)), tuple(sections))


def rows_of(
    page: Page, state: Callable[..., ButtonState], opened: Sequence[int] = ()
) -> list[list[StatefulItem]]:
    """The rows of a page. `state` makes a button's state from the last parts of its payload."""
    rows = in_rows([state(entry.token).button(entry.pick.label) for entry in page.buttons])
    if page.sections:
        options = [
            select_option(name, f"{_OPENED}{number}", ", ".join(entry.in_group for entry in entries))
            for number, (name, entries) in enumerate(page.sections)
        ]
        shown, all_of_them = len(page.buttons), len(page.entries)
        more = f"More: {shown} of {all_of_them} shown" if shown else f"Choose one of {all_of_them}"
        rows.append([state(*(f"{_OPENED}{number}" for number in opened)).select(more, options)])
    return rows


def steps(action: str, code: str, here: int, last: int) -> dict[str, StatefulItem]:
    """The buttons that lead from page `here` to other pages, numbered from 0, by their labels."""
    numbers = {"First": 0, "Back": here - 1, "Forward": here + 1, "Last": last}
    return {
        label: ButtonState(action, code, payload=label.lower(), offset=max(number, 0)).button(
            label,
            disabled=not 0 <= number <= last or number == here,
        )
        for label, number in numbers.items()
    }


def in_rows(buttons: Sequence[StatefulItem]) -> list[list[StatefulItem]]:
    """Buttons, a few in each row."""
    return [list(buttons[start : start + ROW]) for start in range(0, len(buttons), ROW)]
