"""Commands of analysis, with the prefix lz- or kata- or none: reports while a search runs, also while a move is chosen.

`*-analyze` runs until the next line of any kind, `*-genmove_analyze` until the move is chosen.
"""
from functools import partial

from gopy.protocols.gtp.analysis_request import parse_analysis
from gopy.protocols.gtp.analysis_text import kata_info, lz_info
from gopy.protocols.gtp.commands.play import check_choice, choose_move, move_text
from gopy.protocols.gtp.registry import command

#: Seconds between looks at the client while the kernels load.
_LOADING_POLL = 0.01


def _request(session, arguments):
    game = session.engine.game
    request = parse_analysis(arguments.words, game.to_play, game.size)
    check_choice(session, request.colour, request.restrict)
    return request


def _lz(request, size):
    return partial(lz_info, size=size, min_moves=request.min_moves, max_moves=request.max_moves)


def _kata(request, size):
    return partial(kata_info, size=size, min_moves=request.min_moves, max_moves=request.max_moves,
                   ownership=request.ownership, root_info=request.root_info, moves_ownership=request.moves_ownership,
                   pv_visits=request.pv_visits, pv_edge_visits=request.pv_edge_visits)


def _stream_of(session, text_of):
    """A function that shows the client a report, as the line that text_of makes of it, unless that is empty."""
    def show(report):
        line = text_of(report)
        if line:
            session.stream(line)
    return show


def _analyze(session, arguments, dialect):
    request = _request(session, arguments)
    show = _stream_of(session, dialect(request, session.engine.game.size))

    with session.incoming.stoppable(session.engine.stop, by_any_line=True) as stop_requested:
        session.stream("")
        while not stop_requested.is_set() and not session.engine.wait_ready(_LOADING_POLL):
            pass
        if not stop_requested.is_set():
            report = session.engine.analyze(request.colour, show, request.interval, restrict=request.restrict,
                                            should_stop=stop_requested.is_set, owners=request.moves_ownership)
            if report is not None and report.proven and report.children and not stop_requested.is_set():
                show(report)
        # Even if there is nothing left to search, the answer ends only when the client says so.
        stop_requested.wait()


def _genmove_analyze(session, arguments, dialect, play=True, stopped_text=None):
    request = _request(session, arguments)
    show = _stream_of(session, dialect(request, session.engine.game.size))
    session.stream("")
    by_any_line = stopped_text is not None
    decision, stopped = choose_move(session, request.colour, play=play, on_report=show, interval=request.interval,
                                    restrict=request.restrict, by_any_line=by_any_line, owners=request.moves_ownership)
    if by_any_line and stopped:
        return stopped_text
    show(decision.report)
    return f"play {move_text(session, decision)}"


# Current Sabaki would prefer the names without a prefix and read their win rates in another scale. So list_commands does
# not show them.
@command("analyze", listed=False)
@command("lz-analyze")
def lz_analyze(session, arguments) -> None:
    _analyze(session, arguments, _lz)


@command("kata-analyze")
def kata_analyze(session, arguments) -> None:
    _analyze(session, arguments, _kata)


@command("genmove_analyze", listed=False)
@command("lz-genmove_analyze")
def lz_genmove_analyze(session, arguments) -> str:
    return _genmove_analyze(session, arguments, _lz)


@command("kata-genmove_analyze")
def kata_genmove_analyze(session, arguments) -> str:
    return _genmove_analyze(session, arguments, _kata)


@command("kata-search_analyze")
def kata_search_analyze(session, arguments) -> str:
    return _genmove_analyze(session, arguments, _kata, play=False)


@command("kata-search_analyze_cancellable")
def kata_search_analyze_cancellable(session, arguments) -> str:
    return _genmove_analyze(session, arguments, _kata, play=False, stopped_text="play cancelled")
