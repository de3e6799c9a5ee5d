"""Reports: a spec in TOML, the games it asks for, one self-contained HTML page of the answers."""
