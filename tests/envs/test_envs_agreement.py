"""The study of agreement in small: random games side by side with the oracle for batches, and with other programs."""
import importlib.util
import sys

import pytest
from places import ROOT

FOLDER = ROOT / "scripts" / "studies" / "robustness" / "environment_agreement"


@pytest.fixture(scope="module")
def study():
    sys.path.insert(0, str(FOLDER))
    spec = importlib.util.spec_from_file_location("environment_agreement", FOLDER / "measure.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    sys.path.remove(str(FOLDER))


def differences(counts):
    return {name: count for name, count in counts.items() if name.endswith("differences") and count}


@pytest.mark.parametrize("rule", ["none", "simple", "positional", "situational", "positional, suicide",
                                  "none, suicide"])
@pytest.mark.parametrize("size, games", [(2, 60), (3, 60), (5, 40), (9, 6)])
def test_random_games_agree_with_the_oracle(study, size, games, rule):
    counts = study.against_oracle(size, games, rule, seed=size)
    assert counts["games"] == games and not differences(counts)
    assert counts["forbidden"] > 0 or size != 3 or rule.startswith("none")


def test_more_games_than_slots(study, monkeypatch):
    monkeypatch.setattr(study, "WIDTH", 7)
    counts = study.against_oracle(4, 30, "positional", seed=1)
    assert counts["games"] == 30 and not differences(counts)


def test_a_difference_would_be_counted(study, monkeypatch):
    class Blind(study.NaiveBatch):
        def scores(self):
            return super().scores() + 1

        def masks(self):
            masks = super().masks()
            masks[:, 0] = 0
            return masks
    monkeypatch.setattr(study, "NaiveBatch", Blind)
    counts = study.against_oracle(3, 5, "simple", seed=1)
    assert counts["score_differences"] == 5 and counts["mask_differences"] >= 5
    assert counts["board_differences"] == counts["end_differences"] == 0


def test_random_games_agree_with_open_spiel(study):
    pytest.importorskip("pyspiel")
    import peers
    counts = study.against_peer(peers.OpenSpiel, 5, 20, seed=1)
    assert counts["games"] == 20 and not differences(counts)


@pytest.mark.slow
def test_random_games_agree_with_pgx(study):
    pytest.importorskip("pgx")
    import peers
    counts = study.against_peer(peers.Pgx, 5, 100, seed=1)
    assert counts["games"] == 100 and not differences(counts)


def test_the_report_says_what_is_missing_and_what_differs(study):
    document = study.read_document(FOLDER)
    none = dict.fromkeys(("too_long", "repeated", "mask_differences", "board_differences", "end_differences",
                          "score_differences"), 0)
    lines = [{"id": f"{against} {size}x{size} {rule}", "against": against, "size": size, "rule": rule, "games": games,
              "moves": 5000, "forbidden": 1, **none}
             for against, size, rule, games, _ in study.runs(document)]
    assert "The rule is met." in study.report(document, lines)
    assert "The rule is not yet decided: 1 rows are missing." in study.report(document, lines[1:])
    lines[3]["end_differences"] = 2
    assert "The rule is NOT met." in study.report(document, lines)
    assert "| 5x5 | positional | 10 000 | 5 000 | 1 | 0 |" in study.report(document, lines)
