"""Follows a channel as people see it: prints it on the terminal, and keeps a transcript."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from bot.components.ids import Verb
from bot.pictures.emojis import signs
from cli.demo.player import controls
from cli.errors import BadInput
from cli.files import write_text
from game.core.text.signs import bare
from playground import Person, Shown

_MENTION = re.compile(r"<@!?(\d+)>")
_MARKUP = re.compile(r"\*\*|__|^```\w*\n?|^#{1,3} |^-# |\\(?=[^\w\s])", re.MULTILINE)
_ICON = re.compile(r"<:(\w+):\d+>|:(\w+):(?= )")
"""An icon within a text, or before the label of a button."""
_TIME = re.compile(r"<t:\d+(?::\w)?>")
_TURN = re.compile(r"\bturn (\d+)", re.IGNORECASE)
_COLOURS = ("cyan", "magenta", "yellow", "green", "blue")


def check_free(transcript: Path, title: str, files: Iterable[Path]) -> None:
    """Check that these files do not exist, or are those of an earlier such demo, which may be replaced. Raises
    BadInput."""
    if transcript.is_file() and transcript.read_text(encoding="utf-8", errors="replace").startswith(f"# {title}"):
        return
    for file in files:
        if file.exists():
            raise BadInput(f"{file} is there already, and not from a demo of this game: choose another --out")


class Watch:
    """Follows a channel through an onlooker's eyes and is told what people do. `where`: the server's name, if there are
    several."""

    def __init__(self, console: Console, onlooker: Person, names: dict[int, str], where: str = "") -> None:
        self._console = console
        self._where = f" · {where}" if where else ""
        self._onlooker = onlooker
        self._names = names
        self._colours = dict(zip(names.values(), _COLOURS, strict=False))
        self._width = max(map(len, names.values()))
        self._signs = signs()
        self._seen = 0
        self._shown: dict[str, str] = {}
        self._transcript: list[str] = []
        self.turn = 0
        """The turn that the board shows."""

    def action(self, name: str, action: str) -> None:
        """Note what somebody has done."""
        self.catch_up()
        action = self._with_signs(action)
        self._console.print(Text.assemble((f"{name:>{self._width}} ", self._colours.get(name, "")), (action, "dim")))
        self._transcript.append(f"*{name}: {action}*")

    def save(self, file: Path, title: str) -> None:
        """Write the transcript. Raises BadInput."""
        self.catch_up()
        write_text(file, "\n\n".join([f"# {title}", *self._transcript]) + "\n")

    def catch_up(self) -> None:
        """Print what is new in the channel."""
        for event in self._onlooker.raw[self._seen :]:
            self._seen += 1
            if event["kind"] in ("message", "edit"):
                self._message(Shown(event["message"]), posted=event["kind"] == "message")

    def _with_signs(self, text: str) -> str:
        """Replace icons, which only Discord can draw, by their signs."""
        return bare(_ICON.sub(lambda icon: self._signs.get(icon[1] or icon[2], icon[0]), text))

    def _message(self, shown: Shown, posted: bool) -> None:
        before, self._shown[str(shown.id)] = self._shown.get(str(shown.id)), shown.text
        if not posted and not controls(shown, Verb.JOIN, Verb.EXPORT):
            return  # an edited board: the next message shows it all
        if before == shown.text:
            return
        text = _MENTION.sub(lambda found: "@" + self._names.get(int(found[1]), "somebody"), shown.text)
        text = self._with_signs(_TIME.sub("just now", text))
        self._transcript.append(f"**{shown.author}**\n\n{text}")
        if found := _TURN.search(text):
            self.turn = int(found[1])
        words = Text(_MARKUP.sub("", text).strip())
        if text.startswith("@"):
            self._console.print(words, style="bold")
        else:
            self._console.print(
                Panel(words, title=shown.author + self._where, title_align="left", border_style="dim", expand=False)
            )
