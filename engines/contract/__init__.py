"""The contract between a game's rules and everything that hosts it.

An `Engine` is facts, types and pure functions of immutable values: a core that every game has, its clock
included, and parts (chat, hand, questions, preview, staged panel, imagining, computer player) that a game has
or has not. Everything that a host needs (slash commands, autocomplete, panels, records, tests, the line
protocol) is derived from this contract, so that no code outside an engine's package, its renderer and the
registries knows a game by name.
"""

from engines.contract.action import (
    META_ACTIONS,
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
from engines.contract.chat import LONGEST_MESSAGE, ChatMessage, ChatRules
from engines.contract.clock import AtZero, ClockRules
from engines.contract.codec import Codec
from engines.contract.computer import ComputerPlayer, Level, Verdict
from engines.contract.engine import AnyEngine, Engine, OptionWords
from engines.contract.errors import ErrorCode, IllegalAction, IllegalOptions
from engines.contract.info import GameInfo, Guide, SeatInfo
from engines.contract.offer import (
    END,
    LONGEST_LABEL,
    LONGEST_NOTE,
    LazyOffer,
    Offer,
    Paths,
    Pick,
    Text,
    Words,
    joined,
)
from engines.contract.panel import PanelRules, StagedPanel, Toggle
from engines.contract.question import Answer, PreviewRules, Question, Questions
from engines.contract.step import LONGEST_HEADLINE, LONGEST_SUMMARY, Step, StepSummary
from engines.contract.values import Seat, Value
from engines.contract.view import Event, Outcome, SeatEvent, View, ranks_by
