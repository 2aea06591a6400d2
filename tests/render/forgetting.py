"""Emptying the caches of pictures, so that everything is drawn again."""

from render.cache import limit_cache


def forget_drawn() -> None:
    """Empty the caches of pictures."""
    limit_cache(0)
    limit_cache(64)
