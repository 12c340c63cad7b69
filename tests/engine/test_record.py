"""Records: what is written, and what a reader refuses, with the line (notation, "Record")."""

from __future__ import annotations

import pickle

import pytest

from game.adepts import Game
from game.adepts.kit import KIT
from game.core.errors import BadRecord
from game.core.history import read, replay, write, write_masked
from game.core.records import Move, clean
from tests.playouts import Setting, playout

SETTING = Setting(3, "first-game", "rulebook", "record")
GAME, MOVES = playout(SETTING)
RECORD = write(KIT, GAME, MOVES, ["Ann", 'Bob | the "Builder"', "Cy\nd"])
LINES = RECORD.splitlines()


def refusal(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        replay(text)
    return caught.value


def test_tags_stand_first_then_an_empty_line_then_the_moves() -> None:
    assert LINES[:8] == [
        '[Adepts "1"]',
        '[Players "3"]',
        '[Names "Ann | Bob the Builder | Cy d"]',
        '[Spells "1A 2A 3B 4B 5A 6B 7A 8A 9B 10B 11A 12A 13A 14B 15B 16A 17B 18B 19B 20A"]',
        '[Deck "rulebook"]',
        '[Seed "record"]',
        f'[Result "{KIT.result(GAME)}"]',
        "",
    ]
    assert LINES[8:] == [str(move) for move in MOVES]


def test_the_result_lists_totals_best_first() -> None:
    totals = [int(word) for word in KIT.result(GAME).split()[1::2]]
    assert totals == sorted(totals, reverse=True)


def test_comments_and_blank_lines_are_skipped() -> None:
    commented = [line + "  # so it was" for line in LINES[:7]] + ["", "# turn 1", *LINES[8:12], "", *LINES[12:]]
    assert replay("\n".join(commented)).to_dict() == GAME.to_dict()


def test_a_bad_token_is_refused_with_line_question_and_legal_tokens() -> None:
    place, seat, kind, _ = MOVES[3]
    error = refusal("\n".join([*LINES[:11], f"{place} {seat} {kind} 20B", *LINES[12:]]))
    assert error.line == 12
    assert f"{seat} {kind} is asked" in str(error)
    assert error.legal
    assert error.legal[0] in str(error)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (9, "2.I P1 assign topaz.1x2"),  # wrong turn
        (9, "1.II P1 assign topaz.1x2"),  # wrong phase
        (9, "1.I P9 assign topaz.1x2"),
        (9, "1.I P1 cast pass"),
        (9, "1.I P1 assign"),
        (9, "not a move"),
        (9, '[Late "tag"]'),
    ],
)
def test_the_first_bad_line_is_refused(line: int, text: str) -> None:
    """Turn and phase must be right, the seat must be asked, and the kind must be the one asked."""
    before = "" if text.startswith("[") else text
    lines = [*LINES[:8], before or LINES[8], *([text] if not before else []), *LINES[9:]]
    assert refusal("\n".join(lines)).line in (line, line + 1)


def test_every_bad_move_line_is_told_what_is_asked_and_what_is_legal() -> None:
    seat = MOVES[0].seat
    for bad in (f"2.I {seat} assign topaz.1x2", "1.I P9 assign topaz.1x2", "not a move", '[Late "tag"]', "1.I"):
        error = refusal("\n".join([*LINES[:9], bad, *LINES[10:]]))
        assert error.line == 10
        assert f"{MOVES[1].seat} assign is asked; legal: topaz.1x2" in str(error)
        assert error.legal[0] == "topaz.1x2"


def test_all_who_are_asked_at_once_are_told_and_whose_tokens_these_are() -> None:
    """In a research without P2, because of its Concentration: the tokens are those of the seat in the line, else of the
    first."""
    at = next(n for n, move in enumerate(MOVES) if move.kind == "research")
    for line, whose in (("P2 research pass", "P1"), ("P3 research 1", "P3")):
        error = refusal("\n".join([*LINES[: 8 + at], f"{MOVES[at].place} {line}"]))
        assert f"P1 research and P3 research are asked; legal for {whose}: {error.legal[0]} " in str(error)


@pytest.mark.parametrize("later", ["not a move", '[Seed "record"]', "9.V P1 cast pass"])
def test_a_line_is_judged_before_those_below_it(later: str) -> None:
    """An illegal move is refused although a later line cannot even be read."""
    assert refusal("\n".join([*LINES[:8], "1.I P1 assign topaz.9x9", *LINES[9:12], later])).line == 9


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('[Players "3"]', '[Players "6"]', 2),  # there are only three names
        ('[Players "3"]', '[Players "03"]', 2),
        ("1A 2A", "1a 2A", 4),
        ("1A 2A", "1A 1B", 4),
        ('[Deck "rulebook"]', '[Deck "Rulebook"]', 5),
        ('[Seed "record"]', '[Seed ""]', 6),
        ('[Seed "record"]', '[Seed "record" ]', 6),
        ('[Adepts "1"]', '[Adepts "2"]', 1),
    ],
)
def test_a_bad_tag_is_refused_with_its_line(old: str, new: str, line: int) -> None:
    """Whatever is wrong in later lines."""
    error = refusal(RECORD.replace(old, new, 1).replace("\n1.I P", "\n1.II P", 1))
    assert error.line == line


def test_only_a_line_feed_ends_a_line() -> None:
    """A comment may contain what Python counts as a line break; a carriage return before the line feed is accepted."""
    odd = [LINES[0] + " # \x85 \x0b", "# \u2028 so it was", *LINES[1:]]
    assert replay("\r\n".join(odd)).to_dict() == GAME.to_dict()


def test_a_choice_taken_by_itself_is_refused() -> None:
    """A choice with one option is not written down (ruling 4; notation, "Record")."""
    game = Game.new(2, seed="x")
    seat = game.first
    line = f"1.I {seat} enter pass"
    text = write(KIT, game, [])
    assert refusal(text + line).line == len(text.splitlines()) + 1


@pytest.mark.parametrize("tag", ["Adepts", "Players", "Spells", "Deck", "Seed"])
def test_required_tags(tag: str) -> None:
    assert tag in str(refusal("\n".join(line for line in LINES if not line.startswith(f"[{tag} "))))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[Adepts "1"]', '[Adepts "2"]'),
        ('[Players "3"]', '[Players "6"]'),
        ('[Players "3"]', '[Players "three"]'),
        ('[Deck "rulebook"]', '[Deck "tarot"]'),
        ("1A 2A", "1A 1B"),
        ("1A 2A", "2A"),
        ("Ann | ", ""),
        ('[Seed "record"]', '[Seed ""]'),
        ('[Seed "record"]', '[Seed "record"'),
        ('[Deck "rulebook"]', '[Deck "rulebook"]\n[Deck "rulebook"]'),
    ],
)
def test_tags_no_game_can_be_made_of(old: str, new: str) -> None:
    assert old in RECORD
    refusal(RECORD.replace(old, new, 1))


def test_a_result_that_does_not_agree_is_refused() -> None:
    refusal(RECORD.replace(KIT.result(GAME), "P1 999 P2 1 P3 0"))
    refusal("\n".join(LINES[:-1]))


def test_a_move_after_the_end_is_refused() -> None:
    error = refusal(RECORD + "8.V P1 cast pass\n")
    assert error.line == len(LINES) + 1
    assert "over" in str(error)


def test_a_running_game_has_a_record_without_a_result() -> None:
    assert "[Result" not in write(KIT, Game.new(2, seed="x"), [])


def test_a_stolen_spell_is_masked_and_one_taken_back_is_not() -> None:
    """Spellsteal is private, Munificence is not (ruling 27)."""
    moves = [
        Move("2.III", "P1", "cast", "15B"),
        Move("2.III", "P1", "take-spell", "3A"),
        Move("2.III", "P2", "cast", "15A"),
        Move("2.III", "P2", "take-spell", "4A"),
    ]
    game = Game.new(2, seed="x")
    for _ in moves:
        game.play(game.asked[0], game.legal(game.asked[0])[0])
    lines = write_masked(KIT, game, moves).splitlines()
    assert lines[-3:] == ["2.III P1 take-spell ?", "2.III P2 cast 15A", "2.III P2 take-spell 4A"]


def test_there_is_a_name_for_each_player() -> None:
    with pytest.raises(ValueError, match="1 names for 3 players"):
        write(KIT, GAME, MOVES, ["Ann"])


def test_names_hold_nothing_that_breaks_a_tag() -> None:
    assert clean('a|b"c\nd\te') == "a b c d e"


def test_the_first_tag_names_the_game() -> None:
    recorded = read(RECORD)
    assert recorded.kit is KIT
    assert recorded.names == {"P1": "Ann", "P2": "Bob the Builder", "P3": "Cy d"}
    error = refusal(RECORD.replace("[Adepts ", "[Chess "))
    assert '[Adepts "1"]' in str(error)


def test_a_record_gives_the_history_that_gives_the_game() -> None:
    """As storage has it, and as another process gets it."""
    history = pickle.loads(pickle.dumps(read(RECORD).history()))
    game = history.start()
    for seat, token in history.moves:
        game.play(seat, token)
    assert game.to_dict() == GAME.to_dict()
    assert KIT.new(3, KIT.setup_of(KIT.tags(GAME)), "record").to_dict() == history.start().to_dict()
