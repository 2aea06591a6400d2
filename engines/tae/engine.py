"""The engine of TaE.

Seats 0 to 3 are bow, pot, lion and bull. Combats are turns of their own, with sealed commitments.
"""

from engines.contract import ClockRules, Engine, PanelRules, PreviewRules
from engines.tae.actions import ACTIONS, Reinforce, TaeAction
from engines.tae.apply import apply, apply_meta
from engines.tae.events import narrate
from engines.tae.imagining import imagine
from engines.tae.info import INFO
from engines.tae.legal_moves import beginnings, legal, meta_actions, own_turn, to_act
from engines.tae.notation import read, write
from engines.tae.offering import TaeOffer, public_picks
from engines.tae.options import TaeOptions
from engines.tae.outcome import outcome
from engines.tae.player import COMPUTER
from engines.tae.preview import needs_confirmation, preview
from engines.tae.questions import QUESTIONS, tell_hand
from engines.tae.setup import reseed, set_up
from engines.tae.state import TaeState
from engines.tae.view import TaeView
from engines.tae.view_builder import build_view, clock_period

TAE: Engine[TaeState, TaeAction, TaeView, TaeOptions] = Engine(
    info=INFO,
    state_type=TaeState,
    action_types=ACTIONS,
    view_type=TaeView,
    options_type=TaeOptions,
    set_up=set_up,
    draws=lambda _: True,
    reseed=reseed,
    to_act=to_act,
    legal=legal,
    play=apply,
    meta_actions=meta_actions,
    play_meta=apply_meta,
    outcome=outcome,
    view=build_view,
    own_turn=own_turn,
    write=write,
    read=read,
    narrate=narrate,
    offer=TaeOffer,
    panel=PanelRules(public_picks=public_picks, beginnings=beginnings),
    clock=ClockRules(
        period=clock_period,
        factor=lambda state: 1.0 if state.combat is None else state.options.combat_time / 100,
        # A combat involves players out of their turn.
        off_turn_prompt=lambda state: None if state.combat is None else "Commit ships",
        pass_action=Reinforce(0),
        at_zero=("rules", "wait", "lose"),
        on_timeout_words="the turn ends, and no ships are committed",
    ),
    hand=tell_hand,
    imagine=imagine,
    computer=COMPUTER,
    questions=QUESTIONS,
    preview=PreviewRules(show=preview, needs_confirmation=needs_confirmation),
)
