"""The conversation with the player: shows what has happened, asks, and carries out what is typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.text import Text

from cli.errors import BadInput, report
from cli.files import write_text
from cli.play import line
from cli.play.table import Table
from cli.rules import show_answers, titles
from game.core.decisions import Decision
from game.core.errors import MoveError, UnreadableToken
from game.core.faces import Command
from game.core.text.numbers import whole

BEFORE = (("board", "the whole board as you see it"), ("log [N]", "the last N things that happened (20)"))
"""Commands that one may type, with what they do; the game's own come between these and those after."""
AFTER = (
    ("undo", "take back your last choice"),
    ("save FILE", "write the record so far; it tells everything, hidden things too"),
    ("quit", "leave the game; you are asked first"),
)
LOG_LINES = 20


class _Left(Exception):
    """The player has left the game."""


class Shell:
    """A conversation about one game."""

    def __init__(self, table: Table, console: Console) -> None:
        self.table = table
        self.console = console
        self._told = 0
        self._board_shown = ""
        self._commands: Mapping[str, Callable[[str], None]] = {
            "board": self._board,
            "log": self._log,
            **{word: partial(self._further, further) for word, further in table.terminal.commands.items()},
            **({"rules": self._rules} if table.kit.desk is not None else {}),
            "undo": self._undo,
            "save": self._save,
            "help": self._help,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until the game is over, the player leaves, or the input ends."""
        table = self.table
        self._say(f"You are {table.seat}. Against you: {', '.join(table.opponents)}. Type help for help.")
        try:
            self._play()
        except (_Left, EOFError):
            self._say("\nYou left the game before its end.")
            return
        self._board("")
        with suppress(EOFError):
            self._offer_to_save()

    def _play(self) -> None:
        table = self.table
        while True:
            table.run_computers()
            self._news()
            decision = table.decision
            if decision is None:
                return
            if self._board_shown != table.game.place:
                self._board("")
            self._ask(decision)

    def _ask(self, decision: Decision) -> None:
        """Ask until the question is answered or the position has changed."""
        game = self.table.game
        self._say("")
        self.console.print(self.table.terminal.question(decision, game.view(self.table.seat), self.table.names))
        answered = game.ply
        while self.table.game is game and game.ply == answered:
            typed = line.read(f"{game.place} {decision.kind}> ", [*decision.tokens, *self._commands])
            word, _, rest = typed.partition(" ")
            if word in self._commands:
                self._commands[word](rest.strip())
            elif typed:
                self._answer(decision, typed)

    def _answer(self, decision: Decision, typed: str) -> None:
        """Answer with a number or a token, with or without the kind of question before it."""
        token, picks = typed.removeprefix(f"{decision.kind} ").strip(), decision.by_number
        token = picks.get(token, token)
        try:
            self.table.answer(token)
        except UnreadableToken:
            numbers = f"a number from 1 to {len(picks)}, what stands beside it"
            ways = numbers if [*picks] != [*decision.tokens] else "one of those listed"
            self._say(f"{typed!r} is not an answer: type {ways}, or help.")
        except MoveError as error:
            self._say(f"{token}: {self.table.refused(error)}")

    def _news(self) -> None:
        """Print what has happened that the player has not been told yet."""
        news = self.table.log[self._told :]
        if news:
            self._say("")
            self._tell(news)
        self._told = len(self.table.log)

    def _offer_to_save(self) -> None:
        self._say("")
        name = line.read("Save the record? Type the name of a file, or press Enter not to: ", [])
        while name and not self._saved(name):
            name = line.read("Another file, or Enter: ", [])

    def _board(self, _: str) -> None:
        self._say("")
        view = self.table.game.view(self.table.seat)
        table = self.table
        self.console.print(table.terminal.position(table.game, view, table.names, self.console.width))
        self._board_shown = self.table.game.place

    def _log(self, rest: str) -> None:
        asked = whole(rest)
        many = asked if asked is not None else LOG_LINES
        self._tell(self.table.log[-many:] if many else [])

    def _further(self, command: Command, rest: str) -> None:
        """Carry out a command of this game's own."""
        seat = self.table.seat
        self.console.print(command.show(self.table.game.view(seat), seat, rest))

    def _undo(self, _: str) -> None:
        taken_back = self.table.undo()
        self._say("Your last choice is taken back." if taken_back else "There is nothing to undo.")

    def _save(self, rest: str) -> None:
        if not rest:
            self._say(f"Name a file: save game{self.table.kit.suffix}")
            return
        self._saved(rest)

    def _saved(self, name: str) -> bool:
        path = Path(name)
        with suppress(RuntimeError):  # nobody is called so: then it is a file's own name, as in a shell
            path = path.expanduser()
        try:
            write_text(path, self.table.record())
        except BadInput as error:
            report(error)
            return False
        self._say(f"The record is in {name}.")
        return True

    def _help(self, _: str) -> None:
        example = self.table.terminal.example
        written = f" ({example})" if example else ""
        own = [(further.usage, further.help) for further in self.table.terminal.commands.values()]
        self._say(f"Answer with the number of a choice, or with the choice as it is written{written}.")
        desk = self.table.kit.desk
        rules = [("rules WORDS", f"look something up in the rules: {desk.hint.replace('`', '')}")] if desk else []
        for usage, does in (*BEFORE, *own, *rules, *AFTER):
            self._say(f"  {usage:<12} {does}")

    def _rules(self, rest: str) -> None:
        if not rest:
            self._say(f"What about? {'; '.join(titles(self.table.kit.name))}")
            return
        if not show_answers(rest, self.console, game=self.table.kit.name):
            self._say(f"Nothing in the rules is like {rest!r}.")

    def _quit(self, _: str) -> None:
        if line.read("Leave this game? What you have not saved is lost. (y/n) ", ["y", "n"]).lower() in ("y", "yes"):
            raise _Left
        self._say("You go on playing.")

    def _say(self, text: str) -> None:
        self.console.print(text)

    def _tell(self, sentences: list[str]) -> None:
        for sentence in sentences:
            self.console.print(Text(f"  {sentence}"))
