"""The reasons for which Discord would refuse a message, by the limits of its documentation."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from discord import File, MessageFlags, ui
from discord.enums import ComponentType

_SELECTS: Final = {kind.value for kind in ComponentType if kind.name.endswith("select")}


def check(body: Mapping[str, Any]) -> None:
    """Fail the test if Discord would refuse a message with this body: `content`, `components`, `flags`."""
    if faults := faults_of(body):
        # Not an exception, which the sender under test could take for a fault of Discord's.
        pytest.fail("\n".join(("Discord would refuse this:", *faults)))


def body_of(content: Mapping[str, Any]) -> dict[str, Any]:
    """The body of the message that discord.py sends with this content."""
    view = content.get("view")
    if view is None:
        return dict(content)
    flags = MessageFlags(components_v2=isinstance(view, ui.LayoutView))
    return {**content, "components": view.to_components(), "flags": flags.value}


def faults_of(body: Mapping[str, Any]) -> list[str]:
    """Every reason to refuse a message with this body."""
    faults = list(_too_long("content", body.get("content"), 2000))
    parts = [part for top in body.get("components") or () for part in _all_in(top)]
    for part in parts:
        faults += _faults_of_part(part)
    custom_ids = Counter(part["custom_id"] for part in parts if "custom_id" in part)
    faults += [f"a custom id twice: {name}" for name, count in custom_ids.items() if count > 1]
    files = [one for one in body.get("attachments") or () if isinstance(one, File)]
    if sum(len(file.fp.read()) for file in files) > 10 * 2**20:
        faults.append("more than 10 MiB")
    for file in files:
        file.reset()
    if MessageFlags._from_value(body.get("flags") or 0).components_v2:
        faults += _too_long("text", "".join(part.get("content", "") for part in parts), 4000)
        if len(parts) > 40:
            faults.append(f"{len(parts)} components")
    return faults


def _all_in(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A component and all components within it."""
    yield part
    for inner in part.get("components", ()):
        yield from _all_in(inner)


def _faults_of_part(part: Mapping[str, Any]) -> Iterator[str]:
    kind = part["type"]
    yield from _too_long("custom id", part.get("custom_id"), 100)
    yield from _too_long("placeholder", part.get("placeholder"), 150)
    if kind == ComponentType.button.value:
        yield from _too_long("a button's label", part.get("label"), 80)
        if not (part.get("label") or part.get("emoji")):
            yield "a button without a label"
    if kind == ComponentType.action_row.value and len(part["components"]) > 5:
        yield "more than five buttons in a row"
    if kind in _SELECTS:
        yield from _faults_of_select(part)


def _faults_of_select(part: Mapping[str, Any]) -> Iterator[str]:
    options = part.get("options", [])
    defaults = [one for one in options if one.get("default")] + part.get("default_values", [])
    if part["type"] == ComponentType.select.value and not 1 <= len(options) <= 25:
        yield f"{len(options)} options"
    if len(defaults) > part.get("max_values", 1):
        yield f"{len(defaults)} options chosen, of which {part.get('max_values', 1)} may be"
    values = Counter(one["value"] for one in options)
    yield from (f"a value twice: {value}" for value, count in values.items() if count > 1)
    for one in options:
        for name in ("label", "value", "description"):
            yield from _too_long(f"an option's {name}", one.get(name), 100)
        if not (one["label"] and one["value"]):
            yield "an option without a label or a value"


def _too_long(what: str, text: str | None, most: int) -> Iterator[str]:
    if text is not None and len(text) > most:
        yield f"{what}: {len(text)} characters of at most {most}: {text}"
