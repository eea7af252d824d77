"""`gopy review`: whole games analysed, as records with comments and as pages to look at."""
