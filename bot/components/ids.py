"""The custom_ids of buttons and selects: a verb, the game, the number of the question, and the rest.

A custom_id is `ad1:<verb>:<game>:<question>:<rest>`, at most 100 characters. The prefix holds the version of the
format, so that buttons of older versions can always be told apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from game.core.text.numbers import whole

PREFIX = "ad1"
LIMIT = 100


class Verb(StrEnum):
    """Everything a button or select may ask for. The comments say what `rest` holds; it is empty where they do not.

    Buttons in the list of a person's games also mark it, as `NEW_MESSAGE` and `NEW_MESSAGE_PREFIX` of
    `bot.panels.games` say.
    """

    # on the board message; each opens something private
    TURN = "turn"
    SHOW = "show"  # rest: the name of an exhibit of the game, such as a hand
    TEXT = "text"
    LOG = "log"  # rest: empty for the first page, else a letter for the button and the page it leads to
    PAGE = "page"  # a select in the log; rest: the filter in use; its value: a turn
    RULES = "rules"  # what matters in the rules now
    SCORE = "score"
    EXPORT = "export"
    REPLAY = "replay"  # rest: empty for the beginning, else a letter for the button and the ply it leads to
    REVIEW = "review"  # of a finished game; rest: the seat whose costliest choices are shown, empty for one's own
    GAMES = "games"  # the person's own; rest: a letter for the button and a page
    # in a replay
    JUMP = "jump"  # a select; its value: a ply
    FILM = "film"  # rest: the ply shown while it is made
    # in a review
    PUBLISH = "publish"  # rest: whose choices are shown now
    # in a private panel
    STEP = "step"  # rest: the path to show the panel at
    PICK = "pick"  # a select; rest: the path before its value
    MOVE = "move"  # rest: the path to confirm
    AHEAD = "ahead"  # rest: what to pass ahead, "off" for nothing; empty shows what can be passed
    PLAN = "plan"  # rest: the chosen step's place in the plan, "then" or "else" and a path; empty shows the plan
    PLAN_PICK = "planpick"  # a select; rest: as of PLAN, up to its value
    PLAN_ADD = "planadd"  # rest: the place of what is added to the plan; the number is the plan's size
    PLAN_DROP = "plandrop"  # rest: "last", or empty for the whole plan; the number likewise
    HINT = "hint"  # rest: the path at which the panel is shown
    TIP = "tip"  # an answer that a hint names; rest: as of STEP
    TAKE = "take"  # the same, where the press is the move; rest: as of MOVE
    UNDO = "undo"  # rest: the mark of the choice, empty for whatever was the last
    SKIP = "skip"  # the guide through a first game
    # in the lobby
    JOIN = "join"
    LEAVE = "leave"
    COMPUTER = "computer"  # adds one; rest: its policy, or empty for the usual one
    LEVEL = "level"  # a select that adds one; its value: the policy; rest: how many sit there
    DISMISS = "dismiss"  # the last computer player
    OPTIONS = "options"
    OPTION = "option"  # a select; rest: the option's name
    START = "start"
    INVITE = "invite"  # opens the list of who is invited
    GUESTS = "guests"  # a select of people; its values: user ids
    UNINVITE = "uninvite"  # rest: a user id
    DECLINE = "decline"  # an invitation
    REMATCH = "rematch"  # on what is left of a finished game
    # on a page of the rules
    LOOKUP = "lookup"  # a select; rest: the game, empty for the usual one; its value: the reference of the page to show
    SHARE = "share"  # rest: the game, unless it is the usual one, and the page's reference, shortened
    # votes and settings
    VOTE = "vote"  # rest: what is voted on
    END = "end"  # the game, once its host or a manager has been asked whether they mean it; rest: `ending.stage`
    GO = "go"  # leave a game that is under way; rest: likewise
    GIVE = "give"  # a seat to somebody else; rest: likewise, and what is voted on
    ACCEPT = "accept"  # rest: the seat that the person is asked to take
    REFUSE = "refuse"  # likewise
    HERE = "here"  # pressed by the player who is missing; rest: their seat
    BACK = "back"  # to the seat that a computer player took over; rest: that seat
    SET = "set"  # rest: "name=value"
    CHOOSE = "choose"  # a select; rest: a setting's name, and after "=" which of its selects; its value: the setting's
    FORGET = "forget"  # rest: empty asks for confirmation, "yes" does it, "no" goes back
    # at a tale: its id is in the game's place, the number is `game.core.aids.stage.Reader.place`, the rest is a path
    PRESS = "press"
    PICKED = "picked"  # a select
    CHOSEN = "chosen"  # a select of people
    FILLED = "filled"  # a form
    FINISH = "finish"  # the tale, once its game master has been asked whether they mean it


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
"""The verbs of selects of people. All others are those of buttons, but for FILLED, a form's."""
OF_TALES = (Verb.PRESS, Verb.PICKED, Verb.CHOSEN, Verb.FILLED, Verb.FINISH)
"""The verbs whose custom_id has a tale's id in the game's place."""


_ONCE = ("hand", "queues", "legend")
"""Former verbs, each named after an exhibit. Buttons with them are still around."""
_ONCE_AHEAD = {"on": "attack"}
"""Former rests of AHEAD, with today's, from when one thing could be passed ahead. Still around likewise."""
_ONCE_SET = {"research=dm": "round=dm", "research=channel": "round=channel"}
"""Former names of settings, from when there was one game, with today's. Still around likewise."""

_VERBS = frozenset(Verb)


class BadId(ValueError):
    """The text is not a custom_id of this format."""


@dataclass(frozen=True, slots=True)
class Id:
    """A decoded custom_id. `question` is 0 where none is meant."""

    verb: Verb
    game: str
    question: int = 0
    rest: str = ""


def encode(verb: str, game: str, question: int = 0, rest: str = "") -> str:
    """Return the custom_id. Raises ValueError if it is too long or could not be decoded again."""
    text = f"{PREFIX}:{verb}:{game}:{question}:{rest}"
    if len(text) > LIMIT:
        raise ValueError(f"a custom_id of {len(text)} characters: {text}")
    if verb not in _VERBS or ":" in game or question < 0:
        raise ValueError(f"cannot be read back: {text}")
    return text


def decode(text: str) -> Id:
    """Decode a custom_id. Raises BadId."""
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
