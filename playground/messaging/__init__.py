"""What is written: messages with their components, and interactions with their answers."""
