"""What is said before somebody ends a game, leaves it or gives a seat away, and to who votes on that."""

from __future__ import annotations

from dataclasses import replace

from bot.panels.ending import ending, giving, leaving
from bot.panels.voting import voted, wording
from bot.tables import Tables
from bot.tables.checks import Actor
from bot.tables.decisions import Decider
from game.core.layout import Panel
from storage.topics import END, PAUSE, Change, replacing

from .tables import ANN, BOB, CHANNEL, EVE, three

DAN = 14
PAUSES = "use `/table pause`"


def text(panel: Panel) -> str:
    return " ".join(panel.words)


async def test_who_ends_a_game_or_leaves_it_reads_for_whom_and_what_else_there_is(tables: Tables) -> None:
    table = await three(tables)
    assert wording(table, END).done.startswith("The game is ended. For seven days it can be taken up again")
    assert wording(replace(table, damaged=True), END).done == "The table is closed."
    assert "at once for 3 people: nobody wins it" in text(ending(table))
    assert "taken up again, by you or by a vote." in text(ending(table))
    for said in (text(ending(table)), text(leaving(table, "P2"))):
        assert PAUSES in said
    assert "to hand it over, " in text(ending(table))
    table = (await tables.decisions.decide(table.id, PAUSE, Decider(ANN))).table
    for said in (text(ending(table)), text(leaving(table, "P2"))):
        assert PAUSES not in said  # it rests
    assert "To leave it to the others" in text(ending(table))

    alone = await tables.lobby.new(ANN, "Ann", guild_id=1, channel_id=CHANNEL + 1, options={}, computers=1)
    alone = await tables.lobby.start(alone.id, Actor(ANN))
    assert "It stops at once: nobody wins it" in text(ending(alone))
    assert "taken up again, by you." in text(ending(alone))
    assert "others" not in text(ending(alone))


async def test_who_gives_a_seat_away_reads_what_its_player_loses(tables: Tables) -> None:
    """A computer player loses nothing, and can keep nothing."""
    table = await three(tables)
    said = text(giving(table, Change("P2", DAN), keeps=True, own=False))
    assert "Bob sees nothing more of it then, with no way back." in said
    assert "keeps the seat" in said
    assert "no longer its host" not in said
    assert "You are no longer its host then." in text(giving(table, Change("P1", DAN), keeps=False, own=True))
    table = await tables.handovers.leave(table.id, BOB)
    said = text(giving(table, Change("P2", DAN), keeps=False, own=False))
    assert "sees nothing more" not in said
    assert "keeps the seat" not in said


async def test_who_votes_on_a_seat_reads_whose_it_is_and_why_all_decide(tables: Tables) -> None:
    table, about = await three(tables), replacing(Change("P2", None))
    for_it = (await tables.decisions.decide(table.id, about, Decider(EVE))).vote
    assert for_it is not None
    said = text(voted(table, for_it, EVE))
    assert "Bob plays on, so the players decide it by a vote. You are for replacing Bob." in said
    assert "The message where all vote says" in said
    own = text(voted(table, for_it, BOB, "against", unasked="There is no channel."))
    assert "You play on, so the players decide it by a vote. You are against being replaced." in own
    assert "It takes 2 of 3. The others are not asked, but can type the same. There is no channel." in own
    assert "time was up" not in wording(table, about).question
    table = await tables.handovers.leave(table.id, BOB)
    told = await tables.votes.counted(table, replacing(Change("P2", DAN)))
    assert "decide it by a vote" not in text(voted(table, told, ANN))  # a computer player keeps nobody from it
