"""What is loaded before the first move: no more than it needs. Figures of time would depend on the machine; modules do not."""
from loaded import loaded_by

#: Packages that numba or others load where they are installed, and that take longer than most of gopy.
_HEAVY = {"scipy", "yaml", "asyncio", "http", "ssl", "multiprocessing", "unittest", "numpy.testing", "numpy.f2py", "matplotlib",
          "numba.np.arraymath", "numba.np.linalg", "numba.typed.typeddict"}

#: All that a search of Go with the default preset is made of.
_SEARCH = """
import gopy.protocols.gtp.session, gopy.engine.engine, gopy.engine.go_search
import gopy.go.contract, gopy.go.knowledge.tables, gopy.search.threads
from gopy.search.policy_params import new_uct_rave
new_uct_rave()
"""


def test_the_search_of_go_loads_nothing_that_it_does_not_use():
    loaded = set(loaded_by(_SEARCH))
    assert loaded & _HEAVY == set()
    assert {"gopy.search.rave", "gopy.go.knowledge.playout"} <= loaded
    assert not {"gopy.search.uct", "gopy.search.sampling.ranking", "gopy.search.exchange", "gopy.engine.cluster.search"} & loaded
    assert len(loaded) < 700


def test_a_session_begins_without_the_compiler():
    loaded = loaded_by("import gopy.protocols.gtp.session, gopy.engine.engine")
    assert not {"numba", "numpy"} & set(loaded) and len(loaded) < 230
