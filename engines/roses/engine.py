"""The engine of Guerre des Deux Roses.

Seat 0 is White, seat 1 is Black. Nothing is hidden and there is no chance.
"""

from engines.contract import ClockRules, Engine
from engines.roses.actions import ACTIONS, RosesAction, write
from engines.roses.apply import apply, apply_meta
from engines.roses.events import narrate
from engines.roses.imagining import imagine
from engines.roses.info import INFO
from engines.roses.legal_moves import forced, legal, own_turn, to_act
from engines.roses.notation import read
from engines.roses.offering import offer
from engines.roses.options import RosesOptions
from engines.roses.outcome import outcome
from engines.roses.player import COMPUTER
from engines.roses.questions import QUESTIONS
from engines.roses.state import RosesState, set_up
from engines.roses.view import RosesView
from engines.roses.view_builder import build_view

ROSES: Engine[RosesState, RosesAction, RosesView, RosesOptions] = Engine(
    info=INFO,
    state_type=RosesState,
    action_types=ACTIONS,
    view_type=RosesView,
    options_type=RosesOptions,
    set_up=set_up,
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
    clock=ClockRules(
        period=lambda state: str(state.ply),
        at_zero=("rules", "wait", "lose"),
        # Ruling 16.
        tells_timeout=True,
        on_timeout_words="the opponent may claim the win or give more time",
        absent_after=lambda _: 1,
    ),
    imagine=imagine,
    computer=COMPUTER,
    questions=QUESTIONS,
)
