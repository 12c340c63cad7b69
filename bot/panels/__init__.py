"""What is not a game's own: lobby, options, settings, notices, replays. All pure: data in, a layout out."""
