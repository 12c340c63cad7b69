"""Entry point of the command `adepts`; handles signals until the program is loaded."""

from __future__ import annotations

from cli.loading import loading


def main() -> None:
    """Run the command."""
    loading()
    from cli.main import main

    main()
