"""The state of a game from a view of it: nothing is hidden."""

from random import Random

from engines.roses.board import mask
from engines.roses.options import RosesOptions
from engines.roses.state import RosesState
from engines.roses.view import RosesView


def imagine(view: RosesView, _rng: Random) -> RosesState:
    """The position of a running game.

    An open draw offer and passed deadlines are not in it.
    """
    return RosesState(
        options=RosesOptions(
            long_phalanx=view.long_phalanx,
            support_contiguous=view.support_contiguous,
            repetition=view.repetition,
            quiet_limit=view.quiet_limit,
        ),
        ply=view.ply,
        turn=view.next_seat,
        soldiers=(mask(view.soldiers[0]), mask(view.soldiers[1])),
        reserves=view.reserves,
        quiet=view.quiet,
        trail=view.trail,
        last=view.last,
    )
