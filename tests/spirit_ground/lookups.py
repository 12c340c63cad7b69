"""What people at the table would type, and the pages that answer it; written before the pages were.

Each query with the references of which one must be among the first three.
"""

from __future__ import annotations

LOOKUPS: dict[str, set[str]] = {
    # how the game goes
    "how to play": {"section:goal"},
    "explain the game": {"section:goal"},
    "how do I win": {"section:goal", "question:how-do-i-win"},
    "what gives points": {"section:scoring", "ruling:20", "section:goal"},
    "setup": {"section:setting-up", "ruling:4"},
    "who goes first": {"ruling:6", "phase:choose"},
    "what happens in a round": {"section:round", "ruling:5", "phase:choose"},
    "when does the game end": {"section:ending", "ruling:19"},
    "what is the white drop": {"term:spirit"},
    "lightning": {"term:energy"},
    "green gem": {"term:gem"},
    "golden jar": {"term:relic"},
    "claws": {"term:claws", "section:strength"},
    "pass": {"question:may-i-pass"},
    "must I place a warrior": {"question:may-i-pass"},
    "tie": {"ruling:21", "section:ending", "section:scoring"},
    "can four people play": {"section:players", "question:how-many-can-play"},
    "how long does it take": {"question:how-long-is-a-game", "section:ending"},
    "is it the same as Maatatahay": {"section:origin", "question:is-this-maatatahay"},
    # placing
    "where can I place": {"ruling:7", "phase:place"},
    "take crystals from the ground": {"ruling:7", "phase:place", "section:crystals"},
    "how much does a shrine cost": {"ruling:8", "section:shrines"},
    "pay without a spirit": {"ruling:8", "section:shrines"},
    "relic": {"section:shrines", "ruling:9", "term:relic"},
    "how much is a relic": {"section:shrines"},
    "what do I get for a relic": {"ruling:9", "section:shrines", "ruling:20"},
    "rotate": {"ruling:10", "phase:rotate"},
    "can I turn a warrior later": {"ruling:10", "question:may-i-turn-a-warrior-later"},
    "arrows": {"ruling:11", "section:support", "term:arrow"},
    "support": {"ruling:11", "section:support"},
    "does a new tile help old ones": {"ruling:11", "question:do-new-arrows-help-older-warriors"},
    "enhance": {"ruling:12", "phase:enhance"},
    "storage limit": {"ruling:12", "question:how-many-crystals-can-i-keep", "term:storage"},
    "too many crystals": {"ruling:12", "question:how-many-crystals-can-i-keep"},
    # fighting
    "who dies": {"ruling:15", "section:check", "phase:check"},
    "strength": {"ruling:13", "section:strength", "term:strength"},
    "elder": {"special:elder"},
    "convert": {"special:convert"},
    "what does the crown mean": {"special:elder"},
    "surrounded": {"ruling:14", "section:check", "term:surrounded"},
    "does a relic surround": {"ruling:14", "question:does-a-relic-surround"},
    "equal strength": {"ruling:15", "section:check", "question:what-if-both-are-as-strong"},
    "do allies protect": {"ruling:15", "question:do-allies-beside-it-protect-a-warrior"},
    "can a warrior be attacked again": {"ruling:15", "question:can-a-warrior-that-was-surrounded-still-fall-later"},
    "order of targets": {"ruling:16"},
    "what happens to spirits of a dead warrior": {"ruling:17", "section:check"},
    "do dead tiles block": {"ruling:17", "ruling:14", "question:does-a-fallen-warrior-still-fill-its-square"},
    # the rest
    "spirit track": {"ruling:18", "section:ending"},
    "do crystals in storage count": {"ruling:20", "question:do-crystals-in-storage-count"},
    "what should I do first": {"section:tips"},
    "undo": {"help:undo"},
    "is anything hidden": {"question:is-anything-hidden"},
    "is anything random": {"ruling:3", "question:is-there-any-chance"},
    "what are the numbers like 4:3": {"question:what-do-two-numbers-at-a-square-mean"},
    # yes or no
    "may I pay for a relic only with energy": {"question:can-i-pay-for-a-relic-with-energy-alone"},
    "does a shrine need a spirit": {"question:can-i-pay-for-a-relic-with-energy-alone"},
    "can I buy a relic without spirits": {"question:can-i-pay-for-a-relic-with-energy-alone"},
    # in people's own words
    "why is the tile grey": {"question:why-does-a-tile-lie-face-down"},
    "why is a tile face down": {"question:why-does-a-tile-lie-face-down"},
    "where do crystals come from": {"section:crystals"},
    "what is a spirit worth": {"section:scoring"},
    # a newcomer's first five minutes
    "who begins": {"phase:choose"},
    "can i have two on one square": {"phase:place"},
    "how many warriors do i have": {"section:setting-up"},
    "how do i get my warrior back": {"ruling:17"},
    "can i attack my own": {"question:can-my-own-warrior-die-in-my-turn"},
    "what is a special": {"special:elder"},
    "how do i kill a warrior": {"section:check"},
    "why did i not get to choose": {"question:why-was-i-not-asked"},
    # by people who already play, and disagree with a friend
    "what if nobody can place anything": {"question:may-i-pass"},
    "does a relic count double": {"section:scoring"},
    "does it count as surrounded if one of them is mine": {"ruling:14"},
    "do ties kill": {"question:what-if-both-are-as-strong"},
    # where two rules meet
    "can the opponent get my spirits": {"question:do-i-get-crystals-back", "ruling:17"},
    "do relics of fallen tiles count": {"question:do-i-lose-a-relic-if-my-warrior-dies-there", "section:scoring"},
    # questions of a first evening
    "do my own warriors help a surrounded one": {"question:do-allies-beside-it-protect-a-warrior"},
    "do spirits make a warrior stronger": {"ruling:13", "section:strength"},
    "can both die at once": {"ruling:16"},
    "what if two are surrounded at once": {"ruling:16"},
    # by people who know other board games
    "what if the bag is empty when I take a relic": {"ruling:9"},
    "does the game stop immediately after the sixth death": {"ruling:19", "section:ending"},
    "how often does the start player change": {"ruling:5", "section:round"},
    "can dead tiles surround someone": {"question:does-a-fallen-warrior-still-fill-its-square"},
    "do I keep the relic when my guy on it dies": {"question:do-i-lose-a-relic-if-my-warrior-dies-there"},
}
