"""The engine: options, presets, time, passing and resigning, and the search fed with games of Go."""
