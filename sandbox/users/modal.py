"""Filling in a modal, checked as Discord's client checks it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sandbox import limits
from sandbox.compose import controls
from sandbox.errors import Refusal
from sandbox.wire import Json, snowflake


@dataclass
class FilledModal:
    """A modal as it goes to the bot."""

    components: list[Json]
    picks: dict[int, list[int]] = field(default_factory=dict)
    """Ids picked in user, role and channel selects, by the type of the select."""
    files: list[str] = field(default_factory=list)
    """Ids of uploaded files."""


def fill_modal(modal: Json, values: Mapping[str, object]) -> FilledModal:
    """The answer to a modal; fields without a value keep what they showed. Raises Refusal."""
    filled = FilledModal([])
    known: set[str] = set()
    for component in modal["components"]:
        number = component["id"]
        if component["type"] == controls.ROW:
            child = component["components"][0]
            known.add(child["custom_id"])
            inner = [_field(child, child.get("label", ""), values, filled)]
            filled.components.append({"type": controls.ROW, "id": number, "components": inner})
        elif component["type"] == controls.LABEL:
            child = component["component"]
            known.add(child["custom_id"])
            answer = _field(child, component["label"], values, filled)
            filled.components.append({"type": controls.LABEL, "id": number, "component": answer})
        else:
            filled.components.append({"type": component["type"], "id": number})
    for name in values:
        if name not in known:
            raise Refusal("unknown_option", f"The form has no field “{name}”.", name)
    return filled


def _field(child: Json, label: str, values: Mapping[str, object], filled: FilledModal) -> Json:
    kind = child["type"]
    answer: Json = {"type": kind, "id": child["id"], "custom_id": child["custom_id"]}
    given = values.get(child["custom_id"])
    if kind == controls.TEXT_INPUT:
        answer["value"] = _text(child, label, given)
    elif kind == controls.CHECKBOX:
        answer["value"] = bool(child.get("default", False) if given is None else given)
    elif kind == controls.RADIO_GROUP:
        picked = _picked(child, label, given, most=1)
        answer["value"] = picked[0] if picked else None
    elif kind == controls.FILE_UPLOAD:
        answer["values"] = _listed(child, label, given)
        filled.files += answer["values"]
    elif kind in (controls.STRING_SELECT, controls.CHECKBOX_GROUP):
        answer["values"] = _picked(child, label, given)
    else:
        answer["values"] = _listed(child, label, given)
        numbers = [snowflake(one) for one in answer["values"]]
        filled.picks.setdefault(kind, []).extend(one for one in numbers if one is not None)
    return answer


def _text(child: Json, label: str, given: object) -> str:
    text = child.get("value", "") if given is None else given
    name = child["custom_id"]
    if not isinstance(text, str):
        raise Refusal("wrong_type", f"“{label}” is a text.", name)
    if not text and not child.get("required", True):
        return text
    low = child.get("min_length") or (1 if child.get("required", True) else 0)
    high = child.get("max_length") or limits.INPUT_TEXT
    if not text:
        raise Refusal("missing_option", f"“{label}” is required.", name)
    if not low <= len(text) <= high:
        raise Refusal("out_of_range", f"“{label}” has {low} to {high} characters.", name)
    return text


def _picked(child: Json, label: str, given: object, most: int | None = None) -> list[str]:
    options = child.get("options") or []
    if given is None:
        given = [option["value"] for option in options if option.get("default")]
    picked = _counted(child, label, given, most)
    values = [option["value"] for option in options]
    for one in picked:
        if one not in values:
            raise Refusal("not_a_choice", f"“{label}” is one of: {', '.join(values)}.", child["custom_id"])
    return picked


def _listed(child: Json, label: str, given: object) -> list[str]:
    return _counted(child, label, given if given is not None else [], None)


def _counted(child: Json, label: str, given: object, most: int | None) -> list[str]:
    picked = [str(one) for one in given] if isinstance(given, list | tuple) else [str(given)]
    required = child.get("required", True)
    if not picked and not required:
        return picked
    low = child.get("min_values", 1) if required else 0
    high = most or child.get("max_values") or 1
    if not low <= len(picked) <= high:
        raise Refusal("out_of_range", f"“{label}” takes {low} to {high} choices.", child["custom_id"])
    return picked
