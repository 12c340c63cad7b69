"""The guide of a first game of The Harrowing."""
