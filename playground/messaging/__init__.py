"""Messages with their components, and interactions with their answers."""
