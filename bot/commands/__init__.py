"""Slash commands: how they are made and where they stand, and what is meant by what they are given."""
