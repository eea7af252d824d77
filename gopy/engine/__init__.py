"""The engine: options, presets, time, passing and resigning, and the search as games of Go use it."""
