"""What comes from outside: numbers, JSON, TOML, files, parameters by name, and Python files of the user's own."""
