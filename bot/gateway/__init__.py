"""How the bot listens to Discord: which shards a process runs, and how each comes to its session."""
