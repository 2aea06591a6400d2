"""The rules of modals."""

import copy

from sandbox import limits
from sandbox.compose import controls
from sandbox.compose.controls import Walk, check_text_input
from sandbox.compose.files import MessageFiles
from sandbox.compose.layout import number_components
from sandbox.encoding import Json
from sandbox.errors import FormErrors, Path


def check_modal(value: object, path: Path, errors: FormErrors) -> Json:
    """A modal ``{custom_id, title, components}`` with ids given. Faults are noted in `errors`."""
    modal: Json = copy.deepcopy(value) if isinstance(value, dict) else {}
    errors.text((*path, "title"), modal.get("title"), limits.MODAL_TITLE)
    errors.text((*path, "custom_id"), modal.get("custom_id"), limits.CUSTOM_ID)
    given = errors.objects((*path, "components"), modal.get("components"))
    errors.length((*path, "components"), len(given), 1, limits.MODAL_COMPONENTS)
    walk = Walk(errors, MessageFiles([], [], lambda file: file.path))
    for index, component in enumerate(given):
        _label(walk, component, (*path, "components", index))
    number_components(given)
    return {"custom_id": modal.get("custom_id"), "title": modal.get("title"), "components": given}


def _label(walk: Walk, label: Json, path: Path) -> None:
    """A label around a text input: the one kind of field that the sandbox knows."""
    walk.enter(label, path)
    walk.errors.choice((*path, "type"), label.get("type"), (controls.LABEL,))
    walk.errors.text((*path, "label"), label.get("label"), limits.LABEL)
    walk.errors.optional_text((*path, "description"), label.get("description"), limits.LABEL_DESCRIPTION)
    path = (*path, "component")
    field = label.get("component")
    if not isinstance(field, dict):
        walk.errors.required(path)
        return
    walk.enter(field, path)
    walk.errors.choice((*path, "type"), field.get("type"), (controls.TEXT_INPUT,))
    check_text_input(walk, field, path)
