"""The playground answers as Discord's OpenAPI document says. Skipped without the document."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import discord
import pytest
from jsonschema_rs import Draft202012Validator, Registry

from playground import Person, Playground
from playground.world.models import Channel, Guild

from .bots import PNG, Bot, Press, board, picture, view

_NAMED = os.environ.get("DISCORD_OPENAPI")
pytestmark = pytest.mark.skipif(not _NAMED, reason="DISCORD_OPENAPI names no document")


@cache
def document() -> tuple[dict[str, Any], Registry]:
    whole = json.loads(Path(_NAMED or "").read_text())
    return whole, Registry([("urn:d", whole)])


@cache
def paths() -> list[tuple[re.Pattern[str], str]]:
    """Return patterns of the document's paths, those with the fewest parameters first."""
    found = sorted(document()[0]["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), path) for path in found]


def problems(what: str, status: int, body: Any) -> list[str]:
    method, path = what.split(" ")
    template = next((t for pattern, t in paths() if pattern.fullmatch(path)), None)
    assert template is not None, f"Discord has no {path}"
    whole, registry = document()
    responses = whole["paths"][template][method.lower()]["responses"]
    key = next((k for k in (str(status), f"{status // 100}XX") if k in responses), None)
    if key is None and status == 200 and "201" in responses:
        key = "201"
    assert key is not None, f"Discord does not answer {status} to {what}"
    if body is None:
        return []
    pointer = f"paths/{template.replace('~', '~0').replace('/', '~1')}/{method.lower()}/responses/{key}"
    if "$ref" in responses[key]:
        pointer = responses[key]["$ref"].removeprefix("#/")
    schema = {"$ref": f"urn:d#/{pointer}/content/application~1json/schema".replace("{", "%7B").replace("}", "%7D")}
    errors = Draft202012Validator(schema, registry=registry).iter_errors(body)
    return [f"{what} {status} {e.instance_path}: {e.message[:300]}" for e in errors]


def test_every_answer_is_as_documented(used: Playground) -> None:
    found = [p for e in used.log.find("answer") for p in problems(e.what, e.data["status"], e.data["body"])]
    assert not found, "\n".join(sorted(set(found)))
    assert len(used.log.find("answer")) > 40


@pytest.fixture
async def used(bot: Bot, pg: Playground, ann: Person, bob: Person, guild: Guild, channel: Channel) -> Playground:
    """A playground in which every route has been used, both with success and with an error."""
    shown = (await ann.command(channel, "demo buttons")).message
    for name in ("tell 1", "later 1"):
        await ann.click(shown, name)
    shown = (await ann.command(channel, "demo buttons")).message
    modal = (await ann.click(shown, "form 1")).modal
    await ann.submit(modal, {"name": "Ann", "count": "2", "side": "left"})
    await ann.select(shown, "Who", [bob])
    await ann.click(shown, "update 1")
    await ann.autocomplete(channel, "demo pick", "move", "pass")
    await ann.command(channel, "demo slow")
    await ann.command(channel, "demo board")
    await ann.command(await ann.open_dm(), "demo say", what="x")
    there = bot.get_channel(channel.id)
    assert isinstance(there, discord.TextChannel)
    sent = await there.send(view=board(), file=picture())
    await sent.edit(view=board("# 2"), attachments=[picture()])
    await sent.fetch()
    plain = await there.send(f"<@{ann.id}>", embed=discord.Embed(title="t"), view=view(Press("tell", 3)), nonce=5)
    await plain.reply("a reply")
    _ = [m async for m in there.history(limit=5)]
    thread = await plain.create_thread(name="game")
    await thread.send("in it")
    await thread.edit(archived=True)
    await thread.edit(archived=False)
    await thread.add_user(discord.Object(ann.id))
    await thread.fetch_member(ann.id)
    await (await bot.fetch_user(ann.id)).send("in a DM")
    emoji = await bot.create_application_emoji(name="gem", image=PNG)
    await bot.fetch_application_emojis()
    await emoji.delete()
    await bot.fetch_channel(channel.id)
    await bot.fetch_guild(guild.id, with_counts=False)
    await (await bot.fetch_guild(guild.id)).fetch_member(ann.id)
    await bot.tree.fetch_commands()
    await bot.application_info()
    await sent.delete()
    for refused in (
        sent.delete,
        thread.delete,
        there.delete,
        lambda: there.send(""),
        lambda: thread.fetch_member(bob.id),
    ):
        with pytest.raises(discord.HTTPException):
            await refused()
    pg.faults.add("rate_limit", "POST /channels/*/messages", seconds=0.01)
    await there.send("after a limit")
    return pg
