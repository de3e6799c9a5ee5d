"""What a report may hold: each part is one file of what it reads, plays, says and shows."""
