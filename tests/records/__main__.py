"""Write the golden games anew."""

from __future__ import annotations

from engines.record import engine_of, replay, write
from tests.records import FOLDER
from tests.records.games import golden_games

for name, record in golden_games().items():
    path = FOLDER / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(write(record))
    state = engine_of(record).encode_state(replay(record).state)
    path.with_suffix(".state.json").write_bytes(state + b"\n")
    print(path.relative_to(FOLDER))
