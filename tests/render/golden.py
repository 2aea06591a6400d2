"""The golden pictures: what was looked at and found good. `python -m tests.render.golden` draws them anew."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from render.registry import paint
from tests.render.scenes import Scene, after, gallery

FOLDER = Path(__file__).parent / "golden"
_README = Path(__file__).parents[2] / "docs" / "pictures" / "roses.png"
OUT = Path(__file__).parents[2] / "out" / "golden"
"""Where a failing test leaves the picture and its difference."""
_BLOCK = 8


def picture(scene: Scene) -> Image.Image:
    """What players get for this scene, palette and all."""
    return Image.open(BytesIO(paint("roses", scene.view, scene.frame))).convert("RGB")


def differences(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean difference of two pictures, and that of the worst square of 8 by 8 pixels, of 255.

    Squares, because smooth edges may fall a little differently with another version of Pillow, whereas a mark
    that is missing or out of place fills squares.
    """
    difference = ImageChops.difference(one, other)
    blocks = difference.reduce(_BLOCK)
    return (
        sum(ImageStat.Stat(difference).mean) / 3,
        max(float(high) for _, high in ImageStat.Stat(blocks).extrema),
    )


def main() -> None:
    """Draw every golden picture and the one of the README."""
    FOLDER.mkdir(exist_ok=True)
    _README.parent.mkdir(exist_ok=True)
    wanted = {FOLDER / f"{name}.png": scene for name, scene in gallery().items()}
    wanted[_README] = after(11)
    for file, scene in wanted.items():
        size = file.write_bytes(paint("roses", scene.view, scene.frame))
        print(f"{size / 1000:4.0f} kB  {file.name}")


if __name__ == "__main__":
    main()
