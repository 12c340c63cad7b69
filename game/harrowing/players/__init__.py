"""Computer players of The Harrowing."""
