"""Tests that hold for any game: run with every game found, and with two that only the tests know."""
