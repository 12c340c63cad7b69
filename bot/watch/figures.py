"""Metrics for Prometheus: what is counted and timed.

The values of labels are a few words of the program's own: never a person, a server, a particular game, a token, or
anything that somebody typed.
"""

from __future__ import annotations

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]  # they are as old as the process

REGISTRY = CollectorRegistry()
"""The metrics of this process, for every bot that runs in it."""

_MOMENTS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Bounds of the histograms' buckets, in seconds."""

MOVES = Counter("adepts_moves", "Moves stored, by game and by whom.", ("game", "by"), registry=REGISTRY)
INTERACTIONS = Counter(
    "adepts_interactions",
    "Commands, clicks, forms and autocompletions, by what came of them.",
    ("kind", "outcome"),
    registry=REGISTRY,
)
ANSWERS = Histogram(
    "adepts_answer_seconds",
    "From when a command, click, form or autocompletion arrives until Discord has confirmed the answer.",
    ("kind",),
    buckets=_MOMENTS,
    registry=REGISTRY,
)
DRAWINGS = Histogram(
    "adepts_drawing_seconds",
    "From when a picture is asked for until it is there, or is waited for no longer; its wait for others included.",
    ("outcome",),
    buckets=_MOMENTS,
    registry=REGISTRY,
)
TRANSACTIONS = Histogram(
    "adepts_storage_transaction_seconds",
    "From when a transaction is asked for until it is done, the time that it waits for others included.",
    ("kind", "outcome"),
    buckets=_MOMENTS,
    registry=REGISTRY,
)
REQUESTS = Counter(
    "adepts_discord_requests", "Requests to Discord, by status.", ("method", "status"), registry=REGISTRY
)
RATE_LIMITS = Counter(
    "adepts_discord_rate_limits", "Requests that Discord refused as too many, by whose.", ("scope",), registry=REGISTRY
)
LOOP_LAG = Histogram(
    "adepts_loop_lag_seconds",
    "By how much the event loop came late, looked at once a second.",
    buckets=_MOMENTS,
    registry=REGISTRY,
)
QUEUES = Gauge("adepts_queue_length", "What is under way or waits, by where.", ("queue",), registry=REGISTRY)
GAMES = Gauge("adepts_games", "Games that are not over, by state.", ("game", "state"), registry=REGISTRY)
SHARDS = Gauge(
    "adepts_shard_connected", "1 for a shard with a session at Discord, else 0.", ("shard",), registry=REGISTRY
)
LATENCIES = Gauge(
    "adepts_shard_latency_seconds", "From a shard's last heartbeat to its answer.", ("shard",), registry=REGISTRY
)
STORAGE = Gauge(
    "adepts_storage_up",
    "1 if storage answers and takes what is written, else 0; NaN before it is opened.",
    registry=REGISTRY,
)
READY = Gauge("adepts_ready", "1 if all shards are connected and moves can be stored, else 0.", registry=REGISTRY)
WAITING = Gauge("adepts_waiting", "1 while another process has the shards of this spare, else 0.", registry=REGISTRY)

ProcessCollector(registry=REGISTRY)


# Start all series at 0: Prometheus's rate() would miss the first event of a series that begins with it.
for _kind in ("command", "click", "form", "autocomplete"):
    for _outcome in ("answered", "refused", "failed", "lost"):
        INTERACTIONS.labels(_kind, _outcome)
for _outcome in ("drawn", "failed", "left"):
    DRAWINGS.labels(_outcome)
for _kind in ("read", "write"):
    for _outcome in ("done", "failed"):
        TRANSACTIONS.labels(_kind, _outcome)


@cache
def _transactions(kind: str, done: bool) -> Histogram:
    """Return the series of one kind and outcome. Cached, as it is needed several times a move."""
    return TRANSACTIONS.labels(kind, "done" if done else "failed")


def transaction(kind: str, done: bool, seconds: float) -> None:
    """Record a storage transaction. kind: "read" or "write"; done: whether it was carried out."""
    _transactions(kind, done).observe(seconds)
