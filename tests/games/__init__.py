"""What holds for whichever game it is, tried with every game found and with one that the program has never heard of."""
