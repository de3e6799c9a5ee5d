"""The slow engine: the rules of the game in plain, readable Python.

It shares no code with the kernels and none with the rule compiler, so that a fault must be made
twice, in two different shapes, to go unnoticed.
"""
