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
    MetaAction,
    Resign,
    TimeUp,
    format_meta,
    parse_meta,
)
from engines.contract.chat import LONGEST_MESSAGE, ChatMessage
from engines.contract.engine import AnyEngine, Engine
from engines.contract.errors import ErrorCode, IllegalAction, IllegalOptions
from engines.contract.info import GameInfo, SeatInfo
from engines.contract.panel import Pick, StagedPanel, Toggle
from engines.contract.question import Answer, Question
from engines.contract.step import LONGEST_SUMMARY, Step, StepSummary
from engines.contract.values import Seat, Value
from engines.contract.view import Event, Outcome, View

__all__ = [
    "LONGEST_MESSAGE",
    "LONGEST_SUMMARY",
    "Action",
    "Answer",
    "AnyEngine",
    "ChatMessage",
    "Claim",
    "Draw",
    "Engine",
    "ErrorCode",
    "Event",
    "Extend",
    "GameInfo",
    "IllegalAction",
    "IllegalOptions",
    "MetaAction",
    "Outcome",
    "Pick",
    "Question",
    "Resign",
    "Seat",
    "SeatInfo",
    "StagedPanel",
    "Step",
    "StepSummary",
    "TimeUp",
    "Toggle",
    "Value",
    "View",
    "format_meta",
    "parse_meta",
]
