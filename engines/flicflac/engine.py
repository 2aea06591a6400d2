"""The rules of Flic Flac behind the contract that all games share.

Seat 0 has the cylinders and begins, seat 1 the blocks. A phase is staged until its mover ends it.
"""

from __future__ import annotations

from msgspec.structs import replace

from engines.chance import Chance, check_seed
from engines.contract import ClockRules, Engine
from engines.flicflac.actions import ACTIONS, FlicFlacAction
from engines.flicflac.apply import apply, apply_meta
from engines.flicflac.clock import on_timeout, period_factor
from engines.flicflac.info import INFO
from engines.flicflac.legal_moves import forced_end, legal, to_act
from engines.flicflac.narration import narrate
from engines.flicflac.notation import read, write
from engines.flicflac.offering import offer
from engines.flicflac.options import FlicFlacOptions
from engines.flicflac.outcome import outcome
from engines.flicflac.questions import QUESTIONS
from engines.flicflac.setup import set_up
from engines.flicflac.state import FlicFlacState
from engines.flicflac.view import FlicFlacView
from engines.flicflac.view_builder import build_view, clock_period

FLICFLAC: Engine[FlicFlacState, FlicFlacAction, FlicFlacView, FlicFlacOptions] = Engine(
    info=INFO,
    state_type=FlicFlacState,
    action_types=ACTIONS,
    view_type=FlicFlacView,
    options_type=FlicFlacOptions,
    set_up=set_up,
    reseed=lambda state, seed: replace(state, chance=Chance(check_seed(seed))),
    draws=lambda options: options.events > 0,
    to_act=to_act,
    legal=legal,
    play=apply,
    meta_actions=lambda state, seat: state.meta.actions(seat),
    play_meta=apply_meta,
    outcome=outcome,
    view=build_view,
    automatic=forced_end,
    write=write,
    read=read,
    narrate=narrate,
    offer=offer,
    clock=ClockRules(period=clock_period, factor=period_factor, on_timeout=on_timeout),
    questions=QUESTIONS,
)
