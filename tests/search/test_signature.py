"""What is played: the signature of the search, which changes when any move, count or value that it finds does."""
import pytest

from gopy.engine.searcher import Root
from gopy.go.history import Game
from gopy.lab.bench import measure

#: {preset: (board sizes, the signature of its search there)}. `gopy bench` prints that of the default, which is one of these on each size.
#:
#: A failure here says that play has changed. If it was not meant to, look for the fault. If it was, put the value that the
#: failure shows here in the same commit, say in its message what plays differently and in CHANGELOG.md which move is
#: played otherwise; a commit that leaves the value alone says "No functional change". The studies that a figure in
#: docs/measured.md rests on were played before the change: their figures stay true of the commit that they name.
#:
#: The value is the same on every machine: the search adds, multiplies and takes square roots, which IEEE 754 rounds alike
#: everywhere, reads logarithms from tables rounded to 12 digits (gopy/search/keys.py), and is compiled without leave
#: to reorder or fuse operations. Which instructions a processor has (AVX2, BMI2) changes its speed alone. A network's own sums are fused
#: where a processor can, which all can that have AVX2, and matrix registers (AMX) are left out.
SIGNATURES = {"classical": ((9, 13, 19), "20c03a42d37fb0d9"), "network": ((9, 13, 19), "5e9830fc36e8d241")}


@pytest.mark.parametrize("preset", SIGNATURES)
def test_the_search_sees_what_it_saw_before(preset):
    sizes, signature = SIGNATURES[preset]
    assert measure.signature(sizes, preset) == signature


def test_without_its_network_a_search_is_the_classical_one():
    """Levels play so, with the search that is loaded anyway."""
    def found(preset, network):
        search, reports = measure.new_search(9, 1, preset), []
        for game in [Game(9), measure.middle_games(9)[0]]:
            search.restart(measure.SEED)
            search.set_root(Root(game, game.to_play, network=network))
            report = search.run(simulations=200)
            reports.append((report.value, report.score_mean, [(child.move, child.visits, child.winrate, child.prior) for child in report.children]))
        return reports
    without = found("network", False)
    assert without == found("classical", True) and without != found("network", True)
