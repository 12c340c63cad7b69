"""/rules, and the pages that its buttons and selects open. Anybody may ask, anywhere."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import discord
from discord import app_commands

import desk
from bot.answers.games import OF_THE_GAME
from bot.answers.replies import Reply, with_picture
from bot.commands.declared import MOST
from bot.components.ids import Id, Verb
from bot.panels.rules import Share, decoded_page, no_rules, rules_found, rules_link, rules_page, rules_plain
from bot.services import Services
from bot.tables import Table
from bot.tables.errors import NoGame, WrongMoment
from bot.tables.lobby_options import LETTERS, PICTURES, WORDS
from desk import Lookup, Page
from game.core.desk import Kind
from game.core.discover import kit
from game.core.layout import Panel, Picture
from game.core.program import USUAL
from game.core.text.names import shown


class Meant(NamedTuple):
    """The game whose rules are meant. `why`: a sentence on why it is this one, if the person did not say so. `named`:
    whether the typed text names it."""

    game: str
    why: str = ""
    named: bool = False


_SEARCH = Kind("Search in rules, cards, rulings and questions", "What you want to know")


class Rules:
    """Shows pages of the desks to the person who asks, and shares them on request.

    The desk is that of the game that is or was last played in the channel, else of the usual game, which the page then
    says. Aids have desks too.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        services.router.on_table(Verb.RULES, self._now)
        services.router.on(Verb.LOOKUP, self._lookup)
        services.router.on(Verb.SHARE, self._share)
        services.tree.add_command(self.commands())

    # --- buttons

    async def _now(self, reply: Reply, table: Table, _: Id) -> None:
        """Show what matters now, else what there is to read; when the game is over, how it is scored."""
        game = table.row.game
        known, face = await self._services.lookups.of(game), kit(game).desk
        if table.playing.over and face is not None and face.ended:
            await self._open(reply, game, face.ended)
            return
        seat = table.place_of(reply.user_id)
        view, decision = table.view(seat or None), table.decision(seat)
        told = face.now(view, seat, table.names, decision) if face is not None else None
        panel, further = told or (rules_plain(kit(game), view, table.names, decision), ())
        if known is not None and told is None:
            further = [ref for _, ref in known.complete("")]
        if known is not None and further:
            panel = panel.ending(rules_link([known.hit(ref) for ref in further], "Read more", game))
        await reply.show(panel)
        await self._services.screens.opened(reply, table, OF_THE_GAME, Verb.RULES)

    async def _lookup(self, reply: Reply, wanted: Id) -> None:
        reply.yields = True
        await self._open(reply, wanted.rest if wanted.rest in desk.sources() else USUAL, reply.values[0])

    async def _share(self, reply: Reply, wanted: Id) -> None:
        """Post the page, without what is secret to the person. The button works once."""
        game, ref = decoded_page(wanted.rest)
        known = await self._services.lookups.of(game)
        if page := _page(known, ref):
            post = reply.share()
            await self._show(reply, game, page, Share.DONE)
            card = await self._card(game, page)
            await with_picture(post, lambda drawn: rules_page(page, by=reply.name, picture=drawn, game=game), card)
        else:
            await reply.show(_gone(known, game, ref))

    # --- what they do

    async def _find(self, reply: Reply, meant: Meant, typed: str, kind: str | None) -> None:
        """Show the page that is clearly meant, else the closest ones, from this game and from games that know more of
        it."""
        game, title = meant.game, desk.source(meant.game).title
        known = await self._services.lookups.of(game)
        if known is None:
            await reply.show(no_rules(desk.source(game)))
            return
        if not typed.strip():
            await reply.tell(f"Say what you want to look up. {_hint(known)}")
            return
        hits, said = known.search(typed, kind=kind), f"### Found in {title} for “{shown(typed, 60)}”"
        if not hits and kind is not None:
            hits, said = known.search(typed), f"### No {kind} of {title} is like “{shown(typed, 60)}”, but this is near"
        others = [] if kind and hits else await self._services.lookups.elsewhere(game, typed)
        if others and known.known(typed) < desk.HALF:
            hits = []
        if len(hits) == 1 and not others:
            await self._open(reply, game, hits[0].ref, meant.why)
            return
        if not hits:
            said = f"Nothing was found in {title} for “{shown(typed, 60)}”."
        elif meant.why:
            said = f"{said}\n-# {meant.why}"
        if not hits and not others:
            said = f"{said} {_hint(known)}"
        await reply.show(rules_found(said, hits, game, others))

    async def _open(self, reply: Reply, game: str, ref: str, why: str = "") -> None:
        known = await self._services.lookups.of(game)
        if page := _page(known, ref):
            await self._show(reply, game, page, why=why)
        else:
            await reply.show(_gone(known, game, ref))

    async def _show(self, reply: Reply, game: str, page: Page, share: Share = Share.OFFERED, why: str = "") -> None:
        """Show a page to the person who asks, with why it is of this game if that was not said."""
        if reply.in_place and (message := reply.interaction.message) is not None:
            self._services.screens.release(message.id)
        settings = await self._services.tables.people.settings(reply.user_id)
        card, own = await self._card(game, page, settings["pictures"]), await self._own(reply, game, page)
        share = share if reply.may_share else Share.NONE
        await with_picture(
            reply.show, lambda drawn: rules_page(page, own, share, picture=drawn, game=game, why=why), card
        )

    async def _card(self, game: str, page: Page, look: str = PICTURES) -> Picture | None:
        """Draw the picture of a page; None if it has none, if words are wanted, or if it could not be drawn."""
        face = desk.source(game).desk
        sketch = face.picture(page.ref) if face is not None and look != WORDS else None
        return await self._services.studio.draw(sketch, letters=look == LETTERS) if sketch is not None else None

    async def _own(self, reply: Reply, game: str, page: Page) -> str:
        """Return what only this person may know about a page, from their running game: where a spell that they hold
        applies now."""
        table, face = await self._own_game(reply, game), desk.source(game).desk
        if table is None or face is None:
            return ""
        seat = table.seat_of(reply.user_id).seat
        said = face.own(page.ref, table.view(seat), seat)
        return f"**{table.title}**, for your eyes only\n{said}" if said else ""

    async def _own_game(self, reply: Reply, game: str) -> Table | None:
        """Return the person's running game of this kind in this channel, else the only one elsewhere; None if that is
        not clear."""
        mine = [
            table
            for table in await self._services.tables.of_user(reply.user_id)
            if table.under_way and table.row.game == game
        ]
        meant = [table for table in mine if table.row.channel_id == reply.channel_id] or mine
        return meant[0] if len(meant) == 1 else None

    # --- commands

    def commands(self) -> app_commands.Group:
        """Return the group /rules, with the kinds that games and aids declare."""
        of = next(iter(desk.sources().values())).title if len(desk.sources()) == 1 else "a game"
        group = app_commands.Group(name="rules", description=f"Look something up in the rules of {of}")
        self._add(group, "search", None, _SEARCH)
        faces = [each.desk for each in desk.sources().values() if each.desk is not None]
        for name, kind in _first([declared for face in faces for declared in face.kinds.items()]):
            self._add(group, name, name, kind)
        return group

    def _add(self, group: app_commands.Group, name: str, kind: str | None, what_for: Kind) -> None:
        """Add a subcommand that searches one kind, or everything. If several games have that kind, it has an option for
        the game."""
        router, having = self._services.router, _having(kind)

        async def serve(interaction: discord.Interaction, what: str, game: str | None) -> None:
            async def find(reply: Reply) -> None:
                if kind is None and (picked := await self._picked(interaction, game, what)):
                    await self._open(reply, *picked)
                else:
                    await self._find(reply, await self._meant(interaction, game, kind, what), what, kind)

            await router.serve(interaction, f"rules {name}", find)

        if len(having) == 1:

            @group.command(name=name, description=what_for.about)
            @app_commands.describe(what=what_for.hint)
            async def command(interaction: discord.Interaction, what: str) -> None:
                await serve(interaction, what, None)

        else:

            @group.command(name=name, description=what_for.about)
            @app_commands.describe(what=what_for.hint, game="Which game's rules; else those of the game played here")
            @app_commands.choices(
                game=[app_commands.Choice(name=each.title, value=each.name) for each in having[:MOST]]
            )
            async def command(interaction: discord.Interaction, what: str, game: str | None = None) -> None:
                await serve(interaction, what, game)

        @command.autocomplete("what")
        async def suggestions(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return await router.suggest(interaction, self._suggested(interaction, typed, kind))

    async def _suggested(
        self, interaction: discord.Interaction, typed: str, kind: str | None
    ) -> list[app_commands.Choice[str]]:
        meant = await self._meant(interaction, getattr(interaction.namespace, "game", None), kind, typed)
        known = await self._services.lookups.of(meant.game)
        found = known.complete(typed, kind) if known is not None else ()
        before = f"{meant.game}/" if meant.named else ""  # the value lacks the words that named the game
        return [app_commands.Choice(name=label, value=f"{before}{value}") for label, value in found]

    async def _picked(
        self, interaction: discord.Interaction, chosen: str | None, typed: str
    ) -> tuple[str, str, str] | None:
        """Return the game and the reference that a suggestion stands for, and why it is this game; None for a free
        query."""
        named, slash, ref = typed.partition("/")
        if slash and named in desk.sources():
            meant = Meant(named)
        else:
            meant, ref = await self._meant(interaction, chosen, None, ""), typed
        known = await self._services.lookups.of(meant.game)
        return (meant.game, ref, meant.why) if known is not None and ref in known.entries else None

    async def _meant(self, interaction: discord.Interaction, chosen: str | None, kind: str | None, typed: str) -> Meant:
        """Return the game whose rules are meant: the one chosen, or named in the typed text, or that the channel plays
        or played last; else the one that the person plays, or the usual one. If it lacks this kind, it is the first
        game that has it."""
        if len(desk.sources()) == 1:
            return Meant(next(iter(desk.sources())))
        if chosen in desk.sources():
            return Meant(str(chosen))
        played = await self._played_in(interaction.channel_id or 0)
        own = None if played else await self._played_by(interaction.user.id)
        game, having = played or own or USUAL, _having(kind)
        if kind is None and (named := await self._services.lookups.named(typed, game)):
            return Meant(named, named=True)
        if game not in (each.name for each in having):
            game = having[0].name
        if game == played:
            return Meant(game)
        here = f"{desk.source(played).title} has no {kind}" if played else "no game is played here"
        other = "; `game:` looks in those of another" if len(having) > 1 else ""
        title = f"{desk.source(game).title}{', which you play' if game == own else ''}"
        return Meant(game, f"These are rules of {title}: {here}{other}.")

    async def _played_in(self, channel_id: int) -> str | None:
        """Return what is played in a channel: the aid of its tale, else its present or last game; None if there never
        was one."""
        with suppress(NoGame, WrongMoment):
            aid = (await self._services.tales.active_in(channel_id)).aid.name
            if aid in desk.sources():
                return aid
        with suppress(NoGame):
            game = (await self._services.tables.latest_in(channel_id)).row.game
            return game if game in desk.sources() else None
        return None

    async def _played_by(self, user_id: int) -> str | None:
        """Return the game that somebody sits at, of several the one opened last; None if there is none."""
        rows = await self._services.tables.store.games.of_user(user_id)
        return next((row.game for row in reversed(rows) if row.game in desk.sources()), None)


def _having(kind: str | None) -> list[desk.Source]:
    """Return the games and aids that have this kind; all for None."""
    found = [each for each in desk.sources().values() if each.desk is not None and kind in each.desk.kinds]
    return found if kind is not None else [*desk.sources().values()]


def _first(declared: list[tuple[str, Kind]]) -> list[tuple[str, Kind]]:
    """Return each kind once, as the first game describes it; with "search", no more than Discord allows."""
    kinds: dict[str, Kind] = {}
    for name, kind in declared:
        kinds.setdefault(name, kind)
    return list(kinds.items())[: MOST - 1]


def _page(known: Lookup | None, ref: str) -> Page | None:
    """Return the page; None if the reference no longer exists, as after a rewording."""
    try:
        return known.page(ref) if known is not None else None
    except KeyError:
        return None


def _gone(known: Lookup | None, game: str, ref: str) -> Panel:
    """Return what is closest to a page that no longer exists."""
    if known is None:
        return no_rules(desk.source(game))
    hits = known.search(ref.rpartition(":")[2].replace("-", " "))
    near = "This comes nearest" if hits else _hint(known)
    return rules_found(f"### The rules have been reworded since\nThis page is not there any more. {near}", hits, game)


def _hint(known: Lookup) -> str:
    return f"Type {known.desk.hint}, and choose from the list that comes up."
