"""What differs between two views of a game, by the names of places on its picture."""

from engines.contract import View
from render.header import chip_name
from render.registry import renderer_for


def changes(key: str, before: View, after: View) -> tuple[str, ...]:
    """The places that have changed, for `Frame.changed`, and the seats whose chips have.

    Raises KeyError for an unknown game.
    """
    seen = renderer_for(key).seen
    was = seen(before)
    places = [place for place, what in seen(after).items() if was.get(place) != what]
    chips = zip(before.chips, after.chips, strict=True)
    places += [chip_name(seat) for seat, (old, new) in enumerate(chips) if old != new]
    return tuple(dict.fromkeys(places))
