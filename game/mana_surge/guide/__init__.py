"""The guide of a first game of Mana Surge."""
