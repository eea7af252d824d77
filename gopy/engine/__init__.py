"""The engine: options, time, passing and resigning, and the search as games of Go use it."""
