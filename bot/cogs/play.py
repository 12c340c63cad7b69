"""Playing: the private panels, /play, /hand, and undo."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import discord
from discord import app_commands

from bot.announcer import rounds
from bot.answers.limits import Heavy
from bot.answers.replies import Reply, from_letter
from bot.cogs.planning import Planning
from bot.commands.finding import own_games, own_table, seen_table
from bot.commands.groups import Groups
from bot.components.ids import Id, Verb
from bot.incoming.haste import TOO_SOON, TWICE, Haste
from bot.incoming.permissions import no_board
from bot.incoming.router import TableHandler
from bot.panels import guide
from bot.panels.own import walk
from bot.services import Services
from bot.tables import Outcome, Table, transitions
from bot.tables.errors import BadMove, LeadsOn, NotAllowed, NotYourMove, Refusal, Stale, WrongMoment
from bot.tables.history import past
from bot.tables.language.completion import choices
from bot.tables.language.words import LONGEST
from bot.tables.people import AHEAD
from bot.worker import Died
from game.core import layout
from game.core.commands import of_game
from game.core.layout import Panel, Picture
from game.core.narrowing import read_path
from storage import Status

_COMPUTERS_TAKE = 1.0
"""Seconds that an answer waits for computer players, so that it can show the person's next question."""
_DECIDED = "-# That was decided already."
Typed = app_commands.Range[str, 1, LONGEST]
"""The option of `/play`. Discord's client refuses longer texts before they are sent."""
_TAKES = (Verb.MOVE, Verb.TAKE)
"""The verbs that play a move."""
_AT_ONCE = (*_TAKES, Verb.UNDO, Verb.AHEAD, Verb.PLAN_ADD, Verb.PLAN_DROP, Verb.SKIP)
"""The verbs that take effect when pressed. Afterwards another of these, such as Undo, may be in the same place."""


class Play:
    """Translates clicks and commands into calls of the tables."""

    def __init__(self, services: Services, groups: Groups) -> None:
        self._tables = services.tables
        self._panels = services.panels
        self._planning = Planning(services)
        self._showing = services.showing
        self._screens = services.screens
        self._computers = services.computers
        self._helper = services.helper
        self._announcer = services.announcer
        self._rest = services.rest
        self._haste = Haste()
        router, planning = services.router, self._planning
        router.on_table(Verb.TURN, self._acting(self._turn), _of_letter)
        for shows in (Verb.STEP, Verb.TIP, Verb.PICK):
            router.on_table(shows, self._acting(self._narrow))
        for takes in _TAKES:
            router.on_table(takes, self._acting(self._move))
        router.on_table(Verb.AHEAD, self._acting(self._ahead))
        router.on_table(Verb.PLAN, self._acting(planning.step))
        router.on_table(Verb.PLAN_PICK, self._acting(planning.pick))
        router.on_table(Verb.PLAN_ADD, self._acting(planning.add))
        router.on_table(Verb.PLAN_DROP, self._acting(planning.drop))
        router.on_table(Verb.HINT, self._acting(self._hint))
        router.on_table(Verb.UNDO, self._acting(self._undo))
        router.on_table(Verb.SHOW, self._acting(self._show), _of_letter)
        router.on_table(Verb.SKIP, self._acting(self._skip))
        self._add_commands(services)
        groups.on_a_game(self._undo_typed, name="undo", description="Take back your last choice")

    def _acting(self, handler: TableHandler) -> TableHandler:
        """Wrap a handler so that nothing else changes the person's messages while it answers, and a double press counts
        once."""

        async def work(reply: Reply, table: Table, wanted: Id) -> None:
            if wanted.verb not in _AT_ONCE:
                self._haste.looked(reply)
            elif self._haste.is_in(reply) and _is_instead(reply, table, wanted):
                await reply.stay()
                return
            else:
                opens = wanted.verb is Verb.AHEAD and not wanted.rest
                self._haste.changed(reply, TWICE if opens else TOO_SOON)
            try:
                with self._screens.acting(table.id, reply):
                    await handler(reply, table, wanted)
            except Refusal:
                raise
            except Exception:
                self._haste.looked(reply)  # what was pressed is still there, and may be pressed again at once
                raise

        return work

    # --- buttons

    async def _turn(self, reply: Reply, table: Table, _: Id) -> None:
        await self._planning.turn(reply, await self._settled(table.id))

    async def _narrow(self, reply: Reply, table: Table, wanted: Id) -> None:
        """Show the panel one step further, by a button or a select. This changes no state."""
        reply.yields = True
        seat = table.seat_of(reply.user_id).seat
        try:
            transitions.require_question(table, seat, wanted.question)
        except (Stale, WrongMoment) as refusal:
            await self._too_late(reply, table, refusal)
            return
        path = read_path(wanted.rest)
        if reply.values:
            path = walk(table, seat).next_path(path, reply.values[0])
        await self._panels.ask(reply, table, path)

    async def _move(self, reply: Reply, table: Table, wanted: Id) -> None:
        seat = table.seat_of(reply.user_id).seat
        decision = table.decision(seat)
        is_open = decision is not None and table.questions[seat].number == wanted.question
        answers = walk(table, seat).answers(read_path(wanted.rest)) if is_open else ()
        if is_open and not answers:
            raise Stale("This choice is not complete. Press **Your move** to choose again.")
        token, *then = answers or ("",)
        try:
            outcome = await self._tables.moves.play(
                table.id,
                reply.user_id,
                token,
                then=then,
                question=wanted.question,
                interaction_id=reply.interaction.id,
            )
        except (Stale, WrongMoment) as refusal:
            await self._too_late(reply, await self._tables.look(table.id), refusal)
        else:
            await self._counted(reply, outcome)

    async def _too_late(self, reply: Reply, table: Table, refusal: Stale | WrongMoment) -> None:
        """Show what is true now in the message that was pressed, with what happened since; raise the refusal if that
        takes another message."""
        if reply.in_letter:
            await self._letter(reply, table, _DECIDED if isinstance(refusal, Stale) else "")
        elif isinstance(refusal, Stale) and table.decision(table.seat_of(reply.user_id).seat) is not None:
            await self._panels.current(reply, table, _DECIDED, news=True)
        else:
            raise refusal

    async def _say(self, reply: Reply, game_id: str, typed: str) -> None:
        """Play a typed move; or, if a step was typed, show the panel there, as if that had been pressed.

        A refusal is shown together with the question in the person's only panel, so that it is closed as panels are.
        """
        try:
            at = self._screens.at(game_id, reply.user_id)
            outcome = await self._tables.moves.say(game_id, reply.user_id, typed, reply.interaction.id, at)
        except LeadsOn as step:
            await self._panels.ask(reply, await self._tables.look(game_id), step.path)
        except (BadMove, NotYourMove, WrongMoment) as refusal:
            reply.refused, table = True, await self._tables.look(game_id)
            said, path = (refusal.text, refusal.path) if isinstance(refusal, BadMove) else ("", ())
            if path and table.decision(table.seat_of(reply.user_id).seat):  # the move that may have been meant
                await self._panels.ask(reply, table, path, said=said)
            else:
                await self._panels.resume(reply, table, said)
        else:
            await self._counted(reply, outcome)

    async def _counted(self, reply: Reply, outcome: Outcome) -> None:
        """Show what came of a stored move. If it was a pass, and its player always wants to pass ahead, do that
        first."""
        if outcome.ahead and outcome.seat not in outcome.table.context.ahead:
            settings = await self._tables.people.settings(reply.user_id)
            if kind := AHEAD.get(settings["ahead"]):
                with suppress(WrongMoment):  # the move is stored, but nothing is left to pass
                    await self._tables.moves.pass_ahead(outcome.table.id, reply.user_id, kind, outcome.ahead)
        await self._after(reply, outcome)

    async def _after(self, reply: Reply, outcome: Outcome) -> None:
        """Show what follows a choice: the next question and what led to it, or what came of the choice."""
        table = await self._settled(outcome.table.id)
        if not reply.in_place:  # a new message should come below the board, not out of sight above it
            await self._announcer.board_above(table.id)
        if reply.in_letter:
            await self._letter(reply, table)
        elif table.decision(outcome.seat) is not None:
            await self._panels.ask(reply, table, news=True)
        else:
            told = _came_of(table, outcome)
            said = "\n".join(filter(None, (outcome.said, *told)))
            await self._panels.told(reply, table, said or "Done.")
        if why := await no_board(self._rest, reply.interaction, table):
            await reply.add(f"Your move counts. But {why}")

    async def _hint(self, reply: Reply, table: Table, wanted: Id) -> None:
        """Show the best answers, to this person alone and until they have answered."""
        reply.yields = True
        seat = table.seat_of(reply.user_id).seat
        if not table.hints(seat):
            raise NotAllowed("There are no hints at this table.")
        transitions.require_question(table, seat, wanted.question)
        if self._helper.hinted(table, seat) is None:  # else the hint is shown again in full
            reply.spend(Heavy.HINT)
            try:
                await self._helper.hint(table, seat)
            except Died:
                reply.refused = True
                await reply.aside("No hint could be given just now. Try again in a moment.")
                return
        table = await self._tables.look(table.id)
        transitions.require_question(table, seat, wanted.question)
        await self._panels.ask(reply, table, read_path(wanted.rest), whole=True)

    async def _ahead(self, reply: Reply, table: Table, wanted: Id) -> None:
        if not wanted.rest:
            await self._panels.ahead(reply, table)
            return
        kind = wanted.rest if wanted.rest != "off" else None
        await self._tables.moves.pass_ahead(table.id, reply.user_id, kind)
        await self._panels.current(reply, await self._settled(table.id))

    async def _undo(self, reply: Reply, table: Table, wanted: Id) -> None:
        try:
            await self._take_back(reply, table.id, wanted.rest)
        except Stale as stale:
            table = await self._tables.look(table.id)
            if reply.in_letter:
                await self._letter(reply, table)
            else:
                await self._panels.current(reply, table, stale.text)

    async def _undo_typed(self, reply: Reply, game: str | None) -> None:
        table = await own_table(self._tables, reply.interaction, game, asked=False)
        with self._screens.acting(table.id, reply):
            await self._take_back(reply, table.id)

    async def _take_back(self, reply: Reply, game_id: str, mark: str = "") -> None:
        """Take back the person's last choice and ask again. Raises Stale if that is another one than `mark` says."""
        outcome = await self._tables.moves.undo(game_id, reply.user_id, reply.interaction.id, mark)
        if reply.in_letter:
            await self._letter(reply, outcome.table, outcome.said)
        else:
            await self._panels.current(reply, outcome.table, outcome.said)

    async def _skip(self, reply: Reply, table: Table, _: Id) -> None:
        table = await self._tables.moves.unguide(table.id, reply.user_id)
        again = of_game(table.kit, "tutorial")
        await self._panels.current(reply, table, f"I guide you no longer. {again}, typed here, brings the guide back.")

    async def _show(self, reply: Reply, table: Table, wanted: Id) -> None:
        await self._panels.exhibit(reply, table, wanted.rest)

    async def _letter(self, reply: Reply, table: Table, said: str = "") -> None:
        """Update the direct message that was pressed to what is true of its turn, with a text below."""
        seat, message = table.seat_of(reply.user_id).seat, reply.interaction.message
        row = await self._announcer.direct_message(message.id) if message is not None else None
        turn = rounds.turn_of(row) if row is not None else table.turn

        def build(picture: Picture | None) -> Panel:
            letter = rounds.view(table, seat, turn, picture)
            return letter.with_component(layout.text(said)) if said else letter

        sketched = partial(rounds.sketch, table, seat, turn)
        await self._showing.show(reply, table, sketched, build, partial(rounds.shown, seat=seat, turn=turn))

    async def _settled(self, game_id: str) -> Table:
        """Return the table once its computer players have answered, or after a second."""
        await self._computers.settled(game_id, _COMPUTERS_TAKE)
        return await self._tables.look(game_id)

    # --- commands

    def _add_commands(self, services: Services) -> None:
        @services.tree.command(name="play", description="Make a move")
        @app_commands.describe(move="Choose from the list, or type what a button says", game="Which of your games")
        async def play(interaction: discord.Interaction, move: Typed, game: str | None = None) -> None:
            async def work(reply: Reply) -> None:
                table = await own_table(self._tables, interaction, game)
                with self._screens.acting(table.id, reply):
                    await self._say(reply, table.id, move)

            await services.router.serve(interaction, "play", work)

        @play.autocomplete("move")
        async def moves(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return await services.router.suggest(interaction, self._suggest(interaction, typed))

        @services.tree.command(name="hand", description="What you hold, for your eyes only")
        @app_commands.describe(game="Which of your games")
        async def hand(interaction: discord.Interaction, game: str | None = None) -> None:
            async def work(reply: Reply) -> None:
                await self._panels.exhibit(reply, await own_table(self._tables, interaction, game), "hand")

            await services.router.serve(interaction, "hand", work)

        async def games(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return await services.router.suggest(interaction, own_games(self._tables, interaction, typed))

        play.autocomplete("game")(games)
        hand.autocomplete("game")(games)

    async def _suggest(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the legal moves of the person who types, and of nobody else."""
        table = await seen_table(self._tables, interaction, getattr(interaction.namespace, "game", None))
        seat = table.seat_of(interaction.user.id).seat
        decision = table.decision(seat)
        if decision is None or not table.goes_on:
            return []
        at = self._screens.at(table.id, interaction.user.id)
        path = at.path if at is not None and at.question == table.questions[seat].number else ()
        pairs = choices(table.kit, decision, table.view(seat), table.names, typed, path)
        return [app_commands.Choice(name=label, value=value) for label, value in pairs]


def _came_of(table: Table, outcome: Outcome) -> list[str]:
    """Return what a choice led to; of a game that is over meanwhile, all that has happened since, to its end."""
    if table.status is not Status.OVER:
        return table.kit.words.told(outcome.events, table.names, outcome.seat)
    return guide.latest(past.sentences(table, table.context.since_acting(outcome.seat), outcome.seat))


def _is_instead(reply: Reply, table: Table, wanted: Id) -> bool:
    """Whether this button has replaced the one that was meant. It has not if the same choice is pressed again, nor in a
    direct message, where all buttons stay."""
    if wanted.verb not in _TAKES:
        return True
    asked = table.questions.get(table.seat_of(reply.user_id).seat)
    return not reply.in_letter and asked is not None and asked.number == wanted.question


def _of_letter(interaction: discord.Interaction, _: Id) -> bool:
    """Whether a direct message was pressed. It stays as it is: a call until it is answered, a private round with its
    picture."""
    return from_letter(interaction)
