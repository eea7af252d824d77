"""What every room stands on: reading and writing of files and values, errors, logs, processors."""
