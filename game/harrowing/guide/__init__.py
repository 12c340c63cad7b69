"""The guide through a first game of The Harrowing."""
