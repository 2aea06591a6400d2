"""What would follow an action, from what its player may know: joinings, combats, what could be lost.

Ships that would be drawn, and whatever the end of the game would show, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import Answer, Event, Seat
from engines.tae.actions import Colony, Reinforce, Swap, TaeAction
from engines.tae.apply import apply
from engines.tae.board import leaders_in, regions, touching
from engines.tae.board_masks import cells_of
from engines.tae.combat import conflicts, external, side_region
from engines.tae.constants import (
    COLONY_NAMES,
    COLONY_TYPES,
    LEADER_NAMES,
    NAMES,
    SHIP_NAMES,
    cell_at,
    cell_name,
    counted,
    listed,
)
from engines.tae.events import (
    ArtifactsTaken,
    Bombed,
    CombatBegins,
    GameOver,
    LeaderHome,
    MonumentBuilt,
    Points,
    RegionsJoined,
    TurnBegins,
)
from engines.tae.narration import leader_name, narrate
from engines.tae.state import Combat, TaeState
from engines.tae.view_builder import build_view

_TOLD = 1_800
"""The longest answer, in characters, with room for a line above it."""


def effect(state: TaeState, seat: Seat, action: TaeAction) -> str:
    """The consequences of a legal action in a few words, or nothing."""
    if isinstance(action, Reinforce):
        # To try it out could show what the others have committed.
        return ""
    step = apply(state, seat, action)
    words = [word for event in step.events for word in _words(event)]
    if step.state.phase == "choose_combat":
        words.append(f"combats: {listed(COLONY_TYPES[kind] for kind in _open(step.state))}")
    if step.state.phase == "monument":
        words.append("may become a monument")
    return ", ".join(words)


def needs_confirmation(state: TaeState, seat: Seat, action: TaeAction) -> bool:
    """Whether a legal action joins, fights, destroys, sends a leader home or ends the game."""
    if isinstance(action, Reinforce):
        return False
    step = apply(state, seat, action)
    grave = RegionsJoined | CombatBegins | Bombed | LeaderHome | MonumentBuilt | GameOver
    return any(isinstance(event, grave) for event in step.events)


def foresee(state: TaeState, seat: Seat, action: TaeAction) -> Answer:
    """What is known beforehand of a legal action: in words, and the board before hands are filled up."""
    text = preview(state, seat, action)
    if isinstance(action, Reinforce):
        return Answer(text)
    # With an action to spare the turn does not end, so that nothing is drawn.
    step = apply(replace(state, actions_left=state.actions_left + 1), seat, action)
    if step.reveals:
        return Answer(text)
    after = step.state
    if after.active == state.active:
        after = replace(after, actions_left=after.actions_left - 1)
    return Answer(text, build_view(after, seat))


def preview(state: TaeState, seat: Seat, action: TaeAction) -> str:
    """The consequences at length, with what each side of a combat could lose."""
    if isinstance(action, Reinforce):
        return "Commitments are sealed: what comes of them shows when all are in."
    step = apply(state, seat, action)
    lines = []
    for event in step.events:
        if any(_words(event)):
            lines.append(f"- {_sentence(narrate(event))}")
        if isinstance(event, RegionsJoined) and isinstance(action, Colony):
            lines += _joining(state, action.to)
    lines = [line for line in lines if not line.startswith("- The game is over")]
    if any(isinstance(event, GameOver) for event in step.events):
        lines.append("- The game ends.")
    elif any(isinstance(event, TurnBegins) for event in step.events):
        lines.append("- Your turn ends with this.")
    after = step.state
    if after.combat is not None:
        lines += _stakes(after, after.combat)
    if after.phase == "choose_combat" and after.connecting is not None:
        lines.append(
            f"- You would choose which combat comes first: {listed(map(_kind, _open(after)), 'or')}."
        )
        for kind in _open(after):
            combat = external(after, after.connecting, kind)
            sides = ", ".join(f"{NAMES[side.seat]} {side.initial}" for side in combat.sides)
            lines.append(f"- Combat of the {_kind(kind)} leaders: {sides}.")
            lines += _stakes(after, combat)
    if after.phase == "monument":
        lines.append("- The colony completes a square: you would be asked for a monument.")
    if isinstance(action, Swap):
        lines.append("- Which ships you get instead shows afterwards, and then there is no way back.")
    return _cut("\n".join(lines) or "- Nothing else follows.")


def _cut(text: str) -> str:
    return text if len(text) <= _TOLD else f"{text[: _TOLD - 1]}…"


def _kind(kind: int) -> str:
    return COLONY_TYPES[kind]


def _open(state: TaeState) -> tuple[int, ...]:
    return () if state.connecting is None else conflicts(state.board, state.connecting)


def _sentence(clause: str) -> str:
    return f"{clause[0].upper()}{clause[1:]}."


def _words(event: Event) -> Iterator[str]:
    match event:
        case RegionsJoined(regions=number):
            yield f"joins {number} regions"
        case Points(seat=seat, category=category, n=n):
            yield f"{NAMES[seat]} +{n} {category}"
        case CombatBegins(kind=kind, initial=initial):
            sides = " : ".join(f"{NAMES[seat]} {strength}" for seat, strength in initial)
            yield f"{kind} combat {sides}"
        case LeaderHome(seat=seat, kind=kind):
            yield f"{NAMES[seat]}'s {leader_name(kind)} goes home"
        case ArtifactsTaken(seat=seat, taken=taken):
            yield f"{NAMES[seat]} takes {counted(len(taken), 'artifact')}"
        case MonumentBuilt():
            yield "a monument rises"
        case GameOver():
            yield "the game ends"
        case _:
            pass


def _joining(state: TaeState, to: str) -> Iterator[str]:
    """The regions that a colony makes one: whose leaders are there, and what else."""
    board = state.board
    for region in touching(cell_at(to) or 0, regions(board.occupied)):
        leaders = [f"{NAMES[seat]}'s {LEADER_NAMES[kind]}" for seat, kind, _ in leaders_in(board, region)]
        numbers = [(board.colonies(kind) & region).bit_count() for kind in range(len(COLONY_TYPES))]
        held = [f"{n} {name.split()[0]}" for n, name in zip(numbers, COLONY_NAMES, strict=True) if n]
        first = cell_name(next(iter(cells_of(region))))
        yield f"  - The one of {first}: {listed(leaders) if leaders else 'no leader'}; {', '.join(held)}."


def _stakes(state: TaeState, combat: Combat) -> Iterator[str]:
    for side in combat.sides:
        leader = f"the {LEADER_NAMES[combat.kind]} on {cell_name(side.cell)}"
        if combat.internal or state.connecting is None:
            yield f"  - {NAMES[side.seat]} could lose {leader}."
            continue
        region = side_region(state.board, state.connecting, side.cell)
        cells = [cell_name(cell) for cell in cells_of(state.board.colonies(combat.kind) & region)]
        colony = COLONY_NAMES[combat.kind]
        plural = colony if len(cells) == 1 else colony.replace("colony", "colonies")
        also = f" and {len(cells)} {plural} ({', '.join(cells)})" if cells else ""
        yield f"  - {NAMES[side.seat]} could lose {leader}{also}."
    yield f"  - Reinforced by ships of this kind: {SHIP_NAMES[combat.ship]}."
