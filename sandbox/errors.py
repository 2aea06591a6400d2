"""Refusals: Discord's answers to a bot's mistakes, and its client's to a person's."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeAlias

from sandbox.encoding import Json

Path: TypeAlias = tuple[str | int, ...]
"""Where in a JSON body something stands: ``("embeds", 0, "title")``."""


class ApiError(Exception):
    """An error answer of the REST API in Discord's form."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(status, code, message)
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        """The JSON of the answer."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class Refusal(Exception):  # noqa: N818 -- what Discord's client says to a person, not a fault
    """Something that Discord's own client would not let a person do: a stable code and a sentence."""

    def __init__(self, code: str, sentence: str, option: str | None = None) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.option = option

    def __str__(self) -> str:
        return f"{self.sentence} [{self.code}]"


@dataclass(frozen=True)
class FormNode:
    """An object in a request's body, and its place there. Faults are gathered for the whole body."""

    json: Json
    path: Path = ()
    faults: list[tuple[Path, str, str]] = field(default_factory=list)

    def get(self, name: str) -> Any:
        """A field, or None."""
        return self.json.get(name)

    def add(self, code: str, message: str, *below: str | int) -> None:
        """Note one fault, of the object or of the field or index `below` it."""
        self.faults.append(((*self.path, *below), code, message))

    def child(self, json: Json, *below: str | int) -> Self:
        """An object below this one."""
        return replace(self, json=json, path=(*self.path, *below))

    def required(self, name: str) -> None:
        """Note that a field is missing."""
        self.add("BASE_TYPE_REQUIRED", "This field is required", name)

    def length(self, name: str, size: int, low: int, high: int) -> None:
        """Note a fault if a length is outside its bounds."""
        if low <= size <= high:
            return
        if low == 0:
            self.add("BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.", name)
        else:
            self.add("BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.", name)

    def text(self, name: str, high: int) -> str | None:
        """Check a text that is required, and return it if it is a text at all."""
        if self.get(name) is None:
            self.required(name)
        return self.optional_text(name, high, low=1)

    def optional_text(self, name: str, high: int, *, low: int = 0) -> str | None:
        """Check a text that may be missing, and return it if it is a text at all."""
        value = self.get(name)
        if value is None:
            return None
        if not isinstance(value, str):
            self.add("STRING_TYPE_CONVERT", "Could not interpret value as string.", name)
            return None
        self.length(name, len(value), low, high)
        return value

    def number(self, name: str, low: int, high: int) -> int | None:
        """Check an optional whole number."""
        value = self.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.add("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.', name)
            return None
        if value < low:
            self.add("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.", name)
        elif value > high:
            self.add("NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.", name)
        return value

    def choice(self, name: str, allowed: Sequence[object], default: object = None) -> None:
        """Check that a field is one of a fixed set."""
        if (self.get(name) or default) not in allowed:
            listed = ", ".join(str(item) for item in allowed)
            self.add("BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.", name)

    def objects(self, name: str, low: int = 0, high: int | None = None) -> list[Self]:
        """The objects of a list of `low` to `high` objects; anything else is noted as a fault."""
        found = self.nodes(self.get(name), name)
        if high is not None:
            self.length(name, len(found), low, high)
        return found

    def nodes(self, value: object, *below: str | int) -> list[Self]:
        """The objects of a list below this object."""
        items = self._items(value, *below)
        for index, item in enumerate(items):
            if not isinstance(item, dict):
                self.add("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType", *below, index)
        return [self.child(one, *below, at) for at, one in enumerate(items) if isinstance(one, dict)]

    def items(self, name: str) -> list[Any]:
        """The items of an optional list; anything else is noted as a fault."""
        return self._items(self.get(name), name)

    def _items(self, value: object, *below: str | int) -> list[Any]:
        if value is not None and not isinstance(value, list):
            self.add("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType", *below)
        return value if isinstance(value, list) else []

    def check(self) -> None:
        """Raise ApiError 50035 if a fault was noted, with all faults nested along their paths."""
        if not self.faults:
            return
        tree: Json = {}
        for path, code, message in self.faults:
            node = tree
            for step in path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        raise ApiError(400, 50035, "Invalid Form Body", tree)


def unknown(what: str) -> ApiError:
    """404 for a thing that is not there: ``unknown("Channel")``."""
    codes = {
        "Application": 10002,
        "Channel": 10003,
        "Guild": 10004,
        "Member": 10007,
        "Message": 10008,
        "User": 10013,
        "Webhook": 10015,
        "interaction": 10062,
    }
    return ApiError(404, codes[what], f"Unknown {what}")


def missing_permissions() -> ApiError:
    """403 for something that the bot may not do."""
    return ApiError(403, 50013, "Missing Permissions")


def too_large() -> ApiError:
    """413 for a file or body beyond the limit."""
    return ApiError(413, 40005, "Request entity too large")
