"""Recordings of everything that tests make the bot say.

``python -m tests.discord.saying [MODULE ...]`` writes them, of all modules or of those that are named.

Recorded are, by test, every answer, post, list of choices and frame of a picture on Discord; the deliveries
that the outbox hands to the doors, and their rows; and the answers to mails. After a change of words, look at
the difference; after adding or renaming a test, record it.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping
from difflib import unified_diff
from functools import cache
from pathlib import Path
from typing import Any, Final

import discord
import msgspec
import pytest
from discord import ui

_TESTS: Final = Path(__file__).parents[1]
FOLDERS: Final = tuple(_TESTS / name / "said" for name in ("discord", "mail", "outbox"))
_HEAD: Final = "## "
_NOT_WRITTEN: Final = ("slow", "wire", "browser")
"""The marks of tests that are not recorded."""
_POSTGRESQL: Final = "postgres"
"""The part of a test's name by which it is not recorded either: PostgreSQL numbers rows differently."""
_UNSEEN: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_lines = list[str]()
"""The lines said in the running test."""
_kept = defaultdict[Path, dict[str, list[str]]](dict)
"""The lines said in all tests before it, by file and test."""
_refused = set[str]()
"""The sentences of refusals in the running test."""
_writes = False
"""Whether lines are recorded instead of compared."""


def begin() -> None:
    """Begin another test: forget what was said."""
    _lines.clear()
    _refused.clear()


def note_refusals(monkeypatch: pytest.MonkeyPatch, *kinds: type[Exception]) -> None:
    """Note the sentences of exceptions of these kinds, once each: not all of them appear in an answer."""
    for kind in kinds:
        monkeypatch.setattr(kind, "__init__", _noting(kind.__init__))


def _noting(made: Callable[..., None]) -> Callable[..., None]:
    def noting(self: Exception, *words: object, **more: Any) -> None:
        text = f"{type(self).__name__} {': '.join(map(str, words))}"
        if text not in _refused:
            _refused.add(text)
            note(text, {name: one for name, one in more.items() if name != "game"})
        made(self, *words, **more)

    return noting


def note(how: str, content: Mapping[str, Any] | None = None) -> None:
    """Note something that was said."""
    text = "\n".join(_part(how, _plain(content or {}), ""))
    _lines.extend(_UNSEEN.sub(lambda one: f"\\x{ord(one[0]):02x}", text).split("\n"))


def _plain(value: Any) -> Any:
    """A value as mappings, lists and plain values, without fields that are absent or have their default."""
    match value:
        case ui.LayoutView() | ui.View():
            return _plain(value.to_components())
        case discord.AllowedMentions() | discord.Embed():
            return _plain(value.to_dict())
        case discord.File():
            return f"{value.filename} ({value.description})"
        case msgspec.Struct():
            fields = value.__struct_fields__
            usual = dict(zip(fields[::-1], value.__struct_defaults__[::-1], strict=False))
            given = {name: getattr(value, name) for name in fields}
            return _plain({name: one for name, one in given.items() if usual.get(name, ...) != one})
        case Mapping():
            plain = {str(key): _plain(one) for key, one in value.items()}
            return {key: one for key, one in plain.items() if one is not None and one not in ("", {})}
        case list() | tuple():
            return [_plain(one) for one in value]
        case _:
            return value


def _part(name: str, value: Any, indent: str) -> Iterator[str]:
    """The lines of a value with its name: plain values on one line, others indented below it."""
    match value:
        case Mapping():
            words = [f"{key}={one}" for key, one in value.items() if not _deep(one)]
            yield " ".join((f"{indent}{name}", *words)).replace("\n", f"\n{indent}| ")
            for key, one in value.items():
                if _deep(one):
                    yield from _part(key, one, f"{indent}  ")
        case list() if _deep(value):
            for one in value:
                yield from _part(name, one, indent)
        case _:
            yield f"{indent}{name}={value}".replace("\n", f"\n{indent}| ")


def _deep(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and any(map(_deep, value)))


def _file_of(item: pytest.Item) -> Path:
    folder, *rest = item.path.relative_to(_TESTS).with_suffix(".txt").parts
    return _TESTS.joinpath(folder, "said", *rest)


def _name_of(item: pytest.Item) -> str:
    return _UNSEEN.sub("?", item.name)


@cache
def _written(file: Path) -> dict[str, list[str]]:
    """The recordings of the tests of a module, by the tests' names."""
    texts = file.read_text().split(f"\n{_HEAD}") if file.exists() else []
    blocks = [text.removeprefix(_HEAD).strip("\n").split("\n") for text in texts]
    return {name: lines for name, *lines in blocks}


def end(item: pytest.Item) -> None:
    """Compare what a test that has passed has said with its recording.

    Property tests have no recording: another version may draw other examples.
    """
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False) or _POSTGRESQL in item.nodeid.lower():
        return
    if any(item.get_closest_marker(mark) for mark in _NOT_WRITTEN):
        return
    file, name = _file_of(item), _name_of(item)
    if _writes:
        _kept[file][name] = list(_lines)
        return
    written = _written(file).get(name, [])
    if _lines != written:
        changes = "\n".join(unified_diff(written, _lines, "written down", "said now", lineterm=""))
        pytest.fail(
            f"look at the change; `python -m tests.discord.saying` writes it down\n{changes}", pytrace=False
        )


@pytest.hookimpl(wrapper=True)
def compare(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Run a test and compare what it has said. A folder's conftest uses this as its `pytest_pyfunc_call`."""
    begin()
    result = yield
    end(pyfuncitem)
    return result


class Writing:
    """A pytest plugin that records what all tests that run have said."""

    def __init__(self, *, whole: bool) -> None:
        """`whole`: recordings of other tests are deleted."""
        self._whole = whole

    def pytest_configure(self) -> None:
        """Record instead of comparing."""
        global _writes  # noqa: PLW0603 -- of the whole run
        _writes = True

    def pytest_sessionfinish(self) -> None:
        """Write the recordings."""
        if self._whole:
            for file in (file for folder in FOLDERS for file in folder.rglob("*.txt")):
                file.unlink()
        for file, tests in _kept.items():
            blocks = ("\n".join((f"{_HEAD}{name}", *lines)) for name, lines in tests.items() if lines)
            if text := "\n\n".join(blocks):
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(f"{text}\n")


if __name__ == "__main__":
    from tests.discord import saying  # noqa: PLW0406 -- the plugin's module is to be that of the tests

    fast = ("-m", " and ".join(f"not {mark}" for mark in saying._NOT_WRITTEN))
    named = sys.argv[1:]
    where = named or [str(folder.parent) for folder in FOLDERS]
    run = ["-q", "-n0", *fast, "-k", f"not {saying._POSTGRESQL}", *where]
    sys.exit(pytest.main(run, plugins=[saying.Writing(whole=not named)]))
