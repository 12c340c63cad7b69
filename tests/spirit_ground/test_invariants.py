"""What is true at every ply of a game, compared with a slow reference implementation (`naive`)."""

from __future__ import annotations

import json

from game.spirit_ground import Game
from tests.spirit_ground import naive
from tests.spirit_ground.playing import games, plies

COUNT = 60


def test_what_is_legal_is_what_a_slow_reading_of_the_rules_says() -> None:
    kinds = set()
    for game in games(COUNT):
        for at in plies(game):
            if at.over:
                continue
            position, [seat] = at.to_dict(), at.asked
            kinds.add(at.kind(seat))
            if at.kind(seat) != "target":
                assert list(at.legal(seat)) == naive.legal(position), position
                continue
            left = list(at.legal(seat))  # those tried already look like the others
            assert [name for name in naive.legal(position) if name in left] == left
            assert len(naive.ends(position["tiles"], position["newest"], left)) > 1
    assert kinds >= {"pair", "order", "place", "pay", "rotate", "enhance"}


def test_strength_is_as_the_rules_say_at_every_moment() -> None:
    for game in games(COUNT):
        for at in plies(game):
            tiles = at.to_dict()["tiles"]
            assert {name: row["strength"] for name, row in tiles.items()} == {
                name: naive.strength(tiles, name) for name in tiles
            }


def test_support_is_as_the_arrows_say() -> None:
    gained = 0
    for game in games(COUNT):
        before = None
        for at in plies(game):
            for event in at.events:
                if event.kind == "turned" and before is not None and event.data["square"] in before["tiles"]:
                    expected = naive.supported(before, event.seat or "", event.data["square"])
                    assert event.data["support"] == expected
                    gained += expected
            before = at.to_dict()
    assert gained > COUNT


def test_who_dies_is_who_must() -> None:
    """The tiles alive after a check follow from some order of the targets; if nobody was asked for an order, from the
    only one."""
    fell = 0
    for game in games(COUNT):
        before = None
        for at in plies(game):
            tried = [event for event in at.events if event.kind in ("fell", "survived")]
            if tried and before is not None and before["pending"].get(tried[0].seat or "") != "target":
                board = {name: dict(row) for name, row in before["tiles"].items()}
                for event in at.events:
                    _replay(board, event.kind, event.seat or "", dict(event.data))
                order = [event.data["square"] for event in tried]
                for event in tried:
                    died = naive.killed(board, event.data["square"])
                    assert died == (event.kind == "fell"), (event, order)
                    board[event.data["square"]]["alive"] = not died
                    fell += died
            before = at.to_dict()
    assert fell > COUNT


def _replay(board: naive.Position, kind: str, seat: str, data: dict[str, object]) -> None:
    """Apply an event before the check to the tiles."""
    square = str(data.get("square"))
    if kind == "placed":
        board[square] = {"tile": data["tile"], "seat": seat, "energy": 0, "alive": True, "top": "n"}
    elif kind == "turned":
        board[square]["energy"] += data["support"]
    elif kind == "enhanced":
        board[square]["energy"] += data["energy"]


def test_crystals_are_neither_made_nor_lost() -> None:
    """8 spirits and 52 energies, wherever they are."""
    for game in games(COUNT):
        for at in plies(game):
            position = at.to_dict()
            places = [
                *position["tiles"].values(), *position["ground"].values(), *position["players"].values(),
                position["supply"], position["bag"],
            ]  # fmt: skip
            assert (sum(each["energy"] for each in places), sum(each["spirit"] for each in places)) == (52, 8)
            assert all(player["energy"] + player["spirit"] <= 6 for player in position["players"].values())


def test_tiles_are_neither_made_nor_lost() -> None:
    for game in games(COUNT):
        for at in plies(game):
            position = at.to_dict()
            lying = [row["tile"] for row in position["tiles"].values()]
            pairs = [*position["stream"], *([position["pair"]] if position["pair"] else [])]
            others = [tile for pair in pairs for tile in pair if tile not in lying]
            others += [tile for deck in position["decks"].values() for tile in deck]
            assert sorted(lying + others) == sorted(naive.tiles())


def test_nobody_has_more_than_four_crystals_when_a_turn_is_over() -> None:
    for game in games(COUNT):
        for at in plies(game):
            position = at.to_dict()
            for seat, player in position["players"].items():
                if position["pending"].get(seat) not in ("rotate", "enhance"):
                    assert player["energy"] + player["spirit"] <= 4


def test_the_score_is_as_the_rules_say() -> None:
    for game in games(COUNT):
        *_, end = plies(game)
        position = end.to_dict()
        totals = {seat: line["total"] for seat, line in position["scores"].items()}
        assert totals == {seat: naive.points(position, seat) for seat in ("P1", "P2")}
        best = max(totals, key=totals.__getitem__)
        assert position["scores"][best]["rank"] == 1


def test_a_game_ends_when_it_must() -> None:
    """Only at the end of a round, and always for one of the three reasons (r19)."""
    whys = set()
    for game in games(COUNT):
        rounds = 0
        for at in plies(game):
            position = at.to_dict()
            free = 25 - len(position["tiles"]) - len(position["relics"])
            rounds = position["turn"]
            if position["phase"] == "choose":
                assert free >= 2
                assert position["spirit_track"] < 6
            if at.over:
                why = at.events[-1].data["why"]
                holds = {"deaths": position["spirit_track"] >= 6, "ground": free <= 1, "tiles": not position["stream"]}
                assert holds[why]
                whys.add(why)
        assert rounds <= 12
    assert len(whys) >= 2


def test_views_are_the_position_without_seed_decks_and_the_order_in_the_bag() -> None:
    for game in games(8):
        for at in plies(game):
            whole = at.to_dict()
            for hidden in ("seed", "decks", "bag_order"):
                del whole[hidden]
            assert json.loads(json.dumps(whole)) == whole
            for seat in (None, "P1", "P2"):
                assert at.view(seat) == whole


def test_a_game_is_the_same_again_by_seed_and_moves() -> None:
    for one, two in zip(games(12), games(12), strict=True):
        assert [at.to_dict() for at in plies(one)] == [at.to_dict() for at in plies(two)]


def test_what_thinks_ahead_knows_no_more_than_a_view() -> None:
    """Decks and bag are dealt anew from what cannot be seen; what can be seen stays."""
    for game in games(6):
        for at in plies(game):
            view = at.view(None)
            twin = Game.from_view(view)
            assert twin.view(None) == view
            assert twin.pending == at.pending
