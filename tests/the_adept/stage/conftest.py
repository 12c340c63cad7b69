"""Dice that fall as a test says."""

from tests.the_adept.tale.conftest import falls

__all__ = ["falls"]
