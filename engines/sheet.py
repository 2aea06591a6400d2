"""A game's record as a score sheet that people read and write: a TOML header, a rule, a line an action."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engines.excerpt import Excerpt
from engines.record import MAX_BYTES, MAX_DEPTH, Drawn, Entry, Made, Record, Undo, check, engine_of

_PLAIN = ("format", "game", "rules_version", "reader", "seed", "seed_hash")
_TABLES = ("seats", "options", "tags", "origin", "reseeds", "outcome")
_RULE = "-" * 40
_DRAWS_A_LINE = 8
_DRAW = re.compile(r"(\d{1,9}) of (\d{1,9}): (\d{1,9})")
_DREW = re.compile(rf"\s*drew {_DRAW.pattern}(?:, {_DRAW.pattern})*\s*")
_MAX_HEADER = 16
"""The size of the longest header that is read, in KB."""
_TOML_TOKEN = re.compile(
    r"""(?P<long>"{3}|'{3})|(?P<text>"(?:\\.|[^"\\\n])*+"?|'[^'\n]*+'?|#[^\n]*+)|(?P<mark>[\[\]{}.=,\n])"""
)
"""The characters that structure keys and values; the text of strings and comments is ignored."""
_ACTION = re.compile(r"(?P<number>\d{1,9})[. ]\s*(?P<seat>\S+)\s+(?P<text>\S.*)")
_BACK = re.compile(r"back to (?P<number>\d{1,9})(?: with seed (?P<seed>[0-9a-f]{64}))?")


def write_sheet(record: Record) -> str:
    """The score sheet. Every line of play carries the number of effective entries after it."""
    seats = [seat.key for seat in engine_of(record).info.seats[: len(record.seats)]]
    width = max(map(len, seats))
    header = {**msgspec.to_builtins(record), "seats": dict(zip(seats, record.seats, strict=True))}
    drew = _draw_lines(record)
    lines = [*_header(header), _RULE, *drew.get(0, ())]
    effective = 0
    for number, entry in enumerate(record.entries, start=1):
        if isinstance(entry, Undo):
            line, effective = f"     back to {entry.undo_to}", entry.undo_to
            if entry.seed is not msgspec.UNSET:
                line, effective = f"{line} with seed {entry.seed}", effective + 1
            lines.append(line)
        else:
            effective += 1
            lines.append(f"{effective:4} {seats[entry.seat]:{width}} {entry.text}")
        lines += drew.get(number, ())
    return "\n".join(lines) + "\n"


def write_excerpt_sheet(excerpt: Excerpt) -> str:
    """The sheet of what one person may know of a running game; it cannot be read back."""
    seats = [sitting.seat for sitting in excerpt.seats]
    width = max(map(len, seats))
    reader = None if excerpt.reader is None else seats[excerpt.reader]
    header = {**msgspec.to_builtins(excerpt), "seats": dict(excerpt.seats), "reader": reader}
    lines = [f"# {excerpt.note}", *_header(header), _RULE]
    for number, line in enumerate(excerpt.lines, start=1):
        lines.append(f"{number:4} {'' if line.seat is None else seats[line.seat]:{width}} {line.text}")
    return "\n".join(lines) + "\n"


def read_sheet(text: str) -> Record:
    """The record of a score sheet. Raises ValueError in one clear sentence."""
    if len(text) > MAX_BYTES:
        raise ValueError(f"A score sheet has at most {MAX_BYTES:,} characters.")
    head, rule, body = text.partition(f"\n{_RULE}\n")
    if not rule:
        raise ValueError(f"A score sheet has a line of {len(_RULE)} dashes between its header and its moves.")
    _check_header(head)
    try:
        header = tomllib.loads(head)
    except ValueError as error:
        raise ValueError(f"The header of the score sheet cannot be read: {error}.") from error
    try:
        names = msgspec.convert(header.pop("seats", {}), dict[str, str])
        seats = list(names)
        entries, draws = _play(body, seats)
        fields = {"seed": None, **header, "seats": tuple(names.values()), "entries": entries}
        record = msgspec.convert({**fields, **({"draws": draws} if draws else {})}, Record)
    except msgspec.ValidationError as error:
        raise ValueError(f"The header of the score sheet does not fit: {error}.") from error
    known = [seat.key for seat in engine_of(record).info.seats[: len(seats)]]
    if seats != known:
        raise ValueError(f"The seats of this game are {', '.join(known)}, in this order.")
    return check(record)


def _header(fields: Mapping[str, Any]) -> Iterator[str]:
    """The fields that a header has: first the plain ones, then the tables that are not empty."""
    for name in _PLAIN:
        if fields.get(name) is not None:
            yield f"{name} = {_toml(fields[name])}"
    for name in _TABLES:
        found = fields.get(name) or ()
        for table in [found] if isinstance(found, Mapping) else found:
            yield f"[{name}]" if isinstance(found, Mapping) else f"[[{name}]]"
            for key, value in table.items():
                if value is not None:
                    yield f"{_toml(key) if name == 'tags' else key} = {_toml(value)}"


def _draw_lines(record: Record) -> dict[int, list[str]]:
    """For each entry, lines with the numbers that it drew: ``     drew 0 of 6: 3, 1 of 5: 0``."""
    by_entry: dict[int, list[str]] = {}
    for one in () if record.draws is msgspec.UNSET else record.draws:
        by_entry.setdefault(one.entry, []).append(f"{one.first} of {one.below}: {one.result}")
    return {
        entry: [
            f"     drew {', '.join(draws[at : at + _DRAWS_A_LINE])}"
            for at in range(0, len(draws), _DRAWS_A_LINE)
        ]
        for entry, draws in by_entry.items()
    }


def _toml(value: Any) -> str:
    # A JSON literal is a TOML literal, except that TOML wants DEL escaped too.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _check_header(head: str) -> None:
    """Raise ValueError for a header that would take a TOML parser very long."""
    if len(head.encode(errors="replace")) > _MAX_HEADER * 1024:
        raise ValueError(f"The header of a score sheet has at most {_MAX_HEADER} KB.")
    # Each level's bracket, and whether a value is being read: where none is, a point joins parts of a key.
    levels = [("", False)]
    for token in _TOML_TOKEN.finditer(head):
        if token["long"]:
            raise ValueError("The header of a score sheet has no strings of several lines.")
        bracket, value = levels[-1]
        match token["mark"]:
            case "=":
                levels[-1] = (bracket, True)
            case "[" | "{" as opened:
                levels.append((opened, value and opened == "["))
                if len(levels) > MAX_DEPTH + 1:
                    raise ValueError(
                        f"The header of a score sheet has at most {MAX_DEPTH} levels of brackets."
                    )
            case "]" | "}" if bracket:
                levels.pop()
            case "," if bracket == "{":
                levels[-1] = (bracket, False)
            case "\n" if not bracket:
                levels[-1] = (bracket, False)
            case "." if not value:
                raise ValueError("The header of a score sheet has no dotted keys.")


def _play(body: str, seats: list[str]) -> tuple[tuple[Entry, ...], tuple[Drawn, ...]]:
    """The lines after the header: entries, and their draws."""
    entries: list[Entry] = []
    draws: list[Drawn] = []
    effective = 0
    for line in map(str.strip, body.splitlines()):
        if not line:
            continue
        if _DREW.fullmatch(line):
            draws += [Drawn(len(entries), *map(int, one)) for one in _DRAW.findall(line)]
            continue
        if back := _BACK.fullmatch(line):
            entries.append(Undo(int(back["number"]), back["seed"] or msgspec.UNSET))
            effective = int(back["number"]) + bool(back["seed"])
            continue
        found = _ACTION.fullmatch(line)
        if found is None or found["seat"] not in seats:
            raise ValueError(f"“{line}” is not a line of play: number, seat and action.")
        effective += 1
        if int(found["number"]) != effective:
            raise ValueError(f"The line “{line}” should have the number {effective}.")
        entries.append(Made(seats.index(found["seat"]), found["text"]))
    return tuple(entries), tuple(draws)
