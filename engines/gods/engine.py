"""The engine of Battle of the Four Gods.

All living gods choose simultaneously; the step that leaves none pending settles the round.
"""

from engines.contract import ChatRules, ClockRules, Engine, PanelRules
from engines.gods.actions import ACTIONS, GodsAction
from engines.gods.apply import apply, apply_meta
from engines.gods.chat import check_message, read_message, reveals_messages
from engines.gods.events import narrate
from engines.gods.imagining import imagine
from engines.gods.info import INFO
from engines.gods.legal_moves import legal, meta_actions, own_turn
from engines.gods.notation import read, write
from engines.gods.offering import offer
from engines.gods.options import GodsOptions, expand_preset
from engines.gods.outcome import outcome
from engines.gods.player import COMPUTER
from engines.gods.questions import QUESTIONS
from engines.gods.staged_panel import build_staged_panel
from engines.gods.state import GodsState, set_up
from engines.gods.view import GodsView
from engines.gods.view_builder import build_view, clock_period

GODS: Engine[GodsState, GodsAction, GodsView, GodsOptions] = Engine(
    info=INFO,
    state_type=GodsState,
    action_types=ACTIONS,
    view_type=GodsView,
    options_type=GodsOptions,
    expand_options=expand_preset,
    set_up=set_up,
    to_act=lambda state: state.pending,
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
    offer=offer,
    clock=ClockRules(
        period=clock_period,
        # Live rounds have the option's seconds, whatever deadline the host chose.
        seconds=lambda options: options.timer if options.mode == "live" else None,
        on_timeout_words="the round is settled with what was saved",
        banks=False,
        # Ruling 17.
        absent_after=lambda options: options.afk_out,
    ),
    chat=ChatRules(private=True, read=read_message, check=check_message, reveals=reveals_messages),
    imagine=imagine,
    computer=COMPUTER,
    questions=QUESTIONS,
    panel=PanelRules(staged=build_staged_panel),
)
