"""The rules of The Harrowing, pure: they import nothing of the program but `game.core`.

Events by kind, with their data. `spell` is a spell's name in choices ("weave", "2c"), `face` the spell as it is printed
("weave", "2c1"), `tile` an id. The event's own seat did it; a `seat` in the data is the player it was done to.

    chose_core    tile                              chose_set   set
    began_turn    turn
    invoked       spell face empty                  (slots still empty: a ritual with none is in force)
    triggered     spell face
    meditated                                       unsealed    tiles
    gathered      count kept fort                   (cubes that came to the pool; spells that kept theirs)
    raised        tile pillars                      (how many stand there now)
    marched       tile to                           banished    tile seat
    drew          tile (reveals)                    placed      tile side hex
    shifted       tile from hex                     swapped     tile with
    flipped       tile side                         rotated     tiles spin
    claiming      tile side sorcery                 claimed     tile side
    gained        count                             mustered    count fort
    returned      spell count to auto               (to: a seat, or None: the supply; auto: by itself, as a turn ends)
    routed        seat count                        sealed      tile seat
    attacked      tile defender strength ether against defending
    rolled        dice (reveals)                    rerolled    again dice (reveals; again: {clash, blank})
    fought        tile defender hits clashes lost taken pillars
                  (lost: cubes of the attacker; taken: of the defender; pillars: of the defender)
    ended         why winner                        ("name" or "rounds"; None)
"""
