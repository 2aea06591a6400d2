"""The game's part of the conformance checks: positions, test vectors and counting."""

from engines.conformance.contract import Conformance, Solution
from engines.roses.conformance.perft import count_sequences
from engines.roses.conformance.position import read_position
from engines.roses.conformance.vectors import VECTORS
from engines.roses.notation import write_position
from engines.roses.options import RosesOptions
from engines.roses.solution import SHA256
from engines.roses.state import RosesState


def _solve(name: str) -> bytes:
    # Imported here, as only solving needs numpy.
    from engines.roses.conformance.solving import solve  # noqa: PLC0415

    return solve(contiguous="contiguous" in name, long_phalanx="long" in name)


CONFORMANCE: Conformance[RosesState, RosesOptions] = Conformance(
    write_position=write_position,
    read_position=read_position,
    vectors=VECTORS,
    perft=count_sequences,
    solution=Solution(sha256=SHA256, solve=_solve),
)
