"""Everything that a host can configure, from the environment or a file `.env`."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints
from urllib.parse import urlsplit

from dotenv import dotenv_values
from msgspec import Meta, ValidationError, convert
from sqlalchemy.engine import URL

from bot.clock import parse_duration
from bot.mail_servers import ListenAddress, MailServer, parse_address, parse_imap, parse_listener, parse_smtp
from bot.store.database_url import DEFAULT, Ambiguous, parse_database_url

_DATA = Path("data")
_SLIP = 2
"""The most letters in which a misspelt name differs from a setting's."""
_OF_OTHERS = frozenset({"DATABASE_PORT"})
"""Similar names that container services set for purposes of their own."""

_FromOne = Annotated[int, Meta(ge=1)]
_Port = Annotated[int, Meta(ge=1, le=65535)]
_OneWord = Annotated[str, Meta(pattern=r"^\S*$")]


class WrongSetting(Exception):  # noqa: N818 -- the start is refused, nothing broke
    """Invalid settings; the message names each in a line of its own, never its value."""


def _ids(text: str) -> frozenset[int]:
    return frozenset(map(int, text.replace(",", " ").split()))


def _web_address(text: str) -> str:
    """The address of a page, without a slash at its end. Raises ValueError."""
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.port == 0:
        raise ValueError("not a web address")
    if text.split() != [text]:
        raise ValueError("blanks")
    return text.rstrip("/")


def _folder(text: str) -> Path:
    """Raises ValueError for a missing folder, as it may be mistyped; only the default one is created."""
    folder = Path(text)
    if folder != _DATA and not folder.is_dir():
        raise ValueError("no such folder")
    return folder


def _file(text: str) -> Path:
    """Raises ValueError for a missing file."""
    if not Path(text).is_file():
        raise ValueError("no such file")
    return Path(text)


def _database_url(text: str) -> str:
    """The address as it is written. Raises ValueError."""
    parse_database_url(text)
    return text


def _setting(default: Any, expected: str, parse: Callable[[str], Any] = str, *, secret: bool = False) -> Any:
    """A setting, the words that say what it must be, and what reads its text before its type is checked."""
    return field(default=default, repr=not secret, metadata={"expected": expected, "parse": parse})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings. Each is read from the variable with its name in upper case; see `.env.example`."""

    discord_token: _OneWord | None = _setting(None, "the token of a Discord bot, without blanks", secret=True)
    discord_api_base: str = _setting(
        "https://discord.com/api/v10",
        "an http or https address such as https://discord.com/api/v10",
        _web_address,
    )
    discord_requests: Annotated[int, Meta(ge=10)] = _setting(50, "a whole number from 10 up", int)
    database_url: str = _setting(
        DEFAULT,
        "an address such as sqlite:///data/turnpost.sqlite3 or postgresql://user:password@host/name, "
        "without options other than ?sslmode=require and its like",
        _database_url,
        secret=True,
    )
    data_folder: Path = _setting(_DATA, "a folder that is there and that this process may write to", _folder)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = _setting(
        "INFO", "one of DEBUG, INFO, WARNING and ERROR", str.upper
    )
    log_format: Literal["text", "json"] = _setting("text", "text or json", str.lower)
    sandbox_port: Annotated[int, Meta(ge=0, le=65535)] = _setting(
        8420, "a port from 0 (any free one) to 65535", int
    )
    render_workers: Annotated[int, Meta(ge=1, le=32)] = _setting(2, "a whole number from 1 to 32", int)
    picture_cache_mb: Annotated[int, Meta(ge=8, le=4096)] = _setting(
        64, "a whole number from 8 to 4096, in MB", int
    )
    metrics_port: _Port | None = _setting(None, "a port from 1 to 65535, or empty for none", int)
    metrics_host: str = _setting("127.0.0.1", "an address of this machine, such as 127.0.0.1 or 0.0.0.0")
    database_pool: Annotated[int, Meta(ge=2, le=200)] = _setting(20, "a whole number from 2 to 200", int)
    outbox_lanes: Annotated[int, Meta(ge=1, le=64)] = _setting(8, "a whole number from 1 to 64", int)

    person_lobbies: _FromOne = _setting(5, "a whole number from 1 up", int)
    person_games: _FromOne = _setting(30, "a whole number from 1 up", int)
    channel_lobbies: _FromOne = _setting(20, "a whole number from 1 up", int)
    person_reports: _FromOne = _setting(5, "a whole number from 1 up", int)

    computer_workers: Annotated[int, Meta(ge=0, le=64)] = _setting(1, "a whole number from 0 to 64", int)
    computer_games: _FromOne = _setting(8, "a whole number from 1 up", int)
    computer_seconds: Annotated[int, Meta(ge=0)] = _setting(600, "a whole number from 0 up", int)

    backup_every: timedelta | None = _setting(
        None, "a span of time such as 30m, 24h or 7d, or empty for no backups", parse_duration
    )
    backup_keep: _FromOne = _setting(7, "a whole number from 1 up", int)
    backup_folder: Path | None = _setting(
        None, "a folder that is there and that this process may write to, or empty", _folder
    )

    mail_listen: ListenAddress | None = _setting(
        None,
        "an address such as smtp://127.0.0.1:2525 or lmtp://127.0.0.1:2424, or empty",
        parse_listener,
    )
    mail_smtp_url: MailServer | None = _setting(
        None,
        "an address such as smtp://user:password@host:587?tls=starttls, smtps://user:password@host or "
        "smtp://127.0.0.1:25?tls=none; in a password write @ as %40, and let it go over TLS",
        parse_smtp,
        secret=True,
    )
    mail_imap_url: MailServer | None = _setting(
        None,
        "an address such as imaps://user:password@host/INBOX; in a password write @ as %40, and let it go "
        "over TLS",
        parse_imap,
        secret=True,
    )
    mail_authserv_id: _OneWord = _setting("", "the name that your mail server gives itself, or empty")
    mail_tls_cert: Path | None = _setting(
        None, "a file with a certificate and what leads to its root, or empty", _file
    )
    mail_tls_key: Path | None = _setting(
        None,
        "the file with its key, beside MAIL_TLS_CERT and MAIL_LISTEN=smtp://...; or both empty",
        _file,
    )
    mail_address: str = _setting(
        "",
        "an address such as turn@games.example, with at most 8 characters before the @, beside MAIL_SMTP_URL "
        "and one of MAIL_LISTEN and MAIL_IMAP_URL; all of them empty for no mail",
        parse_address,
    )

    source_url: str = _setting("", "an http or https address, or empty", _web_address)
    support: Annotated[str, Meta(max_length=200)] = _setting(
        "", "whom players tell of a fault, at most 200 characters"
    )

    owners: frozenset[int] = _setting(frozenset(), "ids of users, with commas between them", _ids)

    @property
    def database(self) -> URL:
        """The database's address with its async driver."""
        return parse_database_url(self.database_url)

    @property
    def secrets(self) -> tuple[str, ...]:
        """Values that must never be logged."""
        servers = [
            server.password for server in (self.mail_smtp_url, self.mail_imap_url) if server is not None
        ]
        return tuple(secret for secret in (self.discord_token, self.database.password, *servers) if secret)


SETTINGS = {setting.name: setting.metadata for setting in fields(Settings)}
_TYPES = get_type_hints(Settings, include_extras=True)


def load_settings() -> Settings:
    """Load the settings of this process. Raises WrongSetting, which names all wrong ones."""
    try:
        sources = dotenv_values(".env"), os.environ
    except (OSError, UnicodeDecodeError):
        raise WrongSetting("The file .env cannot be read: it must be readable UTF-8 text.") from None
    return parse_settings(
        {
            name.upper(): text.strip()
            for source in sources
            for name, text in source.items()
            if text and not text.isspace()
        }
    )


def parse_settings(texts: Mapping[str, str]) -> Settings:
    """The settings by the texts of their variables. Raises WrongSetting, which names all wrong ones."""
    values, wrong = dict[str, Any](), dict[str, str]()
    for name, setting in SETTINGS.items():
        if not (text := texts.get(name.upper())):
            continue
        try:
            values[name] = convert(setting["parse"](text), _TYPES[name])
        except Ambiguous as cause:
            wrong[name] = f"{name.upper()} can be read in two ways: {cause}."
        except (OSError, ValueError, ValidationError):
            wrong[name] = _sentence(name)
    settings = Settings(**values)
    for name, others, is_whole in _TOGETHER:
        if not wrong.keys() & {name, *others} and not is_whole(settings):
            wrong[name] = _sentence(name)
    if sentences := [*_misspelt(texts), *wrong.values()]:
        raise WrongSetting("\n".join(sentences))
    return settings


def _sentence(name: str) -> str:
    return f"{name.upper()} must be {SETTINGS[name]['expected']}."


def _tls_is_whole(settings: Settings) -> bool:
    """Whether key and certificate are both set, with an SMTP listener, or neither."""
    if settings.mail_tls_key is None:
        return settings.mail_tls_cert is None
    listener = settings.mail_listen
    return settings.mail_tls_cert is not None and listener is not None and listener.protocol == "smtp"


def _mail_is_whole(settings: Settings) -> bool:
    """Whether mail is set up in both directions, or not at all."""
    incoming = settings.mail_listen or settings.mail_imap_url
    if settings.mail_address:
        return bool(settings.mail_smtp_url and incoming)
    return not (settings.mail_smtp_url or incoming or settings.mail_authserv_id)


_TOGETHER: tuple[tuple[str, tuple[str, ...], Callable[[Settings], bool]], ...] = (
    ("mail_tls_key", ("mail_tls_cert", "mail_listen"), _tls_is_whole),
    (
        "mail_address",
        ("mail_listen", "mail_smtp_url", "mail_imap_url", "mail_authserv_id"),
        _mail_is_whole,
    ),
)
"""A setting that is asked for again, what it must fit to, and whether it does once all of them are read."""


def _misspelt(names: Iterable[str]) -> list[str]:
    """A sentence for each variable of the environment or of `.env` that nearly has a setting's name.

    Other unknown names may belong to other programs.
    """
    known = [name.upper() for name in SETTINGS]
    return [
        f"{name} is not a setting: write {setting}, or remove it."
        for name in sorted({*names}.difference(known, _OF_OTHERS))
        for setting in known
        if _near(name, setting) and _letters_apart(name, setting) <= _SLIP
    ]


def _near(one: str, other: str) -> bool:
    """Whether two names can be within `_SLIP` letters: a fast test, which ignores the order of letters."""
    if abs(len(one) - len(other)) > _SLIP:
        return False
    its, others = Counter(one), Counter(other)
    return max((its - others).total(), (others - its).total()) <= _SLIP


def _letters_apart(one: str, other: str) -> int:
    """The least number of letters to add, drop or replace that makes one name into another."""
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, start=1):
        above, row = row, [number]
        for place, its in enumerate(other):
            row.append(min(row[place] + 1, above[place + 1] + 1, above[place] + (letter != its)))
    return row[-1]
