"""The rules of modals."""

import copy

from sandbox import limits
from sandbox.compose import controls
from sandbox.compose.controls import Walk, check_text_input
from sandbox.compose.files import MessageFiles
from sandbox.compose.layout import number_components
from sandbox.encoding import Json
from sandbox.errors import FormNode


def check_modal(given: FormNode) -> Json:
    """Check a modal ``{custom_id, title, components}``, and return it with ids. Faults are noted."""
    modal = given.child(copy.deepcopy(given.json))
    modal.text("title", limits.MODAL_TITLE)
    modal.text("custom_id", limits.CUSTOM_ID)
    walk = Walk(MessageFiles([], [], lambda file: file.path))
    labels = modal.objects("components", 1, limits.MODAL_COMPONENTS)
    for label in labels:
        _check_label(walk, label)
    components = [label.json for label in labels]
    if not modal.faults:
        number_components(components)
    return {"custom_id": modal.get("custom_id"), "title": modal.get("title"), "components": components}


def _check_label(walk: Walk, label: FormNode) -> None:
    """Check a label around a text input: the only kind of field that the sandbox knows."""
    walk.enter(label)
    label.choice("type", (controls.LABEL,))
    label.text("label", limits.LABEL)
    label.optional_text("description", limits.LABEL_DESCRIPTION)
    given = label.get("component")
    if not isinstance(given, dict):
        label.required("component")
        return
    component = label.child(given, "component")
    walk.enter(component)
    component.choice("type", (controls.TEXT_INPUT,))
    check_text_input(walk, component)
