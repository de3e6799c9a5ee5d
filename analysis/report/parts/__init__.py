"""What a report may hold: each part is one file of what it reads, plays, says and shows.

To add one, write a file here with a `PartSpec` for its table and a `Part` of functions that read,
play, tell and show it (`duel` is a short example), begin it with how its table looks in a spec, and
name it in `analysis.report.registry`. Nothing else has to know it.
"""
