"""``python -m bot``: see ``python -m bot --help``."""

import sys

from bot.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
