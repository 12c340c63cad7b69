"""The rules of Spirit Ground, pure: they import nothing but the core."""
