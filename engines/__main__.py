"""``python -m engines``: the rules without Discord, a database or pictures."""

import sys

from engines.conformance.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdin.buffer, sys.stdout))
