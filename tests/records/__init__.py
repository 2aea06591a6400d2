"""Golden games: records that must replay for ever under their version of the rules.

``NAME.json`` is a record, ``NAME.state.json`` the state at its end. ``python -m tests.records`` writes the
games of `tests.records.games` anew; look at every difference before committing it: a stored game of that
kind would no longer replay. If that is meant, raise the game's ``rules_version`` first: then the games of the
version before are kept in a folder of their own, and must go on under the new rules.
"""

from pathlib import Path

from engines.record import Record, read

FOLDER = Path(__file__).parent


def longest(game: str) -> str:
    """The golden game of most entries, by its name. Raises ValueError where the game has none."""
    names = [f"{game}/{path.stem}" for path in sorted((FOLDER / game).glob("*.json"))]
    return max(
        (name for name in names if not name.endswith(".state")),
        key=lambda name: len(golden_record(name).entries),
    )


def golden_record(name: str) -> Record:
    """A golden game, named by its game and its file without suffix."""
    return read((FOLDER / f"{name}.json").read_bytes())
