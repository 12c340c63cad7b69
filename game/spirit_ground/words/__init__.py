"""Spirit Ground in words: questions, moves, events, positions, scores."""
