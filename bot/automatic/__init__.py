"""What happens without a click: computer players, and timers that are due."""
