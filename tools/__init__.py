"""Tools for making the project, no part of it: fitting computer players' weights, and ladders between players."""
