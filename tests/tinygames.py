"""Games of a few lines, which no registry knows: hosts must depend only on the contract."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import (
    Action,
    Answer,
    AnyEngine,
    ClockRules,
    Engine,
    Event,
    GameInfo,
    IllegalAction,
    IllegalOptions,
    LazyOffer,
    MetaAction,
    Offer,
    Outcome,
    PreviewRules,
    Resign,
    Seat,
    SeatInfo,
    Step,
    TimeUp,
    Value,
    View,
)


def _info(**facts: Any) -> GameInfo:
    common: dict[str, Any] = {
        "designer": "nobody",
        "year": 1901,
        "pitch": "Small.\nQuick.",
        "rules": "Few.",
        "rules_version": 1,
        "playout_bound": 100,
    }
    return GameInfo(**(common | facts))


class Took(Event, frozen=True, tag="took"):
    seat: Seat
    count: int


class Take(Action, frozen=True, tag="take"):
    """Take pebbles."""

    count: int


class LastTake(Action, frozen=True, tag="last"):
    """Take the last pebble, as one must."""

    host_only = True


class NimOptions(Value, frozen=True):
    heap: Annotated[int, msgspec.Meta(ge=1, le=100)] = 10


class NimState(Value, frozen=True):
    heap: int
    seats: int
    ply: int = 0
    gone: tuple[Seat, ...] = ()
    winner: Seat | None = None

    @property
    def turn(self) -> Seat:
        return self.ply % self.seats


class NimView(View, frozen=True, kw_only=True):
    heap: int


class Nim:
    """For two or three: take 1 to 3 pebbles; who takes the last one wins. One left is taken automatically."""

    info = _info(
        key="nim",
        slug="nim",
        title="Nim",
        seats=tuple(SeatInfo(name.lower(), name, name[0]) for name in ("Red", "Green", "Blue")),
        min_seats=2,
        undo="agreement",
        separator=",",
    )
    state_type: ClassVar[type[NimState]] = NimState
    action_types: ClassVar[tuple[type[Action], ...]] = (Take, LastTake)
    view_type = NimView
    options_type: ClassVar[type[NimOptions]] = NimOptions

    def start(self, options: NimOptions, seats: int, seed: str) -> NimState:
        if options.heap < 2 * seats:
            raise IllegalOptions(f"{seats} players need at least {2 * seats} pebbles.")
        return NimState(options.heap, seats)

    def to_act(self, state: NimState) -> tuple[Seat, ...]:
        return () if state.winner is not None else (state.turn,)

    def legal(self, state: NimState, seat: Seat) -> Iterator[Action]:
        if seat in self.to_act(state):
            if state.heap == 1:
                yield LastTake()
            else:
                yield from (Take(count) for count in range(1, min(3, state.heap) + 1))

    def meta_actions(self, state: NimState, seat: Seat) -> Iterator[MetaAction]:
        if state.winner is None:
            yield Resign()

    def apply_meta(self, state: NimState, seat: Seat, action: MetaAction) -> Step[NimState]:
        if state.winner is not None:
            raise IllegalAction("game_over", "The game is over.")
        if not isinstance(action, Resign):
            raise IllegalAction("illegal", "One may resign, no more.")
        other = (seat + 1) % state.seats
        return Step(msgspec.structs.replace(state, winner=other), "resign", (Took(seat, 0),))

    def play(self, state: NimState, seat: Seat, action: Action) -> Step[NimState]:
        if state.winner is not None:
            raise IllegalAction("game_over", "The game is over.")
        if seat != state.turn:
            raise IllegalAction("not_your_turn", "It is not your turn.")
        if action not in self.legal(state, seat):
            raise IllegalAction("illegal", f"Take 1 to {min(3, state.heap)}.")
        count = action.count if isinstance(action, Take) else 1
        heap = state.heap - count
        after = msgspec.structs.replace(
            state, heap=heap, ply=state.ply + 1, winner=seat if heap == 0 else None
        )
        return Step(after, self.write(action), (Took(seat, count),))

    def outcome(self, state: NimState) -> Outcome | None:
        if state.winner is None:
            return None
        ranks = tuple(1 if seat == state.winner else 2 for seat in range(state.seats))
        return Outcome(ranks, "last", f"{self.info.seats[state.winner].name} wins.")

    def view(self, state: NimState, seat: Seat | None) -> NimView:
        return NimView(
            viewer=seat,
            ply=state.ply,
            turn=f"ply {state.ply}",
            to_act=self.to_act(state),
            prompt=f"{self.info.seats[state.turn].name} takes",
            chips=("",) * state.seats,
            outcome=self.outcome(state),
            heap=state.heap,
        )

    def forced(self, state: NimState) -> tuple[Seat, Action] | None:
        return (state.turn, LastTake()) if state.heap == 1 and state.winner is None else None

    def own_turn(self, state: NimState, seat: Seat) -> NimState | None:
        later = (seat - state.turn) % state.seats
        return None if state.winner is not None else replace(state, ply=state.ply + later)

    def on_timeout(self, state: NimState, seat: Seat) -> Action | MetaAction:
        return Take(1)

    def needs_confirmation(self, state: NimState, seat: Seat, action: Action) -> bool:
        return isinstance(action, Take) and action.count == state.heap

    def preview(self, state: NimState, seat: Seat, action: Action) -> Answer | None:
        return Answer("That wins.") if self.needs_confirmation(state, seat, action) else None

    def write(self, action: Action) -> str:
        return str(action.count) if isinstance(action, Take) else "last"

    def read(self, state: NimState, seat: Seat, text: str) -> Action:
        if text.strip() == "last":
            return LastTake()
        if not text.strip().isdigit():
            raise IllegalAction("syntax", "Write how many you take.")
        return Take(int(text))

    def narrate(self, event: Event) -> str:
        assert isinstance(event, Took)
        return f"{self.info.seats[event.seat].name} takes {event.count}"


class BlitzOptions(NimOptions, frozen=True):
    seconds: Annotated[float, msgspec.Meta(gt=0)] = 20.0


class Blitz(Nim):
    """Nim in a hurry: the game sets its pace itself, and the clock takes one pebble for who is late."""

    info = msgspec.structs.replace(Nim.info, key="blitz", slug="blitz", title="Blitz")
    options_type = BlitzOptions

    def seconds_per_period(self, options: NimOptions) -> float | None:
        assert isinstance(options, BlitzOptions)
        return options.seconds


class Seal(Action, frozen=True, tag="seal"):
    """Choose a number in secret."""

    number: int


class Opened(Event, frozen=True, tag="opened"):
    numbers: tuple[int, ...]
    drawn: int


class SealedOptions(Value, frozen=True):
    pass


class SealedState(Value, frozen=True):
    chance: Chance
    chosen: tuple[int | None, ...] = (None, None)
    drawn: int | None = None


class SealedView(View, frozen=True, kw_only=True):
    own: int | None
    drawn: int | None

    @property
    def names_pending(self) -> bool:
        return False


class Sealed:
    """Both choose a number in secret at the same time; who is nearer to one that is drawn then wins."""

    info = _info(
        key="sealed",
        slug="sealed",
        title="Sealed",
        seats=(SeatInfo("left", "Left", "L"), SeatInfo("right", "Right", "R")),
        min_seats=2,
        undo="none",
        hidden=True,
    )
    state_type = SealedState
    action_types = (Seal,)
    view_type = SealedView
    options_type = SealedOptions

    def start(self, options: SealedOptions, seats: int, seed: str) -> SealedState:
        return SealedState(Chance(seed))

    def to_act(self, state: SealedState) -> tuple[Seat, ...]:
        return () if state.drawn is not None else tuple(s for s in (0, 1) if state.chosen[s] is None)

    def legal(self, state: SealedState, seat: Seat) -> Iterator[Seal]:
        if seat in self.to_act(state):
            yield from map(Seal, range(10))

    def meta_actions(self, state: SealedState, seat: Seat) -> Iterator[MetaAction]:
        return iter(())

    def apply_meta(self, state: SealedState, seat: Seat, action: MetaAction) -> Step[SealedState]:
        raise IllegalAction("illegal", "Nothing is done at this table but choosing.")

    def play(self, state: SealedState, seat: Seat, action: Seal) -> Step[SealedState]:
        if action not in self.legal(state, seat):
            raise IllegalAction("illegal", "Choose a number from 0 to 9, once.")
        chosen = tuple(action.number if s == seat else old for s, old in enumerate(state.chosen))
        state = msgspec.structs.replace(state, chosen=chosen)
        notation = self.write(action)
        if None in chosen:
            return Step(state, notation, public=None)
        drawn, chance = state.chance.below(10)
        numbers = tuple(number for number in chosen if number is not None)
        state = msgspec.structs.replace(state, chance=chance, drawn=drawn)
        result = (Opened(numbers, drawn),)
        return Step(state, notation, result, public="both are opened", reveals=True, anonymous=True)

    def outcome(self, state: SealedState) -> Outcome | None:
        if state.drawn is None:
            return None
        off = [abs((number or 0) - state.drawn) for number in state.chosen]
        ranks = (1, 1) if off[0] == off[1] else (1, 2) if off[0] < off[1] else (2, 1)
        return Outcome(ranks, "nearest", f"{state.drawn} was drawn.")

    def view(self, state: SealedState, seat: Seat | None) -> SealedView:
        over = state.drawn is not None
        return SealedView(
            viewer=seat,
            ply=2 if over else 0,
            turn="result" if over else "choice",
            to_act=() if over else (0, 1),
            prompt="Both choose",
            chips=("", ""),
            outcome=self.outcome(state),
            own=None if seat is None else state.chosen[seat],
            drawn=state.drawn,
        )

    def write(self, action: Seal) -> str:
        return f"seal {action.number}"

    def read(self, state: SealedState, seat: Seat, text: str) -> Seal:
        word, _, number = text.partition(" ")
        if word != "seal" or not number.isdigit():
            raise IllegalAction("syntax", "Write: seal 4.")
        return Seal(int(number))

    def narrate(self, event: Event) -> str:
        assert isinstance(event, Opened)
        return f"{event.drawn} is drawn against {event.numbers}"


class Grab(Action, frozen=True, tag="grab"):
    """Draw a number into your pouch."""


class Lay(Action, frozen=True, tag="lay"):
    """Lay a number of your pouch on the table."""

    number: int


class Tuck(Action, frozen=True, tag="tuck"):
    """Put a number of your pouch away, in secret."""

    number: int


class Done(Action, frozen=True, tag="done"):
    """End your turn."""


PouchAction: TypeAlias = Grab | Lay | Tuck | Done


class PouchOptions(Value, frozen=True):
    pass


class PouchState(Value, frozen=True):
    chance: Chance
    pouches: tuple[tuple[int, ...], ...]
    laid: tuple[int, ...] = ()
    turn: int = 0
    ply: int = 0
    loser: Seat | None = None

    @property
    def active(self) -> Seat:
        return self.turn % len(self.pouches)


class PouchView(View, frozen=True, kw_only=True):
    own: tuple[int, ...] | None
    laid: tuple[int, ...]


class Pouch:
    """Turns of many actions on a secret pouch of numbers; it goes on until somebody gives up."""

    info = _info(
        key="pouch",
        slug="pouch",
        title="Pouch",
        seats=tuple(SeatInfo(name.lower(), name, name[0]) for name in ("Hop", "Sip", "Cap")),
        min_seats=2,
        undo="turn",
        hidden=True,
        separator=";",
    )
    state_type = PouchState
    action_types = (Grab, Lay, Tuck, Done)
    view_type = PouchView
    options_type = PouchOptions

    def start(self, options: PouchOptions, seats: int, seed: str) -> PouchState:
        return PouchState(Chance(seed), tuple((seat, seat + 3) for seat in range(seats)))

    def to_act(self, state: PouchState) -> tuple[Seat, ...]:
        return () if state.loser is not None else (state.active,)

    def legal(self, state: PouchState, seat: Seat) -> Iterator[PouchAction]:
        if seat in self.to_act(state):
            yield Grab()
            for kind in (Lay, Tuck):
                yield from map(kind, sorted(set(state.pouches[seat])))
            yield Done()

    def meta_actions(self, state: PouchState, seat: Seat) -> Iterator[MetaAction]:
        if state.loser is None:
            yield Resign()

    def apply_meta(self, state: PouchState, seat: Seat, action: MetaAction) -> Step[PouchState]:
        if state.loser is not None or not isinstance(action, Resign):
            raise IllegalAction("illegal", "That cannot be done now.")
        return Step(msgspec.structs.replace(state, loser=seat), "resign", (Took(seat, 0),))

    def play(self, state: PouchState, seat: Seat, action: PouchAction) -> Step[PouchState]:
        if action not in tuple(self.legal(state, seat)):
            raise IllegalAction("illegal", "That cannot be done now.")
        text = self.write(action)
        if not isinstance(action, Tuck):
            state = msgspec.structs.replace(state, ply=state.ply + 1)
        pouches = list(state.pouches)
        match action:
            case Done():
                return Step(msgspec.structs.replace(state, turn=state.turn + 1), text, (Took(seat, 0),))
            case Grab():
                number, chance = state.chance.below(100)
                pouches[seat] = (*pouches[seat], number)
                state = msgspec.structs.replace(state, pouches=tuple(pouches), chance=chance)
                return Step(state, f"{text} {number}", (Took(seat, 1),), public=text, reveals=True)
            case Lay(number=number) | Tuck(number=number):
                pouch = list(pouches[seat])
                pouch.remove(number)
                pouches[seat] = tuple(pouch)
                state = msgspec.structs.replace(state, pouches=tuple(pouches))
                if isinstance(action, Tuck):
                    return Step(state, text, public=None)
                state = msgspec.structs.replace(state, laid=(*state.laid, number))
                return Step(state, text, (Took(seat, number),))
        raise AssertionError(action)

    def outcome(self, state: PouchState) -> Outcome | None:
        if state.loser is None:
            return None
        ranks = tuple(2 if seat == state.loser else 1 for seat in range(len(state.pouches)))
        return Outcome(ranks, "resignation", f"{self.info.seats[state.loser].name} gives up.")

    def view(self, state: PouchState, seat: Seat | None) -> PouchView:
        return PouchView(
            viewer=seat,
            ply=state.ply,
            turn=self.clock_period(state),
            to_act=self.to_act(state),
            prompt=f"{self.info.seats[state.active].name} takes a turn",
            chips=("",) * len(state.pouches),
            outcome=self.outcome(state),
            own=None if seat is None else state.pouches[seat],
            laid=state.laid,
        )

    def hand(self, state: PouchState, seat: Seat) -> str:
        return f"Pouch: {sorted(state.pouches[seat])}"

    def clock_period(self, state: PouchState) -> str:
        return f"turn {state.turn}"

    def on_timeout(self, state: PouchState, seat: Seat) -> PouchAction | MetaAction:
        return Done()

    def write(self, action: PouchAction) -> str:
        match action:
            case Lay(number=number) | Tuck(number=number):
                return f"{action.__struct_config__.tag} {number}"
            case Grab() | Done():
                return str(action.__struct_config__.tag)

    def read(self, state: PouchState, seat: Seat, text: str) -> PouchAction:
        found = [action for action in self.legal(state, seat) if self.write(action) == text.strip()]
        if not found:
            raise IllegalAction("illegal", "That cannot be done now.")
        return found[0]

    def narrate(self, event: Event) -> str:
        assert isinstance(event, Took)
        return f"{self.info.seats[event.seat].name} is at it"


def assembled(rules: Any) -> AnyEngine:
    """The engine of a game whose functions are the methods of a class."""

    def period(state: Any) -> str:
        return str(rules.view(state, None).ply)

    def offer(state: Any, seat: Seat, action: Action) -> Offer[Action]:
        return LazyOffer(action, rules.write(action))

    previews = hasattr(rules, "preview")
    seconds = getattr(rules, "seconds_per_period", None)
    late = getattr(rules, "on_timeout", None)
    engine: AnyEngine = Engine(
        info=rules.info,
        state_type=rules.state_type,
        action_types=rules.action_types,
        view_type=rules.view_type,
        options_type=rules.options_type,
        set_up=rules.start,
        draws=lambda _: "chance" in rules.state_type.__struct_fields__,
        reseed=lambda state, seed: replace(state, chance=Chance(seed)),
        to_act=rules.to_act,
        legal=rules.legal,
        play=rules.play,
        meta_actions=rules.meta_actions,
        play_meta=rules.apply_meta,
        outcome=rules.outcome,
        view=rules.view,
        forced=getattr(rules, "forced", lambda _: None),
        own_turn=getattr(rules, "own_turn", lambda _, __: None),
        write=rules.write,
        read=rules.read,
        narrate=rules.narrate,
        offer=offer,
        clock=ClockRules(
            period=getattr(rules, "clock_period", period),
            seconds=seconds or (lambda _: None),
            on_timeout=late or (lambda _, __: TimeUp()),
        ),
        chat=getattr(rules, "chat", None),
        hand=getattr(rules, "hand", None),
        preview=PreviewRules(show=rules.preview, needs_confirmation=rules.needs_confirmation)
        if previews
        else PreviewRules(),
    )
    if hasattr(rules, "codec"):
        vars(engine)["codec"] = rules.codec
    return engine


TINY: dict[str, AnyEngine] = {
    "nim": assembled(Nim()),
    "blitz": assembled(Blitz()),
    "sealed": assembled(Sealed()),
    "pouch": assembled(Pouch()),
}
