"""The rules of Reef Encounter behind the contract that all games share.

Seats are in clockwise order; who begins is drawn.
"""

from engines.contract import ClockRules, Engine, PanelRules, PreviewRules
from engines.reef.actions import ACTIONS, ReefAction
from engines.reef.apply import apply, apply_meta
from engines.reef.events import narrate
from engines.reef.imagining import imagine
from engines.reef.info import INFO
from engines.reef.legal_moves import forced, legal, meta_actions, own_turn, phase_of, to_act, turn_hints
from engines.reef.notation import read, write
from engines.reef.offering import ReefOffer
from engines.reef.options import ReefOptions
from engines.reef.outcome import outcome
from engines.reef.player import COMPUTER
from engines.reef.preview import preview
from engines.reef.questions import QUESTIONS, tell_hand
from engines.reef.setup import reseed, set_up
from engines.reef.state import ReefState
from engines.reef.view import ReefView
from engines.reef.view_builder import build_view

REEF: Engine[ReefState, ReefAction, ReefView, ReefOptions] = Engine(
    info=INFO,
    state_type=ReefState,
    action_types=ACTIONS,
    view_type=ReefView,
    options_type=ReefOptions,
    set_up=set_up,
    reseed=reseed,
    draws=lambda _: True,
    to_act=to_act,
    legal=legal,
    play=apply,
    meta_actions=meta_actions,
    play_meta=apply_meta,
    outcome=outcome,
    view=build_view,
    forced=forced,
    own_turn=own_turn,
    write=write,
    read=read,
    narrate=narrate,
    offer=ReefOffer,
    clock=ClockRules(
        period=lambda state: phase_of(state).clock_period(state),
        at_zero=("rules", "wait", "lose"),
        on_timeout_words="the turn ends",
    ),
    hand=tell_hand,
    imagine=imagine,
    computer=COMPUTER,
    questions=QUESTIONS,
    preview=PreviewRules(show=preview),
    panel=PanelRules(hints=turn_hints),
)
