"""Everything that a host can configure, from the environment or a file `.env`."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    FilePath,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    EnvSettingsSource,
    NoDecode,
    SettingsConfigDict,
    SettingsError,
)
from sqlalchemy.engine import URL

from bot.clock import parse_duration
from bot.mail_servers import ListenAddress, MailServer, parse_address, parse_imap, parse_listener, parse_smtp
from bot.store.database_url import DEFAULT, Ambiguous, parse_database_url

_DATA = Path("data")
_SLIP = 2
"""The most letters in which a misspelt name differs from a setting's."""
_OF_OTHERS = frozenset({"DATABASE_PORT"})
"""Similar names that container services set for purposes of their own."""


class WrongSetting(Exception):  # noqa: N818 -- the start is refused, nothing broke
    """Invalid settings; the message names each in a line of its own, never its value."""


def _ids(value: Any) -> Any:
    return value.replace(",", " ").split() if isinstance(value, str) else value


def _parsed_by(parse: Callable[[str], Any]) -> BeforeValidator:
    """A validator that parses a setting's text."""
    return BeforeValidator(lambda value: parse(value) if isinstance(value, str) else value)


def _web_address(address: str) -> str:
    """The address of a page, without a slash at its end. Raises ValueError."""
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.port == 0:
        raise ValueError("not a web address")
    if address.split() != [address]:
        raise ValueError("blanks")
    return address.rstrip("/")


class Settings(BaseSettings):
    """The settings. Each is read from the variable with its name in upper case; see `.env.example`."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    discord_token: SecretStr | None = Field(
        default=None, description="the token of a Discord bot, without blanks"
    )
    discord_api_base: Annotated[str, AfterValidator(_web_address)] = Field(
        default="https://discord.com/api/v10",
        description="an http or https address such as https://discord.com/api/v10",
    )
    discord_requests: int = Field(default=50, ge=10, description="a whole number from 10 up")
    database_url: str = Field(
        default=DEFAULT,
        description="an address such as sqlite:///data/turnpost.sqlite3 or "
        "postgresql://user:password@host/name, without options other than ?sslmode=require and its like",
        repr=False,
    )
    data_folder: Path = Field(
        default=_DATA, description="a folder that is there and that this process may write to"
    )
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)] = Field(
        default="INFO", description="one of DEBUG, INFO, WARNING and ERROR"
    )
    log_format: Annotated[Literal["text", "json"], BeforeValidator(str.lower)] = Field(
        default="text", description="text or json"
    )
    sandbox_port: int = Field(
        default=8420, ge=0, le=65535, description="a port from 0 (any free one) to 65535"
    )
    render_workers: int = Field(default=2, ge=1, le=32, description="a whole number from 1 to 32")
    picture_cache_mb: int = Field(
        default=64, ge=8, le=4096, description="a whole number from 8 to 4096, in MB"
    )
    metrics_port: int | None = Field(
        default=None, ge=1, le=65535, description="a port from 1 to 65535, or empty for none"
    )
    metrics_host: str = Field(
        default="127.0.0.1", description="an address of this machine, such as 127.0.0.1 or 0.0.0.0"
    )
    database_pool: int = Field(default=20, ge=2, le=200, description="a whole number from 2 to 200")
    outbox_lanes: int = Field(default=8, ge=1, le=64, description="a whole number from 1 to 64")

    person_lobbies: int = Field(default=5, ge=1, description="a whole number from 1 up")
    person_games: int = Field(default=30, ge=1, description="a whole number from 1 up")
    channel_lobbies: int = Field(default=20, ge=1, description="a whole number from 1 up")
    person_reports: int = Field(default=5, ge=1, description="a whole number from 1 up")

    computer_workers: int = Field(default=1, ge=0, le=64, description="a whole number from 0 to 64")
    computer_games: int = Field(default=8, ge=1, description="a whole number from 1 up")
    computer_seconds: int = Field(default=600, ge=0, description="a whole number from 0 up")

    backup_every: Annotated[timedelta | None, _parsed_by(parse_duration)] = Field(
        default=None, description="a span of time such as 30m, 24h or 7d, or empty for no backups"
    )
    backup_keep: int = Field(default=7, ge=1, description="a whole number from 1 up")
    backup_folder: Path | None = Field(
        default=None,
        description="a folder that is there and that this process may write to, or empty",
    )

    mail_listen: Annotated[ListenAddress | None, NoDecode, _parsed_by(parse_listener)] = Field(
        default=None,
        description="an address such as smtp://127.0.0.1:2525 or lmtp://127.0.0.1:2424, or empty",
    )
    mail_smtp_url: Annotated[MailServer | None, NoDecode, _parsed_by(parse_smtp)] = Field(
        default=None,
        repr=False,
        description="an address such as smtp://user:password@host:587?tls=starttls, "
        "smtps://user:password@host or smtp://127.0.0.1:25?tls=none; in a password write @ as %40, and "
        "let it go over TLS",
    )
    mail_imap_url: Annotated[MailServer | None, NoDecode, _parsed_by(parse_imap)] = Field(
        default=None,
        repr=False,
        description="an address such as imaps://user:password@host/INBOX; in a password write @ as %40, and "
        "let it go over TLS",
    )
    mail_authserv_id: str = Field(
        default="", pattern=r"^\S*$", description="the name that your mail server gives itself, or empty"
    )
    mail_tls_cert: FilePath | None = Field(
        default=None, description="a file with a certificate and what leads to its root, or empty"
    )
    mail_tls_key: FilePath | None = Field(
        default=None,
        validate_default=True,
        description="the file with its key, beside MAIL_TLS_CERT and MAIL_LISTEN=smtp://...; or both empty",
    )
    mail_address: str = Field(
        default="",
        validate_default=True,
        description="an address such as turn@games.example, with at most 8 characters before the @, beside "
        "MAIL_SMTP_URL and one of MAIL_LISTEN and MAIL_IMAP_URL; all of them empty for no mail",
    )

    source_url: Annotated[str, AfterValidator(lambda address: address and _web_address(address))] = Field(
        default="", description="an http or https address, or empty"
    )
    support: str = Field(
        default="", max_length=200, description="whom players tell of a fault, at most 200 characters"
    )

    owners: Annotated[frozenset[int], NoDecode, BeforeValidator(_ids)] = Field(
        default=frozenset(), description="ids of users, with commas between them"
    )

    @field_validator("data_folder", "backup_folder")
    @classmethod
    def _folder_exists(cls, folder: Path | None) -> Path | None:
        """Raises ValueError for a missing folder, as it may be mistyped; only the default one is created."""
        if folder is not None and folder != _DATA and not folder.is_dir():
            raise ValueError("no such folder")
        return folder

    @field_validator("discord_token")
    @classmethod
    def _one_word(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and len(token.get_secret_value().split()) != 1:
            raise ValueError("blanks")
        return token

    @field_validator("mail_tls_key")
    @classmethod
    def _tls_is_whole(cls, key: Path | None, before: ValidationInfo) -> Path | None:
        """Raises ValueError unless key and certificate are both set, with an SMTP listener, or neither."""
        if not {"mail_tls_cert", "mail_listen"} - before.data.keys():
            listener = before.data["mail_listen"]
            listens = listener is not None and listener.protocol == "smtp"
            if bool(key) != bool(before.data["mail_tls_cert"]) or (key and not listens):
                raise ValueError("only one of two")
        return key

    @field_validator("mail_address")
    @classmethod
    def _mail_is_whole(cls, address: str, before: ValidationInfo) -> str:
        """Raises ValueError unless mail is set up in both directions, or not at all.

        If one of the other settings is wrong by itself, that is reported alone.
        """
        names = {"mail_listen", "mail_smtp_url", "mail_imap_url", "mail_authserv_id"}
        if names - before.data.keys():
            return address
        ways = (
            bool(before.data["mail_smtp_url"]),
            bool(before.data["mail_listen"] or before.data["mail_imap_url"]),
        )
        if not address and any(before.data[name] for name in names):
            raise ValueError("an address is missing")
        if address and ways != (True, True):
            raise ValueError("a way is missing")
        return parse_address(address) if address else ""

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, address: str) -> str:
        parse_database_url(address)
        return address

    @property
    def database(self) -> URL:
        """The database's address with its async driver."""
        return parse_database_url(self.database_url)

    @property
    def secrets(self) -> tuple[str, ...]:
        """Values that must never be logged."""
        token = self.discord_token and self.discord_token.get_secret_value()
        servers = [
            server.password for server in (self.mail_smtp_url, self.mail_imap_url) if server is not None
        ]
        return tuple(secret for secret in (token, self.database.password, *servers) if secret)


def load_settings() -> Settings:
    """Load the settings of this process. Raises WrongSetting, which names all wrong ones."""
    try:
        wrong = _misspelt()
        try:
            settings = Settings()
        except ValidationError as error:
            raise WrongSetting("\n".join([*wrong, *_sentences(error)])) from None
    except SettingsError:
        raise WrongSetting("The settings cannot be read: look at the variables and the file .env.") from None
    except (OSError, UnicodeDecodeError):
        raise WrongSetting("The file .env cannot be read: it must be readable UTF-8 text.") from None
    if wrong:
        raise WrongSetting("\n".join(wrong))
    return settings


def _sentences(error: ValidationError) -> list[str]:
    """A sentence for each wrong setting, without its value."""
    found = {}
    for problem in error.errors():
        name = str(problem["loc"][0])
        expected = Settings.model_fields[name.lower()].description
        cause = problem.get("ctx", {}).get("error")
        ambiguous = f"{name.upper()} can be read in two ways: {cause}."
        found[name] = ambiguous if isinstance(cause, Ambiguous) else f"{name.upper()} must be {expected}."
    return list(found.values())


def _misspelt() -> list[str]:
    """A sentence for each variable of the environment or of `.env` that nearly has a setting's name.

    Other unknown names may belong to other programs.
    """
    sources = EnvSettingsSource(Settings), DotEnvSettingsSource(Settings)
    names = {name.upper() for source in sources for name in source.env_vars}
    known = [name.upper() for name in Settings.model_fields]
    return [
        f"{name} is not a setting: write {setting}, or remove it."
        for name in sorted(names.difference(known, _OF_OTHERS))
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
