"""What a button or select carries: a verb, the game, the number of the question, and the rest.

A custom_id is `ad1:<verb>:<game>:<question>:<rest>`, at most 100 characters. The number of the form is in its first
word, so that buttons of older forms can be told apart for ever.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from game.core.text.numbers import whole

PREFIX = "ad1"
LIMIT = 100


class Verb(StrEnum):
    """Everything a button or select may ask for; the rest is empty where nothing is said of it."""

    # on the board message; each opens something private
    TURN = "turn"
    SHOW = "show"  # rest: the name of an exhibit of the game, such as a hand
    TEXT = "text"
    LOG = "log"  # rest: nothing for the first page, else a letter for the button and the page it leads to
    PAGE = "page"  # a select in the log; rest: what it is narrowed to; its value: a turn
    RULES = "rules"  # the phase that is played now
    SCORE = "score"
    EXPORT = "export"
    REPLAY = "replay"  # rest: nothing for the beginning, else a letter for the button and the ply it leads to
    REVIEW = "review"  # of a finished game; rest: whose dearest choices, nothing for one's own
    GAMES = "games"  # one's own; rest: a letter for the button and a page
    # in a replay
    JUMP = "jump"  # a select; its value: a ply
    FILM = "film"  # rest: the ply shown meanwhile
    # in a review
    PUBLISH = "publish"  # rest: whose choices are shown meanwhile
    # in a private panel
    STEP = "step"  # rest: the path to show the panel at
    PICK = "pick"  # a select; rest: the path before its value
    MOVE = "move"  # rest: the path to confirm
    AHEAD = "ahead"  # rest: what to pass ahead, "off" for nothing; nothing shows what there is
    PLAN = "plan"  # rest: the way to the step that is chosen, "then" or "else" and a path; nothing shows the plan
    PLAN_PICK = "planpick"  # a select; rest: the way before its value
    PLAN_ADD = "planadd"  # rest: the way to what is added to the plan; the number is the plan's size
    PLAN_DROP = "plandrop"  # rest: "last", or nothing for all of it; likewise
    HINT = "hint"  # rest: the path at which the panel is shown
    TIP = "tip"  # an answer that a hint names; rest: as of STEP
    TAKE = "take"  # the same, where that counts at once; rest: as of MOVE
    UNDO = "undo"
    SKIP = "skip"  # the guide through a first game
    # in the lobby
    JOIN = "join"
    LEAVE = "leave"
    COMPUTER = "computer"  # adds one; rest: its policy, or nothing for the usual one
    LEVEL = "level"  # a select that adds one; its value: the policy; rest: how many sit there
    DISMISS = "dismiss"  # the last computer player
    OPTIONS = "options"
    OPTION = "option"  # a select; rest: the option's name
    START = "start"
    INVITE = "invite"  # opens who is invited
    GUESTS = "guests"  # a select of people; its values: user ids
    UNINVITE = "uninvite"  # rest: a user id
    DECLINE = "decline"  # an invitation
    REMATCH = "rematch"  # on the score sheet
    # on a page of the rules
    LOOKUP = "lookup"  # a select; its value: the reference of the page to show
    SHARE = "share"  # rest: the page's reference, shortened
    # votes and settings
    VOTE = "vote"  # rest: what for
    END = "end"  # the game, which its host or a manager was asked about
    GO = "go"  # away from a game that is under way; rest: its turn
    GIVE = "give"  # a seat to somebody else; rest: the turn, how many seats changed hands, and what is voted on
    ACCEPT = "accept"  # rest: the seat that one is asked to take
    REFUSE = "refuse"  # likewise
    HERE = "here"  # said by whoever is missing; rest: their seat
    BACK = "back"  # to the seat that a computer player took over
    SET = "set"  # rest: "name=value"
    CHOOSE = "choose"  # a select; rest: a setting's name, and after "=" which of its selects; its value: the setting's
    FORGET = "forget"  # rest: nothing asks whether, "yes" does it
    # at a table of an aid, whose id is the game's; the number is that of `game.core.stage.Reader`; rest: a path
    PRESS = "press"
    PICKED = "picked"  # a select
    CHOSEN = "chosen"  # a select of people
    FILLED = "filled"  # a form
    FINISH = "finish"  # the tale, which its game master was asked about


SELECTS = (
    Verb.CHOOSE,
    Verb.PICK,
    Verb.PLAN_PICK,
    Verb.LEVEL,
    Verb.OPTION,
    Verb.LOOKUP,
    Verb.JUMP,
    Verb.PAGE,
    Verb.PICKED,
)
"""The verbs of selects of words."""
OF_PEOPLE = (Verb.GUESTS, Verb.CHOSEN)
"""The verbs of selects of people; all others are buttons'."""
OF_TALES = (Verb.PRESS, Verb.PICKED, Verb.CHOSEN, Verb.FILLED, Verb.FINISH)
"""The verbs whose id is that of a tale."""


_ONCE = ("hand", "queues", "legend")
"""Verbs of former times: exhibits by their names. Their buttons are still out there."""
_ONCE_AHEAD = {"on": "attack"}
"""What was passed ahead by the only button that there was. Likewise."""
_ONCE_SET = {"research=dm": "round=dm", "research=channel": "round=channel"}
"""Settings as they were called when there was one game. Likewise."""

_VERBS = frozenset(Verb)


class BadId(ValueError):
    """No custom_id of this form."""


@dataclass(frozen=True, slots=True)
class Id:
    """A decoded custom_id. `question` is 0 where none is meant."""

    verb: Verb
    game: str
    question: int = 0
    rest: str = ""


def encode(verb: str, game: str, question: int = 0, rest: str = "") -> str:
    """The custom_id. Raises ValueError if it is too long or could not be read back."""
    text = f"{PREFIX}:{verb}:{game}:{question}:{rest}"
    if len(text) > LIMIT:
        raise ValueError(f"a custom_id of {len(text)} characters: {text}")
    if verb not in _VERBS or ":" in game or question < 0:
        raise ValueError(f"cannot be read back: {text}")
    return text


def decode(text: str) -> Id:
    """What a custom_id says. Raises BadId."""
    parts = text.split(":", 4)
    if len(parts) != 5 or parts[0] != PREFIX:
        raise BadId(text)
    _, verb, game, question, rest = parts
    if verb in _ONCE:
        verb, rest = Verb.SHOW, verb
    elif verb == Verb.SET:
        rest = _ONCE_SET.get(rest, rest)
    elif verb == Verb.AHEAD:
        rest = _ONCE_AHEAD.get(rest, rest)
    number = whole(question, LIMIT)
    if verb not in _VERBS or number is None:
        raise BadId(text)
    return Id(Verb(verb), game, number, rest)
