"""The configuration: `config.toml`, overridden by environment variables, and what is wrong with them, one line each."""

from bot.config.reading import (
    DEFAULT_FILE,
    BadConfig,
    database_place,
    discord_settings,
    load,
    metrics_address,
    problems,
    written,
)
from bot.config.settings import DELIMITER, PLACEHOLDER, PREFIX, Discord, Settings, Storage

__all__ = [
    "DEFAULT_FILE",
    "DELIMITER",
    "PLACEHOLDER",
    "PREFIX",
    "BadConfig",
    "Discord",
    "Settings",
    "Storage",
    "database_place",
    "discord_settings",
    "load",
    "metrics_address",
    "problems",
    "written",
]
