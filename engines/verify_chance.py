"""Check the chance of an exported game with nothing but Python 3.10: ``python verify_chance.py game.json``.

It imports nothing of the program that drew: copy this one file. docs/chance.md explains the numbers.
"""

import argparse
import hashlib
import hmac
import json
import sys
from pathlib import Path
from typing import Any


def sha256(secret: str) -> str:
    """The published hash of a secret or seed."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def mix(secret: str, words: list[str]) -> str:
    """The seed that is made from a secret and the texts that the players added."""
    return hmac.digest(bytes.fromhex(secret), "\n".join(words).encode(), "sha256").hex()


def draw(seed: str, number: int, below: int) -> tuple[int, int]:
    """The result of the draw with this number, 0 .. below-1, and the number of the next draw."""
    while True:
        value = int.from_bytes(hmac.digest(bytes.fromhex(seed), number.to_bytes(8, "big"), "sha256"), "big")
        number += 1
        if value < 2**256 - 2**256 % below:
            return value % below, number


def seats(seed: str, wished: list[int | None]) -> list[int]:
    """The seat of each player in the order of joining. `wished`: the seats asked for; None: no wish."""
    free, number = sorted(set(range(len(wished))).difference(wished)), 0
    for last in range(len(free) - 1, 0, -1):
        other, number = draw(mix(seed, ["seats"]), number, last + 1)
        free[last], free[other] = free[other], free[last]
    return [free.pop(0) if seat is None else seat for seat in wished]


def check_origin(seed: str, origin: Any) -> None:
    """Raise ValueError unless a seed comes from a secret of published hash and from the players' texts."""
    if not origin or "secret" not in origin:
        raise ValueError("the record does not tell from which secret a seed comes")
    if sha256(origin["secret"]) != origin["commitment"]:
        raise ValueError("a secret does not have the hash that was published")
    if mix(origin["secret"], origin["words"]) != seed:
        raise ValueError("a seed does not come from its secret and what the players added")


def check(record: Any, published: str | None = None) -> int:
    """The number of draws that a record lists. Raises ValueError where a draw or a seed is wrong."""
    seed, number, origin = record["seed"], 0, record.get("origin")
    if seed is None or sha256(seed) != record["seed_hash"]:
        raise ValueError("the seed is not published yet, or not the one whose hash was published")
    if published not in (None, origin["commitment"] if origin else record["seed_hash"]):
        raise ValueError("the hash that you noted is not the one of this game")
    if origin:  # Games from before commitments have none.
        check_origin(seed, origin)
    left, later = list(record.get("draws", [])), list(record.get("reseeds", []))
    effective: list[tuple[str, int]] = []  # Seed and next draw at the start and after each effective entry.
    for at, entry in enumerate([None, *record["entries"]]):
        if isinstance(entry, dict):
            del effective[entry["undo_to"] + 1 :]
            seed, number = effective[-1]
            if "seed" in entry:
                seed, number = entry["seed"], 0
                check_origin(seed, later.pop(0))
        while left and left[0][0] == at:
            _, first, below, result = left.pop(0)
            came, following = draw(seed, number, below)
            if (first, result) != (number, came):
                raise ValueError(f"entry {at}: draw {number} below {below} is {came}, not {result}")
            number = following
        if not isinstance(entry, dict) or "seed" in entry:
            effective.append((seed, number))
    if left or later:
        raise ValueError("more draws or new seeds are listed than the entries come to")
    return len(record.get("draws", []))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Check the chance of an exported game.")
    parser.add_argument("record", type=Path, help="the JSON file of an export")
    parser.add_argument("--hash", help="what was published when the game was opened")
    parser.add_argument("--wished", help="draw seats: those asked for, by order of joining, as in 1,-,-")
    given = parser.parse_args()
    try:
        game = json.loads(given.record.read_bytes())
        print(f"ok: {check(game, given.hash)} draws are what the seed gives")
        for one in filter(None, [game.get("origin"), *game.get("reseeds", [])]):
            print("compare with the cards: hash", one["commitment"], "and words", *map(repr, one["words"]))
        if given.wished:
            wishes = [None if seat == "-" else int(seat) for seat in given.wished.split(",")]
            print("seats:", *seats(game["seed"], wishes))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        sys.exit(f"WRONG: {error}")
