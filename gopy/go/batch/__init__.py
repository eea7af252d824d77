"""Many boards side by side in arrays, played on by one compiled call."""
