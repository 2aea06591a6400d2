"""The rules of a message's components, of both generations."""

from collections.abc import Callable, Iterator
from typing import Final

from sandbox import limits
from sandbox.compose import controls
from sandbox.compose.controls import Walk, check_button, check_select
from sandbox.compose.files import MessageFiles, media
from sandbox.encoding import Json
from sandbox.errors import FormNode

_TOP_V1: Final = (controls.ROW,)
_IN_ROW: Final = (controls.BUTTON, *controls.SELECTS)
_IN_CONTAINER: Final = (controls.ROW, controls.TEXT, controls.GALLERY)
_TOP_V2: Final = (*_IN_CONTAINER, controls.CONTAINER)


def check_components(form: FormNode, files: MessageFiles, *, v2: bool) -> list[Json]:
    """The components of a message, with ids given and pictures resolved; faults are noted in `form`."""
    walk = Walk(files)
    given = form.objects("components", 0, None if v2 else limits.ROWS)
    _check_children(walk, given, _TOP_V2 if v2 else _TOP_V1)
    if v2 and walk.count > limits.COMPONENTS_V2:
        form.add(
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The total number of components cannot exceed {limits.COMPONENTS_V2}.",
            "components",
        )
    if walk.characters > limits.V2_TEXT:
        form.add(
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total displayable text size cannot exceed {limits.V2_TEXT}.",
            "components",
        )
    checked = [component.json for component in given]
    if not form.faults:
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
    """The texts of all text displays."""
    return "\n".join(
        component["content"]
        for component in walk_components(components)
        if component["type"] == controls.TEXT
    )


def _check_children(walk: Walk, given: list[FormNode], allowed: tuple[int, ...]) -> None:
    for component in given:
        for name in [name for name, value in component.json.items() if value is None]:
            del component.json[name]
        kind = component.get("type")
        if kind in allowed:
            walk.enter(component)
            _CHECKS[kind](walk, component)
        else:
            listed = ", ".join(str(one) for one in allowed)
            component.add("UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({listed}).', "type")


def _row(walk: Walk, row: FormNode) -> None:
    given = row.objects("components", 1, limits.ROW_BUTTONS)
    _check_children(walk, given, _IN_ROW)
    wide = [child for child in given if child.get("type") in controls.SELECTS]
    if wide and len(given) > 1:
        wide[0].add("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")


def _text(walk: Walk, text: FormNode) -> None:
    walk.characters += len(text.text("content", limits.V2_TEXT) or "")


def _gallery(walk: Walk, gallery: FormNode) -> None:
    for item in gallery.objects("items", 1, limits.GALLERY_ITEMS):
        item.json["media"] = media(walk.message_files, item)
        item.optional_text("description", limits.ALT_TEXT)


def _container(walk: Walk, container: FormNode) -> None:
    container.number("accent_color", 0, 0xFFFFFF)
    _check_children(walk, container.objects("components", 1, limits.COMPONENTS_V2), _IN_CONTAINER)


_CHECKS: Final[dict[int, Callable[[Walk, FormNode], None]]] = {
    controls.ROW: _row,
    controls.BUTTON: check_button,
    controls.STRING_SELECT: check_select,
    controls.USER_SELECT: check_select,
    controls.CHANNEL_SELECT: check_select,
    controls.TEXT: _text,
    controls.GALLERY: _gallery,
    controls.CONTAINER: _container,
}
