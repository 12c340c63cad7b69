"""A view for texts: with the players' names, seen from one seat, and with what the mines will give as things stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from game.adepts.rules import forecast
from game.adepts.rules.bonuses import Diamond
from game.adepts.rules.gems import BATTERY_MANA, GEM_NAMES, GEM_OF, TOP_LEVEL, VALUE
from game.adepts.rules.reader import Parties, Party, ViewReader
from game.adepts.words.gems import SITES, many
from game.adepts.words.signs import GEMS
from game.core.protocol import View
from game.core.text.names import BRIEF, shown_names

SHORT = 10
"""Maximum characters of a name where many stand side by side."""


class Facts(ViewReader):
    """What `me` sees; an empty `me` is an onlooker.

    Names are as `text.names.shown` makes them, and methods give them in different lengths. Where a `seat` may be left
    out, it is that of `me`. `me` is "you", unless it is told to `everybody`.
    """

    def __init__(self, view: View, me: str, names: Mapping[str, str], everybody: bool = False) -> None:
        super().__init__(view)
        self.me = me
        self._you = "" if everybody else me
        self.others = [seat for seat in self.players if seat != me]
        self._every = {seat: names.get(seat, seat) for seat in self.players}
        self.names: Mapping[str, str] = shown_names(self._every)
        """Everybody's names, one's own too."""

    @cached_property
    def _brief(self) -> Mapping[str, str]:
        return shown_names(self._every, BRIEF)

    @cached_property
    def _short(self) -> Mapping[str, str]:
        return shown_names(self._every, SHORT)

    def who(self, seat: str) -> str:
        """ "you" for `me`, else the name."""
        return "you" if seat == self._you else self.names[seat]

    def name(self, seat: str) -> str:
        """The name, also for `me`."""
        return self.names[seat]

    def first(self, seat: str) -> str:
        """The same as `who` at the beginning of a line: "You", or the name."""
        return "You" if seat == self._you else self.names[seat]

    def short(self, seat: str) -> str:
        """The same as `who` in few characters."""
        return "you" if seat == self._you else self._short[seat]

    def brief(self, seat: str) -> str:
        """The same as `who` where there is a little more room, as in the line below an option."""
        return "you" if seat == self._you else self._brief[seat]

    def stock(self, gem: str) -> int:
        """Gems left in a mine."""
        return self.mines[gem].stock

    def parties(self, gem: str) -> Parties:
        """Who is inside a mine and on its sites."""
        return self.mines[gem].parties

    def party(self, site: str) -> Party:
        """Who is on a site such as ``topaz.2``; None if it is free."""
        gem, _, number = site.partition(".")
        return self.parties(gem)[int(number)]

    def queue(self, gem: str, seat: str = "") -> Sequence[int]:
        """A player's gems of a type in stages 1, 2, 3."""
        return self.players[seat or self.me].queue[gem]

    def stage(self, number: int, seat: str = "") -> dict[str, int]:
        """The gems in a stage of a player's queue."""
        return {gem: count for gem in GEM_NAMES if (count := self.queue(gem, seat)[number - 1])}

    def battery(self, gem: str) -> int:
        """One's own level, 0 to 10."""
        return self.players[self.me].battery[gem]

    def mana(self, seat: str = "") -> int:
        """A player's mana."""
        return self.players[seat or self.me].mana

    def hand(self) -> Sequence[str]:
        """One's own cards."""
        return self.players[self.me].hand

    def missing(self, card: str) -> dict[str, int]:
        """What `me` lacks of a spell's cost, by gem."""
        return self.players[self.me].missing(card)

    def in_force(self, source: str, seat: str = "") -> bool:
        """Whether a row of a spell or adept is in force for a seat."""
        return any(row.source == source and row.seat == (seat or self.me) for row in self.effects)

    def named(self, source: str, gem: str) -> int:
        """How many rows of a spell or adept are about a gem."""
        return sum(row.source == source and row.gem == gem for row in self.effects)

    def processed(self, seat: str = "") -> dict[str, int]:
        """The gems that a player is about to process: stage 3 without what a Moratorium holds back."""
        return forecast.processed(self, seat or self.me)

    def pays(self, gem: str, count: int) -> int:
        """Mana for processing gems as things stand, without Negation."""
        mana = count * (Diamond.worth if self.named("diamond", gem) else worth(gem))
        return mana >> self.named("17B", gem)

    def rise(self, gem: str, levels: int) -> str:
        """How one's own battery rises: "level 3 → 6 (+9 mana at the end)"."""
        now = self.battery(gem)
        if self.named("18B", gem):
            return f"level stays at {now}: Stasis stops it"
        then = min(TOP_LEVEL, now + levels)
        if then == now:
            return f"level stays at {now}" + (", it is full" if now == TOP_LEVEL else "")
        lost = now + levels - then
        full = f", {lost} more would be lost" if lost else ""
        return f"level {now} → {then} (+{BATTERY_MANA[then] - BATTERY_MANA[now]} mana at the end{full})"

    def fall(self, gem: str, levels: int) -> str:
        """How one's own battery falls: "level 6 → 4 (−6 mana at the end)"."""
        now = self.battery(gem)
        then = max(0, now - levels)
        return f"level {now} → {then} (−{BATTERY_MANA[now] - BATTERY_MANA[then]} mana at the end)"

    def dug(self, gem: str, parties: Parties | None = None, taken: int = 0, enriched: bool = False) -> list[int]:
        """What a mine will give as things stand, inside and on sites I, II, III in order, once `taken` gems are
        gone."""
        left = self.stock(gem) - min(taken, self.stock(gem))
        rich = enriched or self.named("emerald", gem) > 0
        return forecast.dug(parties or self.parties(gem), left, self.adepts["citrine"], rich)

    def digs(self, gem: str) -> int:
        """What one's own miners will dig in a mine as things stand."""
        dug = zip(self.dug(gem), self.parties(gem), strict=True)
        return sum(count for count, party in dug if party and party[0] == self.me)

    def sites_line(self, gem: str, brief: bool = False) -> str:
        """Who is at a mine, and who has closed it: "I: Anna 3 · II: your 2 · III: free"."""
        there, name = self.mines[gem], self.brief if brief else self.short

        def group(party: tuple[str, int]) -> str:
            return f"{'your' if party[0] == self.me else name(party[0])} {party[1]}"

        inside, *sites = there.parties
        line = "all sites free"
        if any(sites):
            line = " · ".join([f"{SITES[n]}: {group(p) if p else 'free'}" for n, p in enumerate(sites, 1)])
        if inside:
            line = f"inside: {group(inside)} · {line}"
        if there.barrier:
            line += " · 🔒 " + ", ".join(map(name, there.barrier))
        return line

    def stock_line(self, gem: str) -> str:
        """What is left in a mine, for somebody who chooses one: "9 gems", or that it is empty."""
        stock = self.stock(gem)
        return many(stock, "gem") if stock else "⚠️ empty: no gems to dig"

    def mine_line(self, gem: str) -> str:
        """A mine in one line: "🧡 **Topaz** 10 · I: Anna 3 · II: free · III: free"."""
        return f"{GEMS[gem]} **{gem.capitalize()}** {self.stock(gem) or 'empty'} · {self.sites_line(gem)}"


def worth(gem: str) -> int:
    """Mana for one processed gem, with nothing in force."""
    return VALUE[GEM_OF[gem]]


def with_party(parties: Parties, number: int, party: Party, push: bool = False) -> Parties:
    """Return the parties with this one on a place; with `push`, after all groups have been pushed back one site."""
    inside, first, second, third = parties
    places = [inside, *((None, first, second) if push else (first, second, third))]
    places[number] = party
    return places[0], places[1], places[2], places[3]
