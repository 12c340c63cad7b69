"""A small race with bids: rules and nothing else."""
