"""The toy's race with faces of its own: a minimal example of each."""
