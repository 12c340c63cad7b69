"""The guide of a first game: what it says at a question, and what to press."""
