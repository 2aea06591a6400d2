"""Words, effects, pick paths and ranks of legal actions. Draws and others' commitments never show."""

from collections.abc import Iterator
from functools import cache, cached_property, lru_cache

from msgspec import Struct

from engines.contract import END, LONGEST_NOTE, Event, Offer, Paths, Pick, Seat, Words
from engines.tae import events
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
    TaeAction,
    Withdraw,
)
from engines.tae.board import Leaders
from engines.tae.combat import external
from engines.tae.constants import (
    CELL_NUMBERS,
    COLONY_TYPES,
    LETTERS,
    NAMES,
    TYPE_NUMBERS,
    cell_name,
    ships_named,
)
from engines.tae.events import combat_sides, leader_name, monument_name
from engines.tae.legal_moves import phase_of
from engines.tae.notation import write, written
from engines.tae.ranking import rank
from engines.tae.state import Counts, TaeState
from engines.tae.turn_context import TurnContext
from engines.tae.view import TaeView
from engines.wording import counted, listed, shorten


class TaeOffer(Struct, Offer[TaeAction], eq=False, gc=False):
    """A legal action with its words and pick paths, made lazily: a position has hundreds, few are shown."""

    state: TaeState
    seat: Seat
    action: TaeAction

    @property
    def notation(self) -> str:
        """The action's canonical notation."""
        return written(self.action)

    @property
    def described(self) -> Words:
        """The action and its effects, in words."""
        return self.description, self.effect()

    @property
    def description(self) -> str:
        """The action in words."""
        return _head(self.action, _ship(self.state))

    @property
    def rank(self) -> float:
        """How likely the player wants the action, beside others of its kind."""
        return rank(self.state, self.seat, self.action)

    @property
    def first(self) -> str:
        """The value of the first pick: the kind of action, and the kind of leader or colony."""
        return _FIRST.get((type(self.action), getattr(self.action, "type", "")), "")

    @property
    def paths(self) -> Paths:
        """The action and its parameters; then the cell, grouped by rows where there are many."""
        action, state = self.action, self.state
        match action:
            case Colony(type=kind):
                return ((_colony(kind, state.hands[self.seat]), _Goal(self, action)),)
            case Leader(type=kind):
                return ((_leader(kind, state.board.leaders[self.seat]), _Goal(self, action)),)
            case Bomb():
                return ((_bomb(state.bombs[self.seat]), _Goal(self, action)),)
            case Withdraw(type=kind):
                return ((_leader(kind, state.board.leaders[self.seat]), _HOME),)
            case Swap():
                return ((_SWAP, _swap(action, state.hands[self.seat])),)
            case Build(id=number, square=square):
                label = f"{square} · {monument_name(number)}"
                return ((Pick(self.notation, label, self.effect, at=square),),)
            case ChooseCombat(type=kind):
                return ((Pick(self.notation, f"{kind.capitalize()} combat", self.effect),),)
            case Reinforce(ships=number):
                label = counted(number, COLONY_TYPES[_ship(state)]) if number else "Commit nothing"
                return ((Pick(self.notation, label, self.effect),),)
            case End():
                return ((_END,),)
            case Skip():
                return ((_SKIP,),)

    def effect(self) -> str:
        """All that would happen, at most `LONGEST_NOTE`."""
        return shorten(_consequences(self.state, self.seat, self.action), LONGEST_NOTE)


class _Goal(Pick):
    """An action's cell, and its effects there. Hundreds are made at once, so each must be cheap."""

    def __init__(self, offer: TaeOffer, action: Leader | Colony | Bomb) -> None:
        self.value = self.at = to = action.to
        self.group = _ROWS[to]
        self._offer = offer

    @cached_property
    def label(self) -> str:
        """The cell, and the most important effect."""
        brief = _brief(self._offer)
        return f"{self.at} · {brief}" if brief else self.at

    @cached_property
    def note(self) -> str:
        """All effects of the action."""
        return self._offer.effect()


_FIRST: dict[tuple[type[TaeAction], str], str] = {
    **{(Colony, kind): f"colony {kind}" for kind in COLONY_TYPES},
    **{(of, kind): f"leader {kind}" for of in (Leader, Withdraw) for kind in COLONY_TYPES},
    (Bomb, ""): "bomb",
    (Swap, ""): "swap",
    (End, ""): "end",
}
"""The values of the first picks of a turn, by action and kind."""
_ROWS = {name: f"Row {name[1:]}" for name in CELL_NUMBERS}
"""The group of each cell: its row."""
_SWAP = Pick("swap", "Swap ships", "put some away, draw as many", then="Swap ships: which do you put away?")
_HOME = Pick("home", "Take it home")
_END = Pick("end", "End turn", group=END)
_SKIP = Pick("skip", "No monument", group=END)


def public_picks(view: TaeView) -> tuple[Pick, ...]:
    """The first picks that everybody may see: the active player may lack ships for some."""
    if view.phase != "action":
        return ()
    leaders = (Pick(f"leader {kind}", f"{kind.capitalize()} leader") for kind in COLONY_TYPES)
    colonies = (Pick(f"colony {kind}", f"{kind.capitalize()} colony") for kind in COLONY_TYPES)
    return (*leaders, Pick("bomb", "Bomb"), *colonies, _SWAP)


@lru_cache(256)
def _leader(kind: str, leaders: Leaders) -> Pick:
    stands = leaders[TYPE_NUMBERS[kind]]
    if stands is None:
        name = f"{kind.capitalize()} leader"
        return Pick(f"leader {kind}", name, "at home", then=f"{name}: where to?")
    at = cell_name(stands)
    name = f"{at} {kind} leader"
    return Pick(f"leader {kind}", name, f"now on {at}", at=at, then=f"{name}: where to?")


@lru_cache(256)
def _colony(kind: str, hand: Counts) -> Pick:
    number = hand[TYPE_NUMBERS[kind]]
    name, note = f"{kind.capitalize()} colony", f"{counted(number, kind)} in hand"
    return Pick(f"colony {kind}", f"{name} ({number})", note, then=f"{name}: on which cell?")


@cache
def _bomb(left: int) -> Pick:
    return Pick("bomb", f"Bomb ({left})", f"{counted(left, 'bomb')} left", then="Bomb: on which cell?")


@lru_cache(1024)
def _swap(action: Swap, hand: Counts) -> Pick:
    """A pick of the ships that are put away, by the letters that they bear in the picture."""
    away = [letter.upper() for letter, count in zip(LETTERS, action.ships, strict=True) for _ in range(count)]
    label = f"all {sum(hand)}" if action.ships == hand else " ".join(away)
    return Pick(write(action), label, ships_named(action.ships), group=counted(len(away), "ship"))


def _ship(state: TaeState) -> int:
    """The kind of ship that is committed to the combat under way."""
    return state.combat.ship if state.combat else 0


@lru_cache(4096)
def _head(action: TaeAction, ship: int) -> str:
    """An action in words. Cached: the same ones are legal again and again. `ship`: the kind committed."""
    match action:
        case Leader(type=kind, to=to):
            return f"{kind.capitalize()} leader on {to}"
        case Withdraw(type=kind):
            return f"Take the {kind} leader home"
        case Colony(type=kind, to=to):
            return f"{kind.capitalize()} colony on {to}"
        case Bomb(to=to):
            return f"Bomb on {to}"
        case Swap(ships=ships):
            return f"Swap {ships_named(ships)}"
        case End():
            return "End the turn"
        case ChooseCombat(type=kind):
            return f"{kind.capitalize()} combat first"
        case Reinforce(ships=number):
            return f"Commit {counted(number, COLONY_TYPES[ship])}" if number else "Commit nothing"
        case Build(id=number, square=square):
            return f"Monument of {monument_name(number)} on {square}"
        case Skip():
            return "No monument"


@lru_cache(1024)
def _consequences(state: TaeState, seat: Seat, action: TaeAction) -> str:
    """The effects of a legal action, or nothing. Cached: each keystroke asks again about a position."""
    match action:
        case ChooseCombat():
            return combat_sides(external(state, action.kind).initial)
        case Reinforce(ships=number):
            side = state.combat.side_of(seat) if state.combat else None
            return f"strength {side.initial} + {number} = {side.initial + number}" if side else ""
    caused, square = _foreseen(state, seat, action)
    words = [f"{counted(state.actions_left, 'action')} given up"] if isinstance(action, End) else []
    words += [words for event in caused for words in _consequence(event)]
    return "; ".join((*words, "may become a monument") if square else words)


@lru_cache(1024)
def _foreseen(state: TaeState, seat: Seat, action: TaeAction) -> tuple[tuple[Event, ...], bool]:
    """The events that an action causes as far as its player may know, and whether a monument may follow."""
    context = TurnContext(state, None, draws=False)
    phase_of(state).apply(context, seat, action)
    return tuple(context.events), context.state.phase == "monument"


def _consequence(event: Event) -> Iterator[str]:
    match event:
        case events.RegionsJoined(regions=number):
            yield f"joins {number} regions"
        case events.Points(seat=seat, category=category, n=n):
            yield f"{NAMES[seat]} +{n} {events.kind_of(category)}"
        case events.Bombed(colony=str(kind)):
            yield f"destroys a {events.colonies_name(kind)}"
        case events.CombatBegins(internal=internal, kind=kind, initial=initial):
            yield f"{'' if internal else f'{kind} '}combat, {combat_sides(initial)}"
        case events.ChoiceOpen(kinds=kinds):
            yield f"combats of {listed(kinds)}"
        case events.LeaderHome(seat=seat, kind=kind):
            yield f"{leader_name(seat, kind)} goes home"
        case events.ArtifactsTaken(seat=seat, taken=taken):
            yield f"{NAMES[seat]} takes {counted(len(taken), 'artifact')}"
        case events.MonumentBuilt():
            yield "a monument rises"
        case events.GameOver():
            yield "the game ends"


def _brief(offer: TaeOffer) -> str:
    """The most important effect of an offer, if any: combats, points, losses."""
    brief, seat = "", offer.seat
    for event in _foreseen(offer.state, seat, offer.action)[0]:
        match event:
            case events.GameOver():
                return "ends the game"
            case events.CombatBegins(initial=initial):
                own = [strength for side, strength in initial if side == seat]
                others = [strength for side, strength in initial if side != seat]
                return f"fight {' : '.join(map(str, own + others))}" if own else "others fight"
            case events.ChoiceOpen(kinds=kinds):
                return f"{len(kinds)} combats"
            case events.RegionsJoined(regions=number):
                brief = f"joins {number}"
            case events.Points(seat=owner, n=n):
                brief = f"+{n}" if owner == seat else f"{NAMES[owner]} +{n}"
            case events.ArtifactsTaken(seat=owner, taken=taken):
                brief = counted(len(taken), "artifact") if owner == seat else f"{NAMES[owner]} takes"
            case events.Bombed(colony=str(kind)):
                brief = f"{kind} colony"
            case events.LeaderHome(seat=owner):
                brief = f"{NAMES[owner]} goes home"
    return brief
