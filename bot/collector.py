"""The garbage collector of a process that serves."""

import gc
from typing import Final

_YOUNGEST: Final = 2_000
"""New containers after which the youngest generation is collected, which takes a millisecond. Requests make
thousands of containers that need no collector; but to walk through five times as many would delay everybody.
"""
_OLDEST: Final = 50
"""Collections of the middle generation after which all that is not frozen is collected: about a million new
containers.
"""


def tune_collector() -> None:
    """Collect garbage once, exclude what is left from later collections, and set how often these come.

    To walk through modules and the cache of servers takes a tenth of a second or more.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNGEST, gc.get_threshold()[1], _OLDEST)
