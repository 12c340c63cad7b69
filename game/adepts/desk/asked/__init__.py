"""Ways in which people ask for an entry, besides its title and names: phrases of any length, separated by commas.

What people type is compared with each phrase by itself. A phrase says what an entry is for, does or answers, and should
fit no other entry as well. There may be any number of them.
"""
