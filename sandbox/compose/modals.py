"""The rules of modals."""

from __future__ import annotations

import copy
from typing import Final

from sandbox import limits
from sandbox.compose import controls
from sandbox.compose.controls import Walk, check_select, check_text_input
from sandbox.compose.files import MessageFiles
from sandbox.compose.layout import number_components
from sandbox.encoding import Json
from sandbox.errors import FormErrors, Path

_FIELDS: Final = (controls.TEXT_INPUT, controls.STRING_SELECT)


def check_modal(value: object, path: Path, errors: FormErrors) -> Json:
    """A modal ``{custom_id, title, components}`` with ids given. Faults are noted in `errors`."""
    modal: Json = copy.deepcopy(value) if isinstance(value, dict) else {}
    errors.text((*path, "title"), modal.get("title"), limits.MODAL_TITLE)
    errors.text((*path, "custom_id"), modal.get("custom_id"), limits.CUSTOM_ID)
    given = errors.objects((*path, "components"), modal.get("components"))
    errors.length((*path, "components"), len(given), 1, limits.MODAL_COMPONENTS)
    walk = Walk(errors, MessageFiles([], [], lambda file: file.path))
    for index, component in enumerate(given):
        _top(walk, component, (*path, "components", index))
    number_components(given)
    return {"custom_id": modal.get("custom_id"), "title": modal.get("title"), "components": given}


def _top(walk: Walk, component: Json, path: Path) -> None:
    walk.enter(component, path)
    kind = component.get("type")
    if kind == controls.ROW:
        children = walk.errors.objects((*path, "components"), component.get("components"))
        walk.errors.length((*path, "components"), len(children), 1, 1)
        for index, child in enumerate(children):
            _field(walk, child, (*path, "components", index), labelled=False)
    elif kind == controls.LABEL:
        walk.errors.text((*path, "label"), component.get("label"), limits.LABEL)
        walk.errors.text(
            (*path, "description"),
            component.get("description"),
            limits.LABEL_DESCRIPTION,
            low=0,
            required=False,
        )
        labelled = component.get("component")
        if isinstance(labelled, dict):
            _field(walk, labelled, (*path, "component"), labelled=True)
        else:
            walk.errors.required((*path, "component"))
    elif kind == controls.TEXT:
        walk.errors.text((*path, "content"), component.get("content"), limits.V2_TEXT)
    else:
        walk.errors.add(
            (*path, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1, 10, 18).'
        )


def _field(walk: Walk, component: Json, path: Path, *, labelled: bool) -> None:
    walk.enter(component, path)
    kind = component.get("type")
    if kind == controls.TEXT_INPUT:
        check_text_input(walk, component, path, labelled=labelled)
    elif kind == controls.STRING_SELECT:
        check_select(walk, component, path, in_modal=True)
    else:
        listed = ", ".join(str(one) for one in _FIELDS)
        walk.errors.add(
            (*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({listed}).'
        )
