"""Games over weeks, played through the real bot by simulated people, in minutes: see docs/days.md."""
