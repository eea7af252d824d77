"""The session over the real engine (its search made up): refusals change nothing, whatever is asked, in any order."""

import io

from fakes.fake_search import FakeSearch
from hypothesis import given, settings
from hypothesis import strategies as st

from gopy.engine.engine import Engine
from gopy.engine.options import Options
from gopy.protocols.gtp.session import Session

_POINTS = ["A1", "b2", "C3", "E5", "J9", "pass", "K1", "D10", "x", ""]
_COLOURS = ["b", "W", "black", "q", ""]
_NUMBERS = ["0", "1", "2", "4", "5", "9", "-1", "0.5", "1e3", "nan", "x", ""]
_JSON = [
    '{"ko":"SIMPLE"}',
    '{"suicide":true}',
    '{"scoring":"TERRITORY"}',
    "{",
    "[]",
    '{"hasButton":true}',
    '{"maxVisits":9}',
]
_TEMPLATES = """
play C V|play C V|play C V|play C V|genmove C|genmove C|reg_genmove C|kgs-genmove_cleanup C|undo|gg-undo N
clear_board|boardsize N|komi N|fixed_handicap N|place_free_handicap N|set_free_handicap V V V
gogui-setup C V C V|gogui-setup_player C|set_position C V C V|gogui-play_sequence C V C V|kata-set-rules J
kata-set-rule ko POSITIONAL|kata-set-params J|kgs-rules japanese|time_settings N N N|time_left C N N
kgs-time_settings byoyomi N N N|kata-time_settings fischer N N|final_score|final_status_list dead
final_status_list black_territory|estimate_score|lz-genmove_analyze C N|cgos-genmove_analyze C|lz-analyze C N
kata-analyze N|kata-search_analyze C N|showboard|printsgf|is_legal C V|all_legal C|countlib V|last_move
gopy-best_moves|gopy-territory|gopy-tree_statistics|clear_cache|gomill-explain_last_move|kata-get-params
kata-set-param ponder true|kata-set-param maxVisits N|stop|set_random_seed N
""".strip().replace("\n", "|").split("|")

_FILL = {
    "C": st.sampled_from(_COLOURS),
    "V": st.sampled_from(_POINTS),
    "N": st.sampled_from(_NUMBERS),
    "J": st.sampled_from(_JSON),
}


def _filled(template):
    return st.tuples(*(_FILL.get(word, st.just(word)) for word in template.split())).map(" ".join)


commands = st.lists(st.sampled_from(_TEMPLATES).flatmap(_filled), min_size=1, max_size=25)


def _state(engine):
    game = engine.game
    return (
        game.size,
        game.komi,
        game.rules,
        list(game.moves),
        list(game.board.colours),
        game.to_play,
        list(game.initial.colours),
        engine.clock.system,
        dict(engine.clock.remaining),
        engine.options,
    )


@settings(deadline=None, max_examples=150)
@given(commands)
def test_refusals_change_nothing_and_everything_is_answered(lines):
    options = Options(size=9, sims=64, threads=1, seed=1)
    engine = Engine(options, FakeSearch)
    output, before = io.BytesIO(), None
    try:
        for line in lines:
            before = _state(engine)
            output.seek(0), output.truncate()
            # The empty line ends an analysis.
            Session(engine, io.BytesIO(f"7 {line}\n\n".encode()), output, options).loop()
            answer = output.getvalue().decode()
            assert answer[:2] in ("=7", "?7") and answer.endswith("\n\n") and "\n\n" not in answer[:-1], line
            assert "internal error" not in answer, (line, answer)
            if answer[0] == "?":
                assert _state(engine) == before, line
                assert answer.count("\n") == 2
    finally:
        engine.close()
