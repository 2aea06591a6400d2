"""Filling in a modal, checked as Discord's client checks it."""

from collections.abc import Mapping

from sandbox import limits
from sandbox.encoding import Json
from sandbox.errors import Refusal


def fill_modal(modal: Json, values: Mapping[str, object]) -> list[Json]:
    """The components as they go to the bot; fields without a value keep their initial one. Raises Refusal."""
    known = {label["component"]["custom_id"] for label in modal["components"]}
    for name in values:
        if name not in known:
            raise Refusal("unknown_option", f"The form has no field “{name}”.", name)
    return [
        {"type": label["type"], "id": label["id"], "component": _filled(label, values)}
        for label in modal["components"]
    ]


def _filled(label: Json, values: Mapping[str, object]) -> Json:
    field, title = label["component"], label["label"]
    name, required = field["custom_id"], field.get("required", True)
    given = values.get(name)
    text = field.get("value", "") if given is None else given
    if not isinstance(text, str):
        raise Refusal("wrong_type", f"“{title}” is a text.", name)
    low, high = field.get("min_length") or int(required), field.get("max_length") or limits.INPUT_TEXT
    if not text and required:
        raise Refusal("missing_option", f"“{title}” is required.", name)
    if text and not low <= len(text) <= high:
        raise Refusal("out_of_range", f"“{title}” has {low} to {high} characters.", name)
    return {"type": field["type"], "id": field["id"], "custom_id": name, "value": text}
