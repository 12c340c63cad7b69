"""What is on the board, what is new and what would be; and the board on a terminal. From a view and names alone."""
