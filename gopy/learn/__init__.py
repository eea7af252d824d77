"""Strengths of patterns learnt from recorded games."""
