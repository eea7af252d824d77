"""Protocols: how programs speak with the engine."""
