"""What answers are worth, in any game: hints, and reviews of finished games."""
