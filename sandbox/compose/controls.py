"""The rules of the components that people use: buttons, selects and the inputs of modals."""

from dataclasses import dataclass, field
from typing import Final

from sandbox import limits
from sandbox.compose.files import MessageFiles
from sandbox.encoding import snowflake
from sandbox.errors import FormNode

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
"""The type of the default values of selects without options."""
LINK_STYLE: Final = 5


@dataclass
class Walk:
    """The facts gathered on the way through the components of one message or modal."""

    message_files: MessageFiles
    custom_ids: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)
    count: int = 0
    characters: int = 0

    def enter(self, component: FormNode) -> None:
        """Count a component and note its id."""
        self.count += 1
        number = component.number("id", 0, 2**31 - 1)
        if number:
            if number in self.ids:
                component.add("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated", "id")
            self.ids.add(number)

    def custom_id(self, component: FormNode) -> None:
        """Check the custom_id, and that no other component has the same."""
        text = component.text("custom_id", limits.CUSTOM_ID)
        if text is None:
            return
        if text in self.custom_ids:
            component.add(
                "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated", "custom_id"
            )
        self.custom_ids.add(text)


def check_button(walk: Walk, button: FormNode) -> None:
    """Check a button: it has a label or an emoji, and either a custom_id or an address."""
    button.choice("style", range(1, 6))
    button.optional_text("label", limits.BUTTON_LABEL)
    if button.get("style") == LINK_STYLE:
        button.text("url", limits.BUTTON_URL)
        if button.get("custom_id") is not None:
            button.add(
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
                "custom_id",
            )
    else:
        walk.custom_id(button)
        if button.get("url") is not None:
            button.add("BUTTON_COMPONENT_INVALID_URL", "This style of button has no url", "url")
    if not button.get("label") and not button.get("emoji"):
        button.add("BUTTON_COMPONENT_MISSING_LABEL", "A button needs a label or an emoji")


def check_select(walk: Walk, select: FormNode) -> None:
    """Check a select among fixed options, or among the people or channels of the place."""
    walk.custom_id(select)
    select.optional_text("placeholder", limits.PLACEHOLDER)
    low = select.number("min_values", 0, limits.SELECT_OPTIONS)
    high = select.number("max_values", 1, limits.SELECT_OPTIONS)
    if low is not None and high is not None and low > high:
        select.add(
            "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE",
            "min_values must be equal to or less than max_values",
            "min_values",
        )
    if select.get("type") in CHOSEN_BY_ID:
        _check_defaults(select)
    else:
        _check_options(select)


def _check_defaults(select: FormNode) -> None:
    chosen = select.objects("default_values")
    low, high = select.json.get("min_values", 1), select.json.get("max_values", 1)
    if chosen and isinstance(low, int) and isinstance(high, int):
        select.length("default_values", len(chosen), low, high)
    for one in chosen:
        one.choice("type", (CHOSEN_BY_ID[select.get("type")],))
        number = snowflake(one.get("id"))
        if number is None:
            one.add("NUMBER_TYPE_COERCE", f"Value {one.get('id')!r} is not snowflake.", "id")
        one.json["id"] = str(number)
    if select.get("options"):
        select.add("BASE_TYPE_MAX_LENGTH", "This kind of select has no options", "options")


def _check_options(select: FormNode) -> None:
    options = select.objects("options", 1, limits.SELECT_OPTIONS)
    most_chosen = select.get("max_values")
    if isinstance(most_chosen, int) and options and most_chosen > len(options):
        select.add(
            "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
            "max_values cannot be greater than the number of options",
            "max_values",
        )
    values: set[str] = set()
    for option in options:
        option.text("label", limits.OPTION_TEXT)
        value = option.text("value", limits.OPTION_TEXT)
        option.optional_text("description", limits.OPTION_TEXT)
        if value in values:
            option.add(
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
                "value",
            )
        if value is not None:
            values.add(value)
    chosen = sum(1 for option in options if option.get("default"))
    if chosen > (most_chosen if isinstance(most_chosen, int) else 1):
        select.add("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default values", "options")


def check_text_input(walk: Walk, given: FormNode) -> None:
    """Check a text input of a modal, which lies in a label."""
    walk.custom_id(given)
    given.choice("style", (1, 2))
    if given.get("label") is not None:
        given.add("TEXT_INPUT_LABEL_IN_LABEL", "The label around it has the text", "label")
    given.optional_text("value", limits.INPUT_TEXT)
    given.optional_text("placeholder", limits.INPUT_PLACEHOLDER)
    low = given.number("min_length", 0, limits.INPUT_TEXT)
    high = given.number("max_length", 1, limits.INPUT_TEXT)
    if low is not None and high is not None and low > high:
        given.add("TEXT_INPUT_MIN_LENGTH_TOO_LARGE", "min_length exceeds max_length", "min_length")
