"""Filling in a modal, checked as Discord's client checks it."""

from __future__ import annotations

from collections.abc import Mapping

from sandbox import limits
from sandbox.compose import controls
from sandbox.encoding import Json
from sandbox.errors import Refusal


def fill_modal(modal: Json, values: Mapping[str, object]) -> list[Json]:
    """The components as they go to the bot; fields without a value keep what they showed. Raises Refusal."""
    known: set[str] = set()
    filled: list[Json] = []
    for component in modal["components"]:
        answer: Json = {"type": component["type"], "id": component["id"]}
        filled.append(answer)
        if component["type"] == controls.ROW:
            child = component["components"][0]
            answer["components"] = [_field(child, child.get("label", ""), values)]
        elif component["type"] == controls.LABEL:
            child = component["component"]
            answer["component"] = _field(child, component["label"], values)
        else:
            continue
        known.add(child["custom_id"])
    for name in values:
        if name not in known:
            raise Refusal("unknown_option", f"The form has no field “{name}”.", name)
    return filled


def _field(child: Json, label: str, values: Mapping[str, object]) -> Json:
    answer: Json = {"type": child["type"], "id": child["id"], "custom_id": child["custom_id"]}
    given = values.get(child["custom_id"])
    if child["type"] == controls.TEXT_INPUT:
        answer["value"] = _text(child, label, given)
    else:
        answer["values"] = _picked(child, label, given)
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


def _picked(child: Json, label: str, given: object) -> list[str]:
    options = child["options"]
    if given is None:
        given = [option["value"] for option in options if option.get("default")]
    picked = [str(one) for one in given] if isinstance(given, list | tuple) else [str(given)]
    required = child.get("required", True)
    if picked or required:
        low, high = child.get("min_values", 1) if required else 0, child.get("max_values") or 1
        if not low <= len(picked) <= high:
            raise Refusal("out_of_range", f"“{label}” takes {low} to {high} choices.", child["custom_id"])
    values = [option["value"] for option in options]
    for one in picked:
        if one not in values:
            raise Refusal("not_a_choice", f"“{label}” is one of: {', '.join(values)}.", child["custom_id"])
    return picked
