"""What people at the table would type, and the pages that answer: written before the texts were.

Each query with the references of which one must be among the first three.
"""

from __future__ import annotations

LOOKUPS: dict[str, set[str]] = {
    # how the game goes
    "how do I win": {"section:goal", "question:how-do-i-win"},
    "how many mana do I need": {"section:goal", "ruling:14", "question:how-do-i-win"},
    "setup": {"section:setting-up", "ruling:1"},
    "who goes first": {"ruling:3", "section:setting-up"},
    "turn order": {"ruling:4", "section:turn"},
    "what happens in a turn": {"section:turn", "phase:start"},
    "when does the game end": {"section:ending", "ruling:14", "ruling:16"},
    "tie": {"ruling:16", "section:ending"},
    "can two people play": {"section:players", "question:how-many-can-play"},
    "how long does it take": {"ruling:16", "section:ending", "question:how-long-is-a-game"},
    # tokens and spawning
    "where do new tokens appear": {"ruling:6", "section:spawner", "phase:start"},
    "do I have to spawn": {"ruling:6", "question:may-i-decline-a-new-token", "phase:start"},
    "no room for my token": {"ruling:6", "question:what-if-there-is-no-room-for-a-new-token"},
    "how many troops can I have": {"ruling:15", "question:how-many-tokens-can-i-have"},
    "all my guys are dead": {"ruling:15", "question:am-i-out-without-tokens"},
    "can I attack a spawner": {"ruling:2", "section:spawner", "question:can-a-spawner-be-attacked"},
    # moving
    "how far can I move": {"ruling:7", "phase:move"},
    "move twice": {"ruling:7", "phase:move", "question:may-one-token-act-twice"},
    "walk through other tokens": {"ruling:7", "phase:move", "question:can-two-tokens-share-a-hex"},
    "locked": {"ruling:8", "term:locked"},
    "my token is stuck": {"ruling:8", "term:locked", "question:why-can-my-token-not-move"},
    "leave the pool again": {"ruling:8", "hex:pool", "question:can-a-token-leave-the-pool"},
    "move after attacking": {"ruling:12", "phase:combat", "question:may-i-move-after-an-attack"},
    "save points for next turn": {"ruling:5", "term:point", "question:can-i-save-points"},
    # the hexes
    "lightning bolt": {"hex:action"},
    "person with plus sign": {"hex:spawn"},
    "extra action": {"hex:action"},
    "+1 attack": {"hex:strong"},
    "-1 attack": {"hex:weak"},
    "what is minus one attack good for": {"hex:weak", "question:what-does-1-attack-do"},
    "shield": {"hex:guard"},
    "bonus points when standing on an ability this turn": {"ruling:5", "hex:action"},
    "mana pool": {"hex:pool"},
    "when do I get mana": {"ruling:13", "hex:pool", "phase:end"},
    # fighting
    "how does combat work": {"phase:combat", "ruling:11", "section:combat"},
    "who dies": {"ruling:11", "phase:combat", "section:combat"},
    "do both die": {"ruling:11", "question:can-both-tokens-die"},
    "why can't I attack": {"ruling:11", "question:why-is-an-attack-not-offered", "ruling:9"},
    "strike back": {"term:strike-back", "ruling:11"},
    "does the attacker move into the hex": {"ruling:9", "question:does-the-attacker-advance"},
    "kill someone on the pool": {"question:how-do-i-get-somebody-off-the-pool", "hex:pool", "section:tips"},
    "how to defend": {"hex:guard", "section:tips"},
    "attack my own token": {"question:may-i-attack-my-own-tokens", "ruling:9"},
    # the rest
    "fierce": {"section:fierce"},
    "bigger map": {"section:boards"},
    "stop moving": {"ruling:12", "phase:move"},
    "what should I do first": {"section:tips"},
    "undo": {"help:undo"},
    "is anything random": {"ruling:3", "question:is-there-any-chance"},
    "hidden information": {"question:is-anything-hidden"},
}

LATER: dict[str, set[str]] = {
    # written after the texts, in other voices; four of the thirty were not found at first
    "cant move my dude": {"question:why-can-my-token-not-move", "ruling:8", "term:locked"},
    "does locked token fight back": {"term:strike-back", "term:locked", "ruling:8"},
    "what beats plus one defense": {"hex:guard", "section:fierce", "section:combat", "ruling:11"},
    "how many points per turn": {"ruling:5", "phase:start", "section:turn", "hex:action"},
    "extra spawn full base": {"ruling:6", "hex:spawn", "question:what-if-there-is-no-room-for-a-new-token"},
    "ES": {"hex:spawn"},
    "difference surge whirlpool": {"section:boards"},
    "colour blind": {"help:settings"},
    "take back my move": {"help:undo"},
    "how to type a move": {"help:moving"},
    "my turn was skipped": {"ruling:12", "ruling:15", "section:turn"},
    "no attack button": {"question:why-is-an-attack-not-offered", "ruling:11", "phase:combat"},
    "can I pass": {"ruling:12", "phase:move", "phase:combat", "section:turn", "question:must-i-move-or-attack"},
    "mana stolen when token dies": {"ruling:13"},
    "first to 10": {"section:goal", "ruling:14", "question:how-do-i-win"},
    "40 rounds": {"ruling:16", "section:ending", "question:how-long-is-a-game"},
    "same mana": {"ruling:16", "section:ending"},
    "attack from the pool": {"ruling:8", "hex:pool", "question:can-a-token-leave-the-pool"},
    "who is next": {"ruling:4", "section:turn", "help:whose-turn"},
    "block the enemy spawner": {
        "section:spawner",
        "question:can-a-spawner-be-attacked",
        "question:what-if-there-is-no-room-for-a-new-token",
        "hex:corner",
    },
    "lightning": {"hex:action"},
    "do i choose where spawn goes": {"ruling:6", "phase:start", "question:may-i-decline-a-new-token"},
    "2 vs 2": {"section:combat", "ruling:11", "question:can-both-tokens-die"},
    "guard": {"hex:guard"},
    "suicide attack": {"ruling:11", "section:combat"},
    "how strong is a token": {"section:tokens", "ruling:10", "hex:strong"},
    "bots": {"help:computer-players"},
    "spectate": {"help:onlookers"},
    "which corner is best": {"section:boards", "section:setting-up", "ruling:1"},
    "minus attack useless": {"hex:weak", "question:what-does-1-attack-do"},
    # yes or no
    "what happens if nobody has room to spawn": {"question:what-if-nobody-has-room-for-new-tokens"},
    "can a locked token be killed": {"question:can-a-locked-token-be-killed"},
    "is my token on extra action safe from attacks": {"question:can-a-locked-token-be-killed"},
    "can I move off the mana pool": {"question:can-a-token-leave-the-pool"},
    "everybody is blocked and cannot spawn": {"question:what-if-nobody-has-room-for-new-tokens"},
    # in people's own words
    "what is the grey hex": {"question:what-does-a-hex-without-a-sign-do"},
    "do points carry over": {"question:can-i-save-points"},
    "can i skip my turn": {"question:must-i-move-or-attack"},
}
