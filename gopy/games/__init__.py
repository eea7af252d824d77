"""The games there are, and the catalogue that knows them by name."""
