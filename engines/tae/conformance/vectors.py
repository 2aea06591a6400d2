"""The kind of test vectors of this game: docs/rules/tae.md section 16."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from engines.conformance.contract import Mismatch, Vector, differing
from engines.contract import Action, AnyEngine, Event, IllegalAction, Resign, Seat, Value
from engines.tae.actions import (
    Bomb,
    Build,
    ChooseCombat,
    Colony,
    End,
    Leader,
    Reinforce,
    Skip,
    Swap,
    Withdraw,
)
from engines.tae.board_masks import START
from engines.tae.conformance.error_codes import rules_code
from engines.tae.conformance.position import Dynasty, OnBoard, Pair, cell_pair, colonies, read_position
from engines.tae.constants import (
    CATEGORIES,
    COLONY_TYPES,
    LETTERS,
    OFF_BOARD,
    SCIENTIST,
    ColonyType,
    cell_at,
    cell_name,
    cell_number,
)
from engines.tae.events import (
    ArtifactsTaken,
    ColoniesRemoved,
    CombatBegins,
    CombatResult,
    GameOver,
    LeaderHome,
    LeaderLost,
    MonumentBuilt,
    Points,
    RegionsJoined,
)
from engines.tae.outcome import finals, winners, with_artifacts
from engines.tae.state import TaeState
from engines.tae.view import PhaseName, Scores, Ships, TaeView

Names: TypeAlias = tuple[Dynasty, ...]
"""The players as the vector names them, by seat."""


class _Unknown(Action, frozen=True, tag="unknown"):
    """An action with an unknown name."""


class Step(Value, frozen=True, kw_only=True):
    """A player's action, and its required effects."""

    player: Dynasty
    do: Any
    """The action, which need not even be an object where it is to be refused."""
    events: list[dict[str, Any]] | None = None
    error: str | None = None
    choices: list[ColonyType] | None = None

    def check(self, engine: AnyEngine, state: TaeState, names: Names) -> tuple[TaeState, Mismatch | None]:
        """The state after it, and where the engine disagrees."""
        if self.error is not None and (self.events is not None or self.choices is not None):
            raise ValueError("a step that is refused causes nothing")
        try:
            step = engine.apply(state, _seat(self.player, names), action_of(self.do))
        except IllegalAction as refusal:
            came = {"error": rules_code(refusal.code)}
            return state, differing({"error": self.error} if self.error else {"events": self.events}, came)
        if self.error is not None:
            return step.state, Mismatch(f'{{"error":"{self.error}"}}', "the action was legal")
        view: TaeView = engine.view(step.state, None)
        seen = [data for event in step.events if (data := event_data(event, names)) is not None]
        return step.state, differing(
            {"events": _normal(self.events or []), "choices": sorted(self.choices or ())},
            {"events": _normal(seen), "choices": sorted(view.choices)},
        )


class Final(Value, frozen=True, kw_only=True):
    """A player's categories when artifacts have been added."""

    categories: dict[str, int]
    sorted: list[int]


class Expect(Value, frozen=True, kw_only=True):
    """What must hold of the position after all steps."""

    phase: PhaseName | UnsetType = UNSET
    active: Dynasty | UnsetType = UNSET
    actions_left: int | UnsetType = UNSET
    leaders: list[dict[str, Any]] | UnsetType = UNSET
    scores: dict[Dynasty, Scores] | UnsetType = UNSET
    regions: int | UnsetType = UNSET
    artifacts_on_board: int | UnsetType = UNSET
    colonies: dict[str, ColonyType] | UnsetType = UNSET
    colonies_except_untouched_start: dict[str, ColonyType] | UnsetType = UNSET
    start_colonies_gone: list[Pair | str] | UnsetType = UNSET
    hands: dict[Dynasty, Ships] | UnsetType = UNSET
    bombs: dict[Dynasty, int] | UnsetType = UNSET
    quiet_turns: int | UnsetType = UNSET
    bag_size: int | UnsetType = UNSET
    game_over: str | UnsetType | None = UNSET
    final: dict[Dynasty, Final] | UnsetType = UNSET
    winners: list[Dynasty] | UnsetType = UNSET

    def check(self, engine: AnyEngine, state: TaeState, names: Names) -> Mismatch | None:
        """Compare every key that is given."""
        expected: dict[str, Any] = {}
        came: dict[str, Any] = {}
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if value is not UNSET:
                expected[name] = _expected(name, value, names)
                came[name] = _came(engine, state, names, name, value)
        return differing(expected, came)


class PositionVector(Vector, frozen=True, kw_only=True, tag="position"):
    """A position, steps from it with their errors or events, and the position after them."""

    note: str | None = None
    options: dict[str, bool | str] = msgspec.field(default_factory=dict)
    players: Names
    active: Dynasty
    actions_left: int
    base: Literal["bare", "start"]
    position: OnBoard = OnBoard()
    hands: dict[Dynasty, Ships] = msgspec.field(default_factory=dict)
    scores: dict[Dynasty, Scores] = msgspec.field(default_factory=dict)
    bombs: dict[Dynasty, int] = msgspec.field(default_factory=dict)
    quiet_turns: int = 0
    bag_size: int | None = None
    bag_draw_order: list[ColonyType] | None = None
    steps: list[Step]
    expect: Expect

    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Load the position, do step by step, and compare the result."""
        given = {
            name: msgspec.to_builtins(getattr(self, name))
            for name in (
                "players", "active", "actions_left", "base", "position", "hands", "scores", "bombs",
                "quiet_turns", "bag_size", "bag_draw_order",
            )
        }  # fmt: skip
        state: TaeState = read_position(given, engine.options(self.options))
        for number, step in enumerate(self.steps, start=1):
            state, mismatch = step.check(engine, state, self.players)
            if mismatch is not None:
                return Mismatch(f"step {number}: {mismatch.expected}", mismatch.came)
        return self.expect.check(engine, state, self.players)


def _seat(player: Dynasty, names: Names) -> Seat:
    """The player's seat; one past the last for a player outside the game, whose actions are refused too."""
    return names.index(player) if player in names else len(names)


def action_of(do: Any) -> Action:
    """The action that the rules' JSON means, however malformed it is."""
    op = do.get("op") if isinstance(do, dict) else None
    if not isinstance(op, str) or op not in _ACTIONS:
        return _Unknown()
    action, readers = _ACTIONS[op]
    fields = {name: value for name, value in do.items() if name != "op"}
    # A missing kind of combat is refused with a code of its own (section 14).
    if not set(readers) <= set(fields) and op != "choose_combat":
        return _Unknown()
    if surplus := set(fields) - set(readers):
        raise ValueError(f"no action “{op}” has {', '.join(sorted(surplus))}")
    return action(*(read(fields.get(name)) for name, read in readers.items()))


def _kind_word(word: Any) -> Any:
    """The word if it is one of the rules' four, else None: letters and colours are for players."""
    return word if isinstance(word, str) and word in COLONY_TYPES else None


def _cell_text(pair: Any) -> Any:
    match pair:
        case [x, y] if all(isinstance(one, int) and not isinstance(one, bool) for one in (x, y)):
            number = cell_number(x, y)
            return f"{x},{y}" if number == OFF_BOARD else cell_name(number)
    return None


def _as_it_is(value: Any) -> Any:
    return value


def _swap(ships: Any) -> Action:
    if not isinstance(ships, dict) or not set(ships) <= set(COLONY_TYPES):
        return _Unknown()
    return Swap(**ships)


_ACTIONS: dict[str, tuple[Callable[..., Action], dict[str, Callable[[Any], Any]]]] = {
    "leader": (Leader, {"kind": _kind_word, "to": _cell_text}),
    "withdraw": (Withdraw, {"kind": _kind_word}),
    "colony": (Colony, {"kind": _kind_word, "to": _cell_text}),
    "bomb": (Bomb, {"to": _cell_text}),
    "swap": (_swap, {"ships": _as_it_is}),
    "end_turn": (End, {}),
    "choose_combat": (ChooseCombat, {"kind": _kind_word}),
    "reinforce": (Reinforce, {"n": _as_it_is}),
    "build_monument": (Build, {"id": _as_it_is, "square": _cell_text}),
    "skip_monument": (Skip, {}),
    "resign": (Resign, {}),
}
"""The actions of the rules, and how each of their fields is read."""


def event_data(event: Event, names: Names) -> dict[str, Any] | None:
    """An event as the rules write it; None for one that they do not list."""
    match event:
        case RegionsJoined(regions=number):
            return {"event": "regions_joined", "n": number}
        case Points(seat=seat, category=category, n=n):
            return {"event": "points", "player": names[seat], "category": category, "n": n}
        case CombatBegins(internal=internal, kind=kind, initial=initial):
            return {
                "event": "combat",
                "type": _type(internal=internal),
                "kind": kind,
                "initial": {names[seat]: strength for seat, strength in initial},
            }
        case CombatResult(internal=internal, kind=kind, sides=sides, winner=winner):
            return {
                "event": "combat_result",
                "type": _type(internal=internal),
                "kind": kind,
                "strength": {names[seat]: initial + added for seat, initial, added in sides},
                "winner": names[winner],
            }
        case LeaderLost(seat=seat, kind=kind):
            return {"event": "leader_lost", "player": names[seat], "kind": kind}
        case ColoniesRemoved(cells=cells):
            return {"event": "colonies_removed", "cells": _pairs(cells)}
        case LeaderHome(seat=seat, kind=kind):
            return {"event": "leader_home", "player": names[seat], "kind": kind}
        case MonumentBuilt(id=number, square=square):
            return {"event": "monument", "id": number, "square": _pairs([square])[0]}
        case ArtifactsTaken(seat=seat, taken=taken, left_behind=left):
            return {
                "event": "artifacts",
                "player": names[seat],
                "taken": _pairs(taken),
                "left_behind": _pairs([left])[0],
            }
        case GameOver(reason=reason, winners=first):
            return {"event": "game_over", "reason": reason, "winners": [names[seat] for seat in first]}
    return None


def _type(*, internal: bool) -> str:
    return "internal" if internal else "external"


def _pairs(cells: Iterable[str]) -> list[list[int]]:
    return [cell_pair(cell_at(name) or 0) for name in cells]


_UNORDERED = ("leader_lost", "leader_home", "points", "artifacts")
"""The kinds of events whose order among themselves has no meaning."""


def _normal(events: Iterable[Mapping[str, Any]]) -> list[Any]:
    """The same events with a canonical order where order has no meaning."""
    normal: list[Any] = []
    run: list[Any] = []
    for event in events:
        one = {name: _sorted(name, value) for name, value in event.items()}
        if run and (run[0].get("event") != one.get("event") or one.get("event") not in _UNORDERED):
            normal += sorted(run, key=_key)
            run = []
        run.append(one)
    return normal + sorted(run, key=_key)


def _sorted(name: str, value: Any) -> Any:
    if name in ("cells", "taken", "winners") and isinstance(value, list):
        return sorted(value, key=_key)
    return value


def _key(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def _expected(name: str, value: Any, names: Names) -> Any:
    match name:
        case "leaders":
            return sorted(value, key=_key)
        case "scores":
            return {player: msgspec.to_builtins(value.get(player, Scores())) for player in names}
        case "start_colonies_gone":
            return sorted(
                [int(part) for part in one.split(",")] if isinstance(one, str) else list(one) for one in value
            )
        case "winners":
            return sorted(value)
    return msgspec.to_builtins(value)


def _came(engine: AnyEngine, state: TaeState, names: Names, name: str, value: Any) -> Any:
    view: TaeView = engine.view(state, None)
    board = state.board
    by_seat: dict[str, tuple[Any, ...]] = {"hands": state.hands, "bombs": state.bombs}
    untouched = {
        cell for cell in START if board.ground[cell] == LETTERS[SCIENTIST] and cell in board.artifacts
    }
    match name:
        case "phase":
            return view.phase
        case "active":
            return names[view.active]
        case "actions_left":
            return view.actions_left
        case "leaders":
            return sorted(
                (
                    {"player": names[seat], "kind": COLONY_TYPES[kind], "at": cell_pair(cell)}
                    for seat, kind, cell in board.placed_leaders
                ),
                key=_key,
            )
        case "scores":
            return {
                names[seat]: msgspec.to_builtins(Scores(*tally)) for seat, tally in enumerate(state.scores)
            }
        case "regions":
            return len(board.regions)
        case "artifacts_on_board":
            return len(board.artifacts)
        case "colonies":
            return colonies(board)
        case "colonies_except_untouched_start":
            kept = {"{},{}".format(*cell_pair(cell)) for cell in untouched}
            return {where: kind for where, kind in colonies(board).items() if where not in kept}
        case "start_colonies_gone":
            return sorted(cell_pair(cell) for cell in START if board.ground[cell] != LETTERS[SCIENTIST])
        case "hands" | "bombs":
            shown = {names[seat]: one for seat, one in enumerate(by_seat[name]) if names[seat] in value}
            if name == "bombs":
                return shown
            return {player: dict(zip(COLONY_TYPES, hand, strict=True)) for player, hand in shown.items()}
        case "quiet_turns":
            return state.quiet
        case "bag_size":
            return view.bag
        case "game_over":
            return state.ending
        case "final":
            return {player: _final(state, seat) for seat, player in enumerate(names)}
    return sorted(names[seat] for seat in winners(state)) if state.ending is not None else []


def _final(state: TaeState, seat: Seat) -> dict[str, Any]:
    tally = state.scores[seat]
    return {
        "categories": dict(zip(CATEGORIES, with_artifacts(tally), strict=True)),
        "sorted": list(finals(tally)),
    }


VECTORS: tuple[type[Vector], ...] = (PositionVector,)
