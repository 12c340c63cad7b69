"""A game in words: the default, for games that have none of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from game.core.decisions import PASS, Decision, Event
from game.core.english import does, doing, listed, sentence, with_change
from game.core.errors import MoveError
from game.core.narrowing import Beyond
from game.core.protocol import View
from game.core.text.names import YOU, shown_names
from game.core.text.parts import opening, parts
from game.core.text.you import addressed

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
GLANCE = 1000
"""Maximum characters of the board in a paragraph."""
PHASE, TURN, ATTACK, NOTHING = "phase", "turn", "attack", "nothing"
"""What can be passed ahead: the rest of this phase or turn; until one is attacked; whenever one can only pass."""


class Run(NamedTuple):
    """Consecutive events during which the same people held the seats, with the names by which they are told."""

    events: Sequence[Event]
    names: Mapping[str, str]


class Passing(NamedTuple):
    """A way to pass ahead in words: on its button, before it is pressed, and once it is chosen."""

    label: str
    about: str
    told: str


def medal(rank: int) -> str:
    """What marks a rank in a score: a medal, or "4."."""
    return _MEDALS.get(rank, f"{rank}.")


def best(standing: Mapping[str, Mapping[str, Any]], names: Mapping[str, str]) -> list[str]:
    """The names of those who come first in a score sheet."""
    return [names.get(seat, seat) for seat, line in standing.items() if line["rank"] == 1]


def ranked(standing: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, Mapping[str, Any]]]:
    """The lines of a score sheet with their seats, the best first; equals in the order of the seats."""
    return sorted(standing.items(), key=lambda row: (row[1]["rank"], row[0]))


def won(best: Sequence[str]) -> str:
    """ "Ann wins", "Ann and Bob share the victory"."""
    return f"{listed(best)} {'wins' if len(best) == 1 else 'share the victory'}"


Names = Mapping[str, str]
"""Names by seat as people chose them; they are made harmless here, when they enter a text."""


def actor(event: Event, names: Names) -> str:
    """The name of whoever an event is told of; "" if it is nobody's."""
    return names.get(event.seat or "", event.seat or "")


def waits(pending: Mapping[str, str], names: Names, asks: Mapping[str, str]) -> str:
    """Say for whom a game waits, and what they do (see `Words.asks`): "Anna places a warrior"."""
    shown = shown_names(names)
    who = [shown.get(seat, seat) for seat in pending]
    if len(who) == 1:
        [kind] = pending.values()
        return f"{who[0]} {does(asks.get(kind, 'choose'))}"
    return f"{listed(who)} choose" if who else "The game is over"


class Words:
    """What people read of a game. A game overrides what it can say better; each method can be overridden alone."""

    secret_about = "Sometimes several choose at once, each in secret."
    """When several are asked at once in secret (`Decision.private`, `Kit.secret`), as a sentence."""
    ahead = "Passing ahead"
    """The name of passing before one is asked (`Decision.ahead`)."""
    ahead_about = "Once you have passed: what shall be passed from then on without asking you?"
    """The same as a question, whose answer holds for all games."""
    passes: Mapping[str, Passing] = MappingProxyType(
        {
            PHASE: Passing("This phase", "whatever you are asked in this phase", "You pass in this phase"),
            TURN: Passing("This turn", "for the rest of this turn", "You pass for the rest of this turn"),
            ATTACK: Passing(
                "Until somebody does not pass",
                "as long as everybody else passes too",
                "You pass until somebody does not",
            ),
            NOTHING: Passing(
                "Whenever I can only pass", "where there is nothing else to choose", "You pass where you can only pass"
            ),
        }
    )
    """The ways to pass ahead, by kind, the shortest first."""
    ahead_ends = "Whoever does not pass ends what you have set"
    """What ends passing ahead early (`Kit.against`)."""
    done = "You have chosen"
    """What somebody is told who has answered in secret while others have not yet."""
    plan = "Plan your next answers"
    """The heading where somebody sets down answers ahead (`Kit.planning`)."""
    sign = "sign"
    """What the signs in pictures stand for, in one word: "gem"."""
    asks: Mapping[str, str] = MappingProxyType({})
    """What somebody who is asked is to do, by the kind of question: "place a warrior"."""
    signs: Mapping[str, str] = MappingProxyType({})
    """The sign that stands for each icon in texts, by the icon's name (`Pictures.icons`)."""
    idle: frozenset[str] = frozenset()
    """Words that people may add to any move of this game, and that do not tell one move from another."""
    tags: Mapping[str, str] = MappingProxyType({})
    """The tags to which the log can be narrowed, by name, with what people call each: "attacks", "Attacks"."""
    tags_of: Mapping[str, Collection[str]] = MappingProxyType({})
    """Which of these tags an event has, by its kind."""
    headings: frozenset[str] = frozenset()
    """Kinds of events that are told as headings of those after them, such as a phase that begins."""
    asking: frozenset[str] = frozenset()
    """Kinds of events whose player is asked at once, by a question that says what has happened."""
    beginning: str = ""
    """The kind of event with which a turn begins or continues; its data has the turn's number as `turn`. If it is "",
    turns begin between moves."""

    def __init__(self, title: str) -> None:
        self.title = title

    def place(self, view: View) -> str:
        """Where the game stands: "Turn 2 · II"."""
        return f"Turn {view['turn']} · {view['phase']}" if not view["over"] else "The end"

    def moment(self, view: View) -> str:
        """The same as the heading of a replay's step; also when the game is over."""
        return self.place(view)

    def glance(self, view: View, names: Names, before: View | None = None) -> str:
        """The board in a paragraph, in place of its picture, with what is new since the view `before`."""
        return opening(self.lines(view, names)[2:], GLANCE)

    def asked(self, view: View, names: Names) -> str:
        """Whose move it is, and what: "Anna assigns miners"."""
        return waits(view["pending"], names, self.asks)

    def tell(self, event: Event, names: Names) -> str:
        """One event as a sentence without markup, for films and terminals; `names` are inserted as they are."""
        who, did = actor(event, names), _plainly(event.kind)
        said = f"{who} {did}" if who else sentence(did)
        return " · ".join(filter(None, (said, _fields(event.data, names)))) + "."

    def tagged(self, event: Event) -> Collection[str]:
        """The names of the `tags` that an event has."""
        return self.tags_of.get(event.kind, ())

    def begins(self, event: Event) -> int | None:
        """Return the number of the turn that begins or continues with this event; None if none does."""
        return int(event.data["turn"]) if event.kind == self.beginning else None

    def turn(self, number: int) -> str:
        """What a turn is called."""
        return f"Turn {number}"

    @property
    def turns(self) -> str:
        """What turns are called without their numbers: "Turn", "Round"."""
        return self.turn(1).removesuffix(" 1")

    def phase(self, phase: str) -> str:
        """What a phase of a view is called."""
        return f"Phase {phase}"

    def doing(self, decision: Decision) -> str:
        """What somebody does in answering such a question: "assigning miners"."""
        return doing(self.asks[decision.kind]) if decision.kind in self.asks else _plainly(decision.kind)

    def source(self, decision: Decision) -> str:
        """What asks this question, or what it is about, if it is a card or the like: "Gateways (3A)"; "" if the answer
        says that itself. Without markup."""
        return ""

    def turned(self, number: int, gained: Mapping[str, tuple[int, int]], events: Iterable[Event], names: Names) -> str:
        """A turn that is over in one short line: who gained what. `gained` has, by seat, what counts most before and
        after the turn; `events` are those of the turn that everybody may know."""
        shown = shown_names(names)
        told = (f"{shown.get(seat, seat)} {with_change(*each)}" for seat, each in gained.items())
        return " · ".join((f"**{self.turn(number)}**", *told))

    def sentences(self, events: Iterable[Event], names: Names) -> list[str]:
        """A line for each thing worth telling, in order. The caller has left out what the reader may not know."""
        shown = shown_names(names)
        return [self.tell(event, shown) for event in events]

    def told(self, events: Iterable[Event], names: Names, seat: str) -> list[str]:
        """The same, told to the player of a seat, who is "you" in it."""
        return [addressed(line) for line in self.sentences(events, {**names, seat: YOU})]

    def move(self, decision: Decision, view: View, names: Names, token: str) -> str:
        """A legal token as a label, without markup."""
        return self.declining(decision.kind) if token == PASS else token

    def choice(self, decision: Decision, view: View, names: Names, token: str) -> str:
        """The same for everybody to read, for games whose labels address the player who is asked."""
        return self.move(decision, view, names, token)

    def follow_ups(self, decision: Decision, view: View, names: Names, token: str, answers: Sequence[str]) -> str:
        """What follows a token's label for further answers that go with it: ", then top north"; "" if there are
        none."""
        return f", then {', '.join(answers)}" if answers else ""

    def in_full(self, decision: Decision, view: View, names: Names, token: str, answers: Sequence[str] = ()) -> str:
        """A legal token as a label, with the further answers that go with it."""
        return self.move(decision, view, names, token) + self.follow_ups(decision, view, names, token, answers)

    def beyond(self, way: Beyond, names: Names) -> str:
        """The label of something that can be chosen before the rules ask for it, which may have to say more."""
        return self.move(way.decision, way.view, names, way.token)

    def spelled(self, decision: Decision, view: View, typed: str) -> str:
        """Return the kind and token that the typed words spell out, legal or not; "" if none. Without the kind, the
        token answers what is asked. It is asked only about words that name no move on offer."""
        return ""

    def untimely(self, decision: Decision, view: View, typed: str) -> str:
        """A sentence on when what the typed words name can be chosen, if that is asked at other times; "" if they name
        nothing of that sort. It is asked only about words that name nothing that can be chosen now."""
        return ""

    def aliases(self, decision: Decision, view: View) -> Mapping[str, str]:
        """Return what people may say for a word of the labels, or for what is there: "i": "first", "2c": "open sluice".

        By these, moves are found that are suggested to somebody whose words name none; none is played by them. Those of
        the kind of question may be said along with a move, as in "attack Bob on 2a" where a battle is asked for.
        """
        return {}

    def declining(self, kind: str) -> str:
        """What passing means."""
        return "Pass"

    def instead(self, token: str) -> str:
        """What a player has done who did not pass, to follow the name; `token` is what `Kit.against` returned."""
        return "has not passed"

    def question(self, decision: Decision, names: Names) -> str:
        """The question as a sentence; `names` have already been made harmless."""
        return decision.text or sentence(_plainly(decision.kind))

    def chosen(self, decision: Decision, view: View, names: Names, token: str, answers: Sequence[str] = ()) -> str:
        """What somebody is told of an answer, and of those that the same press gave after it, about which no event
        tells them, such as a secret one."""
        return f"You have chosen: **{self.in_full(decision, view, names, token, answers)}**."

    def refused(self, error: MoveError, names: Names) -> str:
        """Why a move is not possible, as a sentence for its own player; `names` have already been made harmless."""
        return f"{sentence(error.problem)}."

    def position(self, view: View, names: Names) -> list[str]:
        """Everything that a reader may know, as texts that each fit a message."""
        return parts(self.lines(view, names))

    def lines(self, view: View, names: Names) -> list[str]:
        """The same line by line."""
        blocks = [_plain(key, value, shown_names(names)) for key, value in view.items() if key not in _TOLD]
        lines, long = [f"## {self.title}", f"-# {self.place(view)}"], False
        for block in filter(None, blocks):
            apart = long or (len(block) > 1 and len(lines) > 2)
            lines += ["", *block] if apart else block
            long = len(block) > 1
        return lines

    def own(self, view: View, seat: str, names: Names) -> list[str]:
        """What this seat alone sees of its own, one or more lines for each thing: what the view has of it and of no
        other player."""
        mine, shown = view["players"][seat], shown_names(names)
        others = [part for other, part in view["players"].items() if other != seat]
        secret = {
            key: value
            for key, value in mine.items()
            if not any(isinstance(part.get(key), type(value)) and not _is_empty(part.get(key)) for part in others)
        }
        return [line for key, value in secret.items() for line in _plain(key, value, shown)]

    def standing(self, standing: Mapping[str, Mapping[str, Any]], names: Names) -> list[str]:
        """The score so far, one or more lines for each player, the leader first."""
        shown = shown_names(names)
        places = (
            (f"{medal(line['rank'])} {self.emblem(seat)}**{shown.get(seat, seat)}**", line)
            for seat, line in ranked(standing)
        )
        return [" · ".join(filter(None, (place, self.counted(line)))) for place, line in places]

    def emblem(self, seat: str) -> str:
        """What stands before a player's name in the score, with a space behind it."""
        return ""

    def counted(self, line: Mapping[str, Any]) -> str:
        """What one player's score counts, on a line."""
        return " · ".join(f"{key} {value}" for key, value in line.items() if isinstance(value, int) and key != "rank")

    def unwon(self, standing: Mapping[str, Mapping[str, Any]], names: Names) -> str:
        """What is said of an end at which nobody has won: "Nobody wins · Ann is ahead"; "" if somebody has."""
        return ""

    def result(self, standing: Mapping[str, Mapping[str, Any]], names: Names) -> list[str]:
        """The final score: who has won, then the lines of all."""
        head = self.unwon(standing, names) or f"🏆 {self.won(best(standing, shown_names(names)))}"
        return [f"## {head}", *self.standing(standing, names)]

    def won(self, best: Sequence[str]) -> str:
        """Who has won, of one or more: "Ann wins"."""
        return won(best)

    def score(self, standing: Mapping[str, Mapping[str, Any]], names: Names, seed: str = "") -> list[str]:
        """The score sheet, so far or (with the seed) final, as texts that each fit a message."""
        if seed:
            return parts([*self.result(standing, names), f"-# The seed of all chance: `{seed}`"])
        return parts(["## Score so far", *self.standing(standing, names)])

    def kept(self, events: Iterable[Event]) -> str:
        """What came of somebody's own secret answer, to follow "turn 3: "; `events` are their own of that turn."""
        return "you have chosen"


_TOLD = {"turn", "phase", "over", "ply", "pending"}


def _plainly(key: str) -> str:
    """The name of a piece of data as words."""
    return key.replace("_", " ").replace("-", " ")


def _is_empty(value: Any) -> bool:
    """Whether there is nothing to say of a value; a number or a flag is never empty."""
    if isinstance(value, Mapping | list | tuple):
        return all(map(_is_empty, value.values() if isinstance(value, Mapping) else value))
    return value is None or value == ""


def _plain(key: str, value: Any, names: Names, deep: int = 0) -> list[str]:
    """Data as nested lists, under its name; nothing if it is empty."""
    if _is_empty(value):
        return []
    head = f"{'  ' * deep}- **{names.get(key) or sentence(_plainly(key))}**"
    if isinstance(value, Mapping) and (not deep or any(_is_nested(inner) for inner in value.values())):
        return [head, *(line for name, inner in value.items() for line in _plain(name, inner, names, deep + 1))]
    if _is_nested(value) and not isinstance(value, Mapping):
        rows = (f"{'  ' * (deep + 1)}{at}. {_said(row, names) or '–'}" for at, row in enumerate(value, 1))
        return [head, *rows]
    return [f"{head}: {_said(value, names)}"]


def _is_nested(value: Any) -> bool:
    """Whether it has lists or fields in it."""
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return any(isinstance(each, Mapping | list | tuple) for each in inner)


def _said(value: Any, names: Names) -> str:
    """Data in a line: seats by their names, lists without brackets."""
    if isinstance(value, Mapping):
        return _fields(value, names)
    if isinstance(value, list | tuple):
        return listed([_said(each, names) for each in value], nothing="")
    if isinstance(value, bool):
        return "yes" if value else "no"
    return names.get(str(value), str(value))


def _fields(data: Mapping[str, Any], names: Names) -> str:
    """Named values in a line: "card 64, row 1"; if there are lists among them, with semicolons: "deal 1; rows 4, 19 and
    98"."""
    said = [
        f"{names.get(key, _plainly(key))} {_said(value, names)}" for key, value in data.items() if not _is_empty(value)
    ]
    has_lists = any(isinstance(value, Mapping | list | tuple) and len(value) > 1 for value in data.values())
    return ("; " if has_lists else ", ").join(said)
