"""What people at the table would type, and the pages that answer it; written before the pages were.

Each query with the references of which one must be among the first three.
"""

from __future__ import annotations

LOOKUPS: dict[str, set[str]] = {
    # rolling
    "what happens when I roll a 1": {"section:hitches", "term:hitch"},
    "all ones": {"term:botch", "section:hitches", "section:result"},
    "how do I build a pool": {"section:pool"},
    "two distinctions in one roll": {"section:pool", "section:plot-points"},
    "which dice count": {"section:result"},
    "no die left for the effect": {"ruling:2", "section:result"},
    "do ties win": {"section:difficulty"},
    "heroic success": {"section:difficulty", "term:heroic-step"},
    "hero dice": {"section:hero-dice", "term:hero-die"},
    "what can I spend plot points on": {"section:plot-points"},
    "how do I get PP": {"section:plot-points"},
    "giving in": {"section:contest"},
    "step up a d12": {"ruling:1", "section:dice"},
    # magic
    "casting without mana": {"section:aether", "term:out-of-mana"},
    "out of mana": {"term:out-of-mana", "section:mana"},
    "spell too strong for my status": {"section:league"},
    "limit of rituals": {"method:ritual"},
    "potion": {"method:craft"},
    "telport": {"effect:portals"},
    "heal wounds with magic": {"effect:flesh", "section:recovery"},
    "pyromancy": {"effect:elemental"},
    # harm
    "zerfällt stress": {"section:stress", "term:shattered"},
    "stress past d12": {"section:stress", "section:trauma"},
    "get rid of truama": {"section:trauma", "section:recovery"},
    "injured": {"term:injured"},
    "how do I heal": {"section:recovery"},
    # against
    "spend doom": {"section:doom"},
    "interupt the order": {"spend:interrupt"},
    "who goes next in a challenge": {"section:challenge"},
    "how to kill a boss": {"section:boss"},
    "crisis pool": {"section:crisis"},
    # growing
    "price of a power d8": {"price:power"},
    "how much xp for an approach": {"price:approach"},
    "callback": {"section:records", "term:record"},
    "signature asset destroyed": {"section:dropping"},
    "new character": {"section:creation"},
}

LATER: dict[str, set[str]] = {
    # written after the pages, in other voices; three of the twenty were not found at first
    "can my effect die be a 1": {"section:hitches", "term:hitch", "section:result"},
    "whats a critical hit": {"term:heroic-step", "section:difficulty"},
    "doom pol": {"section:doom"},
    "drained d12 what now": {"section:mana", "term:drained", "term:out-of-mana"},
    "can doom be empty": {"ruling:16", "section:doom", "term:floor-of-doom"},
    "mind control someone": {"effect:mental"},
    "i want to be an archmage": {"price:status", "section:league"},
    "share my asset with others": {"section:assets", "section:plot-points"},
    "who is gm": {"help:opening", "section:playing"},
    "make a golem": {"effect:animation"},
    "does an enchantment take long": {"method:enchantment"},
    "npc with one die": {"term:extra", "section:boss", "spend:extra"},
    "is the bot cheating": {"help:honest"},
    "how long does a complication stay": {"section:complications", "section:scenes", "section:recovery"},
    "milestones": {"term:milestone", "section:advancement", "ruling:12"},
    "cost of raising distinction concept": {"price:status", "section:league"},
    "can a challange spend dice": {"section:challenge"},
    "recover trauma twice": {"section:trauma", "section:recovery"},
    "opportunity": {"term:opportunity"},
    "third die in total": {"section:plot-points"},
    "can i keep three dice": {"section:plot-points"},
    "how do i prove the dice": {"help:honest"},
    "give someone an item": {"question:how-do-i-give-somebody-an-item"},
    "how do i roll in secret": {"help:secrets"},
    "what if we both roll the same": {"section:difficulty", "section:contest"},
    "how do I use my staff": {"question:how-do-i-use-an-item"},
    "can i use my wand in a roll": {"question:how-do-i-use-an-item"},
    "what do i do with a 1 on a die": {"section:hitches"},
    "one of my dice shows a one": {"section:hitches", "term:hitch"},
    "my character is stressed out how do i get better": {"section:recovery"},
    "how does the gm hurt me": {"question:how-am-i-hurt"},
    "how do i take damage": {"section:stress", "question:how-am-i-hurt"},
    "can the gm kick someone": {"help:host"},
    "i was kicked from the tale": {"help:host"},
    "which tales do i play in": {"help:places"},
    # a newcomer's first five minutes
    "two ones what now": {"section:hitches"},
    "how do i add a foe": {"section:boss"},
    # by people who already play, and disagree with a friend
    "does a 1 count if i keep it out of the total": {"section:hitches"},
    "does stress go away by itself": {"section:recovery"},
    "who picks the effect die": {"section:result"},
    "do i lose the plot point if i fail": {"section:plot-points"},
    "does a failed roll give xp": {"section:advancement"},
}
