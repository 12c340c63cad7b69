"""The guide of a first game of Spirit Ground."""
