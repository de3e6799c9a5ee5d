"""Kept runs, read again: what was played, checked, and played anew."""
