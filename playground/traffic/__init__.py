"""The traffic: a log of it, and faults that disturb it."""
