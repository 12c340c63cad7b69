"""The rules of Mana Surge, pure: they import nothing but the core."""
