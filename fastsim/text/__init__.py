"""Texts, numbers and files that others wrote, read safely; and how values are told and compared."""
