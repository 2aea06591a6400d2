"""How a game begins."""

from __future__ import annotations

from collections.abc import Mapping

from engines.chance import check_seed
from engines.gods.colours import SEATS
from engines.gods.options import PRESETS, GodsOptions
from engines.gods.state import God, GodsState


def expand_preset(values: Mapping[str, object]) -> Mapping[str, object]:
    """The figures of the preset that is named; single ones that are given override them."""
    preset = values.get("preset")
    figures = PRESETS.get(preset, {}) if isinstance(preset, str) else {}
    return {**figures, **values}


def set_up(options: GodsOptions, _seats: int, seed: str) -> GodsState:
    """Everybody with the same energy. Nothing is left to chance, so the seed is only checked."""
    check_seed(seed)
    return GodsState(options=options, gods=(God(ep=options.start),) * len(SEATS))
