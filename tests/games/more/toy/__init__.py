"""A small race with bids: rules and no faces."""
