"""Write the golden games anew, of the games named or all: ``python -m tests.records``.

Those of earlier rules are kept, in a folder of their version.
"""

import sys
from pathlib import Path

import msgspec

from engines.record import Record, engine_of, replay, write
from tests.records import FOLDER
from tests.records.games import golden_games


def put_by(path: Path, version: int) -> None:
    """Move a record of an earlier version, and its last state, to the folder of that version."""
    if not path.exists():
        return
    old = msgspec.json.decode(path.read_bytes(), type=Record)
    if old.rules_version != version:
        kept = path.parent / f"v{old.rules_version}"
        kept.mkdir(exist_ok=True)
        for file in (path, path.with_suffix(".state.json")):
            file.rename(kept / file.name)


for name, record in golden_games().items():
    if sys.argv[1:] and record.game not in sys.argv[1:]:
        continue
    path = FOLDER / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    put_by(path, record.rules_version)
    path.write_bytes(write(record))
    state = engine_of(record).codec.encode(replay(record).state)
    path.with_suffix(".state.json").write_bytes(state + b"\n")
    print(path.relative_to(FOLDER))
