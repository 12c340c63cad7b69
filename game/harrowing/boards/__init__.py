"""What a view shows, before it is drawn or written: what follows from it, and what is new."""
