"""The options of a game: docs/rules/tae.md section 12, and the deadline of combats."""

from typing import Annotated, Literal

from msgspec import Meta

from engines.contract import Value


class TaeOptions(Value, frozen=True, kw_only=True):
    """The options of section 12, and the deadline of combats."""

    monuments: Annotated[bool, Meta(description="Squares of four like colonies may become monuments")] = False
    open_scores: Annotated[bool, Meta(description="Everybody sees everybody's points")] = False
    joining: Annotated[
        Literal["code", "board"],
        Meta(
            description="board: a colony that joins regions of which one alone is led scores, as in T&E",
            extra_json_schema={
                "values": {"code": "never scores", "board": "scores where at most one region is led"}
            },
        ),
    ] = "code"
    combat_time: Annotated[
        int, Meta(ge=1, le=100, description="Deadline of a commitment in per cent of a turn's")
    ] = 50
