"""In which ways people ask for an entry, besides its title and names: phrases of any length, with commas between.

What is typed is compared with each phrase by itself. A phrase says what an entry is for, does or answers, and
should suit no other as well. There may be any number of them.
"""
