"""Refusals: Discord's answers to a bot's mistakes, and its client's to a person's."""

from collections.abc import Iterable
from typing import TypeAlias

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


class FormErrors:
    """Collects what is wrong with a body and where, as Discord reports it under code 50035."""

    def __init__(self) -> None:
        self._found: list[tuple[Path, str, str]] = []

    def add(self, path: Path, code: str, message: str) -> None:
        """Note one fault."""
        self._found.append((path, code, message))

    def required(self, path: Path) -> None:
        """Note that a field is missing."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def length(self, path: Path, size: int, low: int, high: int) -> None:
        """Note a length outside its bounds; say nothing if it fits."""
        if low <= size <= high:
            return
        if low == 0:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        else:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def text(self, path: Path, value: object, high: int) -> str | None:
        """Check a text that is required, and return it if it is a text at all."""
        if value is None:
            self.required(path)
        return self.optional_text(path, value, high, low=1)

    def optional_text(self, path: Path, value: object, high: int, *, low: int = 0) -> str | None:
        """Check a text that may be missing, and return it if it is a text at all."""
        if value is None:
            return None
        if not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return None
        self.length(path, len(value), low, high)
        return value

    def number(self, path: Path, value: object, low: int, high: int) -> int | None:
        """Check an optional whole number."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if value < low:
            self.add(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        elif value > high:
            self.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
        return value

    def choice(self, path: Path, value: object, allowed: Iterable[object]) -> None:
        """Check that a value is one of a fixed set."""
        allowed = tuple(allowed)
        if value not in allowed:
            listed = ", ".join(str(item) for item in allowed)
            self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")

    def objects(self, path: Path, value: object) -> list[Json]:
        """The objects of a list; a fault is noted for everything else."""
        if value is None:
            return []
        if not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        kept: list[Json] = []
        for index, item in enumerate(value):
            if isinstance(item, dict):
                kept.append(item)
            else:
                self.add((*path, index), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return kept

    def tree(self) -> Json:
        """The faults nested along their paths."""
        tree: Json = {}
        for path, code, message in self._found:
            node = tree
            for step in path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        return tree

    def check(self) -> None:
        """Raises ApiError 50035 if anything was noted."""
        if self._found:
            raise ApiError(400, 50035, "Invalid Form Body", self.tree())


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
