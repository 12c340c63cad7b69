"""What a view shows, before it is drawn or written: what is new, the position in letters."""
