"""``python -m bot``: see ``python -m bot --help``."""

import gc
import sys

from bot.cli.main import main

if __name__ == "__main__":
    # Until all is loaded, which makes no garbage: see `bot.cli.execution`.
    gc.disable()
    sys.exit(main())
