"""Answers that are set in advance: what is passed ahead, and plans."""
