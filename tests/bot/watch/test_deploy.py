"""What comes along for monitoring and running the bot: dashboard and alerts query figures that exist."""

from __future__ import annotations

import configparser
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml

from bot.config import load
from bot.gateway.shards import Shards
from bot.watch.figures import REGISTRY
from cli.main import COMMANDS
from cli.run import command
from storage import Server

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
FROM_PROMETHEUS = {"instance", "job"}
CODE = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "bot").rglob("*.py"))


def known() -> dict[str, set[str]]:
    """Return the labels of each sample that can be queried."""
    found: dict[str, set[str]] = {"up": set()}
    for family in REGISTRY.collect():
        labels = set(getattr(REGISTRY._names_to_collectors.get(family.name), "_labelnames", ()))
        ends = {
            "counter": ("_total",),
            "histogram": ("_bucket", "_count", "_sum"),
            "gauge": ("",),
        }[family.type]
        for end in ends:
            found[family.name + end] = labels | ({"le"} if end == "_bucket" else set())
    return found


KNOWN = known()
RULES = [
    rule
    for group in yaml.safe_load((DEPLOY / "prometheus/adepts.rules.yml").read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]
]
DASHBOARD = json.loads((DEPLOY / "grafana/adepts.json").read_text(encoding="utf-8"))
QUERIES = [
    *((rule["alert"], rule["expr"]) for rule in RULES),
    *((panel["title"], target["expr"]) for panel in DASHBOARD["panels"] for target in panel["targets"]),
]


def selectors(node: Any) -> Iterator[Any]:
    """Yield the selectors in a query, each with the metric's name and its label matchers."""
    for inner in ("expr", "lhs", "rhs", "vector_selector"):
        if (below := getattr(node, inner, None)) is not None:
            yield from selectors(below)
    for argument in getattr(node, "args", ()) or ():
        yield from selectors(argument)
    if isinstance(node, promql_parser.VectorSelector):
        yield node


def groupings(node: Any) -> Iterator[tuple[set[str], Any]]:
    """Yield the labels of each aggregation, and what it aggregates."""
    if isinstance(node, promql_parser.AggregateExpr) and node.modifier is not None:
        yield set(node.modifier.labels), node.expr
    for inner in ("expr", "lhs", "rhs"):
        if (below := getattr(node, inner, None)) is not None:
            yield from groupings(below)
    for argument in getattr(node, "args", ()) or ():
        yield from groupings(argument)


@pytest.mark.parametrize(("name", "query"), QUERIES, ids=[name for name, _ in QUERIES])
def test_a_query_asks_for_figures_that_there_are(name: str, query: str) -> None:
    parsed = promql_parser.parse(query.replace("$__rate_interval", "5m"))
    found = list(selectors(parsed))
    assert found
    for selector in found:
        assert selector.name in KNOWN, f"{selector.name} is not a figure"
        labels = KNOWN[selector.name] | FROM_PROMETHEUS
        for matcher in selector.matchers.matchers:
            assert matcher.name in labels, f"{selector.name} has no label {matcher.name}"
            if matcher.name not in FROM_PROMETHEUS:
                assert all(f'"{value}"' in CODE for value in matcher.value.split("|")), matcher.value
    for labels, of in groupings(parsed):
        for selector in selectors(of):
            assert labels <= KNOWN[selector.name] | FROM_PROMETHEUS, selector.name


def test_every_figure_is_on_the_dashboard_and_in_the_manual() -> None:
    shown = {
        re.sub(r"_(total|bucket|count|sum)$", "", selector.name)
        for panel in DASHBOARD["panels"]
        for target in panel["targets"]
        for selector in selectors(promql_parser.parse(target["expr"].replace("$__rate_interval", "5m")))
    }
    own = {family.name for family in REGISTRY.collect() if family.name.startswith("adepts_")}
    assert own <= shown
    manual = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    assert not [name for name in KNOWN if name.startswith("adepts_") and name.endswith("_total") and name not in manual]
    assert not [name for name in own if name not in manual]


def test_every_alert_says_how_bad_it_is_and_what_to_do() -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"\d+[smh]", rule.get("for", "0s"))
        assert rule["labels"]["severity"] in ("warning", "critical")
        assert set(rule["annotations"]) == {"summary", "description"}
        # Labels named in a summary must remain after the aggregation.
        named = set(re.findall(r"\$labels\.(\w+)", json.dumps(rule["annotations"])))
        parsed = promql_parser.parse(rule["expr"])
        left = next((labels for labels, _ in groupings(parsed)), None)
        if left is None:
            left = KNOWN[next(selectors(parsed)).name]
        assert named <= left | FROM_PROMETHEUS


def test_no_alert_is_about_a_spare_that_waits() -> None:
    """A spare process has no shards, and is not ready, as long as the other process runs."""
    for rule in RULES:
        if re.search("adepts_(ready|shard_connected)", rule["expr"]):
            assert rule["expr"].endswith(" unless on (instance, job) adepts_waiting == 1")


@pytest.mark.parametrize(("name", "query"), QUERIES, ids=[name for name, _ in QUERIES])
def test_what_every_program_tells_of_itself_is_asked_of_the_bot_alone(name: str, query: str) -> None:
    """Prometheus and its exporters have `process_` metrics and `up` too."""
    if re.search(r"\b(process_|up\b)", query):
        assert query.endswith(" and on (instance, job) adepts_ready") or '{job="adepts"}' in query


def test_panels_have_each_their_place() -> None:
    taken = set[tuple[int, int]]()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken
        assert at["x"] + at["w"] <= 24
        taken |= cells
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])


def test_nothing_that_is_secret_is_left_in_a_core_when_the_bot_is_killed() -> None:
    """As by systemd's watchdog, whose signal makes one: hands, seeds and the token would be in it."""
    unit, compose = ((DEPLOY / name).read_text(encoding="utf-8") for name in ("adepts.service", "compose.yaml"))
    assert "\nLimitCORE=0\n" in unit
    bots = [service for name, service in yaml.safe_load(compose)["services"].items() if name != "database"]
    assert all(bot["ulimits"] == {"core": 0} for bot in bots)
    manual = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    started = [line for line in manual.splitlines() if line.startswith("docker run -d ")]
    assert started
    assert all("--ulimit core=0" in line for line in started)


def test_the_unit_waits_for_what_the_bot_says() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=True)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "adepts.service", encoding="utf-8")
    service = unit["Service"]
    assert service["Type"] == "notify"
    assert int(service["WatchdogSec"]) >= 3 * 1  # it is told once a second
    assert int(service["TimeoutStopSec"]) > 10
    checkout = "/opt/adepts"
    assert service["ExecStart"] == f"{checkout}/.venv/bin/adepts run --config {checkout}/config.toml"
    # Discord, metrics and a database use the network; systemd and the bot's own processes use Unix sockets.
    assert {"AF_INET", "AF_INET6", "AF_UNIX"} <= {*service["RestrictAddressFamilies"].split()}
    assert int(service["RestartSec"]) < int(service["RestartMaxDelaySec"])
    manual = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    _, named, path = service["Environment"].partition("ADEPTS_STORAGE__PATH=")
    assert named + path in manual
    assert service["EnvironmentFile"] in manual


def test_the_compose_file_runs_every_shard_once_on_one_database() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    bots = [service for name, service in services.items() if name != "database"]
    spans = [Shards.parse(bot["command"][2]) for bot in bots]
    assert [bot["command"][:2] for bot in bots] == [["run", "--shards"]] * len(bots)
    assert sorted(shard for span in spans for shard in span.ids) == [*range(spans[0].count)]
    assert {span.count for span in spans} == {len(bots)} == {2}
    for bot in bots:
        settings = {name.partition("_")[2].lower(): "text" for name in bot["environment"]}
        assert {*settings} == {"discord__token", "storage__url", "metrics__listen"}
        assert Server(re.sub(r"\$\{[^}]+\}", "secret", bot["environment"]["ADEPTS_STORAGE__URL"]))
        assert (DEPLOY / bot["build"] / "Dockerfile").is_file()
    assert {service["logging"]["driver"] for service in services.values()} == {"local"}, "no log fills the disk"
    host = services["database"]["environment"]
    assert "@database/" + host["POSTGRES_DB"] in bots[0]["environment"]["ADEPTS_STORAGE__URL"]
    assert f"//{host['POSTGRES_USER']}:" in bots[0]["environment"]["ADEPTS_STORAGE__URL"]


def test_the_bot_takes_what_the_compose_file_gives_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Settings are read as the bot reads them, flags as `adepts` does, in addition to what the image sets."""
    monkeypatch.chdir(tmp_path)
    file = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    services = yaml.safe_load(re.sub(r"\$\{\w+:\?[^}]+\}", "secret", file))["services"]
    for bot in (service for name, service in services.items() if name != "database"):
        monkeypatch.setenv("ADEPTS_STORAGE__PATH", "/data/adepts.sqlite3")
        for name, value in bot["environment"].items():
            monkeypatch.setenv(name, value)
        settings = load()
        assert settings.storage.place == Server("postgresql://adepts:secret@database/adepts")
        assert settings.discord.token.get_secret_value() == "secret"
        assert settings.metrics.address == ("127.0.0.1", 9100)
        name, *flags = bot["command"]
        assert name in COMMANDS
        assert command.make_context(name, [*flags]).params["span"] == Shards.parse(flags[1])
    # By TCP: while the image makes the database, a server answers on the socket alone, and is then ended.
    assert services["database"]["healthcheck"]["test"][:4] == ["CMD", "pg_isready", "--host", "127.0.0.1"]
