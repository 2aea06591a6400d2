"""Flic Flac's colours: legible, apart for everybody, and told by more than colour."""

from itertools import combinations

import pytest

from engines.flicflac.pieces import CODES, RING, flying
from render.flicflac.board import tile
from render.flicflac.colours import BLOCK_EDGES, BODIES, CELLS, GREY, hue_letter_on
from render.flicflac.pieces import piece
from render.theme import IVORY, SABLE, Theme, letter_on
from tests.render.vision import Deficiency, apart, contrast, distance, eyes, shown, themes


@themes
@eyes
def test_hexes_are_told_apart_by_colour(theme: Theme, eyes: Deficiency) -> None:
    for one, other in combinations(CELLS[theme.name].values(), 2):
        assert distance(one, other, eyes) >= 7


@eyes
def test_bodies_are_told_apart_by_colour(eyes: Deficiency) -> None:
    for one, other in combinations((*BODIES.values(), GREY), 2):
        assert distance(one, other, eyes) >= 9.5


@themes
def test_hexes_are_told_apart_without_colour(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    for hue in RING:
        monkeypatch.setitem(CELLS[theme.name], hue, CELLS[theme.name]["B"])
    tiles = [shown(tile(theme, hue, 72.0), theme.plate, "none") for hue in RING]
    for one, other in combinations(tiles, 2):
        assert apart(one, other) >= 5


@themes
@eyes
def test_letters_survive_on_every_hex_and_piece(theme: Theme, eyes: Deficiency) -> None:
    for hue, ground in CELLS[theme.name].items():
        if hue != "K":
            assert contrast(hue_letter_on(hue, theme), ground, eyes) >= 4.3
    for colour in (*BODIES.values(), GREY):
        assert contrast(letter_on(colour), colour, eyes) >= 4


@themes
@eyes
def test_all_pieces_and_faces_look_different(theme: Theme, eyes: Deficiency) -> None:
    """Letter, shape and colour together, on the largest board seen 340 pixels wide."""
    pieces = [
        shown(piece(theme, code, flying(code, flipped), 9.4, doomed=False), theme.plate, eyes)
        for code in CODES
        for flipped in (False, True)
    ]
    for one, other in combinations(pieces, 2):
        assert apart(one, other) >= 40


@themes
@eyes
def test_shapes_are_rimmed_apart(theme: Theme, eyes: Deficiency) -> None:
    assert distance(IVORY, SABLE, eyes) >= 60
    black = CELLS[theme.name]["K"]
    for edges in ((SABLE, IVORY), (SABLE, BLOCK_EDGES[theme.name])):
        assert max(contrast(edge, black, eyes) for edge in edges) >= 2.5


@themes
@eyes
def test_reach_and_rings_stand_out(theme: Theme, eyes: Deficiency) -> None:
    assert contrast(theme.on_reach, theme.reach, eyes) >= 7
    for ring in (theme.last, theme.accent_edge):
        assert contrast(ring, theme.halo, eyes) >= 3
    assert distance(theme.accent_edge, theme.last, eyes) >= 25
    assert distance(theme.accent_edge, theme.reach, eyes) >= 20
