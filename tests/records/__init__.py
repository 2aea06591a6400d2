"""Golden games: records that must replay for ever under their version of the rules.

``NAME.json`` is a record, ``NAME.state.json`` the state at its end. ``python -m tests.records`` writes the
games of `tests.records.games` anew; look at every difference before committing it: a stored game of that
kind would no longer replay. If that is meant, raise the game's ``rules_version`` first: then the games of the
version before are kept in a folder of their own, and must go on under the new rules.
"""

from pathlib import Path

from engines.record import Record, read

FOLDER = Path(__file__).parent


def record_files(folder: str = "*") -> list[Path]:
    """The golden games in the folders that fit: by default those of all games, under their present rules."""
    return sorted(path for path in FOLDER.glob(f"{folder}/*.json") if not path.stem.endswith(".state"))


def golden_records(game: str) -> dict[str, Record]:
    """The golden games of a game, by their files without suffix."""
    return {path.stem: read(path.read_bytes()) for path in record_files(game)}


def longest(game: str) -> str:
    """The golden game of most entries, by its name. Raises ValueError where the game has none."""
    records = golden_records(game)
    return f"{game}/{max(records, key=lambda name: len(records[name].entries))}"


def golden_record(name: str) -> Record:
    """A golden game, named by its game and its file without suffix."""
    return read((FOLDER / f"{name}.json").read_bytes())
