"""The page: a chat application in the browser, made of the plain files in this folder."""

from playground.page.serve import mount

__all__ = ["mount"]
