"""Tales: /tale, the commands that aids declare, and all that is pressed at a tale."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.answers.drafts import Drafts
from bot.answers.limits import Heavy
from bot.answers.replies import Reply
from bot.answers.screens import Content, Surface
from bot.answers.stages import screen, with_words
from bot.commands import own_tales, staged, tale_values
from bot.commands.declared import LONGEST, MOST
from bot.components.forms import Modal, kept_words
from bot.components.ids import Id, Verb
from bot.incoming.permissions import no_board, require_channel
from bot.incoming.rights import is_manager, require_voice
from bot.panels.ending import ending_tale
from bot.services import Services
from bot.tables.errors import NotAllowed, Refusal, Stale, TooSoon, WrongMoment
from bot.tables.lobby_options import WORDS
from bot.tales import Live
from bot.tales.live import nearest, stage
from game.core import layout
from game.core.aids.aid import Aid
from game.core.aids.signature import Values
from game.core.aids.stage import Act, Command, Option, Reader, Step
from game.core.aids.tale import Done
from game.core.commands import tale_command
from game.core.discover import played_aids
from game.core.errors import GameError
from game.core.program import TALE as GROUP
from game.core.text.names import shown

_ABOUT = "The tale in this channel: a table of a role-playing game"
_TOLD = "Done: the others see it in the channel."
_KEPT = "What you wrote is still in the form when you open it again."


class Tale:
    """Translates commands, clicks and forms into presses of a stage, and shows what comes of them."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tales = services.tales
        self._screens = services.tale_screens
        self._announcer = services.tale_announcer
        self._drafts = Drafts()
        self._groups: dict[str, app_commands.Group] = {}
        for verb in (Verb.PRESS, Verb.PICKED, Verb.CHOSEN, Verb.FILLED):
            services.router.on_tale(verb, self._pressed)
        services.router.on_tale(Verb.FINISH, self._finish)
        aids = played_aids()
        if aids:
            self._add_own(aids)
        for each in aids:
            for command in stage(each).commands:
                self._add(each, command)

    # --- presses

    async def _pressed(self, reply: Reply, live: Live, wanted: Id) -> None:
        given: dict[str, Any] = dict(reply.fields)
        if reply.values:
            given["value"] = reply.values[0]
        if wanted.verb is Verb.CHOSEN and reply.values:
            given["value"] = tale_values.person(live, int(reply.values[0]))
        if wanted.verb is Verb.FILLED:
            self._drafts.sent(live.id, reply.user_id, wanted.rest, reply.fields)
        # public messages carry no one reader's count, so their buttons may be pressed twice
        shown_to_one = reply.in_place or wanted.verb is Verb.FILLED
        try:
            await self._press(reply, live, wanted.rest, given, wanted.question if shown_to_one else None)
        except TooSoon:
            raise
        except Refusal as refusal:
            await self._refused(reply, live.id, wanted, refusal)

    async def _refused(self, reply: Reply, tale_id: str, wanted: Id, refusal: Refusal) -> None:
        """Show the nearest screen that exists, with why nothing was done and what others did meanwhile, which is what
        has made the press impossible."""
        reply.refused = True
        with self._screens.acting(tale_id, reply):
            live = await self._tales.look(tale_id)
            reader = _reader(reply, live)
            press = partial(live.stage.press, reader)
            opens = wanted.verb is Verb.FILLED and not live.is_over
            kept = opens and self._drafts.opens_again(live.id, reply.user_id, wanted.rest, press)
            more = [_KEPT] if kept else [kept_words(reply.fields), live.stage.meanwhile(reader)]
            path = nearest(live, reader, wanted.rest)
            await self._show(reply, live, path, refusal.text, *more)

    async def _carry_out(self, reply: Reply, live: Live, path: str, given: Values) -> None:
        """Carry out a command. If it is refused and there is a form in which the typed values can be corrected, show
        the way to it; else raise the Refusal."""
        try:
            await self._press(reply, live, path, given)
        except TooSoon:
            raise
        except Refusal as refusal:
            live = await self._tales.look(live.id)
            reader = _reader(reply, live)
            try:
                form = live.stage.form(reader, path, given)
            except GameError:
                form = None
            if form is None or not self._drafts.typed(live.id, reply.user_id, form, given):
                raise
            reply.refused = True
            await self._show(reply, live, nearest(live, reader, form.path), f"{refusal.text} {_KEPT}")

    async def _press(self, reply: Reply, live: Live, path: str, given: Values, number: int | None = None) -> None:
        """Carry out a press, and show what follows. Raises Refusal.

        `number`: the count of the button's reader (`game.core.aids.stage.Reader`), by which outdated presses are known;
        None: the button has none.
        """

        def decide(now: Live) -> Step:
            step = now.stage.press(_reader(reply, now), path, given)
            if step.acts or step.form is not None:
                require_voice(reply.interaction, now)
            if any(act.action in now.stage.writing for act in step.acts):
                reply.spend(Heavy.DECISION)
            return step

        posted = list[Done]()

        def count(done: Sequence[Done]) -> None:
            posted[:] = filter(live.stage.is_posted, done)
            if posted:
                reply.spend(Heavy.ROLL)

        with self._screens.acting(live.id, reply):
            try:
                pressed = await self._tales.press(
                    live.id, reply.user_id, decide, number=number, interaction_id=reply.interaction.id, count=count
                )
            except Stale as stale:
                if number is None:
                    raise
                await self._show(reply, await self._tales.look(live.id), live.stage.home, stale.text)
                return
            step, after = pressed
            if step.form is not None:
                place = after.reader(reply.user_id).place
                written = self._drafts.opened(live.id, reply.user_id, step.form, path, given)
                await reply.ask(Modal(step.form, place, written))
                return
            self._drafts.done(live.id, reply.user_id, path)
            await self._follow(reply, after, step)
            if posted and (why := await no_board(self._services.rest, reply.interaction, after)):
                await reply.add(f"It counts. But {why}")

    async def _follow(self, reply: Reply, live: Live, step: Step) -> None:
        """Show the next screen, send a file, share a panel with everybody: as far as the step has these."""
        post = reply.share() if step.shared is not None else None
        if step.file is not None:
            reply.spend(Heavy.EXPORT)
        if step.show is not None:
            await self._show(reply, live, step.show, step.say)
        if step.file is not None:
            await self._hand_out(reply, step.file, step.say)
        elif step.show is None and step.say:
            await reply.aside(step.say)
        elif step.show is None:
            await reply.stay() if reply.in_place else await reply.tell(_TOLD)
        if step.shared is not None and post is not None:
            by = layout.text(f"-# Shared by {shown(reply.name)}")
            await post(step.shared.with_component(by))

    async def _hand_out(self, reply: Reply, file: layout.File, said: str) -> None:
        """Send a file in a message of its own, so that the screen stays as it is."""
        panel = layout.bare(layout.text(said or f"Here is {file.filename}."), file)
        if reply.answered or reply.in_place:
            await reply.defer()
            await reply.add(panel)
            reply.answered = True
        else:
            await reply.show(panel)

    async def _show(self, reply: Reply, live: Live, path: str, *said: str) -> None:
        await self._show_as(reply, live, path, partial(_reader, reply), *said)

    async def _show_as(
        self, surface: Surface, live: Live, path: str, reader: Callable[[Live], Reader[Any]], *said: str
    ) -> None:
        """Show what the reader sees at a path, or the home screen if nothing is there any more, below what is `said`,
        which has the most important first."""
        there, panel, why = screen(live, reader(live), path)
        await surface.show(with_words(panel, *said, why))
        again = partial(self._show_as, path=there, reader=reader)
        await self._screens.opened(surface, live, Content(lambda live: screen(live, reader(live), there), again))

    # --- commands that are the program's own

    def _add_own(self, aids: list[Aid]) -> None:
        """Add `/tale`, with the commands for any tale."""
        group = self._group(GROUP, _ABOUT)
        for each in aids:
            about = f"Open a tale of {each.title} in this channel; you are its game master"
            staged.add(
                group, tale_command(aids, each, "new"), about, stage(each).opening, partial(self._serve_new, each)
            )
            lesson = f"Learn {each.title} in a minute: a tale with a character, a first scene, and a guide"
            staged.add(group, tale_command(aids, each, "tutorial"), lesson, (), partial(self._serve_tutorial, each))
        which = own_tales.option("Another tale of yours on this server, such as one whose channel is gone")
        self._simple(group, "join", "Sit down at the tale in this channel", self._join)
        self._simple(group, "leave", "Leave the tale; your characters stay with its game master", self._leave, which)
        self._simple(group, "status", "Bring the status message down here", self._status, which)
        self._simple(group, "link", "Where the tale's status message is", self._link, which)
        self._simple(group, "end", "End the tale (game master)", self._end, which)
        self._simple(group, "export", "The whole tale as a file, as far as you may know it", self._export, which)
        theirs = own_tales.option("Which of your tales on this server", required=True)
        self._simple(group, "move", "Go on with a tale of yours here (game master)", self._move, theirs)
        self._simple(
            group, "connect", "Let this channel lead to a tale of yours too (game master)", self._connect, theirs
        )
        self._simple(group, "disconnect", "Let this channel no longer lead to its tale (game master)", self._disconnect)

    def _simple(
        self,
        group: app_commands.Group,
        name: str,
        about: str,
        work: Callable[[Reply, Live], Any],
        which: Option | None = None,
    ) -> None:
        """Add a command about the channel's tale, or about the person's own tale that the option `which` names."""

        async def serve(interaction: discord.Interaction, given: Mapping[str, Any]) -> None:
            async def do(reply: Reply) -> None:
                named = given.get(own_tales.OPTION)
                if named:
                    live = await own_tales.named_tale(self._tales, interaction, named)
                else:
                    live = await own_tales.played_here(self._services, reply)
                await work(reply, live)

            await self._services.router.serve(interaction, f"{GROUP} {name}", do)

        async def complete(interaction: discord.Interaction, _: str, so_far: str) -> list[app_commands.Choice[str]]:
            found = own_tales.suggested(self._tales, interaction, so_far)
            return await self._services.router.suggest(interaction, found)

        staged.add(group, name, about, (which,) if which is not None else (), serve, complete)

    async def _serve_new(self, aid: Aid, interaction: discord.Interaction, given: Mapping[str, Any]) -> None:
        async def work(reply: Reply) -> None:
            self._require_room(reply)
            opening = {"title": f"{reply.name}'s tale", "name": reply.name, **given}
            live = await self._tales.open(
                aid, reply.user_id, opening, guild_id=reply.guild_id, channel_id=reply.channel_id
            )
            said = "Your tale is open, and you are its game master. The others press **Join** on the status message."
            await self._show(reply, live, live.stage.home, said)

        await self._services.router.serve(interaction, f"{GROUP} new", work)

    async def _serve_tutorial(self, aid: Aid, interaction: discord.Interaction, _: Mapping[str, Any]) -> None:
        async def work(reply: Reply) -> None:
            self._require_room(reply)
            given, acts, path = stage(aid).lesson("u1", reply.name)
            live = await self._tales.open(
                aid, reply.user_id, given, acts, guild_id=reply.guild_id, channel_id=reply.channel_id
            )
            await self._announcer.idle(live.id, within=1.5)  # so that the guide comes below the status
            await self._show(reply, live, path)

        await self._services.router.serve(interaction, f"{GROUP} tutorial", work)

    def _require_room(self, reply: Reply) -> None:
        """Check that a tale can be opened here. Raises NoGame, NotAllowed, TooSoon."""
        require_channel(reply, WORDS, "tale")
        reply.spend(Heavy.TABLE)

    async def _join(self, reply: Reply, live: Live) -> None:
        act = live.stage.joins(live.tale, live.who(reply.user_id), reply.name)
        if act is None:
            await self._show(reply, live, live.stage.home, "You sit at this table already.")
            return
        require_voice(reply.interaction, live)
        with self._screens.acting(live.id, reply):
            after = await self._act(reply, live, act)
            await self._show(reply, after, after.stage.home, "You have sat down.")

    async def _leave(self, reply: Reply, live: Live) -> None:
        if not live.sits(reply.user_id):
            raise WrongMoment("You do not sit at this tale: there is nothing to leave.")
        with self._screens.acting(live.id, reply):
            await self._act(reply, live, Act("leave"))
            await reply.tell("You have left this tale.")

    async def _end(self, reply: Reply, live: Live) -> None:
        self._require_master(reply, live, "end it")
        await reply.show(ending_tale(live))

    async def _finish(self, reply: Reply, live: Live, _: Id) -> None:
        self._require_master(reply, live, "end it")
        with self._screens.acting(live.id, reply):
            await self._act(reply, live, Act("end"))
            await reply.tell("The tale has ended. Its last status stays, with the proof of all its dice.")

    async def _act(self, reply: Reply, live: Live, act: Act) -> Live:
        pressed = await self._tales.press(
            live.id, reply.user_id, lambda _: Step((act,)), interaction_id=reply.interaction.id
        )
        return pressed.live

    async def _status(self, reply: Reply, live: Live) -> None:
        reply.spend(Heavy.BOARD)
        self._announcer.anew(live.id)
        comes = "The status message comes down." if reply.channel_id == live.row.channel_id else _where_played(live)
        await reply.tell(await no_board(self._services.rest, reply.interaction, live) or comes)

    async def _link(self, reply: Reply, live: Live) -> None:
        address = await self._announcer.link(live)
        said = f"The status of this tale: {address}" if address else ""
        await reply.tell(said or await no_board(self._services.rest, reply.interaction, live) or _where_played(live))

    async def _export(self, reply: Reply, live: Live) -> None:
        file = live.stage.export(_reader(reply, live))
        await self._follow(reply, live, Step(file=file, say="This is the tale, as far as you may know it."))

    async def _move(self, reply: Reply, live: Live) -> None:
        require_channel(reply, WORDS, "tale")
        self._require_master(reply, live, "do that")
        if live.row.channel_id == reply.channel_id:
            raise WrongMoment("The tale is here already.")
        reply.spend(Heavy.BOARD)
        await self._tales.move(live.id, reply.guild_id, reply.channel_id)
        await reply.tell("The tale goes on here.")

    async def _connect(self, reply: Reply, live: Live) -> None:
        self._require_master(reply, live, "do that")
        reply.spend(Heavy.BOARD)
        await self._tales.link(live.id, reply.channel_id)
        await reply.tell(f"Commands work here as well now. The status stays in <#{live.row.channel_id}>.")

    async def _disconnect(self, reply: Reply, live: Live) -> None:
        self._require_master(reply, live, "do that")
        if not await self._tales.unlink(live.id, reply.channel_id):
            raise WrongMoment("This is the tale's own channel.")
        await reply.tell("This channel leads to the tale no longer.")

    def _require_master(self, reply: Reply, live: Live, what: str) -> None:
        if not live.is_master(reply.user_id):
            raise NotAllowed(f"Only a game master of this tale may {what}.")

    # --- commands of an aid

    def _add(self, aid: Aid, command: Command) -> None:
        group_name, _, name = command.name.rpartition(" ")
        groups = stage(aid).groups
        parent = self._group(group_name, groups.get(group_name, _ABOUT)) if group_name else self._services.tree

        async def serve(interaction: discord.Interaction, given: Mapping[str, Any]) -> None:
            async def work(reply: Reply) -> None:
                live = await own_tales.played_here(self._services, reply, ended=command.reads)
                await self._carry_out(reply, live, command.path, await tale_values.read(live, given))

            await self._services.router.serve(interaction, command.name, work)

        async def complete(
            interaction: discord.Interaction, option: str, so_far: str
        ) -> list[app_commands.Choice[str]]:
            async def offered() -> list[app_commands.Choice[str]]:
                live = await self._tales.active_in(interaction.channel_id or 0)
                offers = live.stage.complete(live.reader(interaction.user.id), command.path, option, so_far)
                found = [(each.label[:LONGEST], each.value[:LONGEST]) for each in offers[:MOST]]
                return [app_commands.Choice(name=label, value=value) for label, value in found]

            return await self._services.router.suggest(interaction, offered())

        staged.add(parent, name, command.about, command.options, serve, complete)

    def _group(self, name: str, about: str) -> app_commands.Group:
        if name not in self._groups:
            self._groups[name] = app_commands.Group(name=name, description=about[:LONGEST], guild_only=True)
            self._services.tree.add_command(self._groups[name])
        return self._groups[name]


def _reader(reply: Reply, live: Live) -> Reader[Any]:
    """Return the person who has asked or pressed as a reader of the tale."""
    return live.reader(reply.user_id, reply.name, manager=is_manager(reply.interaction, live))


def _where_played(live: Live) -> str:
    return f"The tale is played in <#{live.row.channel_id}>. `/tale move` takes it elsewhere."
