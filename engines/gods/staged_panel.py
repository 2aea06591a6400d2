"""The panel of a living god: a toggle for every action, like the icons of the original; ready, and clear."""

from engines.contract import Seat, StagedPanel, Toggle
from engines.gods.absence import ABSENCE
from engines.gods.colours import NAMES
from engines.gods.legal_moves import may_choose, plans
from engines.gods.options import GodsOptions
from engines.gods.rounds import too_long_absent
from engines.gods.selection import in_words, ordered, price, single_actions, target
from engines.gods.state import GodsState
from engines.wording import counted, figure

_VERBS = {"A": ("Attack", "⚔️"), "D": ("Defend against", "🛡️")}


def build_staged_panel(state: GodsState, seat: Seat) -> StagedPanel | None:
    """The panel of the present round; None for a seat without a choice."""
    if not may_choose(state, seat):
        return None
    actions = tuple(single_actions(seat, state.living))
    attacks, defences = (
        tuple(_switch(state, seat, action) for action in actions if action[0] == verb) for verb in _VERBS
    )
    stance = state.stances[seat]
    marks = (
        Toggle("ready", "Ready", "not ready" if stance.ready else "ready", on=stance.ready),
        Toggle("clear", "Clear", None if stance.plan is None else "clear"),
    )
    return StagedPanel(_panel_text(state, seat), (attacks, defences, marks))


def _switch(state: GodsState, seat: Seat, action: str) -> Toggle:
    plan = state.stances[seat].plan or ()
    chosen = action in plan
    toggled = plans(state, seat).get(ordered({*plan} ^ {action}))
    verb, emoji = _VERBS[action[0]]
    return Toggle(
        action, f"{verb} {NAMES[target(action)]}", toggled.actions if toggled else None, chosen, emoji
    )


def _panel_text(state: GodsState, seat: Seat) -> str:
    plan, options, energy = state.stances[seat].plan, state.options, state.gods[seat].ep
    if plan is None:
        chosen = f"You are **{NAMES[seat]}** with **{energy} EP**. Nothing is saved yet."
    else:
        cost = price(options, plan)
        chosen = (
            f"**You {in_words(plan, ' and ')}.**\n"
            f"That costs {cost}: {figure(energy - cost)} of {energy} EP are left before hits."
        )
    mark = "You are **ready** and may still change your plan." if state.stances[seat].ready else ""
    if too_long_absent(state, seat):
        mark = ABSENCE
    attack = f"An attack costs {options.attack_cost} and takes {options.damage} unless its target defends"
    limits = f"-# {attack}; a defence costs {options.defend_cost}. At most {_most(options, energy)}."
    return "\n".join(part for part in (chosen, mark, limits) if part)


def _most(options: GodsOptions, energy: int) -> str:
    """How many actions a god with this energy may choose (Ruling 3)."""
    most = f"{counted(options.max_actions, 'action')} a round"
    if options.limit == "cost":
        return f"{most}, for no more than your {energy} EP"
    return most if energy >= options.max_actions else f"{counted(energy, 'action')} with {energy} EP"
