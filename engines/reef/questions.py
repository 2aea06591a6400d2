"""Questions: the values, a coral and its possible attackers, and the player's hand."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from engines.contract import Answer, IllegalAction, Question, Questions, Seat
from engines.reef.components import CORALS, TILES, WORDS, Cell, name, one, place
from engines.reef.counts import count, from_letters, things
from engines.reef.spelling import no_cell, read_cell
from engines.reef.state import ReefState
from engines.reef.view_builder import build_view
from engines.wording import counted, listed


class AskValues(Question, frozen=True, tag="values"):
    """Show what each colour is worth now, and which coral is stronger than which."""


class AskCoral(Question, frozen=True, tag="coral"):
    """Show a coral: its size, its guard, and which of its polyps are protected."""

    cell: Annotated[str, Meta(description="A cell of the coral, e.g. B2:C3")]

    @property
    def label(self) -> str:
        """The cell as it stands on the board and in panels."""
        return f"Coral {place(self.cell)}"


def _all_questions(state: ReefState, _seat: Seat | None) -> Iterator[Question]:
    """The values, each coral once by its first cell."""
    yield AskValues()
    seen: set[Cell] = set()
    for cell in sorted(state.polyps):
        if cell not in seen:
            seen |= state.corals.at(cell)
            yield AskCoral(cell)


def tell_hand(state: ReefState, seat: Seat) -> str:
    """Hand, cubes, fish and score, for their owner."""
    player = state.players[seat]
    cubes = things(player.cubes, "cube")
    if player.choice is not None:
        cubes = f"{things(from_letters(player.choice), 'cube')}, once all have chosen"
    fish = f"{things(player.fish, 'tile')}, worth **{state.open_sea.worth(player.fish)}** now"
    lines = [
        f"**Hand** ({counted(sum(player.hand), 'tile')}): {things(player.hand, 'tile')}",
        f"**Larva cubes**: {cubes}",
        f"**Fish**: {fish}" if sum(player.fish) else "**Fish**: nothing yet",
        f"**In front** of the screen: {things(player.front, 'tile')}",
        f"**Shrimps** behind the screen: {state.shrimps_left(seat)}; corals eaten: {player.eaten}",
    ]
    return "\n".join(lines)


def _values(state: ReefState) -> Iterator[str]:
    """Each colour's value, whom it beats, and the tiles with their algae."""
    sides = state.open_sea.sides
    for colour, value in zip(CORALS, state.open_sea.values, strict=True):
        beaten = [WORDS[side.weaker] for side in sides if side.stronger == colour]
        over = f"eats {listed(beaten)}" if beaten else "eats none"
        yield f"**{colour}** {WORDS[colour]}: worth **{value}**, {over}"
    yield ""
    for tile, side, locked in zip(TILES, sides, state.locked, strict=True):
        lock = "locked for good" if locked else f"the {side.large} alga flips it"
        yield f"{WORDS[side.stronger]} eats {WORDS[side.weaker]}: {lock} (`{tile.id}`)"


def _places(cells: Iterable[Cell]) -> str:
    return listed(map(place, sorted(cells)))


def _tell_coral(state: ReefState, seat: Seat | None, question: AskCoral) -> Answer:
    """A coral's size, owner and protected polyps, and the colours that are stronger. Raises IllegalAction."""
    cell = read_cell(question.cell)
    if not state.is_rock(cell) or cell not in state.polyps:
        known = no_cell(question.cell, state.boards) if not state.is_rock(cell) else ""
        raise IllegalAction("not_rock", known or f"No coral is on {place(cell)}: it is bare rock.")
    group = state.corals.at(cell)
    colour = state.polyps[cell]
    whose = state.corals.owner(cell)
    guarded = "no shrimp guards it" if whose is None else f"{name(state.seats[whose])}'s shrimp guards it"
    safe = [near for near in group if whose is not None and state.corals.is_protected(near)]
    stronger = [WORDS[side.stronger] for side in state.open_sea.sides if side.weaker == colour]
    lines = [
        f"The {WORDS[colour]} coral on {_places(group)}: {counted(len(group), 'polyp')}, {guarded}.",
        f"Protected: {_places(safe) if safe else 'none'}.",
        f"Eaten by {listed(stronger) if stronger else 'no colour'} now.",
    ]
    if state.options.size_attack:
        lines.append("Larger corals of any other colour may attack it as well.")
    if count(state.bonus, colour):
        lines.append(f"The bonus row has {one(colour)} tile for growth.")
    return Answer("\n".join(lines), replace(build_view(state, seat), reach=tuple(sorted(group))))


QUESTIONS = Questions[ReefState](
    answers={
        AskValues: lambda state, seat, _: Answer("\n".join(_values(state)), build_view(state, seat)),
        AskCoral: _tell_coral,
    },
    suggest=_all_questions,
)
