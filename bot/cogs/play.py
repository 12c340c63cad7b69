"""Playing: the private panels, and /play and /hand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot import panels, words
from bot.announcer import research
from bot.cogs.finding import missing_permissions, own_games, own_table
from bot.ids import Id, Verb
from bot.replies import Reply
from bot.showing import Showing
from bot.tables import Live, Outcome, steps
from bot.tables.errors import Stale
from bot.tables.options import WORDS
from game.adepts import pictures
from game.adepts.panels.tree import Path, read_path
from game.adepts.pictures import Picture
from game.adepts.words import passing
from game.adepts.words.facts import Facts
from game.adepts.words.guide import Asked
from game.core import layout
from game.core.layout import Brick, Button, Panel, Place
from storage import Status

if TYPE_CHECKING:
    from bot.client import AdeptsBot

_COMPUTERS_TAKE = 1.0
"""Seconds that an answer waits for computer players, so that it can show the person's next question."""
_DECIDED = "-# That was decided already."


class Play:
    """Translates clicks and commands into calls of the tables."""

    def __init__(self, bot: AdeptsBot) -> None:
        self._tables = bot.tables
        self._showing = Showing(bot.studio, bot.tables)
        self._computers = bot.computers
        router = bot.router
        router.on(Verb.TURN, self._turn)
        router.on(Verb.STEP, self._step)
        router.on(Verb.PICK, self._pick)
        router.on(Verb.MOVE, self._move)
        router.on(Verb.AHEAD, self._ahead)
        router.on(Verb.UNDO, self._undo)
        router.on(Verb.HAND, self._hand)
        router.on(Verb.SKIP, self._skip)
        self._add_commands(bot)

    # --- buttons

    async def _turn(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        await self._panel(reply, await self._settled(wanted.game))

    async def _step(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        await self._narrow(reply, wanted, None)

    async def _pick(self, reply: Reply, wanted: Id, values: tuple[str, ...]) -> None:
        await self._narrow(reply, wanted, values[0] if values else None)

    async def _narrow(self, reply: Reply, wanted: Id, value: str | None) -> None:
        """Show the panel one step further; nothing is changed by that."""
        reply.yields = True
        live = await self._tables.look(wanted.game)
        seat = live.seat_of(reply.user_id).seat
        try:
            steps.asked(live, seat, wanted.question)
        except Stale:
            if not reply.in_letter:
                raise
            await self._letter(reply, live, seat, _DECIDED)
            return
        path = read_path(wanted.rest)
        if value is not None:
            path = panels.next_path(live.playing.pending[seat], path, value)
        await self._ask(reply, live, seat, path)

    async def _move(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        live = await self._tables.look(wanted.game)
        seat = live.seat_of(reply.user_id).seat
        decision = live.decision(seat)
        is_open = decision is not None and live.questions[seat].number == wanted.question
        token = panels.token_of(decision, read_path(wanted.rest)) if decision and is_open else None
        if is_open and token is None:
            raise Stale("This choice is not complete. Button **Your move** to choose again.")
        await self._play(reply, wanted.game, token or "", wanted.question, None)

    async def _play(self, reply: Reply, game_id: str, token: str, question: int | None, kind: str | None) -> None:
        try:
            outcome = await self._tables.moves.play(
                game_id, reply.user_id, token, question=question, kind=kind, interaction_id=reply.interaction.id
            )
        except Stale as stale:
            live = await self._tables.look(game_id)
            seat = live.seat_of(reply.user_id).seat
            if reply.in_letter:
                await self._letter(reply, live, seat, _DECIDED)
            elif live.decision(seat) is None:
                raise
            else:
                await self._panel(reply, live, stale.text[:300])
            return
        passed = token == "pass" and outcome.cast and not outcome.repeated
        if passed and (await self._tables.people.settings(reply.user_id))["ahead"] == "on":
            await self._tables.moves.pass_ahead(game_id, reply.user_id, True, this_turn=True)
        await self._after(reply, outcome)

    async def _after(self, reply: Reply, outcome: Outcome) -> None:
        """What the person sees after a choice: the next question and what led there, or what came of it."""
        live = await self._settled(outcome.live.id)
        if reply.in_letter:
            await self._letter(reply, live, outcome.seat)
        elif live.decision(outcome.seat) is not None:
            await self._ask(reply, live, outcome.seat, news=True)
        else:
            said = words.sentences(outcome.events, live.names) or ["Done."]
            await reply.show(panels.notice("\n".join(said), *_buttons(live, outcome.seat)))
        missing = missing_permissions(reply.interaction, WORDS) if reply.interaction.guild_id is not None else []
        if missing:
            await reply.add(
                f"Your move counts, but I cannot show the board here: I lack {', '.join(missing)}. Somebody who manages"
                " the channel can give me that, or `/adepts move` takes the game to another channel."
            )

    async def _letter(self, reply: Reply, live: Live, seat: str, said: str = "") -> None:
        """Let the direct message that was pressed on show what is true of its turn; and say something."""
        message = reply.interaction.message
        row = await self._tables.store.messages.find(message.id) if message is not None else None
        turn = research.turn_of(row) if row is not None else live.playing.turn

        def build(picture: Picture | None) -> Panel:
            letter = research.view(live, seat, turn, picture)
            return letter.with_brick(layout.text(said)) if said else letter

        await self._showing.show(reply, live, research.sketch(live, seat, turn), build)

    async def _ahead(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        await self._tables.moves.pass_ahead(wanted.game, reply.user_id, wanted.rest != "off")
        await self._panel(reply, await self._settled(wanted.game))

    async def _undo(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        await self.undo(reply, wanted.game)

    async def undo(self, reply: Reply, game_id: str) -> None:
        """Take back the person's last choice and ask again."""
        outcome = await self._tables.moves.undo(game_id, reply.user_id, reply.interaction.id)
        if reply.in_letter:
            await self._letter(reply, outcome.live, outcome.seat)
        else:
            await self._panel(reply, outcome.live)

    async def _skip(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        live = await self._tables.moves.unguide(wanted.game, reply.user_id)
        await self._panel(reply, live)

    async def _hand(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        await self._show_hand(reply, await self._tables.look(wanted.game))

    async def _show_hand(self, reply: Reply, live: Live) -> None:
        seat = live.seat_of(reply.user_id).seat
        view = live.playing.view(seat)
        sketch = partial(pictures.hand, view, seat)
        await self._showing.show(reply, live, sketch, partial(panels.hand_panel, view, seat, live.names))

    async def _panel(self, reply: Reply, live: Live, said: str = "") -> None:
        """Show what the person is asked now, or who is; and say something. Raises NotSeated, WrongMoment."""
        seat = live.seat_of(reply.user_id).seat
        steps.require_running(live)
        if live.decision(seat) is not None:
            await self._ask(reply, live, seat, said=said)
            return
        answer = f"It is not your move: the table waits for {live.waited_for}."
        if live.playing.step == "research":
            answer = f"You are done with your research; the table waits for {live.waited_for}."
        if seat in live.side.ahead:
            answer += f" {passing.PASSING}"
        said = "\n".join(filter(None, (said, *passing.over(live.side.ended.get(seat), live.names))))
        await reply.show(panels.notice("\n".join(filter(None, (answer, said))), *_buttons(live, seat)))

    async def _ask(
        self, reply: Reply, live: Live, seat: str, path: Path = (), *, news: bool = False, said: str = ""
    ) -> None:
        """Show the panel of what the seat is asked; above it the guide, and what happened since, if there is cause."""
        decision, view = live.playing.pending[seat], live.playing.view(seat)
        advice = await self._computers.advice(live, seat) if seat in live.side.guided else ""
        table = live.row.name if reply.interaction.guild_id is None else ""

        def build(picture: Picture | None) -> Panel:
            number = live.questions[seat].number
            panel = panels.decision_panel(live.id, number, decision, view, live.names, path, table, picture)
            for text in filter(None, (said, *passing.over(live.side.ended.get(seat), live.names))):
                panel = panel.with_brick(layout.text(text))
            if seat in live.side.due:
                panel = panel.with_brick(layout.text(passing.DUE)).with_brick(layout.row(_ahead_button(live, seat)))
            return panels.guide.above(panel, *_guide(live, seat, path, news, advice, picture is not None))

        await self._showing.show(reply, live, panels.sketch(decision, view, live.names, path), build)

    async def _settled(self, game_id: str) -> Live:
        """The table when its computer players have answered, if that is soon."""
        await self._computers.settled(game_id, _COMPUTERS_TAKE)
        return await self._tables.look(game_id)

    # --- commands

    def _add_commands(self, bot: AdeptsBot) -> None:
        @bot.tree.command(name="play", description="Make a move")
        @app_commands.describe(move="Choose from the list, or type it in the notation", game="Which of your games")
        async def play(interaction: discord.Interaction[Any], move: str, game: str | None = None) -> None:
            async def work(reply: Reply) -> None:
                live = await own_table(interaction, game)
                kind, token = _parsed(move)
                await self._play(reply, live.id, token, None, kind)

            await bot.router.serve(interaction, "play", work)

        @play.autocomplete("move")
        async def moves(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            return await bot.router.suggest(self._suggest(interaction, typed))

        @bot.tree.command(name="hand", description="Your spells, for your eyes only")
        @app_commands.describe(game="Which of your games")
        async def hand(interaction: discord.Interaction[Any], game: str | None = None) -> None:
            async def work(reply: Reply) -> None:
                await self._show_hand(reply, await own_table(interaction, game))

            await bot.router.serve(interaction, "hand", work)

        async def games(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            return await bot.router.suggest(own_games(interaction, typed))

        play.autocomplete("game")(games)
        hand.autocomplete("game")(games)

    async def _suggest(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        """The legal moves of the one who types, and of nobody else."""
        live = await own_table(interaction, getattr(interaction.namespace, "game", None))
        seat = live.seat_of(interaction.user.id).seat
        decision = live.decision(seat)
        if decision is None or live.status is not Status.RUNNING:
            return []
        pairs = words.choices(decision, live.playing.view(seat), live.names, typed)
        return [app_commands.Choice(name=label, value=value) for label, value in pairs]


def _guide(live: Live, seat: str, path: Path, news: bool, advice: str, pictured: bool) -> list[Brick]:
    """What stands above the panel of a question: what led there, lessons, and buttons for these.

    Once something is selected, only what to press is left, so that the panel comes into view.
    """
    decision, guided = live.playing.pending[seat], live.side.guided.get(seat)
    bricks, buttons = list[Brick](), list[Button]()
    if not path and (news or guided is not None):
        bricks += panels.guide.news(words.sentences(live.side.events_since(seat), live.names))
    if guided is not None:
        before = [Asked(*each[1:]) for each in guided]
        facts = Facts(live.playing.view(seat), seat, live.names)
        lessons = panels.guide.lessons(decision, facts, before, advice, pictured)
        bricks += lessons[-1:] if path else lessons
        if lessons or live.playing.turn == 1:
            buttons.append(Place(live.id).button(Verb.SKIP, "Skip the guide"))
    if news and live.can_undo(seat):
        buttons.append(Place(live.id).button(Verb.UNDO, "Undo"))
    return [*bricks, *layout.rows(buttons)]


def _buttons(live: Live, seat: str) -> list[Button]:
    """What somebody who is not asked anything may still do."""
    buttons = [Place(live.id).button(Verb.UNDO, "Undo")] if live.can_undo(seat) else []
    if live.status is Status.RUNNING:
        buttons.append(_ahead_button(live, seat))
    return buttons


def _ahead_button(live: Live, seat: str) -> Button:
    label, rest = ("Ask me again", "off") if seat in live.side.ahead else ("Pass ahead", "on")
    return Place(live.id).button(Verb.AHEAD, label, rest)


def _parsed(move: str) -> tuple[str | None, str]:
    """Kind and token of a typed move; one word alone is a token."""
    kind, _, token = " ".join(move.split()).partition(" ")
    return (kind, token) if token else (None, kind)
