"""Structured logs for operators on standard error, without secrets.

Events of the bot and records of libraries that use `logging` take the same way: context is added, exceptions
become text, every text is redacted, and then the line is written.
"""

import logging
import re
import sys
from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any, Literal, TextIO

import structlog
from structlog.typing import Processor

REDACTED = "***"

_MIN_SECRET = 6
"""The shortest secret that is searched for: a shorter one is part of common words.

The password of a database url is hidden whatever its length.
"""

# No library logs below INFO: debug lines show what players do in secret, those of aiosmtpd also at INFO.
_INFO_LOGGERS = ("discord",)
"""Libraries that log at INFO: connections made and lost."""
_WARNING_LOGGERS = ("sqlalchemy", "aiosqlite", "asyncpg", "asyncio", "aiohttp.access", "alembic", "PIL")
"""Libraries that log at WARNING; when debugging at INFO: every statement, call and step of a migration."""
_SILENT_LOGGERS = ("mail",)
"""Loggers that always log at WARNING: aiosmtpd's logs addresses and contents of mails below."""

_SECRET_KEYS = frozenset(
    {
        "authorization",
        "database_url",
        "discord_token",
        "interaction_token",
        "password",
        "secret",
        "seed",
        "token",
    }
)
_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = (
    # The token of a Discord bot: id, time and signature in base64.
    (re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"), REDACTED),
    # Webhook and interaction addresses carry a token after the id.
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?\"']+"), rf"\1{REDACTED}"),
    # Values of secret names, as in headers, JSON and the text of structs.
    (
        re.compile(
            r"(?i)(\b(?:authorization|interaction_token|password|secret|seed|token)[\"']?\s*[:=]\s*[\"']?"
            r"(?:(?:bot|bearer)\s+)?)[^\s\"',;)}\]]+"
        ),
        rf"\1{REDACTED}",
    ),
    (re.compile(r"(?i)\b(bot|bearer)\s+[\w-]{20,}[\w.-]*"), rf"\1 {REDACTED}"),
    # The password in an address.
    (re.compile(r"(://[^:/@\s]*:)[^@/\s]+@"), rf"\1{REDACTED}@"),
    # Seeds; published hashes look alike and are hidden with them.
    (re.compile(r"(?i)(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])"), REDACTED),
    # PostgreSQL quotes the row that breaks a constraint.
    (re.compile(r"(Failing row contains )[^\n]+"), rf"\1{REDACTED}"),
)


class Redactor:
    """A structlog processor that removes secrets from an event, wherever they occur."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = tuple(
            sorted({secret for secret in secrets if len(secret) >= _MIN_SECRET}, key=len, reverse=True)
        )

    def __call__(
        self, _logger: Any, _method: str, event: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        """The event without its secrets."""
        return {key: self.clean(value, key) for key, value in event.items()}

    def clean(self, value: Any, key: object = None) -> Any:
        """A value without secrets: plain data stays plain data, any other object becomes its text."""
        if isinstance(key, str) and key.lower() in _SECRET_KEYS and value is not None:
            return REDACTED
        match value:
            case None | bool() | int() | float():
                return value
            case str():
                return self.text(value)
            case Mapping():
                return {self.clean(name): self.clean(item, name) for name, item in value.items()}
            case list() | tuple() | set() | frozenset():
                return [self.clean(item) for item in value]
            case _:
                return self.text(repr(value))

    def text(self, text: str) -> str:
        """A text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, REDACTED)
        for pattern, replacement in _PATTERNS:
            text = pattern.sub(replacement, text)
        return text


def configure_logs(
    *,
    level: str = "INFO",
    style: Literal["text", "json"] = "text",
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Set up all logging of the process, once at its start. `stream` is standard error unless given."""
    out = stream or sys.stderr
    gather: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *gather,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=gather,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.StackInfoRenderer(),
                structlog.processors.format_exc_info,
                Redactor(secrets),
                _renderer(style, colours=out.isatty()),
            ],
        )
    )
    # A line that cannot be written would be shown on standard error, before its secrets were removed.
    logging.raiseExceptions = False
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)
    _set_levels(root)


def _set_levels(root: logging.Logger) -> None:
    """Set the lowest level at which each library may log."""
    for names, floor in (
        (_INFO_LOGGERS, logging.INFO),
        (_SILENT_LOGGERS, logging.WARNING),
        (_WARNING_LOGGERS, logging.INFO if root.level == logging.DEBUG else logging.WARNING),
    ):
        for name in names:
            logging.getLogger(name).setLevel(max(root.level, floor))


def _renderer(style: Literal["text", "json"], *, colours: bool) -> Processor:
    if style == "json":
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    return structlog.dev.ConsoleRenderer(
        colors=colours, exception_formatter=structlog.dev.plain_traceback, sort_keys=False
    )
