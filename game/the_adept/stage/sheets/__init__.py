"""Characters: making, reading and changing them, what they own, and how they grow."""
