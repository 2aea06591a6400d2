"""The garbage collector of a process that serves."""

from __future__ import annotations

import gc

from bot.collector import tune_collector


def test_what_was_loaded_is_collected_no_more_and_young_objects_are_less_often() -> None:
    before = gc.get_threshold()
    gc.unfreeze()
    try:
        tune_collector()
        assert gc.isenabled()
        assert gc.get_freeze_count() > 10_000
        assert gc.get_threshold() == (10_000, *before[1:])
    finally:
        gc.set_threshold(*before)
