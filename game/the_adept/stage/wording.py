"""How the things of a table are put into words: names made safe, dice as code, a line for each thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from game.core.english import listed, many
from game.core.text.names import shown, worded
from game.core.text.signs import space
from game.the_adept.rules import challenges as rules
from game.the_adept.rules.challenges import CHALLENGE, GM
from game.the_adept.rules.dice import NONE, pool_of
from game.the_adept.rules.sheet import die_in
from game.the_adept.tale.actions.turns import following, in_scene, leading, named_in
from game.the_adept.tale.aims import aimed, answer
from game.the_adept.tale.contests import Contest, contest_of
from game.the_adept.tale.state import Boss, Challenge, Character, GMCharacter, Roll, State
from game.the_adept.tale.view import harmed

NAME, LINE = 40, 300
"""The most characters of a name, and of a line of the log."""
LABEL = re.compile(r"[^\W\d_]{2,}")
"""A word that labels dice: it has two letters or more."""
_LONGEST = 400
"""The most characters of a line about a character; the sheet has the rest."""


def named(name: str) -> str:
    """Return a name made safe for a text."""
    return shown(name, NAME)


def lined(text: str) -> str:
    """Return a line of the log made safe for a text, as it contains names."""
    return worded(text, LINE)


def coded(dice: str) -> str:
    """Return dice for a text: as code, or "no dice"."""
    return f"`{dice}`" if dice and dice != NONE else "no dice"


# --- how things stand


def heading(state: State) -> str:
    """Return the tale's title, session and scene."""
    told = [f"**{shown(state.title, 80)}**"]
    if state.over:
        return f"{told[0]} · the tale has ended"
    told.append(f"session {state.session.number}" if state.session.running else "between sessions")
    if state.scene:
        told.append(f"{named(state.scene.name)} ({state.scene.kind})")
    return " · ".join(told)


def threats(state: State, gm: bool) -> Iterator[str]:
    """Yield doom, the scene's traits and what stands against the table, a line each; hidden things only for masters."""
    seen = state.seen_doom
    yield f"Doom {coded(state.doom)} · others see {coded(seen)}" if gm and seen != state.doom else f"Doom {coded(seen)}"
    if state.scene and state.scene.traits:
        there = (
            f"{each.kind} {named(name)} {each.die}{harmed(each, named)}" for name, each in state.scene.traits.items()
        )
        yield "In the scene: " + " · ".join(there)
    for name, crisis in state.crises.items():
        if gm or not crisis.hidden:
            yield f"Crisis **{named(name)}** {coded(crisis.pool)}{_hidden(crisis.hidden)}"
    for name, challenge in state.challenges.items():
        if gm or not challenge.hidden:
            yield f"Challenge **{named(name)}** {_challenge(name, challenge, state)}{_hidden(challenge.hidden)}"
    for name, boss in state.bosses.items():
        if gm or not boss.hidden:
            yield f"Boss **{named(name)}** {_boss(boss)}{_hidden(boss.hidden)}"
    for name, gmc in state.gmcs.items():
        if gmc.seen or (gm and gmc.here):
            yield gmc_line(name, gmc)


def _challenge(name: str, at: Challenge, state: State) -> str:
    rounds = f"{at.round} of {at.last_round}" if at.last_round else str(at.round)
    if state.over:
        return f"{coded(at.pool)} · round {rounds}"
    rolled = answer(state, name, at.hidden)
    first = f"who rolled {rolled[1].total}" if rolled else "who rolls first"
    goes = f" · goes for {named(at.target)}, {first}" if at.target else ""
    return f"{coded(at.pool)} · round {rounds}{f' · {acts(state, at.turn)}' if at.turn else ''}{goes}"


def _boss(boss: Boss) -> str:
    return " · ".join([coded(boss.dice), *(f"{named(harm)} {die}" for harm, die in boss.harm.items())])


def wound(boss: Boss, what: str, hit: str) -> str:
    """Return what a hit would do to a boss's harm, in words: "becomes d10", "takes a d8 of it"."""
    told = rules.boss(boss.dice, hit, boss.harm.get(what, NONE))
    if told["now"] != NONE:
        return f"becomes {told['now']}" if what in boss.harm else told["now"]
    return "takes its last die" if told["defeated"] else f"takes a {pool_of(boss.dice)[0]} of it"


def gmc_line(name: str, found: GMCharacter) -> str:
    """Return a line about what has happened to a GM character; its traits are for masters only."""
    told = [f"out of action ({', '.join(found.out)})"] if found.out else []
    told += ["out of the scene"] if found.taken_out else []
    told += [f"{named(what)} {die}" for what, die in {**found.stress, **found.complications}.items()]
    happened = "".join(f" · {each}" for each in fitted(told, _LONGEST))
    return f"**{named(name)}**{happened or (' is here' if found.here else ' waits')}{_hidden(found.hidden)}"


def turns(state: State, gm: bool) -> Iterator[str]:
    """Yield whose turn it is, or who names the next: in challenges in which turns are taken, else in the scene; nothing
    between sessions and when the tale has ended."""
    order = state.scene.order if state.scene else None
    if state.resting or state.over:
        return
    if order and not leading(state):
        goes_on = acts(state, order.turn, "**") if order.turn else names_next(state, in_scene(state)["chooser"])
        yield f"Round {order.round}: {goes_on}"
    waiting = dict[str, list[str]]()
    for name, at in state.challenges.items():
        if not (gm or not at.hidden) or at.turn or not state.characters:  # the challenge's own line says who acts
            continue
        if named_in(state, at):
            told = following(state, at)
            words = "it acts now" if told["next"] == [CHALLENGE] else names_next(state, told["chooser"])
            waiting.setdefault(words, []).append(named(name))
    yield from (f"{listed(names)}: {words}" for words, names in waiting.items())
    if order and leading(state):
        yield resting(state)


def resting(state: State) -> str:
    """Return a line that says that the turns of the scene rest."""
    scene = state.scene
    where = f" of {named(scene.name)}" if scene else ""
    at = f", in round {scene.order.round}" if scene and scene.order else ""
    return f"-# The turns{where} rest until the challenge is over{at}."


def acts(state: State, name: str, mark: str = "") -> str:
    """Return who acts, in words; a master acts for a character whose player has left."""
    told = f"{mark}{named(name)}{mark}"
    return f"the game master acts for {told}" if unplayed(state, name) else f"{told} acts"


def turn_of(state: State, name: str, mark: str = "") -> str:
    """Return the same in the form "it is Bel's turn"."""
    told = f"{mark}{named(name)}{mark}"
    return f"it is the game master's turn, for {told}" if unplayed(state, name) else f"it is {told}'s turn"


def names_next(state: State, chooser: str) -> str:
    """Return who names the next, in words."""
    return f"{'the game master' if is_masters(state, chooser) else named(chooser)} names who acts next"


def is_masters(state: State, chooser: str) -> bool:
    """Return whether a master names the next."""
    return chooser == GM or unplayed(state, chooser)


def unplayed(state: State, name: str) -> bool:
    """Return whether this is a character whose owner does not sit at the table."""
    found = state.characters.get(name)
    return found is not None and found.owner not in state.members


def _hidden(hidden: bool) -> str:
    return " · hidden" if hidden else ""


def character_line(name: str, character: Character) -> str:
    """Return a line about a character: "Iltani PP 2 · injured d8 · Fog d6 · hero d6"."""
    sheet = character.sheet
    told = [f"**{named(name)}** PP {sheet.get('pp', 0)}"]
    told += ["lost"] if character.lost else []
    told += [f"out of action ({', '.join(character.out)})"] if character.out else []
    told += ["out of the scene"] if character.taken_out else []
    told += ["no magic"] if sheet.get("magic_off") else []
    told += [f"{type} {die}" for type, die in sheet.get("stress", {}).items()]
    told += [f"trauma: {type} {die}" for type, die in sheet.get("trauma", {}).items()]
    for part in ("complications", "assets"):
        told += [f"{named(key)} {die_in(item)}{_open(item)}" for key, item in sheet.get(part, {}).items()]
    told += [f"hero {' '.join(sheet['hero'])}"] if sheet.get("hero") else []
    return " · ".join(fitted(told, _LONGEST))


def _open(item: object) -> str:
    return " (open)" if isinstance(item, Mapping) and item.get("open") else ""


# --- rolls


def roller(roll: Roll) -> str:
    """Return for whom a roll was made; "" for nobody with a name."""
    name = roll.character or roll.gmc
    return named(name) if name else ""


def who_rolled(state: State, roll: Roll) -> str:
    """Return for whom a roll was made, or else the member who made it; "" if they have left."""
    by = state.members.get(roll.by)
    return roller(roll) or (named(by.name) if by else "")


def against_words(roll: Roll, rolls: Mapping[str, Roll]) -> str:
    """Return what a roll is against, as a number if that is known; "" if nothing."""
    if not roll.against.startswith("#"):
        return roll.against
    other = rolls.get(roll.against.removeprefix("#"))
    return str(other.total) if other else f"roll {roll.against.removeprefix('#')}"


def against_told(roll: Roll, rolls: Mapping[str, Roll], state: State) -> str:
    """Return what a roll is against, and whose or what that is: "11, doom", "10, Bel", "a hard test, 2d10"; "" if
    nothing. Who has to answer in a contest is told by its standing instead."""
    if not roll.against:
        aim = aimed(state, roll.aim, roll.secret) if roll.aim else None
        named_alone = roll.heals or roll.conceded or (roll.cast in rolls and _is_contested(rolls, roll.cast))
        return lined(aim.name if named_alone else aim.words) if aim else ""
    other = rolls.get(roll.against_roll)
    return ", ".join([against_words(roll, rolls), *(_whose(other) if other else [])])


def _is_contested(rolls: Mapping[str, Roll], id: str) -> bool:
    """Return whether a roll is part of a contest, or was answered."""
    return contest_of(rolls, id) is not None or any(each.against_roll == id for each in rolls.values())


def _whose(other: Roll) -> list[str]:
    """Return whose roll it is, or what it is, for a roll that another one is against."""
    of = [roller(other)] if roller(other) else []
    return [*of, *([lined(other.what)] if other.opposes and other.what else [])]


def roll_lines(roll: Roll, ended: str = "") -> list[str]:
    """Return a roll as lines: what was rolled, dice marked by use, the result, how it `ended`, what came of it."""
    marks = {**dict.fromkeys(roll.uses, "**{}**"), **dict.fromkeys(roll.gives, "__{}__")}
    each_die = [
        ("~~{}~~" if each.endswith(":1") else marks.get(place, "{}")).format(each)
        for place, each in enumerate(roll.dice.split(), 1)
    ]
    heroes = " ".join(("~~{}~~" if each.endswith(":1") else "**{}**").format(each) for each in roll.heroes.split())
    fell = f" (roll {', '.join(roll.hero_casts)})" if roll.hero_casts else ""
    shown = " ".join(each_die) + (f" · hero {heroes}{fell}" if heroes else "")
    what = [lined(roll.what)] if roll.what and not roll.opposes else []
    return [*what, shown, result(roll), *([ended] if ended else []), *map(lined, roll.befell)]


def result(roll: Roll) -> str:
    """Return the result of a roll, marked as its dice are: "Total **13** · effect __d8__ · hitch ~~d6~~"."""
    told = ["**Botch**: every die shows 1"] if roll.botch else [f"Total **{roll.total}**", f"effect __{roll.effect}__"]
    if roll.hitches != NONE:
        many = "hitches" if len(pool_of(roll.hitches)) > 1 else "hitch"
        told.append(f"{_opportunities(roll, many)} ~~{roll.hitches}~~")
    return " · ".join(told)


def _opportunities(roll: Roll, hitches: str) -> str:
    return hitches.replace("hitches", "opportunities").replace("hitch", "opportunity") if roll.opposes else hitches


def outcome(roll: Roll, rolls: Mapping[str, Roll]) -> str:
    """Return how a roll ended: in a contest who won, or what beat it before that; "" while it is open."""
    contest = contest_of(rolls, roll.cast) if roll.cast in rolls else None
    if contest and (better := contest.beat(roll.cast)):
        return f"beaten by {roller(better)}, {better.total}"
    if roll.success is None:
        return ""
    wins = _won(contest, rolls, roll) if contest else ""
    if not roll.success:
        return wins or "Failure"
    nothing = " · it inflicts nothing" if roll.conceded else ""
    steps = f", effect {many(roll.raised, 'step')} up" if roll.raised else ""
    if wins:
        return wins + (f", heroic{steps}" if roll.heroic else "") + nothing
    return (f"Heroic success{steps}" if roll.heroic else "Success") + nothing


def _won(contest: Contest, rolls: Mapping[str, Roll], roll: Roll) -> str:
    """Return who won a contest; only the winning roll's line has the totals."""
    won = contest.winner
    if won is None:
        return ""
    lost = rolls.get(won.opposition) if won.cast == roll.cast and not won.conceded else None
    return f"{roller(won)} wins the contest" + (f", {won.total} to {lost.total}" if lost else "")


def listing(people: Iterable[str], most: int = 400) -> str:
    """Return names in a sentence, made safe: as many as fit into so much space, and how many others there are."""
    names = [*map(named, people)]
    told = fitted(names, most)
    if told != names:
        told = [*told[:-1], many(len(names) - len(told) + 1, "other")]
    return listed(told, "nobody")


def fitted(lines: Iterable[str], most: int) -> list[str]:
    """Return the lines that fit into the space of `most` characters together, and a last one that says how many more
    there are."""
    told, rest = list[str](), [*lines]
    while rest and sum(map(space, told)) + space(rest[0]) <= most:
        told.append(rest.pop(0))
    return [*told, f"… and {len(rest)} more"] if rest else told
