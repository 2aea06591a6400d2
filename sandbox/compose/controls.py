"""The rules of what people use: buttons, selects and the inputs of modals."""

from dataclasses import dataclass, field
from typing import Final

from sandbox import limits
from sandbox.compose.files import MessageFiles
from sandbox.encoding import Json, snowflake
from sandbox.errors import FormErrors, Path

ROW: Final = 1
BUTTON: Final = 2
STRING_SELECT: Final = 3
TEXT_INPUT: Final = 4
USER_SELECT: Final = 5
CHANNEL_SELECT: Final = 8
TEXT: Final = 10
GALLERY: Final = 12
CONTAINER: Final = 17
LABEL: Final = 18

SELECTS: Final = (STRING_SELECT, USER_SELECT, CHANNEL_SELECT)
CHOSEN_BY_ID: Final = {USER_SELECT: "user", CHANNEL_SELECT: "channel"}
"""What the default values of a select without options are."""
LINK_STYLE: Final = 5


@dataclass
class Walk:
    """What is gathered on the way through the components of one message or modal."""

    errors: FormErrors
    message_files: MessageFiles
    custom_ids: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)
    count: int = 0
    characters: int = 0

    def enter(self, component: Json, path: Path) -> None:
        """Count a component and note its id."""
        self.count += 1
        number = self.errors.number((*path, "id"), component.get("id"), 0, 2**31 - 1)
        if number:
            if number in self.ids:
                self.errors.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self.ids.add(number)

    def custom_id(self, component: Json, path: Path) -> None:
        """Check the custom_id and that it is the only one of its kind."""
        text = self.errors.text((*path, "custom_id"), component.get("custom_id"), limits.CUSTOM_ID)
        if text is None:
            return
        if text in self.custom_ids:
            self.errors.add(
                (*path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        self.custom_ids.add(text)


def check_button(walk: Walk, button: Json, path: Path) -> None:
    """A button: a label or an emoji, and a custom_id or an address, never both."""
    errors = walk.errors
    style = button.get("style")
    errors.choice((*path, "style"), style, range(1, 6))
    errors.optional_text((*path, "label"), button.get("label"), limits.BUTTON_LABEL)
    if style == LINK_STYLE:
        errors.text((*path, "url"), button.get("url"), limits.BUTTON_URL)
        if button.get("custom_id") is not None:
            errors.add(
                (*path, "custom_id"),
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            )
    else:
        walk.custom_id(button, path)
        if button.get("url") is not None:
            errors.add((*path, "url"), "BUTTON_COMPONENT_INVALID_URL", "This style of button has no url")
    if not button.get("label") and not button.get("emoji"):
        errors.add(path, "BUTTON_COMPONENT_MISSING_LABEL", "A button needs a label or an emoji")


def check_select(walk: Walk, select: Json, path: Path) -> None:
    """A select among fixed options, or among the people or channels of the place."""
    errors = walk.errors
    walk.custom_id(select, path)
    errors.optional_text((*path, "placeholder"), select.get("placeholder"), limits.PLACEHOLDER)
    low = errors.number((*path, "min_values"), select.get("min_values"), 0, limits.SELECT_OPTIONS)
    high = errors.number((*path, "max_values"), select.get("max_values"), 1, limits.SELECT_OPTIONS)
    if low is not None and high is not None and low > high:
        errors.add(
            (*path, "min_values"),
            "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE",
            "min_values must be equal to or less than max_values",
        )
    if select["type"] in CHOSEN_BY_ID:
        _check_defaults(walk, select, path)
    else:
        _check_options(walk, select, path)


def _check_defaults(walk: Walk, select: Json, path: Path) -> None:
    errors, place = walk.errors, (*path, "default_values")
    chosen = errors.objects(place, select.get("default_values"))
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    if chosen and isinstance(low, int) and isinstance(high, int):
        errors.length(place, len(chosen), low, high)
    for index, one in enumerate(chosen):
        errors.choice((*place, index, "type"), one.get("type"), (CHOSEN_BY_ID[select["type"]],))
        number = snowflake(one.get("id"))
        if number is None:
            errors.add(
                (*place, index, "id"), "NUMBER_TYPE_COERCE", f"Value {one.get('id')!r} is not snowflake."
            )
        one["id"] = str(number)
    if select.get("options"):
        errors.add((*path, "options"), "BASE_TYPE_MAX_LENGTH", "This kind of select has no options")


def _check_options(walk: Walk, select: Json, path: Path) -> None:
    errors = walk.errors
    options = errors.objects((*path, "options"), select.get("options"))
    errors.length((*path, "options"), len(options), 1, limits.SELECT_OPTIONS)
    most_chosen = select.get("max_values")
    if isinstance(most_chosen, int) and options and most_chosen > len(options):
        errors.add(
            (*path, "max_values"),
            "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
            "max_values cannot be greater than the number of options",
        )
    values: set[str] = set()
    for index, option in enumerate(options):
        place = (*path, "options", index)
        errors.text((*place, "label"), option.get("label"), limits.OPTION_TEXT)
        value = errors.text((*place, "value"), option.get("value"), limits.OPTION_TEXT)
        errors.optional_text((*place, "description"), option.get("description"), limits.OPTION_TEXT)
        if value in values:
            errors.add(
                (*place, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        if value is not None:
            values.add(value)
    chosen = sum(1 for option in options if option.get("default"))
    if chosen > (most_chosen if isinstance(most_chosen, int) else 1):
        errors.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default values")


def check_text_input(walk: Walk, field_: Json, path: Path) -> None:
    """A text input of a modal, in a label that says what it is for."""
    errors = walk.errors
    walk.custom_id(field_, path)
    errors.choice((*path, "style"), field_.get("style"), (1, 2))
    if field_.get("label") is not None:
        errors.add((*path, "label"), "TEXT_INPUT_LABEL_IN_LABEL", "The label around it has the text")
    errors.optional_text((*path, "value"), field_.get("value"), limits.INPUT_TEXT)
    errors.optional_text((*path, "placeholder"), field_.get("placeholder"), limits.INPUT_PLACEHOLDER)
    low = errors.number((*path, "min_length"), field_.get("min_length"), 0, limits.INPUT_TEXT)
    high = errors.number((*path, "max_length"), field_.get("max_length"), 1, limits.INPUT_TEXT)
    if low is not None and high is not None and low > high:
        errors.add((*path, "min_length"), "TEXT_INPUT_MIN_LENGTH_TOO_LARGE", "min_length exceeds max_length")
