"""The guide of a first game: what is said of a question, and what to press."""
