"""One search by several processes, on one machine or on a Ray cluster."""
