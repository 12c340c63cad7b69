"""What all texts share: names made harmless, numbers read from texts, parts that fit a message, signs for icons,
"you"."""
