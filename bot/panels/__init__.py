"""Panels that belong to no single game: lobby, options, settings, notices, replays. All are pure: data in, a layout
out."""
