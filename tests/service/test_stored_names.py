"""Where what is stored has another name than in the code, the documentation says so."""

import pkgutil
import re
from importlib import import_module
from pathlib import Path

import msgspec

import bot.service
from bot.store.columns import Base

_ROW = re.compile(r"^\| `(\w+)` \| `(\w+)` \| (.+) \|$", re.M)
_PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"


def test_the_documentation_lists_stored_names_that_differ() -> None:
    found: dict[tuple[str, str], set[str]] = {}
    for mapper in Base.registry.mappers:
        for attribute in mapper.column_attrs:
            if (column := attribute.columns[0].name) != attribute.key:
                found.setdefault((column, attribute.key), set()).add(str(mapper.local_table))
    for module in pkgutil.walk_packages(bot.service.__path__, "bot.service."):
        for thing in vars(import_module(module.name)).values():
            if isinstance(thing, type) and issubclass(thing, msgspec.Struct):
                for stored, name in zip(thing.__struct_encode_fields__, thing.__struct_fields__, strict=True):
                    if stored != name and thing.__module__.startswith("bot.service"):
                        found.setdefault((stored, name), set()).add(thing.__name__)
    said = {(row[1], row[2]): {*row[3].split(", ")} for row in _ROW.finditer(_PAGE.read_text("utf-8"))}
    assert said == found
