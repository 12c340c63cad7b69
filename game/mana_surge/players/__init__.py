"""Computer players of Mana Surge."""
