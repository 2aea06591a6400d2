"""The options and presets of section 6 of docs/rules/four-gods.md. The deadline of a round is the host's."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from engines.contract import Value

Limit: TypeAlias = Literal["count", "cost"]
Stalemate: TypeAlias = Literal["reset", "sticky", "off"]
Preset = Literal["rulebook", "uniform2", "uniform1", "server", "classic", "class40", "short30"]


_FIGURES = ("start", "attack_cost", "defend_cost", "damage", "refund", "timer")
PRESETS: dict[str, dict[str, int]] = {
    preset: dict(zip(_FIGURES, figures, strict=False))
    for preset, figures in {
        "rulebook": (60, 2, 1, 5, 1),
        "uniform2": (60, 2, 2, 5, 1),
        "uniform1": (60, 1, 1, 5, 1),
        "server": (45, 1, 1, 3, 1, 25),
        "classic": (100, 1, 1, 3, 0, 30),
        "class40": (40, 1, 1, 3, 0),
        "short30": (30, 1, 1, 3, 0, 30),
    }.items()
}
"""The options that each preset sets."""


def expand_preset(values: Mapping[str, object]) -> Mapping[str, object]:
    """The figures of the named preset, overridden by the options that are given singly."""
    preset = values.get("preset")
    figures = PRESETS.get(preset, {}) if isinstance(preset, str) else {}
    return {**figures, **values}


class GodsOptions(Value, frozen=True, kw_only=True):
    """Complete figures: those of the preset where none are given."""

    preset: Annotated[Preset, Meta(description="Named figures; single options change them")] = "rulebook"
    start: Annotated[int, Meta(ge=1, le=200, description="Energy points of each god at the start")] = 60
    attack_cost: Annotated[int, Meta(ge=0, le=5, description="Price of an attack")] = 2
    defend_cost: Annotated[int, Meta(ge=0, le=5, description="Price of a defence")] = 1
    damage: Annotated[int, Meta(ge=0, le=20, description="What an undefended attack takes")] = 5
    refund: Annotated[int, Meta(ge=0, le=5, description="What a blocked attack gives the defender")] = 1
    max_actions: Annotated[int, Meta(ge=1, le=6, description="Most actions in a round")] = 3
    limit: Annotated[
        Limit,
        Meta(
            description="What energy limits: the number of actions, or their price",
            extra_json_schema={"values": {"count": "by the number of actions", "cost": "by their price"}},
        ),
    ] = "count"
    stalemate: Annotated[
        Stalemate,
        Meta(
            description="Drain after quiet rounds: until somebody acts, for good, or never",
            extra_json_schema={
                "values": {
                    "reset": "drains until somebody acts",
                    "sticky": "drains for good",
                    "off": "no drain",
                }
            },
        ),
    ] = "reset"
    stalemate_after: Annotated[int, Meta(ge=1, le=20, description="Quiet rounds in a row that pass free")] = 5
    stalemate_loss: Annotated[int, Meta(ge=1, le=5, description="What the drain takes in a round")] = 1
    mode: Annotated[
        Literal["async", "live"],
        Meta(
            description="Rounds by deadline, or live rounds of seconds",
            extra_json_schema={"values": {"async": "rounds by deadline", "live": "live rounds of seconds"}},
        ),
    ] = "async"
    timer: Annotated[int, Meta(ge=20, le=300, description="Seconds of a live round")] = 40
    show_ready: Annotated[bool, Meta(description="Whether all may see who is ready")] = True
    eliminated_talk: Annotated[
        Literal["all", "public", "none"],
        Meta(
            description="Which talk is left to gods that are out",
            extra_json_schema={
                "values": {"all": "public and private", "public": "public alone", "none": "none"}
            },
        ),
    ] = "all"
    reveal_messages: Annotated[bool, Meta(description="Whether private messages are shown at the end")] = (
        False
    )
    afk_out: Annotated[
        int, Meta(ge=0, le=100, description="Absences in a row after which a god resigns; 0 never")
    ] = 0
