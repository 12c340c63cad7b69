"""What a board shows before it is drawn or written: what is new, and the position as text for a terminal."""
