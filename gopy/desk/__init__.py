"""The desk: where people meet the engine."""
