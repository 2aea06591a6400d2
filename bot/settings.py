"""Everything that a host can configure, from the environment or a file `.env`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict, SettingsError
from sqlalchemy.engine import URL

from bot.store.database_url import parse_database_url


class WrongSetting(Exception):  # noqa: N818 -- the start is refused, nothing broke
    """A setting with which the bot cannot start; the text is one sentence that names it, never its value."""


def _ids(value: Any) -> Any:
    return value.replace(",", " ").split() if isinstance(value, str) else value


class Settings(BaseSettings):
    """The settings; a field's name in upper case is its variable. `.env.example` documents each."""

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
    discord_api_base: str = Field(
        default="https://discord.com/api/v10",
        description="an http or https address such as https://discord.com/api/v10",
    )
    database_url: str = Field(
        default="sqlite:///data/turnpost.sqlite3",
        description="an address such as sqlite:///data/turnpost.sqlite3 or "
        "postgresql://user:password@host/name, without options other than ?sslmode=require and its like",
        repr=False,
    )
    data_folder: Path = Field(default=Path("data"), description="a folder that this process may write to")
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

    owners: Annotated[frozenset[int], NoDecode, BeforeValidator(_ids)] = Field(
        default=frozenset(), description="ids of users, with commas between them"
    )

    @field_validator("discord_token")
    @classmethod
    def _one_word(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and len(token.get_secret_value().split()) != 1:
            raise ValueError("blanks")
        return token

    @field_validator("discord_api_base")
    @classmethod
    def _web_address(cls, base: str) -> str:
        scheme, _, rest = base.partition("://")
        if scheme not in ("http", "https") or not rest.strip("/") or rest.split() != [rest]:
            raise ValueError("not a web address")
        return base.rstrip("/")

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
        """What must never be written anywhere."""
        found = [self.discord_token.get_secret_value()] if self.discord_token else []
        password = self.database.password
        return (*found, password) if password else tuple(found)


def load_settings() -> Settings:
    """The settings of this process. Raises WrongSetting."""
    try:
        return Settings()
    except ValidationError as error:
        name = str(error.errors(include_input=False, include_url=False)[0]["loc"][0])
        expected = Settings.model_fields[name.lower()].description
        raise WrongSetting(f"{name.upper()} must be {expected}.") from None
    except SettingsError:
        raise WrongSetting("The settings cannot be read: look at the variables and the file .env.") from None
    except (OSError, UnicodeDecodeError):
        raise WrongSetting("The file .env cannot be read: it must be readable UTF-8 text.") from None
