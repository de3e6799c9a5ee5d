"""The files that a command leaves, as one set: a question each."""
