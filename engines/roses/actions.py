"""What a side may do: docs/rules/guerre-des-deux-roses.md sections 4 and 5.

Commands take their order and their help from these classes.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, field
from msgspec.structs import astuple

from engines.contract import Action
from engines.roses.board import Direction


class Drop(Action, frozen=True, tag="drop"):
    """Put a soldier from your reserve on an empty cell beside one of your own pieces."""

    cell: Annotated[str, Meta(description="The empty cell, e.g. d3; not a red one")]


class SingleStep(Action, frozen=True, tag="step"):
    """Move one soldier to a neighbouring empty cell."""

    origin: Annotated[str, Meta(description="The soldier that steps")] = field(name="from")
    target: Annotated[str, Meta(description="The empty cell next to it")] = field(name="to")


class Shift(Action, frozen=True, tag="shift"):
    """Move two or more soldiers in a row one cell along their own line."""

    origin: Annotated[str, Meta(description="The rearmost soldier that moves")] = field(name="from")
    target: Annotated[str, Meta(description="The empty cell that the front soldier enters")] = field(
        name="to"
    )


class Translate(Action, frozen=True, tag="translate"):
    """Move two neighbouring soldiers side by side one cell in the same direction."""

    first: Annotated[str, Meta(description="One of the two soldiers")]
    second: Annotated[str, Meta(description="The other soldier, next to the first")]
    direction: Annotated[Direction, Meta(description="Where both go; not along the line that joins them")]


class Phalanx(Action, frozen=True, tag="phalanx"):
    """Charge with two soldiers in line: push the enemy before them, or take the castle."""

    origin: Annotated[str, Meta(description="The rear soldier")] = field(name="from")
    target: Annotated[str, Meta(description="The enemy soldier or castle in line right before the front one")]


class Support(Action, frozen=True, tag="support"):
    """Push an enemy soldier with one soldier while another of yours touches it."""

    origin: Annotated[str, Meta(description="The soldier that attacks")] = field(name="from")
    target: Annotated[str, Meta(description="The enemy soldier next to it")]


class Pass(Action, frozen=True, tag="pass"):
    """Do nothing, because there is nothing that you could do."""

    host_only = True


RosesAction: TypeAlias = Drop | SingleStep | Shift | Translate | Phalanx | Support | Pass

ACTIONS: tuple[type[RosesAction], ...] = (Drop, SingleStep, Shift, Translate, Phalanx, Support, Pass)


def write(action: RosesAction) -> str:
    """The canonical text of an action (section 7); case and outer blanks of its fields do not matter."""
    fields = [text.strip().lower() for text in astuple(action)]
    match action:
        case Drop():
            return f"@{fields[0]}"
        case SingleStep() | Shift():
            return "-".join(fields)
        case Translate():
            first, second = sorted(fields[:2])
            return f"{first}{second}+{fields[2]}"
        case Phalanx() | Support():
            return "x".join(fields)
        case Pass():
            return "pass"
