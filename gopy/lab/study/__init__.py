"""Studies of many matches: their files, ratings, reports and plots."""
