"""The guide through a first game of Spirit Ground."""
