"""Previews of choices about gems, batteries and mana."""

from __future__ import annotations

from game.adepts.panels.card_choices import warning
from game.adepts.rules import forecast
from game.adepts.rules.bonuses import Diamond
from game.adepts.rules.gems import GEM_NAMES, LAST_TURN
from game.adepts.rules.placement import SMALLEST
from game.adepts.rules.spells.phase3 import Depletion, Pilfer, Transmission
from game.adepts.rules.spells.phase5 import Inflation
from game.adepts.rules.tokens import read_gems
from game.adepts.words.facts import Facts, worth
from game.adepts.words.gems import MAJORS, gem, gems, listed, many, some, stack
from game.adepts.words.payments import BATTERY, uses
from game.adepts.words.vain import in_vain_paid
from game.core.decisions import Decision
from game.core.english import noun

Lines = list[str]


def pay(decision: Decision, facts: Facts, token: str) -> Lines:
    """A payment: what each queue stage and battery holds before and after."""
    lines = ["**What is left**"]
    for name, at, number in uses(token):
        if at == BATTERY:
            lines.append(f"- {gem(name)} battery: {facts.fall(name, number)}")
        else:
            there = facts.queue(name)[int(at) - 1]
            lines.append(f"- {gem(name)} in stage {at}: {there} → {there - number}")
    return [*lines, *warning(in_vain_paid(facts, decision.source, token))]


def opponent(decision: Decision, facts: Facts, token: str) -> Lines:
    """The opponent of Suspension, Pilfer or Spellsteal."""
    who, player = facts.name(token), facts.players[token]
    match decision.source:
        case "12B":
            mana = min(Pilfer.mana, facts.mana(token))
            return [
                f"**Take {mana} mana from {who}**",
                f"- You: {facts.mana()} → {facts.mana() + mana}",
                f"- {who}: {facts.mana(token)} → {facts.mana(token) - mana}",
            ]
        case "15B":
            return [
                f"**Look at the hand of {who}**",
                "- You alone see the only spell there, and take it."
                if player.hand_size == 1
                else f"- You alone see the {player.hand_size} spells there, and take one.",
            ]
    later = f"- {who} has {many(player.miners, 'miner')} left and may assign them later."
    if player.miners < SMALLEST:
        later = f"- ⚠️ {who} has no group left to assign: as things stand there is no turn to skip."
    return [f"**{who} skips one assignment turn**", later]


def give(_decision: Decision, _facts: Facts, token: str) -> Lines:
    """The gem that Transfiguration gives away."""
    return [f"**Give away {stack(token)}**", "- Next you choose what you get for it. Both keep their stages."]


def take(decision: Decision, facts: Facts, token: str) -> Lines:
    """What Transfiguration brings in return."""
    at, owner = read_gems(token), token.partition(":")[0]
    return [
        f"**You get {stack(token, at.number)} of {facts.name(owner)}'s queue**",
        f"- {facts.name(owner)} gets {stack(decision.data['chosen'][0])} of yours.",
    ]


def transmit(_decision: Decision, facts: Facts, token: str) -> Lines:
    """A gem that goes back for levels."""
    name = token.partition("@")[0]
    return [f"**Put back {stack(token)}**", f"- Your {gem(name)} battery: {facts.rise(name, Transmission.levels)}"]


def steal(_decision: Decision, facts: Facts, token: str) -> Lines:
    """A gem that Plunder takes."""
    at, owner = read_gems(token), token.partition(":")[0]
    name = GEM_NAMES[at.gem]
    there, here = facts.queue(name, owner)[at.stage - 1], facts.queue(name)[at.stage - 1]
    return [
        f"**Take {stack(token)} of {facts.name(owner)}'s queue**",
        f"- Yours there: {here} → {here + 1}; theirs: {there} → {there - 1}",
    ]


_SOONER = {2: "processed next turn", 3: "processed this very turn"}
_TOO_LATE = "too late to be processed: gems left over pay half"


def stage(decision: Decision, facts: Facts, token: str) -> Lines:
    """A type and stage: where production goes by Advancement, or what Transfusion processes."""
    at = read_gems(token)
    name = GEM_NAMES[at.gem]
    if decision.source == "9A":
        mine = facts.digs(name)
        lines = [f"**The {gems(name)} you dig go straight into stage {at.stage}**"]
        if not mine:
            return [*lines, *warning(f"you dig no {gems(name)} this turn")]
        if at.stage == 1:
            return [*lines, *warning("that is where they go anyhow")]
        late = facts.turn == LAST_TURN and at.stage == 2
        return [*lines, f"- As things stand that is {some(mine, name)}, {_TOO_LATE if late else _SOONER[at.stage]}."]
    count = facts.queue(name)[at.stage - 1]
    return [
        f"**Process {some(count, name)} from stage {at.stage} now**",
        f"- For {count * worth(name)} mana, or",
        f"- for the battery: {facts.rise(name, count)}",
        "- You choose which in the next step.",
    ]


def yields(decision: Decision, facts: Facts, token: str) -> Lines:
    """Mana or levels for the gems of a Transfusion."""
    at = read_gems(decision.data["chosen"][0])
    name = GEM_NAMES[at.gem]
    count = facts.queue(name)[at.stage - 1]
    if token == "mana":
        mana = count * worth(name)
        return [f"**{mana} mana for {some(count, name)}**", f"- Your mana: {facts.mana()} → {facts.mana() + mana}"]
    return [f"**{many(count, 'level')} for {some(count, name)}**", f"- Your battery: {facts.rise(name, count)}"]


def name_type(decision: Decision, facts: Facts, token: str) -> Lines:
    """A type of gem named for a spell or adept."""
    name = token
    first, second, third = facts.queue(name)
    match decision.source:
        case "13B":
            return [f"**Your {gem(name)} battery falls**", f"- Battery: {facts.fall(name, Depletion.levels)}"]
        case "16B":
            return [
                f"**{some(1, name)} from your stage 3 goes back into the mine**",
                f"- {third} → {third - 1} there: {_less(facts, name)} this turn.",
            ]
        case "17A":
            wait = "- Those in stage 3 wait for the next turn."
            if facts.turn == LAST_TURN:
                wait = "- ⚠️ This is the last turn: those in stage 3 are not processed, and gems left over pay half."
            return [
                f"**Your {gems(name)} stay where they are**",
                f"- Stage 1: {first}, stage 2: {second}, stage 3: {third}.",
                wait if third else "- You have none in stage 3.",
            ]
        case "18A":
            return [
                f"**Your {gem(name)} battery rises**",
                f"- Battery: {facts.rise(name, Inflation.levels)}",
                f"- Your mana: {facts.mana()} → {facts.mana() - Inflation.mana}",
            ]
        case "17B":
            return [f"**All {gems(name)} pay half**", *_each(facts, name, "17B")]
        case "18B":
            return [f"**No {gem(name)} battery rises**", *_stopped(facts, name)]
    return [f"**Each {gem(name)} pays {Diamond.worth} mana**", *_each(facts, name, "diamond")]


def _less(facts: Facts, name: str) -> str:
    """Say how much less processing gives with one such gem less in stage 3: "2 mana and 1 level less"."""
    player, (first, second, third) = facts.players[facts.me], facts.queue(name)
    queue = {**player.queue, name: [first, second, third - 1]}
    then = Facts(facts.changed(facts.me, queue, player.battery, {name: 1}), facts.me, {})
    mana = forecast.paid(facts, facts.me) - forecast.paid(then, facts.me)
    fewer = forecast.levels(facts, facts.me).get(name, 0) - forecast.levels(then, facts.me).get(name, 0)
    return f"{listed([*([f'{mana} mana'] if mana else []), *([many(fewer, 'level')] if fewer else [])])} less"


def _stopped(facts: Facts, name: str) -> Lines:
    """Say how many levels each player would otherwise get on a battery in this phase, and whose Realignment can send
    none there."""
    lines = []
    for seat in facts.players:
        coming = forecast.levels(facts, seat)
        if count := coming.get(name, 0):
            lines.append(f"- {facts.first(seat)}, {facts.queue(name, seat)[2]} in stage 3: {many(count, 'level')} lost")
        if facts.in_force("19A", seat) and coming.keys() - {name}:
            lines.append(f"- {facts.first(seat)} cannot send levels there by Realignment.")
    return lines or [f"- No {gem(name)} level is to come this turn: it changes nothing."]


def _each(facts: Facts, name: str, source: str) -> Lines:
    """Say what it means to each player who is about to process such gems that the spell or adept names them: what these
    pay; or, under an opponent's Negation, what all gems pay, since it may then cancel another type."""
    then, lines = Facts(facts.under(source, facts.me, name), facts.me, {}), Lines()
    for seat in facts.players:
        if count := facts.processed(seat).get(name, 0):
            now, later, of = facts.pays(name, count), then.pays(name, count), ""
            if any(row.source == "20B" and row.seat != seat for row in facts.effects):
                now, later, of = forecast.paid(facts, seat), forecast.paid(then, seat), " in all, with Negation"
            lines.append(f"- {facts.first(seat)}, {count} in stage 3: {now} → {later} mana{of}")
    return lines or [f"- Nobody processes {gems(name)} this turn: it changes nothing."]


def intensify(_decision: Decision, facts: Facts, token: str) -> Lines:
    """Major or minor gems that make double levels."""
    held = {name: n for name, n in facts.processed().items() if (name in MAJORS) == (token == "major")}
    lines = [f"**Your {token} gems make two levels each**"]
    if not held:
        return [*lines, f"- ⚠️ You have no {token} gem in stage 3: it changes nothing."]
    levels = forecast.levels(facts, facts.me)
    onyx = " and the onyx adept's level" if facts.adepts["onyx"] == facts.me else ""
    return [
        *lines,
        *(f"- {some(n, name)}{onyx}: {facts.rise(name, levels.get(name, 0) + n)}" for name, n in held.items()),
    ]


def realign(decision: Decision, facts: Facts, token: str) -> Lines:
    """The battery that gets a type's levels."""
    levels, origin, sent = decision.data["levels"], decision.data["gem"], decision.data["tracks"].get(token, 0)
    return [
        f"**{levels} {gem(origin)} {noun(levels, 'level')} for your {gem(token)} battery**",
        f"- Battery: {facts.rise(token, levels + sent)}{f', counting the {sent} sent there before' if sent else ''}.",
    ]


def siphon(decision: Decision, facts: Facts, token: str) -> Lines:
    """A level that goes to one's own battery."""
    victim, coming = decision.data["victim"], decision.data["levels"][token]
    return [
        f"**One {gem(token)} level comes to you**",
        f"- Your battery: {facts.rise(token, 1)}",
        f"- {facts.name(victim)} gets {coming - 1} instead of {many(coming, 'level')}.",
    ]
