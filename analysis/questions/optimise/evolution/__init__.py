"""Search from nothing: rules grown by editing, the best of every length kept."""
