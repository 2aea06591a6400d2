"""Anybody can check the chance of a game: docs/chance.md, the list in its record, and a program for it."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines import verify_chance
from engines.chance import Chance, draw_seats, mix, seed_hash
from engines.record import Made, Origin, Record, Undo, read, verify, with_draws, write
from engines.registry import ENGINES
from engines.sheet import read_sheet, write_sheet
from tests.engines.test_golden import FILES
from tests.records import golden_record

VERIFIER = Path(verify_chance.__file__)
VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "chance.json").read_text("utf-8"))
SECRETS = tuple(f"{number:064x}" for number in (1, 2))


def golden(key: str, name: str) -> Any:
    return json.loads(
        next(path for path in FILES if (path.parent.name, path.stem) == (key, name)).read_bytes()
    )


def test_vectors_of_numbers() -> None:
    for vector in VECTORS["numbers"]:
        seed, first, below = vector["seed"], vector["first"], vector["below"]
        number, rest = Chance(seed, first).below(below)
        assert (number, rest.drawn) == (vector["result"], vector["next"]), vector
        assert verify_chance.draw(seed, first, below) == (vector["result"], vector["next"]), vector


def test_vectors_of_shuffles() -> None:
    for vector in VECTORS["shuffles"]:
        assert "".join(Chance(vector["seed"]).shuffle(vector["things"])[0]) == vector["order"], vector


def test_vectors_of_seeds() -> None:
    for vector in VECTORS["mixes"]:
        secret = vector["secret"]
        for made in (mix, verify_chance.mix):
            assert made(secret, vector["words"]) == vector["seed"], vector
        assert seed_hash(secret) == verify_chance.sha256(secret) == vector["commitment"], vector


@pytest.mark.parametrize("vector", VECTORS["seats"])
def test_vectors_of_seats(vector: dict[str, Any]) -> None:
    assert list(draw_seats(vector["seed"], vector["wished"])) == vector["seats"]
    assert verify_chance.seats(vector["seed"], vector["wished"]) == vector["seats"]


def test_the_program_is_short_and_needs_python_alone() -> None:
    text = VERIFIER.read_text("utf-8")
    assert len(text.splitlines()) < 100
    nodes = list(ast.walk(ast.parse(text)))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    assert set(names) <= sys.stdlib_module_names


def run(folder: Path, record: Any, *options: str) -> subprocess.CompletedProcess[str]:
    """The program, copied elsewhere, on a record."""
    program, file = folder / "check.py", folder / "game.json"
    program.write_bytes(VERIFIER.read_bytes())
    file.write_text(json.dumps(record), "utf-8")
    command = [sys.executable, "-I", str(program), str(file), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


def test_the_program_runs_by_itself(tmp_path: Path) -> None:
    record = golden("tae", "wars")
    done = run(tmp_path, record, "--hash", record["seed_hash"])
    assert (done.returncode, done.stdout) == (
        0,
        f"ok: {len(record['draws'])} draws are what the seed gives\n",
    )
    assert run(tmp_path, record, "--wished", "1,-").stdout.endswith("seats: 1 0\n")
    record["draws"][3][3] ^= 1
    done = run(tmp_path, record)
    assert done.returncode == 1
    assert done.stderr.startswith("WRONG: entry 0: draw 3 below ")


def test_the_program_says_what_is_to_be_compared_with_the_cards(tmp_path: Path) -> None:
    """Of whoever noted the first hash alone, others' words and a later secret would not be noticed."""
    first, later = origin(SECRETS[0], "mine", "yours"), origin(SECRETS[1], "theirs")
    back = Undo(0, mix(SECRETS[1], later.words))
    outcome = json.loads(write(events_game(back, Made(0, "end"), origin=first, reseeds=(later,))))
    result = run(tmp_path, outcome, "--hash", first.commitment).stdout.splitlines()
    assert result[0].startswith("ok: ")
    for line, one in zip(result[1:], (first, later), strict=True):
        assert one.commitment in line
        assert all(words in line for words in one.words)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_golden_record_is_confirmed(path: Path) -> None:
    record = json.loads(path.read_bytes())
    assert verify_chance.check(record, record["seed_hash"]) == len(record.get("draws", []))


def test_every_game_that_draws_has_a_golden_record_with_draws() -> None:
    records = [read(path.read_bytes()) for path in FILES]
    drawing = {one.game for one in records if ENGINES[one.game].draws(ENGINES[one.game].options(one.options))}
    assert {one.game for one in records if one.draws is not msgspec.UNSET} == drawing
    assert drawing >= {"flicflac", "reef", "tae"}


def swapped_seed(record: Any) -> None:
    record["seed"] = "0" * 64


def swapped_seed_and_hash(record: Any) -> None:
    record["seed"], record["seed_hash"] = "0" * 64, seed_hash("0" * 64)


def other_result(record: Any) -> None:
    record["draws"][-1][3] ^= 1


def left_out(record: Any) -> None:
    del record["draws"][2]


def one_more(record: Any) -> None:
    record["draws"].append(record["draws"][-1])


def at_another_entry(record: Any) -> None:
    record["draws"][-1][0] = len(record["entries"]) + 1


@pytest.mark.parametrize(
    "tamper", [swapped_seed, swapped_seed_and_hash, other_result, left_out, one_more, at_another_entry]
)
@pytest.mark.parametrize(("key", "name"), [("tae", "wars"), ("reef", "two"), ("flicflac", "events")])
def test_what_is_tampered_with_is_found_by_both(tamper: Any, key: str, name: str) -> None:
    record = golden(key, name)
    tamper(record)
    with pytest.raises(ValueError, match=r"draw|seed|hash"):
        verify_chance.check(record)
    with pytest.raises(ValueError, match=r"draws|seed|legal|canonical|over"):
        verify(read(json.dumps(record).encode()))


def test_a_hash_that_was_not_published_is_found() -> None:
    with pytest.raises(ValueError, match="noted"):
        verify_chance.check(golden("reef", "two"), "0" * 64)


def events_game(*entries: Made | Undo, origin: Origin, reseeds: tuple[Origin, ...] = ()) -> Record:
    """A game of Flic Flac in which something happens after every turn."""
    engine = ENGINES["flicflac"]
    seed = mix(str(origin.secret), origin.words)
    return with_draws(
        Record(
            game="flicflac",
            rules_version=engine.info.rules_version,
            options=msgspec.to_builtins(engine.options({"events": 100})),
            seats=("Ann", "Bob"),
            seed=seed,
            seed_hash=seed_hash(seed),
            entries=entries,
            origin=origin,
            reseeds=reseeds or msgspec.UNSET,
        )
    )


def origin(secret: str, *words: str) -> Origin:
    return Origin(seed_hash(secret), words, secret)


def test_what_was_taken_back_is_listed_and_drawn_again_the_same() -> None:
    first = origin(SECRETS[0], "mine", "yours")
    turns = [Made(number % 2, "end") for number in range(4)]
    game = events_game(*turns[:3], Undo(1), *turns[1:], origin=first)
    assert game.draws is not msgspec.UNSET
    drawn = {at: [draw[1:] for draw in game.draws if draw.entry == at] for at in (2, 3, 5, 6)}
    assert drawn[2] == drawn[5] != drawn[3] == drawn[6]
    result = json.loads(write(game))
    assert verify_chance.check(result, first.commitment) == len(game.draws)
    assert read_sheet(write_sheet(game)) == game
    result["entries"][3]["undo_to"] = 0
    with pytest.raises(ValueError, match="entry 5"):
        verify_chance.check(result)


def test_what_is_drawn_from_a_new_seed_is_listed_with_it() -> None:
    first, later = (origin(secret, "words") for secret in SECRETS)
    back = Undo(1, mix(SECRETS[1], later.words))
    game = events_game(Made(0, "end"), Made(1, "end"), back, Made(1, "end"), origin=first, reseeds=(later,))
    assert game.draws is not msgspec.UNSET
    assert next(draw.first for draw in game.draws if draw.entry == 4) == 0
    result = json.loads(write(game))
    assert verify_chance.check(result) == len(game.draws)
    assert read_sheet(write_sheet(game)) == read(write(game)) == game
    for field, value in (("commitment", "0" * 64), ("words", ["others"]), ("secret", SECRETS[0])):
        wrong = json.loads(write(game))
        wrong["reseeds"][0][field] = value
        with pytest.raises(ValueError, match="secret"):
            verify_chance.check(wrong)


@pytest.mark.parametrize("withheld", ["origin", "reseeds"])
def test_a_seed_whose_secret_is_withheld_is_not_confirmed(withheld: str) -> None:
    first, later = (origin(secret, "words") for secret in SECRETS)
    back = Undo(1, mix(SECRETS[1], later.words))
    game = events_game(Made(0, "end"), back, Made(1, "end"), origin=first, reseeds=(later,))
    result = json.loads(write(game))
    assert verify_chance.check(result, first.commitment)
    del (result["origin"] if withheld == "origin" else result["reseeds"][0])["secret"]
    with pytest.raises(ValueError, match="from which secret"):
        verify_chance.check(result, first.commitment)
    with pytest.raises(ValueError, match=r"secret|what it was made of"):
        read(json.dumps(result).encode())


def test_an_origin_for_no_seed_is_refused() -> None:
    first, later = (origin(secret, "words") for secret in SECRETS)
    result = json.loads(write(events_game(Made(0, "end"), origin=first)))
    result["reseeds"] = msgspec.to_builtins((later,))
    with pytest.raises(ValueError, match="what it was made of"):
        read(json.dumps(result).encode())


def test_a_new_seed_that_says_nothing_of_its_origin_is_not_confirmed() -> None:
    first, later = (origin(secret, "words") for secret in SECRETS)
    back = Undo(0, mix(SECRETS[1], later.words))
    result = json.loads(write(events_game(back, Made(0, "end"), origin=first, reseeds=(later,))))
    result["reseeds"] = [None]
    with pytest.raises(ValueError, match="from which secret"):
        verify_chance.check(result, first.commitment)


def test_a_record_of_before_the_list_reads_and_verifies() -> None:
    record = golden("reef", "two")
    del record["draws"]
    before = read(json.dumps(record).encode())
    verify(before)
    assert with_draws(before) == golden_record("reef/two")


def test_nothing_is_listed_while_the_seed_is_secret() -> None:
    over = golden_record("tae/wars")
    running = msgspec.structs.replace(over, seed=None, draws=msgspec.UNSET)
    assert with_draws(running) == running


def test_the_draws_come_in_the_order_of_the_page() -> None:
    reef = [draw[2:] for draw in golden("reef", "three")["draws"] if draw[0] == 0]
    assert [below for below, _ in reef[:5]] == [3, 4, 3, 2, 2]
    # 40 tiles a colour without the three on the boards and the one in the bonus row; the first goes back.
    assert [below for below, _ in reef[5:]] == [180, *range(180, 180 - 12 - 22, -1)]
    tae = [draw[2] for draw in golden("tae", "wars")["draws"]]
    assert tae == [*range(143, 1, -1), 4]
    events = golden("flicflac", "events")["draws"]
    for entry in {draw[0] for draw in events}:
        bounds = [draw[2] for draw in events if draw[0] == entry]
        assert bounds[0] == 100
        assert bounds[1:] in ([], [4], [4, 3], [4, 2])
