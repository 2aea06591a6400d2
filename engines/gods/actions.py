"""What a living god may do in a round: docs/rules/four-gods.md section 3.

Commands take their order and their help from these classes.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

from engines.contract import Action


class Plan(Action, frozen=True, tag="plan"):
    """Choose your actions of this round in secret; a new plan replaces the old one."""

    opens_panel = True

    actions: Annotated[str, Meta(description="Such as Ab Ag Do, attack blue defend orange, or none")]


class Clear(Action, frozen=True, tag="clear"):
    """Take your plan back, as if you had saved nothing."""


class Ready(Action, frozen=True, tag="ready"):
    """Tell that nobody need wait for you; you may still change your plan."""

    on: Annotated[bool, Meta(description="False takes the mark back")] = True


GodsAction: TypeAlias = Plan | Clear | Ready

ACTIONS: tuple[type[GodsAction], ...] = (Plan, Clear, Ready)
