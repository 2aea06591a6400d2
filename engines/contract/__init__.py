"""The contract between a game's rules and everything that hosts it.

An engine is a value-free object whose methods are pure functions of immutable states. Everything that
a host needs (slash commands, autocomplete, panels, records, tests, the line protocol) is derived from
what stands here, so that no code outside an engine's package, its renderer and the registry knows a
game by name.
"""

from engines.contract.action import (
    Action,
    Claim,
    Draw,
    Extend,
    Resign,
    TableAction,
    TimeUp,
    format_table,
    parse_table,
)
from engines.contract.engine import AnyEngine, Engine
from engines.contract.info import GameInfo, SeatInfo
from engines.contract.panel import Pick, Switch, Switchboard
from engines.contract.question import Question, Told
from engines.contract.refusal import IllegalAction, IllegalOptions
from engines.contract.step import LONGEST_ACCOUNT, Account, Step
from engines.contract.talk import LONGEST_TALK, Said
from engines.contract.values import Seat, Value
from engines.contract.view import Event, Outcome, View

__all__ = [
    "LONGEST_ACCOUNT",
    "LONGEST_TALK",
    "Account",
    "Action",
    "AnyEngine",
    "Claim",
    "Draw",
    "Engine",
    "Event",
    "Extend",
    "GameInfo",
    "IllegalAction",
    "IllegalOptions",
    "Outcome",
    "Pick",
    "Question",
    "Resign",
    "Said",
    "Seat",
    "SeatInfo",
    "Step",
    "Switch",
    "Switchboard",
    "TableAction",
    "TimeUp",
    "Told",
    "Value",
    "View",
    "format_table",
    "parse_table",
]
