"""The first reading route of the README: the files that a real genmove goes through, from its text to the stone on the board."""
import io
import re
import sys
from pathlib import Path

import pytest
from places import ROOT

from gopy.engine.engine import Engine
from gopy.engine.options import Options
from gopy.protocols.gtp.session import Session


def told_route():
    """The files that the README names, in its order."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(r"`(gopy/\S+\.py)`", text[text.index("**Read the engine.**"):text.index("**Add a game.**")])


def files_of(frame):
    """The files of the package whose functions are running, the outermost first, each once."""
    found = []
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT / "gopy"):
            found.insert(0, path.relative_to(ROOT).as_posix())
        frame = frame.f_back
    return list(dict.fromkeys(found))


@pytest.fixture(scope="module")
def chains():
    """{(file, function): the files that were running when it was called first} of a genmove with the real search."""
    found, known = {}, {}

    def called(frame, event, _):
        if event == "call":
            code = frame.f_code
            if code not in known:
                known[code] = Path(code.co_filename).is_relative_to(ROOT / "gopy")
            if known[code]:
                found.setdefault((Path(code.co_filename).relative_to(ROOT).as_posix(), code.co_name), files_of(frame))
    options, out = Options(size=5, sims=32, seed=1, threads=1, memory=16), io.BytesIO()
    engine = Engine(options)
    try:
        engine.wait_ready()
        session = Session(engine, io.BytesIO(b"7 genmove b\nquit\n"), out, options)
        sys.setprofile(called)
        try:
            session.loop()
        finally:
            sys.setprofile(None)
    finally:
        engine.close()
    assert re.match(rb"=7 [A-E][1-5]\n\n", out.getvalue()) and len(engine.game.moves) == 1
    return found


def test_the_route_is_short():
    assert len(told_route()) <= 10


def test_the_route_leads_to_the_compiled_search(chains):
    """Every file that runs when a slice of simulations begins, in this order; the slice is one compiled call for each thread."""
    route = told_route()
    way = chains["gopy/search/threads.py", "_slice"]
    assert way == route[:len(way)] and way[-1] != route[-1]


def test_the_route_leads_to_the_stone(chains):
    route, way = told_route(), chains["gopy/go/board.py", "_put"]
    assert way == [path for path in route if path in way] and way[-2:] == route[-2:]


def test_every_file_of_the_route_is_passed(chains):
    passed = {*chains["gopy/search/threads.py", "_slice"], *chains["gopy/go/board.py", "_put"]}
    assert passed == set(told_route())
