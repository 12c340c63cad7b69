"""What a board shows: the position, what is new, what a choice would do; and the board on a terminal. It is all
computed from a view and the players' names."""
