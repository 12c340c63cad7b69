"""What people at the table would type, and the pages that answer it; written before the pages were.

Each query with the references of which one must be among the first three.
"""

from __future__ import annotations

LOOKUPS: dict[str, set[str]] = {
    # how the game goes
    "how to play": {"section:goal"},
    "explain the game": {"section:goal"},
    "how do I win": {"section:goal", "question:how-do-i-win"},
    "score": {"section:ending", "ruling:25"},
    "points": {"section:ending", "ruling:25"},
    "enemy": {"section:battle", "ruling:19"},
    "golden star": {"term:sorcery"},
    "what is the violet edge": {"term:aura"},
    "white edge": {"help:looking-back"},
    "what are the golden clasps": {"section:claiming"},
    "what are the numbers on the free hexes": {"help:moving"},
    "setup": {"section:setting-up", "ruling:2"},
    "who goes first": {"ruling:1", "section:setting-up"},
    "what can I do on my turn": {"section:turn", "ruling:6"},
    "how many invocations": {"ruling:6", "section:turn"},
    "when is the game over": {"ruling:25", "section:ending"},
    "tie": {"ruling:25", "section:ending"},
    "is this the unnamed wizard game": {"section:origin", "question:is-this-unnamed-wizard-game"},
    "how long does it take": {"question:how-long-is-a-game", "section:ending"},
    # power
    "meditate": {"section:meditate", "ruling:13"},
    "how do I get my cubes back": {"section:meditate", "question:how-do-i-get-my-power-back"},
    "out of power": {"question:what-if-my-pool-is-empty", "section:meditate"},
    "golden burst slot": {"ruling:11", "section:slots", "term:auto-return-slot"},
    "auto return": {"ruling:11", "section:slots", "term:auto-return-slot"},
    "steal power": {"ruling:9", "question:how-is-power-stolen"},
    "cubes on a tile nobody owns": {"ruling:10"},
    "fortress": {"section:battle", "term:fortress"},
    # spells
    "difference between ritual and aura": {"section:spells", "term:ritual", "term:aura"},
    "sorcery": {"term:sorcery", "section:spells"},
    "when does a ritual count": {"term:ritual", "section:spells", "question:when-does-a-ritual-count"},
    "weave": {"spell:weave"},
    "do I have to use every step of a spell": {"ruling:7"},
    "start of turn effects order": {"ruling:12"},
    # tiles
    "where can I place a tile": {"spell:weave", "section:field", "ruling:17"},
    "locked tile": {"term:locked", "section:field"},
    "claim a tile": {"spell:claim", "section:claiming", "ruling:16"},
    "what is a pattern": {"ruling:15", "term:pattern", "section:claiming"},
    "do wild tiles count for winning": {"ruling:18", "section:wilds", "term:wild"},
    "flip": {"step:flip", "ruling:23"},
    "can I move the core": {"ruling:14"},
    "seal": {"step:seal", "ruling:24", "term:sealed"},
    "unseal": {"ruling:24", "ruling:13", "section:meditate"},
    "do claimed tiles still work": {"ruling:18", "question:do-claimed-tiles-keep-working"},
    "stack empty": {"ruling:26"},
    # battle
    "how does combat work": {"section:battle"},
    "dice faces": {"ruling:20", "section:dice"},
    "reroll": {"ruling:21", "spell:insight"},
    "what does a clash do": {"section:dice", "section:battle", "term:clash"},
    "who can I attack": {"ruling:19", "section:battle"},
    "lose pillars in battle": {"ruling:22", "section:battle"},
    "strength": {"term:strength", "section:battle"},
    # tiles by name
    "spearhead": {"tile:4a"},
    "tile 2c": {"tile:2c"},
    "take back": {"help:undo"},
    # yes or no
    "can I claim a tile with somebody elses pillar on it": {"question:may-i-claim-a-tile-with-others-pillars-on-it"},
    "claim a tile that bob has a pillar on": {"question:may-i-claim-a-tile-with-others-pillars-on-it"},
    "must the tile be mine to claim it": {"question:may-i-claim-a-tile-with-others-pillars-on-it"},
    # in people's own words
    "are the dice fair": {"help:chance"},
    "do i have to roll": {"question:do-i-have-to-battle-and-to-roll"},
    "how do i get a pillar back": {"question:how-do-i-get-my-pillars-back"},
    "can i use someone else's spell": {"question:may-i-use-somebody-elses-spell"},
    "how many invokes per turn": {"ruling:6"},
    "when do i have to meditate": {"section:meditate"},
    "do i need all the slots filled": {"section:spells", "term:ritual"},
    "must every slot be full": {"section:spells", "term:ritual"},
    # a newcomer's first five minutes
    "what is a name": {"section:goal"},
    "how many names do i need": {"section:goal"},
    "can i do nothing": {"ruling:6"},
    "can i see what is on the back": {"question:is-anything-hidden"},
    "what do the letters mean": {"term:rune"},
    "why is my spell grey": {"ruling:5"},
    "who won the battle": {"section:battle"},
    # by people who already play, and disagree with a friend
    "what happens if the dice tie": {"section:battle"},
    "do i need three in a row": {"section:claiming"},
    "what if nobody has three runes": {"section:ending"},
    # where two rules meet
    "must all three tiles share the same rune": {"question:why-can-i-not-claim-this-tile", "ruling:15"},
    "what if three tiles share runes only by pairs": {"question:why-can-i-not-claim-this-tile", "ruling:15"},
    "can I claim a locked tile": {"term:locked", "section:claiming"},
    "can I battle a tile I own too": {"section:battle"},
    "can I keep half a ritual": {"question:when-does-a-ritual-count", "ruling:13"},
    "do I lose a ritual when somebody claims its tile": {"question:may-i-claim-a-tile-with-others-pillars-on-it"},
}
