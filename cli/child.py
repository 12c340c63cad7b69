"""The bot as a child process: for the playground, the demo, the tests and the benchmarks."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from bot.config import DELIMITER, PREFIX
from playground import Playground
from playground.supervisor.process import Process
from storage import Place, Server


class BotProcess(Process):
    """`adepts run` as a child process, configured by environment variables and hidden options alone."""

    program: ClassVar[Sequence[str]] = ("cli.main", "run", "--attended")

    def __init__(
        self,
        pg: Playground,
        *,
        database: Place,
        shards: str | None = None,
        seed: str | None = None,
        level: str = "info",
        requests: int | None = None,
        sessions_every: float | None = None,
        prepares: bool = True,
    ) -> None:
        """pg: the Discord that the bot connects to. requests: requests per second that this Discord takes; 0:
        unlimited, None: as many as the real one. sessions_every: seconds between two session starts (IDENTIFY) that it
        allows; None: as the real one. prepares: whether the bot prepares what nobody has asked for yet, which takes
        more work than its start."""
        settings = {
            ("discord", "token"): pg.token,
            ("discord", "api_url"): pg.api_url,
            ("discord", "gateway_url"): pg.gateway_url,
            ("storage", "url"): database.url if isinstance(database, Server) else "",
            ("storage", "path"): str(database.absolute()) if isinstance(database, Path) else "none",
            ("log", "level"): level,
            **({("discord", "max_requests"): str(requests)} if requests is not None else {}),
        }
        inherited = {name: value for name, value in os.environ.items() if not name.upper().startswith(PREFIX)}
        flags = {"--shards": shards, "--seed": seed, "--sessions-every": sessions_every}
        chosen = [word for flag, value in flags.items() if value is not None for word in (flag, str(value))]
        chosen += [] if prepares else ["--no-prepare"]
        super().__init__(
            (sys.executable, "-m", *self.program, *chosen),
            {
                **inherited,
                **{f"{PREFIX}{table}{DELIMITER}{key}".upper(): text for (table, key), text in settings.items()},
            },
            Path(__file__).parents[1],  # a directory without a config.toml; this process's own may have one
        )
