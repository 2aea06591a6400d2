"""The known effects of actions that chance, or other players, complete: drawn tiles stay unseen."""

from engines.contract import Answer, Seat
from engines.reef.actions import Choose, Collect, Decline, Feed, ReefAction
from engines.reef.components import one
from engines.reef.counts import from_letters, things
from engines.reef.events import REASONS
from engines.reef.offering import ReefOffer
from engines.reef.phases.collecting import foreseen_end
from engines.reef.state import ReefState
from engines.reef.view_builder import build_view
from engines.wording import capital


def preview(state: ReefState, seat: Seat, action: ReefAction) -> Answer | None:
    """The action in words, over the present board; None where the host may apply it to a copy instead."""
    match action:
        case Choose(fish=fish, cubes=cubes):
            words = (
                f"- You feed {one(fish)} tile to your fish.\n"
                f"- You take {things(from_letters(cubes), 'cube')}, shown when all have chosen.\n"
                "- This is final."
            )
        case Collect(space=space):
            then = "**Your turn ends.** The open sea is refilled from the bag, and then there is no way back."
            if (why := foreseen_end(state, space)) is not None:
                then = f"**The game ends**: {REASONS[why]}."
            tiles = things(state.open_sea.tiles_on(space), "tile")
            words = f"- You take {one(space)} cube and {tiles}.\n- {then}"
        case Feed() | Decline() if len(state.pending) == 1:
            words = f"- {capital(ReefOffer(state, seat, action).words)}.\n- This is final."
        case _:
            return None
    return Answer(words, build_view(state, seat))
