"""``python -m bot``: see ``python -m bot --help``."""

import gc
import sys

from bot.cli.main import main

if __name__ == "__main__":
    # Loading modules makes no garbage: `bot.cli.execution` turns the collector on again.
    gc.disable()
    sys.exit(main())
