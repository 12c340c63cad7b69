"""The rules of Adepts. They are pure, and import nothing but the core."""
