"""The guide through a first game of Mana Surge."""
