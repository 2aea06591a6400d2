"""Running `python -m engines` in the test's own process."""

import io
from typing import NamedTuple

from engines.conformance.commands import main


class Ran(NamedTuple):
    status: int
    lines: list[str]


def run(*arguments: str, stdin: str = "") -> Ran:
    out = io.StringIO()
    status = main(arguments, io.BytesIO(stdin.encode()), out)
    return Ran(status, out.getvalue().splitlines())
