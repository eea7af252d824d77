"""The compiler: the `kernel` decorator and its cache, random numbers, words of bits, atomic reads and writes."""
