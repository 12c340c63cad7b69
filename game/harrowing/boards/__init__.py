"""What a board shows before it is drawn or written: what follows from a view, and what is new."""
