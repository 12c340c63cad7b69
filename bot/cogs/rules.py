"""/rules, and the pages that its buttons and selects bring up. Anybody may ask, anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

import desk
from bot.cogs.finding import MAY_NOT_WRITE, may_write
from bot.ids import Id, Verb
from bot.limits import Heavy
from bot.panels.rules import Share, reference, rules_found, rules_link, rules_page
from bot.replies import Reply, pictured
from bot.tables import Live
from bot.tables.errors import NotAllowed
from bot.tables.options import LETTERS, PICTURES, WORDS
from game.adepts.panels.now import rules_now
from game.adepts.pictures import Picture, spell_card
from game.adepts.words.facts import Facts
from game.core.layout import Panel
from game.core.text.names import shown
from storage import Status

if TYPE_CHECKING:
    from bot.client import AdeptsBot

_HINT = (
    "Type a spell, an adept, a phase or what it is about (`steal mana`, `empty mine`), and choose from the list"
    " that comes up."
)


class Rules:
    """Shows pages of the desk, to the one who asked; shares them on request."""

    def __init__(self, bot: AdeptsBot) -> None:
        self._bot = bot
        bot.router.on(Verb.RULES, self._now)
        bot.router.on(Verb.LOOKUP, self._lookup)
        bot.router.on(Verb.SHARE, self._share)
        group = app_commands.Group(name="rules", description="Look something up in the rules of Adepts")
        self._add(group, "search", None, "Search in rules, cards, rulings and questions", "What you want to know")
        self._add(group, "spell", "spell", "A spell's card and what was ruled on it", "Its name, number or effect")
        self._add(group, "adept", "adept", "An adept's card", "Its gem or bonus")
        self._add(group, "phase", "phase", "A phase, step by step", "Its name or number")
        bot.tree.add_command(group)

    # --- buttons

    async def _now(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        """What matters now; when the game is over, how it is scored."""
        live = await self._bot.tables.look(wanted.game)
        if live.playing.over:
            await self._open(reply, "section:the-end")
            return
        mine = live.find(reply.user_id)
        seat = mine.seat if mine else ""
        facts = Facts(live.playing.view(seat or None), seat, live.names)
        panel, further = rules_now(facts, live.decision(seat))
        await reply.show(panel.ending(rules_link([desk.hit(ref) for ref in further], "Read more")))

    async def _lookup(self, reply: Reply, _: Id, values: tuple[str, ...]) -> None:
        reply.yields = True
        await self._open(reply, values[0])

    async def _share(self, reply: Reply, wanted: Id, _: tuple[str, ...]) -> None:
        """Post the page without what only its holder may know. The button can be pressed once."""
        if not may_write(reply.interaction):
            raise NotAllowed(MAY_NOT_WRITE)
        ref = reference(wanted.rest)
        if page := _page(ref):
            self._bot.limits.spend(Heavy.SHARE, reply.user_id, reply.channel_id)
            await self._show(reply, page, Share.DONE)
            card = await self._card(page)
            await pictured(reply.post, lambda pictures: rules_page(page, by=reply.name, pictures=pictures), card)
        else:
            await reply.show(_gone(ref))

    # --- what they do

    async def _find(self, reply: Reply, typed: str, kind: str | None) -> None:
        """The page that was meant beyond doubt, else what comes nearest."""
        hits, said = desk.search(typed, kind=kind), f"### Found for “{shown(typed, 60)}”"
        if not hits and kind is not None:
            hits, said = desk.search(typed), f"### No {kind} is like “{shown(typed, 60)}”, but this is near"
        if len(hits) == 1:
            await self._open(reply, hits[0].ref)
        elif hits:
            await reply.show(rules_found(said, hits))
        else:
            await reply.show(rules_found(f"Nothing was found for “{shown(typed, 60)}”. {_HINT}", ()))

    async def _open(self, reply: Reply, ref: str) -> None:
        if page := _page(ref):
            await self._show(reply, page)
        else:
            await reply.show(_gone(ref))

    async def _show(self, reply: Reply, page: desk.Page, share: Share = Share.OFFERED) -> None:
        """The page for the one who asked."""
        settings = await self._bot.tables.people.settings(reply.user_id)
        card, own = await self._card(page, settings["pictures"]), await self._own(reply, page)
        share = share if may_write(reply.interaction) else Share.NONE
        await pictured(reply.show, lambda pictures: rules_page(page, own, share, pictures=pictures), card)

    async def _card(self, page: desk.Page, look: str = PICTURES) -> list[Picture]:
        """The picture of a spell's page; none of others, where words are wanted, or where nothing can be drawn."""
        kind, _, spell = page.ref.partition(":")
        if kind != "spell" or look == WORDS:
            return []
        card = await self._bot.studio.draw(spell_card, spell, look == LETTERS)
        return [card] if card else []

    async def _own(self, reply: Reply, page: desk.Page) -> str:
        """What only the person may know: where a spell that the person holds applies now."""
        kind, _, spell = page.ref.partition(":")
        live = await self._own_game(reply) if kind == "spell" else None
        if live is None:
            return ""
        seat = live.seat_of(reply.user_id).seat
        said = desk.now(spell, live.playing.view(seat), seat)
        return f"**{live.title}**, for your eyes only\n{said}" if said else ""

    async def _own_game(self, reply: Reply) -> Live | None:
        """The person's running game in this channel, or else the only one."""
        mine = [
            live
            for live in await self._bot.tables.of_user(reply.user_id)
            if live.status is Status.RUNNING and live.game is not None
        ]
        meant = [live for live in mine if live.row.channel_id == reply.channel_id] or mine
        return meant[0] if len(meant) == 1 else None

    # --- commands

    def _add(self, group: app_commands.Group, name: str, kind: str | None, description: str, hint: str) -> None:
        """A subcommand that looks among one kind, or everything."""
        router = self._bot.router

        @group.command(name=name, description=description)
        @app_commands.describe(what=hint)
        async def command(interaction: discord.Interaction[Any], what: str) -> None:
            await router.serve(interaction, f"rules {name}", lambda reply: self._find(reply, what, kind))

        @command.autocomplete("what")
        async def suggestions(_: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            return await router.suggest(_suggested(typed, kind))


async def _suggested(typed: str, kind: str | None) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=label, value=value) for label, value in desk.complete(typed, kind)]


def _page(ref: str) -> desk.Page | None:
    """The page, unless the reference is of something that has been reworded since."""
    try:
        return desk.answer(ref)
    except KeyError:
        return None


def _gone(ref: str) -> Panel:
    """What comes nearest to a page that is not there any more."""
    hits = desk.search(ref.partition(":")[2].replace("-", " "))
    near = "This comes nearest" if hits else _HINT
    return rules_found(f"### The rules have been reworded since\nThis page is not there any more. {near}", hits)
