"""The engine and short ways to set a table up."""

from typing import Any

from engines.contract import IllegalAction, Seat, Step
from engines.tae.conformance.error_codes import rules_code
from engines.tae.conformance.position import read_position
from engines.tae.engine import TAE
from engines.tae.state import TaeState

ENGINE = TAE
BOW, POT, LION, BULL = range(4)
SEED = "7ae0" * 16
START_HAND = {"merchant": 1, "scientist": 1, "settler": 1}
"""One ship of each kind but no miner, as in section 14 of the rules."""


def start(seats: int = 2, seed: str = SEED, **options: Any) -> TaeState:
    """The set-up."""
    return ENGINE.start(ENGINE.options(options), seats, seed)


def load(
    colonies: str = "", leaders: str = "", *, options: dict[str, Any] | None = None, **fields: Any
) -> TaeState:
    """A position such as ``load("r@H5 k@H6", "Pg@G5")``; further fields as in section 16."""
    kinds = dict(zip("grku", ("merchant", "scientist", "settler", "miner"), strict=True))
    dynasties = dict(zip("BPLX", ("bow", "pot", "lion", "bull"), strict=True))
    position = {
        "colonies": {"{},{}".format(*at(cell)): kinds[kind] for kind, cell in pairs(colonies)},
        "leaders": [
            {"player": dynasties[who[0]], "kind": kinds[who[1]], "at": at(cell)}
            for who, cell in pairs(leaders)
        ],
        "artifacts": [at(cell) for cell in fields.pop("artifacts", "").split()],
        "destroyed": [at(cell) for cell in fields.pop("destroyed", "").split()],
    }
    given = {"players": ["bow", "pot"], "active": "bow", "bag_size": 60, "position": position, **fields}
    return read_position(given, ENGINE.options(options or {}))


def pairs(text: str) -> list[tuple[str, str]]:
    return [(one.split("@")[0], one.split("@")[1]) for one in text.split()]


def at(cell: str) -> list[int]:
    return [ord(cell[0]) - ord("A"), int(cell[1:]) - 1]


def do(state: TaeState, seat: Seat, text: str) -> Step[TaeState]:
    """The step of one action by its notation."""
    return ENGINE.apply(state, seat, ENGINE.parse(state, seat, text))


def play(state: TaeState, *texts: str) -> TaeState:
    """The state after actions such as ``B colony settler I5``."""
    for text in texts:
        state = do(state, "BPLX".index(text[0]), text[2:]).state
    return state


def code(state: TaeState, seat: Seat, text: str) -> str:
    """The code of the refusal in the words of the rules."""
    before = ENGINE.codec.encode(state)
    try:
        do(state, seat, text)
    except IllegalAction as refusal:
        assert ENGINE.codec.encode(state) == before
        return rules_code(refusal.code)
    raise AssertionError(f"{text} is legal")


def narrated(step: Step[TaeState]) -> list[str]:
    """The narrations of a step's public events."""
    return [ENGINE.narrate(event) for event in step.events if event.audience == "public"]
