"""The journal: everything that must not be lost, in one SQLite file.

Nothing in it is enciphered: the running game stands there with its sealed deal and its secret, or
it could not go on after a power cut. The file is readable by its owner only, which is whoever runs
the program: that user, and root, can read a running game in it.
"""
