"""What is shown to one person: answers to a click or command, and the private messages that stay open."""
