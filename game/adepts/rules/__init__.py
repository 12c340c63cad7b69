"""The rules of Adepts, pure: they import nothing but the core."""
