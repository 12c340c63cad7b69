"""The race of the toy with faces of its own: the smallest example of each."""
