"""A contest on a screen: how it stands, who has to answer, and their buttons (rules, "Contests")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core.aids.stage import Act, Step
from game.core.layout import Button, Style
from game.the_adept.stage.buttons import goes
from game.the_adept.stage.mastering.masters import does
from game.the_adept.stage.room import Seen, is_master, own_characters
from game.the_adept.stage.wording import named, roller
from game.the_adept.tale.contests import CHARACTER, Contest, contest_of
from game.the_adept.tale.state import Roll, State


def standing(state: State, contest: Contest, gm: bool) -> list[str]:
    """Return how a contest stands, for masters or for everybody: all totals, and who has to do what; empty once it is
    decided."""
    if not contest.open:
        return []
    _, last = contest.rolls[-1]
    if contest.stands:
        can = "rolls against it, or gives in" if can_roll(state, contest, gm) else "can only give in"
        to_do = f"**{_name(contest.answers)}** {can}."
    else:
        to_do = f"{roller(last)} must be higher than {contest.rolls[-2][1].total}, and loses unless more is added."
    totals = " · ".join(f"{roller(roll)} {roll.total}" for _, roll in contest.rolls)
    return [f"**Contest** · {totals}: {to_do}"]


def _name(key: str) -> str:
    return named(key.partition("/")[2])


def is_past(rolls: Mapping[str, Roll], id: str) -> bool:
    """Return whether nothing more is done with a roll because its contest has gone on after it, or goes no further."""
    contest = contest_of(rolls, id)
    return contest is not None and (contest.last != id or not contest.open)


def ways(seen: Seen, contest: Contest) -> Iterator[Button]:
    """Yield the buttons for whoever looks, if they act for the side that has to act."""
    id, last = contest.rolls[-1]
    if plays(seen, contest.answers):
        if can_roll(seen.tale.state, contest, is_master(seen)):
            yield goes(seen, "Roll against it", f"pool/answer/{id}", Style.PRIMARY)
        yield goes(seen, _giving(seen, contest), f"roll/{id}/give-in")
    elif contest.open and not contest.stands and plays(seen, f"{CHARACTER}/{last.character}"):
        yield goes(seen, "End the contest" if is_master(seen) else "Lose the contest", f"roll/{id}/contest")


def _giving(seen: Seen, contest: Contest) -> str:
    """Return the label for giving in; for a master it says for whom."""
    return does(_name(contest.answers), "gives in") if is_master(seen) else "Give in"


def can_roll(state: State, contest: Contest, gm: bool) -> bool:
    """Return whether whoever has to answer can act, and has not left the tale meanwhile, as far as masters or everybody
    knows: what becomes of a GM character that is out of sight only masters know."""
    kind, _, name = contest.answers.partition("/")
    if kind == CHARACTER:
        return name in state.characters and state.characters[name].able
    found = state.gmcs.get(name)
    known = gm or (found is not None and found.seen)
    return not known or (found is not None and found.able)


def plays(seen: Seen, key: str) -> bool:
    """Return whether whoever looks acts for this party, such as "character/Bel"; masters act for all."""
    kind, _, name = key.partition("/")
    return bool(key) and (is_master(seen) or (kind == CHARACTER and name in own_characters(seen)))


def pressed(contest: Contest, give_in: bool) -> Step:
    """Return the step that gives in or lets the contest be decided; a contest that still goes on is only shown."""
    here = f"roll/{contest.last}"
    if contest.open and contest.stands and not give_in:
        return Step(show=here, say=f"The contest goes on: {_name(contest.answers)} is to answer.")
    return Step((Act("contest", {"rolls": list(contest.ids), "give_in": give_in}),), show=here)


def awaits(rolls: Mapping[str, Roll], names: list[str]) -> Iterator[tuple[str, Contest]]:
    """Yield the contests in which one of these characters has to answer, or has not beaten the other."""
    keys = {f"{CHARACTER}/{name}" for name in names}
    for id in rolls:
        contest = contest_of(rolls, id)
        if contest is None or contest.last != id or not contest.open:
            continue
        if contest.answers in keys or (not contest.stands and f"{CHARACTER}/{rolls[id].character}" in keys):
            yield id, contest
