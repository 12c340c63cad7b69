"""What all texts share: names made harmless, lists and counts in words, parts that fit a message, signs for icons."""
