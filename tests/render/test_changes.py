"""What has changed since somebody looked is found, and ringed on the picture."""

import pytest
from msgspec.structs import replace

from render.changes import changes
from render.registry import RENDERERS, renderer_for
from tests.render.changed import MOMENTS, moments, since, views


@pytest.mark.parametrize("game", RENDERERS)
def test_nothing_has_changed_where_nothing_was_done(game: str) -> None:
    file, moment, _ = moments(game)
    _, (view, again) = views(file, moment, moment)
    assert changes(game, view, again) == ()


@pytest.mark.parametrize("game", RENDERERS)
def test_each_place_that_has_changed_is_marked_on_the_picture(game: str) -> None:
    scene = since(*moments(game), width=500)
    assert len(scene.frame.changed) >= (4 if game in MOMENTS else 1)
    draw = renderer_for(game).draw
    # The last action is left out as well, so that what differs is the mark.
    without = draw(scene.view, replace(scene.frame, changed=("nowhere",))).tobytes()
    chips = {name for name in scene.frame.changed if name.startswith("seat ")}
    for place in {*scene.frame.changed} - (chips if game in {"gods", "tae"} else set()):
        # What a god's chip tells stands in its row, and chips give way to the sides of a combat.
        marked = draw(scene.view, replace(scene.frame, changed=(place,))).tobytes()
        assert marked != without, place


def test_of_roses_every_cell_with_another_piece_is_named() -> None:
    _, (before, after) = views("roses/castle", 0, 1)
    assert set(changes("roses", before, after)) == {"d3", "seat 0"}
