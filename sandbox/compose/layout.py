"""The rules of a message's components, of both generations."""

import copy
from collections.abc import Callable, Iterator
from typing import Final

from sandbox import limits
from sandbox.compose import controls
from sandbox.compose.controls import Walk, check_button, check_select
from sandbox.compose.files import MessageFiles, media
from sandbox.encoding import Json
from sandbox.errors import FormErrors, Path

_TOP_V1: Final = (controls.ROW,)
_IN_ROW: Final = (controls.BUTTON, *controls.SELECTS)
_IN_CONTAINER: Final = (controls.ROW, controls.TEXT, controls.GALLERY)
_TOP_V2: Final = (*_IN_CONTAINER, controls.CONTAINER)


def check_components(
    value: object, path: Path, files: MessageFiles, errors: FormErrors, *, v2: bool
) -> list[Json]:
    """The components of a message, with ids given and pictures resolved; faults are noted in `errors`."""
    walk = Walk(errors, files)
    given = copy.deepcopy(errors.objects(path, value))
    if not v2:
        errors.length(path, len(given), 0, limits.ROWS)
    checked = _children(walk, given, path, _TOP_V2 if v2 else _TOP_V1)
    if v2 and walk.count > limits.COMPONENTS_V2:
        errors.add(
            path,
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The total number of components cannot exceed {limits.COMPONENTS_V2}.",
        )
    if walk.characters > limits.V2_TEXT:
        errors.add(
            path,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total displayable text size cannot exceed {limits.V2_TEXT}.",
        )
    number_components(checked)
    return checked


def number_components(components: list[Json]) -> None:
    """Give every component without an id the next free one."""
    every = list(walk_components(components))
    taken = {component.get("id") for component in every}
    free = (number for number in range(1, len(every) * 2 + 2) if number not in taken)
    for component in every:
        if not component.get("id"):
            component["id"] = next(free)


def walk_components(components: list[Json]) -> Iterator[Json]:
    """All components, nested ones included, from top to bottom."""
    for component in components:
        yield component
        yield from walk_components(component.get("components") or [])
        if component.get("component"):
            yield from walk_components([component["component"]])


def texts_of(components: list[Json]) -> str:
    """What the text displays say."""
    return "\n".join(
        component["content"]
        for component in walk_components(components)
        if component["type"] == controls.TEXT
    )


def _children(walk: Walk, given: list[Json], path: Path, allowed: tuple[int, ...]) -> list[Json]:
    return [_component(walk, component, (*path, index), allowed) for index, component in enumerate(given)]


def _component(walk: Walk, component: Json, path: Path, allowed: tuple[int, ...]) -> Json:
    component = {key: value for key, value in component.items() if value is not None}
    kind = component.get("type")
    if kind not in allowed:
        listed = ", ".join(str(one) for one in allowed)
        walk.errors.add(
            (*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({listed}).'
        )
        return component
    walk.enter(component, path)
    _CHECKS[kind](walk, component, path)
    return component


def _row(walk: Walk, row: Json, path: Path) -> None:
    given = walk.errors.objects((*path, "components"), row.get("components"))
    walk.errors.length((*path, "components"), len(given), 1, limits.ROW_BUTTONS)
    row["components"] = _children(walk, given, (*path, "components"), _IN_ROW)
    wide = [index for index, child in enumerate(given) if child.get("type") in controls.SELECTS]
    if wide and len(given) > 1:
        walk.errors.add(
            (*path, "components", wide[0]),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        )


def _text(walk: Walk, text: Json, path: Path) -> None:
    content = walk.errors.text((*path, "content"), text.get("content"), limits.V2_TEXT)
    walk.characters += len(content or "")


def _gallery(walk: Walk, gallery: Json, path: Path) -> None:
    items = walk.errors.objects((*path, "items"), gallery.get("items"))
    walk.errors.length((*path, "items"), len(items), 1, limits.GALLERY_ITEMS)
    for index, item in enumerate(items):
        place = (*path, "items", index)
        item["media"] = media(walk.message_files, item.get("media"), (*place, "media"), walk.errors)
        walk.errors.optional_text((*place, "description"), item.get("description"), limits.ALT_TEXT)


def _container(walk: Walk, container: Json, path: Path) -> None:
    walk.errors.number((*path, "accent_color"), container.get("accent_color"), 0, 0xFFFFFF)
    given = walk.errors.objects((*path, "components"), container.get("components"))
    walk.errors.length((*path, "components"), len(given), 1, limits.COMPONENTS_V2)
    container["components"] = _children(walk, given, (*path, "components"), _IN_CONTAINER)


_CHECKS: Final[dict[int, Callable[[Walk, Json, Path], None]]] = {
    controls.ROW: _row,
    controls.BUTTON: check_button,
    controls.STRING_SELECT: check_select,
    controls.USER_SELECT: check_select,
    controls.CHANNEL_SELECT: check_select,
    controls.TEXT: _text,
    controls.GALLERY: _gallery,
    controls.CONTAINER: _container,
}
