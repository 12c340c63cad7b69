"""A small discord.py bot that uses everything the playground offers."""

from __future__ import annotations

import asyncio
import contextlib
import io
import re
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands

from playground import Person, Playground
from playground.world.models import Channel

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000030000000208020000001216f14d0000000c49444154789c63606060"
    "000000040001f61738550000000049454e44ae426082"
)


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"press:(?P<verb>[a-z]+):(?P<n>\d+)"):
    """A stateless button, whose custom_id contains the verb that says what it does."""

    def __init__(self, verb: str, n: int) -> None:
        super().__init__(discord.ui.Button(label=f"{verb} {n}", custom_id=f"press:{verb}:{n}"))
        self.verb, self.n = verb, n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Press:
        return cls(match["verb"], int(match["n"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        bot: Bot = interaction.client
        bot.pressed.append(interaction.data["custom_id"])  # type: ignore[index, typeddict-item]
        await getattr(self, f"_{self.verb}")(interaction)

    async def _tell(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"told {self.n}", ephemeral=True)

    async def _update(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content=f"updated {self.n}", view=view(Press("update", self.n + 1)))

    async def _later(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"later {self.n}", view=None)

    async def _form(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Form())

    async def _ignore(self, interaction: discord.Interaction[Any]) -> None:
        return


class Choose(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"choose:fruit"):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=name.title(), value=name) for name in ("apple", "pear", "plum")]
        super().__init__(
            discord.ui.Select(custom_id="choose:fruit", placeholder="Fruit", max_values=2, options=options)
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Choose:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        chosen = interaction.data["values"]  # type: ignore[index, typeddict-item]
        await interaction.response.send_message(f"chose {', '.join(chosen)}", ephemeral=True)


class Whom(discord.ui.DynamicItem[discord.ui.UserSelect[Any]], template=r"choose:user"):
    def __init__(self) -> None:
        super().__init__(discord.ui.UserSelect(custom_id="choose:user", placeholder="Who"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Whom:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data
        names = [user["username"] for user in data["resolved"]["users"].values()]
        await interaction.response.send_message(f"picked {names[0]}", ephemeral=True)


class Form(discord.ui.Modal, title="A form"):
    def __init__(self) -> None:
        super().__init__(custom_id="form")
        options = [discord.SelectOption(label="One", value="1"), discord.SelectOption(label="Two", value="2")]
        self.name: Any = discord.ui.TextInput(custom_id="name", max_length=10)
        self.count: Any = discord.ui.Select(custom_id="count", options=options)
        self.side: Any = discord.ui.RadioGroup(
            custom_id="side", options=[discord.RadioGroupOption(label=s, value=s) for s in ("left", "right")]
        )
        self.sure: Any = discord.ui.Checkbox(custom_id="sure")
        self.add_item(discord.ui.Label(text="Your name", component=self.name))
        self.add_item(discord.ui.Label(text="How many", component=self.count))
        self.add_item(discord.ui.Label(text="Which side", component=self.side))
        self.add_item(discord.ui.Label(text="Sure?", component=self.sure))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        said = f"{self.name.value} {self.count.values[0]} {self.side.value} {self.sure.value}"
        await interaction.response.send_message(said, ephemeral=True)


def view(*items: discord.ui.Item[Any]) -> discord.ui.View:
    made = discord.ui.View(timeout=None)
    for item in items:
        made.add_item(item)
    return made


def board(text: str = "# The board") -> discord.ui.LayoutView:
    """Return a Components V2 message with a picture, a section, a select and a button."""
    made = discord.ui.LayoutView(timeout=None)
    gallery = discord.ui.MediaGallery[Any](discord.MediaGalleryItem("attachment://board.png", description="a picture"))
    rows = [discord.ui.ActionRow[Any](Press("tell", 1)), discord.ui.ActionRow[Any](Choose())]
    section = discord.ui.Section[Any]("beside a button", accessory=Press("tell", 2))
    parts = [discord.ui.TextDisplay[Any](text), gallery, section, discord.ui.Separator[Any]()]
    made.add_item(discord.ui.Container(*parts, *rows, accent_colour=0x336699))
    return made


def picture() -> discord.File:
    return discord.File(io.BytesIO(PNG), "board.png", description="a picture")


class Demo(app_commands.Group):
    """The demo bot's commands, of every kind."""

    def __init__(self) -> None:
        super().__init__(name="demo", description="Shows things")

    @app_commands.command(description="Says something")
    @app_commands.choices(mood=[app_commands.Choice(name="Happy", value="happy")])
    async def say(
        self, interaction: discord.Interaction[Any], what: app_commands.Range[str, 1, 20],
        times: app_commands.Range[int, 1, 3] = 1, who: discord.User | None = None, mood: str = "none",
    ) -> None:  # fmt: skip
        to = f" to {who.name}" if who else ""
        await interaction.response.send_message(f"{what * times}{to} ({mood})", view=view(Press("tell", 7)))

    @app_commands.command(description="Suggests")
    async def pick(self, interaction: discord.Interaction[Any], move: str, n: int = 0) -> None:
        await interaction.response.send_message(f"picked {move} {n}", ephemeral=True)

    @pick.autocomplete("move")
    async def suggest(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        if current == "boom":
            raise RuntimeError("told to")
        words = ("assign topaz", "assign ruby", "pass")
        return [app_commands.Choice(name=f"{w} ({interaction.user.name})", value=w) for w in words if current in w]

    @app_commands.command(description="Reads a file")
    async def read(self, interaction: discord.Interaction[Any], file: discord.Attachment, times: int = 1) -> None:
        said = (await file.read()).decode() * times
        await interaction.response.send_message(f"{file.filename}: {said}", ephemeral=True)

    @app_commands.command(description="Thinks first")
    async def slow(self, interaction: discord.Interaction[Any], private: bool = False) -> None:
        await interaction.response.defer(thinking=True, ephemeral=private)
        bot: Bot = interaction.client
        await bot.go.wait()
        await interaction.followup.send("thought")
        await interaction.followup.send("and more", ephemeral=private)

    @app_commands.command(description="Shows buttons")
    async def buttons(self, interaction: discord.Interaction[Any], private: bool = False) -> None:
        items = [Press(verb, 1) for verb in ("tell", "update", "later", "form", "ignore")]
        await interaction.response.send_message("buttons", view=view(*items, Choose(), Whom()), ephemeral=private)

    @app_commands.command(description="Shows the board")
    async def board(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(view=board(), file=picture())


class Bot(discord.Client):
    def __init__(self, **settings: Any) -> None:
        intents = settings.pop("intents", discord.Intents(guilds=True))
        super().__init__(
            intents=intents,
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.05,
            **settings,
        )
        self.tree = app_commands.CommandTree(self)
        self.pressed: list[str] = []
        self.arrived: list[int] = []
        self.events: list[str] = []
        self.go = asyncio.Event()
        self.go.set()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press, Choose, Whom)
        self.tree.add_command(Demo())
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        return  # discord.py itself waits five seconds here

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.arrived.append(interaction.id)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        self.events.append(event)
        super().dispatch(event, *args, **kwargs)


async def caught(bot: Bot, ann: Person, channel: Channel) -> discord.Interaction:
    """Return an interaction that the bot has received and not answered."""
    shown = (await ann.command(channel, "demo buttons")).message
    got: list[discord.Interaction] = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        got.append(interaction)
        bot.dispatch("caught")

    waiting = bot.wait_for("caught", timeout=30)
    await ann.begin_click(shown, "ignore 1")
    await waiting
    return got[0]


@contextlib.asynccontextmanager
async def running(pg: Playground, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    """Run a client against the playground until the block ends."""
    monkeypatch.setattr(discord.http.Route, "BASE", pg.api_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(pg.gateway_url))
    task = asyncio.create_task(bot.start(pg.token))
    ready = asyncio.create_task(bot.wait_until_ready())
    async with asyncio.timeout(30):
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        ready.cancel()
        await task
    try:
        yield bot
    finally:
        await bot.close()
        with contextlib.suppress(Exception):
            await task
