"""Monitoring: metrics, whether the bot is alive and ready, and notifications to systemd."""
