"""The Adept at a table: what people see and press.

`stage` puts the rooms together. A room holds the screens that belong together for a player: the builder of pools, a
roll on the table, a sheet, the master's panel. `room` says what a room is.
"""
