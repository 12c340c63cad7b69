"""The bot as its operator sees it from outside: figures, whether it is alive and ready, and what systemd is told."""
