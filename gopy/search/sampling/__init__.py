"""Ranking and selection as tree policies: AOAP, OCBA and TTTS."""
