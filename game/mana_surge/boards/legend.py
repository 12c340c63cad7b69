"""What the signs of the board in letters mean."""

from __future__ import annotations

from game.mana_surge.boards.chart import DEAD, LOCKED, NEW, SIGNS


def legend() -> str:
    """The same whatever the game."""
    return "\n".join(
        (
            "**Hexes**",
            f"- {SIGNS['strong']}: +1 Attack; a token here attacks and strikes back with 2",
            f"- {SIGNS['guard']}: +1 Defence; a token here defends with 2",
            f"- {SIGNS['weak']}: −1 Attack; a token here has an attack of 0",
            f"- {SIGNS['action']}: Extra Action; one point more each turn",
            f"- {SIGNS['spawn']}: Extra Spawn; one token more each turn",
            f"- {SIGNS['pool']}: the Mana Pool; one mana as your turn ends, ten win",
            f"- {SIGNS['corner']}R: the spawner of red; new tokens appear beside it",
            "**Tokens**",
            "- R, G, B: a token of red, green, blue",
            "- R 2/1: its attack and defence, where they are not 1/1",
            f"- R {LOCKED}: locked; it neither moves nor attacks until it dies",
            f"- R{NEW}: new since the last board",
            f"- {DEAD}R: a token of red has died here",
        )
    )
