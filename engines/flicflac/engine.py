"""The rules of Flic Flac behind the contract that all games share.

Seat 0 has the cylinders and begins, seat 1 the blocks. A phase is staged until its mover ends it.
"""

from engines.contract import ClockRules, Engine, PanelRules, TimeUp
from engines.flicflac.actions import ACTIONS, End, FlicFlacAction
from engines.flicflac.apply import apply, apply_meta
from engines.flicflac.events import narrate
from engines.flicflac.imagining import imagine
from engines.flicflac.info import INFO
from engines.flicflac.legal_moves import forced, legal, own_turn, to_act
from engines.flicflac.notation import read, write
from engines.flicflac.offering import offer, public_picks
from engines.flicflac.options import FlicFlacOptions
from engines.flicflac.outcome import outcome
from engines.flicflac.player import COMPUTER
from engines.flicflac.questions import QUESTIONS
from engines.flicflac.state import FlicFlacState, reseed, set_up
from engines.flicflac.view import FlicFlacView
from engines.flicflac.view_builder import build_view, clock_period

FLICFLAC: Engine[FlicFlacState, FlicFlacAction, FlicFlacView, FlicFlacOptions] = Engine(
    info=INFO,
    state_type=FlicFlacState,
    action_types=ACTIONS,
    view_type=FlicFlacView,
    options_type=FlicFlacOptions,
    set_up=set_up,
    reseed=reseed,
    draws=lambda options: options.events > 0,
    to_act=to_act,
    legal=legal,
    play=apply,
    meta_actions=lambda state, seat: state.meta.actions(seat),
    play_meta=apply_meta,
    outcome=outcome,
    view=build_view,
    forced=forced,
    own_turn=own_turn,
    write=write,
    read=read,
    narrate=narrate,
    offer=offer,
    panel=PanelRules(public_picks=public_picks),
    clock=ClockRules(
        period=clock_period,
        # Section 11 and ruling 30: an extra phase has its share of a turn's deadline. A phase ends with the
        # moves made so far; by `TimeUp` where the option `claim_after` counts phases ended by the clock.
        factor=lambda state: state.options.extra_time / 100 if state.extra else 1.0,
        on_timeout=lambda state, _: TimeUp() if state.options.claim_after else End(),
        at_zero=("rules", "wait", "lose"),
        on_timeout_words="the phase ends with the moves made so far",
        absent_after=lambda options: options.claim_after,
    ),
    questions=QUESTIONS,
    imagine=imagine,
    computer=COMPUTER,
)
