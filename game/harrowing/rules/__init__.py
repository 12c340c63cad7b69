"""The rules of The Harrowing, pure: they import nothing but the core.

Events, by kind, with their data. `spell` is a spell as choices name it ("weave", "2c"), `face` as it is printed
("weave", "2c1"), `tile` an id, `seat` in the data the player it was done to; the event's own seat is who did it.

    chose_core    tile                              chose_set   set
    began_turn    turn
    invoked       spell face empty                  (slots that are empty still: a ritual with none is in force)
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
