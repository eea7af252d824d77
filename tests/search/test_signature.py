"""What is played: the signature of the search, which changes when any move, count or value that it finds does."""
from gopy.lab.bench import measure

#: The signature of the default search on these sizes, that `gopy bench` prints.
#:
#: A failure here says that play has changed. If it was not meant to, look for the fault. If it was, put the value that the
#: failure shows here in the same commit, say in its message what plays differently and in CHANGELOG.md which move is
#: played otherwise; a commit that leaves the value alone says "No functional change". The studies that a figure in
#: docs/measured.md rests on were played before the change: their figures stay true of the commit that they name.
#:
#: The value is the same on every machine: the search adds, multiplies and takes square roots, which IEEE 754 rounds alike
#: everywhere, reads logarithms from tables rounded to 12 digits (gopy/search/keys.py), and is compiled without leave
#: to reorder or fuse operations. Which instructions a processor has (AVX2, FMA, BMI2) changes its speed alone.
SIGNATURE = "20c03a42d37fb0d9"
SIZES = (9, 13, 19)


def test_the_search_sees_what_it_saw_before():
    assert measure.signature(SIZES) == SIGNATURE
