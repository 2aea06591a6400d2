"""Settings: where they come from, and the one sentence that a wrong one gets."""

import re
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import get_type_hints

import pytest

from bot.app import limits_of
from bot.mail_servers import LONGEST_LOCAL_PART, ListenAddress, MailServer
from bot.settings import SETTINGS, Settings, WrongSetting, load_settings

TOKEN = "MTA1NDk0ODg5OTk5OTk5OTk5OQ.GAbcDE.abcdefghijklmnopqrstuvwxyz0123456789AB"
EXAMPLE = Path(__file__).parents[2] / ".env.example"


def test_without_any_setting_the_defaults_hold() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.discord_api_base == "https://discord.com/api/v10"
    assert settings.database.render_as_string() == "sqlite+aiosqlite:///data/turnpost.sqlite3"


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("SANDBOX_PORT=1\nRENDER_WORKERS=3\nSOMETHING_ELSE=x\n", encoding="utf-8")
    monkeypatch.setenv("SANDBOX_PORT", "2")
    settings = load_settings()
    assert (settings.sandbox_port, settings.render_workers) == (2, 3)


def test_an_empty_value_is_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("SANDBOX_PORT", "")
    assert load_settings() == Settings()


def test_a_blank_value_hides_none_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("SANDBOX_PORT=1\n", encoding="utf-8")
    monkeypatch.setenv("SANDBOX_PORT", " ")
    assert load_settings().sandbox_port == 1


@pytest.mark.parametrize("text", ["07", "+7", " 7 "])
def test_a_number_may_be_written_with_zeros_or_a_sign(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("METRICS_PORT", text)
    assert load_settings().metrics_port == 7


def test_values_are_read_as_people_write_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "debug")
    monkeypatch.setenv("LOG_FORMAT", "JSON")
    monkeypatch.setenv("SANDBOX_PORT", " 2 ")
    monkeypatch.setenv("DISCORD_API_BASE", "http://127.0.0.1:1/api/v10/")
    settings = load_settings()
    assert (settings.log_level, settings.log_format, settings.sandbox_port) == ("DEBUG", "json", 2)
    assert settings.discord_api_base == "http://127.0.0.1:1/api/v10"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", "two words"),
        ("DISCORD_API_BASE", "discord.com"),
        ("DISCORD_API_BASE", "https://"),
        ("DISCORD_API_BASE", "http://[::1/api"),
        ("DISCORD_API_BASE", "http://127.0.0.1:99999/api"),
        ("DISCORD_API_BASE", "http://127.0.0.1:0/api"),
        ("SOURCE_URL", "https://"),
        ("SOURCE_URL", "https://code.example/my bot"),
        ("DATABASE_URL", "mysql://root:hunter22@host/db"),
        ("DATABASE_URL", "postgresql://root:hunter22@host:port/db"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "postgresql://root:hunter22@host/db?foo=bar"),
        ("LOG_LEVEL", "hunter22"),
        ("LOG_FORMAT", "xml"),
        ("SANDBOX_PORT", "70000"),
        ("SANDBOX_PORT", "1e3"),
        ("METRICS_PORT", "null"),
        ("RENDER_WORKERS", "0"),
        ("PICTURE_CACHE_MB", "0"),
        ("OUTBOX_LANES", "many"),
        ("DATA_FOLDER", "dta"),
        ("BACKUP_FOLDER", "bakups"),
        ("BACKUP_FOLDER", "long" * 1000),
        ("BACKUP_EVERY", "daily"),
        ("BACKUP_KEEP", "0"),
        ("MAIL_LISTEN", "127.0.0.1:2525"),
        ("MAIL_LISTEN", "http://127.0.0.1:2525"),
        ("MAIL_LISTEN", "smtp://127.0.0.1"),
        ("MAIL_LISTEN", "lmtp://127.0.0.1:99999"),
        ("MAIL_LISTEN", "smtp://:2525"),
        ("MAIL_LISTEN", "smtp://127.0.0.1:2525/INBOX"),
        ("MAIL_LISTEN", "smtp://127.0.0.1:2525?tls=none"),
        ("MAIL_LISTEN", "smtp://bot@127.0.0.1:2525"),
        ("MAIL_SMTP_URL", "host:587"),
        ("MAIL_SMTP_URL", "smtp://bot:hunter22@host:0"),
        ("MAIL_SMTP_URL", "smtp://bot:hunter22@:587"),
        ("MAIL_SMTP_URL", "smtp://bot:hunter22@host:port"),
        ("MAIL_SMTP_URL", "smtp://bot:hun@hunter22@host"),
        ("MAIL_SMTP_URL", "smtp://bot:hunter22@host?tls=none"),
        ("MAIL_SMTP_URL", "smtp://bot:hunter22@host?tls=maybe"),
        ("MAIL_SMTP_URL", "smtp://bot:hunter22@host?tsl=none"),
        ("MAIL_SMTP_URL", "smtp://bot:hunter22@host?tls="),
        ("MAIL_SMTP_URL", "smtp://bot:hunter22@host/INBOX"),
        ("MAIL_SMTP_URL", "smtp://bot@host"),
        ("MAIL_SMTP_URL", "smtp://[hunter22"),
        ("MAIL_IMAP_URL", "imaps://host"),
        ("MAIL_IMAP_URL", "smtp://bot:hunter22@host"),
        ("MAIL_AUTHSERV_ID", "two words"),
        ("MAIL_TLS_CERT", "no-such.pem"),
        ("MAIL_TLS_KEY", "pyproject.toml"),
        ("MAIL_ADDRESS", "turn@games.example"),
    ],
)
def test_a_wrong_value_gets_one_sentence_that_names_it(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(WrongSetting) as caught:
        load_settings()
    sentence = str(caught.value)
    assert sentence.startswith(f"{name} must be ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert "hunter22" not in sentence
    assert caught.value.__cause__ is None


RANGES = {
    name.upper(): (int(found[1]), found[2] and int(found[2]))
    for name, setting in SETTINGS.items()
    if (
        found := re.match(
            r"a (?:whole number|port) from (\d+)(?: \(any free one\))?(?: up$| to (\d+))",
            setting["expected"],
        )
    )
}
"""The least and the most that the sentence about a setting promises."""


@pytest.mark.parametrize("name", RANGES)
def test_numbers_are_taken_as_far_as_their_sentence_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    least, most = RANGES[name]
    for value in {least, most or 10**9}:
        monkeypatch.setenv(name, str(value))
        assert getattr(load_settings(), name.lower()) == value
    for value in {least - 1, most + 1 if most else least - 1}:
        monkeypatch.setenv(name, str(value))
        with pytest.raises(WrongSetting, match=f"^{name} must be "):
            load_settings()


def test_each_number_has_a_sentence_that_says_how_far_it_goes() -> None:
    numbers = {name.upper() for name, kind in get_type_hints(Settings).items() if kind in (int, int | None)}
    assert numbers == RANGES.keys()


def test_a_folder_that_is_there_is_taken_and_the_default_need_not_be(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mine").mkdir()
    monkeypatch.setenv("DATA_FOLDER", "mine")
    monkeypatch.setenv("BACKUP_FOLDER", "mine")
    assert load_settings().backup_folder == Path("mine")
    monkeypatch.setenv("DATA_FOLDER", "data")
    assert load_settings().data_folder == Path("data")


def test_secrets_are_not_in_the_text_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", "postgres://bot:hunter22@host/db?sslmode=require")
    settings = load_settings()
    assert TOKEN not in repr(settings)
    assert "hunter22" not in repr(settings)
    assert set(settings.secrets) == {TOKEN, "hunter22"}
    assert settings.database.drivername == "postgresql+asyncpg"
    assert dict(settings.database.query) == {"ssl": "require"}


def test_the_example_file_shows_every_setting_with_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    shown = re.findall(r"^([A-Z_]+)=", text, re.MULTILINE)
    assert sorted(shown) == sorted(name.upper() for name in SETTINGS)
    defaults = Settings()
    Path(".env").write_text(text, encoding="utf-8")
    assert load_settings() == defaults
    for name in shown:
        above = text[: text.index(f"\n{name}=")].rsplit("\n", 1)[-1]
        assert above.startswith("#"), f"{name} has no explanation"


def set_mail(monkeypatch: pytest.MonkeyPatch, **changed: str) -> None:
    values = {
        "MAIL_ADDRESS": "turn@games.example",
        "MAIL_SMTP_URL": "smtp://bot:hunter22@relay.example",
        "MAIL_LISTEN": "lmtp://127.0.0.1:2424",
    }
    for name, value in (values | changed).items():
        monkeypatch.setenv(name, value)


def test_mail_goes_out_and_comes_in_and_its_passwords_are_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    imap = "imap://bot%40games.example:p%40ss%2Fword@host:1143/Turn%20post?tls=tls"
    set_mail(monkeypatch, MAIL_ADDRESS="Turn@Games.Example", MAIL_IMAP_URL=imap)
    settings = load_settings()
    assert settings.mail_address == "turn@games.example"
    assert settings.mail_listen == ListenAddress("lmtp", "127.0.0.1", 2424)
    assert settings.mail_smtp_url == MailServer("relay.example", 587, "starttls", "bot", "hunter22")
    assert settings.mail_imap_url == MailServer(
        "host", 1143, "tls", "bot@games.example", "p@ss/word", folder="Turn post"
    )
    assert set(settings.secrets) == {"hunter22", "p@ss/word"}
    for text in (repr(settings), repr(settings.mail_smtp_url), repr(settings.mail_imap_url)):
        assert "hunter22" not in text
        assert "word@" not in text
        assert "ss/word" not in text
    assert "relay.example" not in repr(settings)
    assert "bot@games.example" not in repr(settings)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("smtps://a:b@host", MailServer("host", 465, "tls", "a", "b")),
        ("smtp://127.0.0.1:2500?tls=none", MailServer("127.0.0.1", 2500, "none")),
        ("smtp://127.0.0.1:1?tls=none", MailServer("127.0.0.1", 1, "none")),
        ("smtp://relay.example:25?tls=none", MailServer("relay.example", 25, "none")),
        ("smtp://a:b@localhost:25?tls=none", MailServer("localhost", 25, "none", "a", "b")),
        ("smtp://a:b@[::1]:25?tls=none", MailServer("::1", 25, "none", "a", "b")),
    ],
)
def test_a_server_for_mail_is_an_address(
    monkeypatch: pytest.MonkeyPatch, address: str, expected: MailServer
) -> None:
    set_mail(monkeypatch, MAIL_SMTP_URL=address)
    assert load_settings().mail_smtp_url == expected


@pytest.mark.parametrize(
    "changed",
    [
        {"MAIL_ADDRESS": ""},
        {"MAIL_SMTP_URL": ""},
        {"MAIL_LISTEN": ""},
        {"MAIL_ADDRESS": "turn"},
        {"MAIL_ADDRESS": "turn+x@games.example"},
        {"MAIL_ADDRESS": "t u@games.example"},
        {"MAIL_ADDRESS": "turn@games..example"},
        {"MAIL_ADDRESS": "t" * (LONGEST_LOCAL_PART + 1) + "@games.example"},
    ],
)
def test_half_of_a_mail_door_is_none(monkeypatch: pytest.MonkeyPatch, changed: dict[str, str]) -> None:
    set_mail(monkeypatch, **changed)
    with pytest.raises(WrongSetting) as caught:
        load_settings()
    assert str(caught.value).startswith("MAIL_ADDRESS must be an address such as turn@games.example")
    assert "\n" not in str(caught.value)


def test_the_longest_address_of_a_bot_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    address = "t" * LONGEST_LOCAL_PART + "@games.example"
    set_mail(monkeypatch, MAIL_ADDRESS=address)
    assert load_settings().mail_address == address


@pytest.mark.parametrize("missing", ["MAIL_TLS_CERT", "MAIL_TLS_KEY", "MAIL_LISTEN", ""])
def test_a_certificate_its_key_and_a_listener_that_shows_it_belong_together(
    monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    set_mail(monkeypatch)
    for name in ("MAIL_TLS_CERT", "MAIL_TLS_KEY"):
        Path(name).touch()
        monkeypatch.setenv(name, name)
    monkeypatch.setenv("MAIL_LISTEN", "smtp://127.0.0.1:2525")
    if not missing:
        assert load_settings().mail_tls_key == Path("MAIL_TLS_KEY")
        return
    monkeypatch.setenv(missing, "lmtp://127.0.0.1:2424" if missing == "MAIL_LISTEN" else "")
    with pytest.raises(WrongSetting, match=r"^MAIL_TLS_KEY must be the file with its key"):
        load_settings()


@pytest.mark.parametrize("text", ["12,34", "12 34", " 12, 34 "])
def test_owners_are_named_by_their_ids(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("OWNERS", text)
    assert load_settings().owners == {12, 34}


def test_an_owner_is_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWNERS", "Olga")
    with pytest.raises(WrongSetting, match="OWNERS must be ids of users"):
        load_settings()


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://bot:hun@ter22@host/db",
        "postgres://bot:@hunter22@host/db",
        "postgresql://b:p@x/ter22@host/db",
        "postgresql://b:p@ter22:5@host/db",
    ],
)
def test_a_password_with_an_at_sign_is_refused_and_no_part_of_it_shown(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    with pytest.raises(WrongSetting) as caught:
        load_settings()
    assert str(caught.value).endswith("write @ as %40.")
    assert "ter22" not in str(caught.value)
    monkeypatch.setenv("DATABASE_URL", "postgresql://bot:hun%40ter22@host/db")
    assert load_settings().database.password == "hun@ter22"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("DATABSE_URL", "DATABASE_URL"),
        ("DATABASE_URI", "DATABASE_URL"),
        ("DISCORD_TOKN", "DISCORD_TOKEN"),
        ("database_urll", "DATABASE_URL"),
        ("LOGLEVEL", "LOG_LEVEL"),
        ("SANDBOX_PROT", "SANDBOX_PORT"),
    ],
)
@pytest.mark.parametrize("in_file", [False, True])
def test_a_misspelt_name_stops_the_start_and_names_the_setting(
    monkeypatch: pytest.MonkeyPatch, name: str, expected: str, in_file: bool
) -> None:
    if in_file:
        Path(".env").write_text(f"{name}=hunter22\n", encoding="utf-8")
    else:
        monkeypatch.setenv(name, "hunter22")
    with pytest.raises(WrongSetting) as caught:
        load_settings()
    assert str(caught.value) == f"{name.upper()} is not a setting: write {expected}, or remove it."


def slip(random: Random, name: str) -> str:
    """One letter too many, too few or wrong."""
    place, letter = random.randrange(len(name)), random.choice(ascii_uppercase)
    rest = name[place + 1 :]
    return name[:place] + random.choice([letter + name[place] + rest, rest, letter + rest])


def test_any_name_within_two_letters_is_misspelt(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(5)
    known = [name.upper() for name in SETTINGS]
    misspelt = {
        *(
            name[:place] + name[place + 1] + name[place] + name[place + 2 :]
            for name in known
            for place in (1, 3)
        ),
        *(slip(random, name) for name in known for _ in range(3)),
        *(slip(random, slip(random, name)) for name in known for _ in range(5)),
        *("DCSORD_TOKEN", "AASTABASE_URL", "GO_LEVEL"),
    }.difference(known)
    for name in misspelt:
        monkeypatch.setenv(name, "x")
    with pytest.raises(WrongSetting) as caught:
        load_settings()
    assert {line.split()[0] for line in str(caught.value).splitlines()} == misspelt


@pytest.mark.parametrize(
    "name",
    [
        *("TOKEN", "LOG", "DATABASE", "DISCORD_APPLICATION", "PORT", "PGPASSWORD"),
        *("PATH", "DISPLAY", "EDITOR", "HOSTNAME", "DATABASE_PORT", "DATABASE_HOST", "LOG_FILE"),
        *("METRICS_PATH", "DATABASE_URL_TEST", "TOKEN_X", "YLDATABASE_UR"),
    ],
)
def test_other_names_are_left_alone(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "x")
    assert load_settings() == Settings()


def test_a_file_that_is_no_text_is_named() -> None:
    Path(".env").write_bytes(b"SUPPORT=\xff\n")
    with pytest.raises(
        WrongSetting, match=r"^The file \.env cannot be read: it must be readable UTF-8 text\.$"
    ):
        load_settings()


def test_a_file_that_may_not_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(_path: str) -> dict[str, str]:
        raise PermissionError

    monkeypatch.setattr("bot.settings.dotenv_values", unreadable)
    with pytest.raises(WrongSetting, match=r"^The file \.env cannot be read") as caught:
        load_settings()
    assert "\n" not in str(caught.value)


def test_all_that_is_wrong_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("LOG_FORMAT", "xml"), ("SANDBOX_PORT", "many"), ("OWNER5", "1"), ("OWNERS", "Olga")):
        monkeypatch.setenv(name, value)
    with pytest.raises(WrongSetting) as caught:
        load_settings()
    lines = str(caught.value).splitlines()
    assert sorted(line.split()[0] for line in lines) == ["LOG_FORMAT", "OWNER5", "OWNERS", "SANDBOX_PORT"]
    assert all(line.endswith(".") for line in lines)


@pytest.mark.parametrize(
    ("workers", "address", "games"),
    [(0, "sqlite:///x.sqlite3", 0), (1, "sqlite:///x.sqlite3", 8), (0, "postgresql://host/x", 8)],
)
def test_no_computer_plays_where_none_is_to_think(workers: int, address: str, games: int) -> None:
    settings = Settings(computer_workers=workers, database_url=address)
    assert limits_of(settings).computer_games == games
