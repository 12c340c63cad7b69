"""People and timers that do things at random at a few tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

from bot.clock import MovedClock
from bot.tables import Table, Tables
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from bot.tables.waiting import timing
from game.core.discover import kits
from game.core.words import ATTACK, NOTHING, PHASE, TURN
from storage.topics import END, PAUSE, REOPEN, RESUME, Change, move_to, replacing

from .tables import ANN, BOB, CHANNEL, EVE

PEOPLE = {ANN: "Ann", BOB: "Bob", EVE: "Eve", 14: "Dee"}
"""Names by user id: more people than most tables have seats, so that seats change hands."""
_CHANNELS = (CHANNEL, CHANNEL + 1)
_PACES = ("none", "live", "2h", "day")
_OPTIONS = (("look", "words"), ("seats", "3"), ("seats", "4"), ("holidays", "off"), ("trace", "nothing"))
_SETTINGS = (
    *(("zone", "Europe/Vienna"), ("zone", "Asia/Tokyo"), ("quiet", "22-7"), ("quiet", "off")),
    *(("holiday", "2026-03-06"), ("holiday", "off"), ("turn", "dm"), ("turn", "none"), ("ahead", "on")),
)
_TIMES = (timedelta(seconds=3), timedelta(minutes=6), timedelta(hours=13))
_MOST = 10
"""How many games, the newest, are gone on with."""


@dataclass
class World:
    """The tables, and the ids of their games, oldest first."""

    tables: Tables
    clock: MovedClock
    games: list[str] = field(default_factory=list)

    def found(self, *games: str) -> None:
        """Add the games that are not known yet; forget the oldest where there are too many."""
        self.games.extend(each for each in games if each not in self.games)
        del self.games[:-_MOST]


@dataclass(frozen=True)
class Turn:
    """The moment at which somebody acts: the table as they see it, and the chance by which they choose. The table may
    have changed before what they do reaches it."""

    world: World
    table: Table
    user: int
    rng: Random

    @property
    def tables(self) -> Tables:
        return self.world.tables

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def name(self) -> str:
        return PEOPLE[self.user]

    @property
    def host(self) -> Decider:
        """The host, or who acts if there is none, as a manager of the channel. Some player may have left the server."""
        return Decider(self.table.row.host_id or self.user, True, gone=self.rng.choice([None, *PEOPLE]))

    @property
    def actor(self) -> Actor:
        return Actor(self.user, self.chance(0.3))

    def chance(self, part: float) -> bool:
        return self.rng.random() < part

    def seat(self) -> str:
        """Return some seat of the table, also if nobody is left at it."""
        return self.rng.choice(self.table.seats).seat if self.table.seats else "P1"

    def somebody(self) -> int:
        return self.rng.choice([*PEOPLE])

    def change(self) -> str:
        """Return the topic that some seat is given to somebody or to a computer player."""
        return replacing(Change(self.seat(), self.rng.choice([None, *PEOPLE])))

    def topic(self) -> str:
        return self.rng.choice([END, PAUSE, RESUME, REOPEN, move_to(self.rng.choice(_CHANNELS)), self.change()])


async def open_table(world: World, rng: Random) -> None:
    user = rng.choice([*PEOPLE])
    table = await world.tables.lobby.new(
        user,
        PEOPLE[user],
        guild_id=1,
        channel_id=rng.choice(_CHANNELS),
        options={"pace": rng.choice(_PACES)},
        computers=rng.randrange(2),
        level="random",
        game=rng.choice([*kits()]),
    )
    world.found(table.id)


async def act(world: World, rng: Random) -> None:
    """Let somebody do something at one of the tables, most often somebody who sits at one that is still active.

    Raises Refusal if that is not possible (any more), and what storage raises.
    """
    if not world.games or rng.random() < 0.05:
        await open_table(world, rng)
        return
    known = [table for game in world.games if (table := world.tables.cache.known(game)) is not None]
    active = [table for table in known if table.status.is_active]
    table = rng.choice(active) if active and rng.random() < 0.8 else None
    table = table or await world.tables.look(rng.choice(world.games))
    sitting = [seat.user_id for seat in table.people if seat.user_id is not None]
    user = rng.choice(sitting if sitting and rng.random() < 0.8 else [*PEOPLE])
    acts = LOBBY if table.game is None else GAME
    name = rng.choices([*acts], [weight for weight, _ in acts.values()])[0]
    await acts[name][1](Turn(world, table, user, rng))


async def join(turn: Turn) -> None:
    await turn.tables.lobby.join(turn.id, user := turn.somebody(), PEOPLE[user])


async def leave(turn: Turn) -> None:
    await turn.tables.lobby.leave(turn.id, turn.user)


async def start(turn: Turn) -> None:
    await turn.tables.lobby.start(turn.id, turn.host)


async def kick(turn: Turn) -> None:
    if turn.table.seats:
        await turn.tables.lobby.kick(turn.id, turn.host, turn.rng.choice(turn.table.seats))


async def readmit(turn: Turn) -> None:
    await turn.tables.lobby.readmit(turn.id, turn.host, turn.somebody())


async def invite(turn: Turn) -> None:
    await turn.tables.invitations.invite(turn.id, turn.host, {(user := turn.somebody()): PEOPLE[user]})


async def decline(turn: Turn) -> None:
    await turn.tables.invitations.decline(turn.id, turn.user)


async def computer(turn: Turn) -> None:
    lobby = turn.tables.lobby
    await (lobby.add_computer if turn.chance(0.5) else lobby.remove_computer)(turn.id, turn.actor)


async def play(turn: Turn) -> None:
    table, moves = turn.table, turn.tables.moves
    if table.questions:
        name = turn.rng.choice([*table.questions])
        seat, number = table.seat(name), table.questions[name].number
        token = turn.rng.choice(table.pending[name].tokens)
        if seat.is_computer:
            await moves.play_computer(turn.id, name, number, token)
        elif seat.user_id is not None:
            interaction = turn.rng.randrange(10**9)
            await moves.play(turn.id, seat.user_id, token, question=number, interaction_id=interaction)


async def undo(turn: Turn) -> None:
    await turn.tables.moves.undo(turn.id, turn.user, turn.rng.randrange(10**9))


async def ahead(turn: Turn) -> None:
    await turn.tables.moves.pass_ahead(turn.id, turn.user, turn.rng.choice([None, PHASE, TURN, ATTACK, NOTHING]))


async def plan(turn: Turn) -> None:
    seat = turn.table.find(turn.user)
    asked = turn.table.decision(seat.seat) if seat is not None else None
    if asked is not None:
        await turn.tables.plans.add(turn.id, turn.user, turn.rng.choice(asked.tokens))


async def nudge(turn: Turn) -> None:
    await turn.tables.moves.nudge(turn.id, turn.user)


async def give_time(turn: Turn) -> None:
    until = turn.world.clock.now() + timedelta(days=2)
    await turn.tables.moves.give_time(turn.id, {turn.seat(): turn.rng.choice([None, until])})


async def vote(turn: Turn) -> None:
    decider = Decider(turn.user, turn.chance(0.2), turn.chance(0.5), guild_id=1)
    await turn.tables.decisions.decide(turn.id, turn.topic(), decider)


async def oppose(turn: Turn) -> None:
    await turn.tables.decisions.oppose(turn.id, turn.topic(), turn.user)


async def withdraw(turn: Turn) -> None:
    await turn.tables.votes.withdraw(turn.id, turn.user, turn.topic())


async def replace(turn: Turn) -> None:
    await turn.tables.decisions.decide(turn.id, turn.change(), turn.host)


async def rest(turn: Turn) -> None:
    await turn.tables.decisions.decide(turn.id, turn.rng.choice([PAUSE, RESUME, RESUME, REOPEN]), turn.host)


async def end(turn: Turn) -> None:
    await turn.tables.lobby.end(turn.id, turn.actor)


async def rematch(turn: Turn) -> None:
    turn.world.found((await turn.tables.invitations.rematch(turn.id, turn.user, turn.name)).id)


async def accept(turn: Turn) -> None:
    for seat, offer in turn.table.offers.items():
        await turn.tables.handovers.accept(turn.id, seat, offer.user_id, PEOPLE[offer.user_id])


async def refuse(turn: Turn) -> None:
    await turn.tables.handovers.refuse(turn.id, turn.seat(), turn.actor)


async def leave_game(turn: Turn) -> None:
    await turn.tables.handovers.leave(turn.id, turn.user)


async def take_back(turn: Turn) -> None:
    user = next((each for each in PEOPLE if turn.table.taken_over(each)), turn.user)
    await turn.tables.handovers.take_back(turn.id, user, PEOPLE[user])


async def stay(turn: Turn) -> None:
    await turn.tables.handovers.stay(turn.id, turn.user)


async def set_pace(turn: Turn) -> None:
    await turn.tables.lobby.set_pace(turn.id, turn.actor, turn.rng.choice(_PACES))


async def set_option(turn: Turn) -> None:
    await turn.tables.lobby.set_option(turn.id, turn.host, *turn.rng.choice(_OPTIONS))


async def pass_on(turn: Turn) -> None:
    await turn.tables.lobby.hand_over(turn.id, turn.actor, turn.somebody())


async def settings(turn: Turn) -> None:
    await turn.tables.people.set(turn.user, *turn.rng.choice(_SETTINGS))


async def forget(turn: Turn) -> None:
    await turn.tables.people.forget(turn.user)


async def show(turn: Turn) -> None:
    """Read what the table's messages show, as after each change."""
    table = await turn.tables.look(turn.id)
    await turn.tables.votes.open_in(table)
    await turn.tables.people.to_call([seat.user_id for seat in table.people if seat.user_id is not None], table)


async def clock(turn: Turn) -> None:
    turn.world.clock.advance(turn.rng.choice(_TIMES))


async def timer(turn: Turn) -> None:
    """Do what one of the table's timers is for, whether it is due or not."""
    waiting = [each for each in await turn.tables.store.timers.of_game(turn.id) if each.kind in DUE]
    if waiting:
        chosen = turn.rng.choice(waiting)
        await DUE[chosen.kind](turn, chosen.about)


async def late(turn: Turn, seat: str) -> None:
    if seat in turn.table.questions:
        token = turn.rng.choice(turn.table.pending[seat].tokens)
        await turn.tables.moves.play_late(turn.id, seat, turn.table.questions[seat].number, [token])


DUE: Mapping[str, Callable[[Turn, str], Awaitable[object]]] = {
    timing.LOBBY: lambda turn, _: turn.tables.lobby.close_old(turn.id),
    timing.VOTE: lambda turn, about: turn.tables.votes.lapse(turn.id, about),
    timing.OFFER: lambda turn, seat: turn.tables.handovers.lapse(turn.id, seat),
    timing.PASSES: lambda turn, seat: turn.tables.moves.pass_due(turn.id, seat),
    timing.SEAL: lambda turn, _: turn.tables.seal(turn.id),
    timing.CALL: lambda turn, seat: turn.tables.moves.call(turn.id, seat),
    timing.REMINDER: lambda turn, about: turn.tables.moves.remind(turn.id, *about.split()),
    timing.DEADLINE: late,
}
"""What is done when a timer of each kind is due. Its row stays, as if the program ended just then."""

Act = Callable[[Turn], Awaitable[None]]

_ANYWHERE: Mapping[str, tuple[int, Act]] = {
    "settings": (4, settings),
    "forget": (1, forget),
    "clock": (3, clock),
    "timer": (4, timer),
    "show": (5, show),
    "set pace": (2, set_pace),
    "set option": (2, set_option),
    "pass on": (1, pass_on),
    "end": (1, end),
    "vote": (4, vote),
    "oppose": (2, oppose),
    "withdraw": (2, withdraw),
}

LOBBY: Mapping[str, tuple[int, Act]] = {
    **_ANYWHERE,
    "join": (12, join),
    "leave": (2, leave),
    "start": (16, start),
    "kick": (2, kick),
    "readmit": (2, readmit),
    "invite": (2, invite),
    "decline": (2, decline),
    "computer": (3, computer),
}
"""What is done at a table whose game has not begun, by name, with how often each is chosen."""

GAME: Mapping[str, tuple[int, Act]] = {
    **_ANYWHERE,
    "play": (16, play),
    "undo": (4, undo),
    "ahead": (4, ahead),
    "plan": (4, plan),
    "nudge": (3, nudge),
    "give time": (2, give_time),
    "replace": (7, replace),
    "rest": (5, rest),
    "rematch": (2, rematch),
    "accept": (4, accept),
    "refuse": (2, refuse),
    "leave game": (2, leave_game),
    "take back": (3, take_back),
    "stay": (2, stay),
}
"""The same for a game that runs, or ran."""
