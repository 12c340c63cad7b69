"""What happened at a table, and who had its seats then: logs, news and records."""
