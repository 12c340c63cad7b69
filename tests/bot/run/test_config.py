"""The configuration: where it comes from, what takes precedence, and one clear line for each fault."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from bot.config import DEFAULT_FILE, PLACEHOLDER, BadConfig, Settings, load

EXAMPLE = Path(__file__).parents[3] / "config.example.toml"
GOOD = '[discord]\ntoken = "secret-token"\n'


def written(text: str) -> Path:
    file = Path("mine.toml")
    file.write_text(text, encoding="utf-8")
    return file


def keys(model: type[BaseModel]) -> dict[str, Any]:
    """Return the keys of each table."""
    return {name: sorted(field.annotation.model_fields) for name, field in model.model_fields.items()}  # type: ignore[union-attr]


def test_the_example_names_every_setting_with_its_default() -> None:
    example = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    assert {table: sorted(values) for table, values in example.items()} == keys(Settings)
    example["discord"]["token"] = "secret-token"
    assert Settings(**example) == Settings(discord={"token": "secret-token"})  # type: ignore[arg-type]


def test_every_line_of_the_example_is_explained() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if re.match(r"\w+ = ", line):
            above = lines[number - 1]
            assert above.startswith("#") or re.match(r"\w+ = ", above), line


def test_the_example_as_it_is_has_no_token() -> None:
    with pytest.raises(BadConfig, match=r"discord\.token: no token has been filled in"):
        load(EXAMPLE)


def test_config_toml_is_read_where_the_bot_starts() -> None:
    Path("config.toml").write_text(GOOD + '[storage]\npath = "here.db"\n', encoding="utf-8")
    assert load().storage.path == Path("here.db")


def test_the_environment_counts_more_than_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "other-token")
    monkeypatch.setenv("ADEPTS_STORAGE__PATH", "/data/adepts.db")
    settings = load(written(GOOD + '[storage]\npath = "here.db"\n[log]\nlevel = "error"\n'))
    assert settings.discord.token.get_secret_value() == "other-token"
    assert settings.storage.path == Path("/data/adepts.db")
    assert settings.log.level == "error"


def test_the_environment_alone_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "other-token")
    assert load().discord.token.get_secret_value() == "other-token"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "mine.toml: discord.token is missing; write it there, or set ADEPTS_DISCORD__TOKEN in the environment"),
        ("[discord]\n", "mine.toml: discord.token is missing"),
        (f'[discord]\ntoken = "{PLACEHOLDER}"', "mine.toml: discord.token: no token has been filled in"),
        ('[discord]\ntoken = ""', "mine.toml: discord.token: no token has been filled in"),
        ('[discord]\ntoken = "two words"', "mine.toml: discord.token: a token holds no spaces"),
        ("[discord]\ntoken = '\"secret\"'", "mine.toml: discord.token: a token holds no quotation marks"),
        ("[discord]\ntoken = 5", "mine.toml: discord.token: this is not text in quotation marks, such as token = "),
        (GOOD + "tokn = 5", "mine.toml: discord.tokn: nothing is called so; did you mean token?"),
        (GOOD + "[stor]", "mine.toml: stor: nothing is called so; did you mean storage?"),
        (GOOD + "[log]\nlevel = 'loud'", 'mine.toml: log.level: this is none of "debug", "info", "warning", "error"'),
        (GOOD + "api_url = 'discord.com'", "mine.toml: discord.api_url: this is not an address"),
        (GOOD + "gateway_url = 'http://x'", "mine.toml: discord.gateway_url: this is not an address"),
        (GOOD + "max_connections = 0", "mine.toml: discord.max_connections: this is not a whole number from 1 to 1000"),
        (GOOD + "[storage]\npath = 5", "mine.toml: storage.path: this is not text in quotation marks"),
        (GOOD + "[storage]\nurl = 'postgresql://h:99999/games'", "mine.toml: storage.url: its port cannot be"),
        (
            GOOD + "[storage]\npath = 'postgresql://bot:hidden@host/games'",
            "mine.toml: storage.path: this is an address, and no file",
        ),
        (
            GOOD + "[storage]\nurl = 'postgresql://bot:hid#den@host/games'",
            "mine.toml: storage.url: this address cannot be read; in its password write %23 for #",
        ),
        (
            GOOD + "[storage]\nurl = 'mysql://bot:hidden@host/games'",
            "mine.toml: storage.url: this is not an address such as",
        ),
        (
            GOOD + "[storage]\nurl = 'postgresql://bot:hid den@host/games'",
            "mine.toml: storage.url: an address holds no",
        ),
        (GOOD + "shards = true", "mine.toml: discord.shards: this is not a whole number from 0 to 16384"),
        (GOOD + "max_requests = false", "mine.toml: discord.max_requests: this is not a whole number"),
        (GOOD + "max_connections = true", "mine.toml: discord.max_connections: this is not a whole number"),
        ("discord = 5", "mine.toml: discord: its settings stand below a line [discord]"),
        ("token = 5\n" + GOOD, "mine.toml: token: this belongs below [discord]"),
        (GOOD + "[log]\npath = 'a'", "mine.toml: log.path: this belongs below [storage]"),
        ("[dicord]\ntoken = 'a'", "mine.toml: dicord: nothing is called so; did you mean discord?"),
        (GOOD + GOOD, "mine.toml: this is not TOML: this name or [heading] stands there twice (at line 3"),
        (GOOD + "token = 'b'\n", "mine.toml: this is not TOML: this name or [heading] stands there twice (at line 3"),
        ("discord", "mine.toml: this is not TOML: "),
        ("seed = 'a'\n_seed = 'a'\n" + GOOD, "mine.toml: seed: nothing is called so"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, said: str) -> None:
    with pytest.raises(BadConfig) as raised:
        load(written(text))
    assert str(raised.value).startswith(said)
    assert "\n" not in str(raised.value)


def test_a_bad_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADEPTS_LOG__LEVEL", "loud")
    with pytest.raises(BadConfig, match=r"^environment variable ADEPTS_LOG__LEVEL: this is none of "):
        load(written(GOOD))


def test_what_is_no_table_is_refused_also_where_a_variable_sets_a_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADEPTS_LOG__FORMAT", "json")
    for text in ("log = 'debug'\n" + GOOD, GOOD + "[[log]]\nlevel = 'debug'\n"):
        with pytest.raises(BadConfig) as raised:
            load(written(text))
        assert raised.value.problems == ("mine.toml: log: its settings stand below a line [log]",)


@pytest.mark.parametrize("name", ["ADEPTS_LOGS__LEVEL", "ADEPTS_SEED__X"])
def test_an_unknown_variable_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "info")
    with pytest.raises(BadConfig):
        load(written(GOOD))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ADEPTS_STORAGE_PATH", "nothing is called so; did you mean ADEPTS_STORAGE__PATH?"),
        ("adepts_discord_token", "nothing is called so; did you mean ADEPTS_DISCORD__TOKEN?"),
        ("ADEPTS_LOG__LEVL", "nothing is called so; did you mean ADEPTS_LOG__LEVEL?"),
        ("ADEPTS_STORAGE__PATH__X", "nothing is called so; did you mean ADEPTS_STORAGE__PATH?"),
        ("ADEPTS_TOKEN", "nothing is called so; did you mean ADEPTS_DISCORD__TOKEN?"),
        ("ADEPTS_SEED", "nothing is called so; there is: ADEPTS_DISCORD__..., "),
    ],
)
def test_a_variable_with_our_prefix_is_ours(name: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "secret-value")
    with pytest.raises(BadConfig) as raised:
        load(written(GOOD))
    assert str(raised.value).startswith(f"environment variable {name}: {said}")
    assert "secret-value" not in str(raised.value)


@pytest.mark.parametrize("name", ["ADEPTS_BROWSER", "ADEPTS_SERVICE_HOST", "ADEPTS_PORT", "ADEPTS_PORT_9100_TCP"])
def test_what_others_call_so_is_left_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "x")
    load(written(GOOD))


def test_a_file_that_is_named_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "secret-token")
    with pytest.raises(BadConfig, match=r"^none\.toml: No such file"):
        load(Path("none.toml"))


def test_the_token_is_in_no_message_and_in_no_repr() -> None:
    settings = load(written(GOOD))
    assert "secret-token" not in f"{settings!r} {settings} {settings.model_dump_json()}"
    with pytest.raises(BadConfig) as raised:
        load(written(GOOD + "[log]\nlevel = 'loud'"))
    assert "secret-token" not in str(raised.value)


def test_the_password_of_the_database_is_in_no_message_and_in_no_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    for url in ("postgresql://bot:hidden-word@host/games", "mysql://bot:hidden-word@host/games"):
        monkeypatch.setenv("ADEPTS_STORAGE__URL", url)
        try:
            settings = load(written(GOOD))
            said = f"{settings!r} {settings} {settings.model_dump_json()} {settings.storage.place}"
            assert str(settings.storage.place) == "postgresql://host/games"
        except BadConfig as error:
            said = str(error)
        assert "hidden-word" not in said


def test_a_seed_comes_from_the_command_line_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ADEPTS_SEED", "ADEPTS__SEED"):
        monkeypatch.setenv(name, "guessed")
        with pytest.raises(BadConfig):
            load(written(GOOD))
        monkeypatch.delenv(name)
    assert load(written(GOOD)).seed is None
    assert load(written(GOOD), seed="chosen").seed == "chosen"


def test_where_a_setting_is_no_toml_it_is_said_how_one_is_written() -> None:
    with pytest.raises(BadConfig, match=r'\(at line 4, .*\); a setting is written name = "text"'):
        load(written(GOOD + "[log]\nlevel = info\n"))


def test_what_needs_no_token_reads_the_rest_all_the_same() -> None:
    file = written('[discord]\ntoken = "put-your-bot-token-here"\n[storage]\npath = "here.db"\n')
    assert load(file, token_needed=False).storage.path == Path("here.db")
    with pytest.raises(BadConfig, match="did you mean path"):
        load(written("[storage]\npaht = 'here.db'"), token_needed=False)


@pytest.mark.parametrize(
    ("key", "address", "said"),
    [
        ("api_url", "http://user:pass-word@localhost/api", "holds no name or password"),
        ("api_url", "http://pass-word@localhost/api", "holds no name or password"),
        ("gateway_url", "ws://user:pass-word@localhost/", "holds no name or password"),
        ("api_url", "http://localhost:99999/api", "its host or its port cannot be"),
        ("api_url", "http://[::1/api", "its host or its port cannot be"),
        ("gateway_url", "wss://\u202egateway/", "this is not an address"),
        ("api_url", "https://localhost/api?key=pass-word", "holds no ? or #"),
        ("api_url", "https://localhost/" + "x" * 5000, "this is too long"),
    ],
)
def test_addresses_that_cannot_be_are_refused_and_not_repeated(key: str, address: str, said: str) -> None:
    with pytest.raises(BadConfig) as caught:
        load(written(f'{GOOD}{key} = "{address}"\n'))
    assert f"discord.{key}: " in str(caught.value)
    assert said in str(caught.value)
    assert "pass-word" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ADEPTS_DISCORD", "[" * 100_000),
        ("ADEPTS_DISCORD", '{"max_connections": ' + "9" * 5000 + "}"),
        ("ADEPTS_DISCORD", '{"shards": true}'),
        ("ADEPTS_DISCORD__MAX_CONNECTIONS", "9" * 5000),
        ("ADEPTS_DISCORD__MAX_CONNECTIONS", "nan"),
        ("ADEPTS_STORAGE", '{"path": "a\\u0000b"}'),
        ("ADEPTS_STORAGE__PATH__DEEPER", "1"),
        ("ADEPTS_LOG__LEVEL", "\udcff"),
    ],
)
def test_values_in_the_environment_that_cannot_be_are_refused(
    variable: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(BadConfig) as caught:
        load(written(GOOD))
    assert "environment variable" in str(caught.value)
    assert len(str(caught.value)) < 500


def test_a_fault_of_the_file_is_not_blamed_on_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADEPTS_DISCORD__API_URL", "https://localhost/api")
    with pytest.raises(BadConfig, match=r"^mine\.toml: discord\.max_connections: "):
        load(written(GOOD + "max_connections = 0\n"))


@pytest.mark.parametrize("text", ['[log]\nlevel = "INFO"\n', '\ufeff[log]\nlevel = "info"\n'])
def test_capitals_and_what_some_editors_put_first_do_no_harm(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADEPTS_DISCORD__TOKEN", "secret")
    DEFAULT_FILE.write_text(text, encoding="utf-8")
    assert load().log.level == "info"
