"""Loading the kernels of a search: one process compiles them, while others that want the same wait."""
from collections.abc import Callable
from typing import Any

from gopy.compiled import jit
from gopy.search.exchange import warm_exchange
from gopy.search.proofs.pn_mcts import layout_for
from gopy.search.threads import Search, warm


def load_search(state: Any, policy: Any, search_params: Any, game_params: Any, prepare: Callable[[], object] = lambda: None) -> None:
    """Compile, or load from the cache, what a search for games like `state` needs. `prepare` is called first, and may call kernels of
    its own."""

    def exercise() -> None:
        prepare()
        warm(state, policy, search_params, game_params)

    layout = layout_for(policy, search_params)
    jit.warm("-".join([*_types(state)[:1], *_types(policy), layout.__name__, *_types(game_params)]), exercise)


def load_exchange(search: Search) -> None:
    """The same for an Exchange of a Search, whose tree is dropped."""
    types = [*_types(search._state)[:1], *_types(search.policy), *_types(search.game_params)]
    jit.warm("-".join([*types, "exchange"]), lambda: warm_exchange(search))


def _types(record: Any) -> list[str]:
    """The name of the type of a record, and of the records in it: what kernels are compiled for."""
    return [type(record).__name__, *(name for part in record or () if hasattr(part, "_fields") for name in _types(part))]
