"""The Adept at a table: what people see and press.

`stage` puts the rooms together; a room is what belongs together for whoever plays: the builder of pools, a roll that
lies on the table, a sheet, the master's panel. `room` says what a room is.
"""
