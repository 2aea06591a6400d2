"""The options of a game: sections 3, 5 and 6 of docs/rules/guerre-des-deux-roses.md."""

from typing import Annotated, Literal

from msgspec import Meta

from engines.contract import Value


class RosesOptions(Value, frozen=True, kw_only=True):
    """The options of sections 3, 5 and 6 of the rules."""

    first: Annotated[
        Literal["white", "black"],
        Meta(
            description="Who drops first",
            extra_json_schema={"values": {"white": "White", "black": "Black"}},
        ),
    ] = "white"
    long_phalanx: Annotated[
        bool, Meta(description="A phalanx of three or four may also charge as a whole")
    ] = False
    support_contiguous: Annotated[
        bool,
        Meta(
            description="In a support attack the two soldiers must touch each other",
            extra_json_schema={"headline": "soldiers that support must touch"},
        ),
    ] = False
    repetition: Annotated[
        int, Meta(ge=0, le=100, description="The same position this often is a draw; 0 never")
    ] = 3
    quiet_limit: Annotated[
        int, Meta(ge=0, le=10_000, description="Plies without a capture for a draw; 0 never")
    ] = 100
