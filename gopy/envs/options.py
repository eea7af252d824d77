"""Makes the options of the Go environments from the arguments of a user."""
from gopy.envs.arguments import integer_option, truth_option
from gopy.go.batch.boards import BatchOptions
from gopy.go.handicap import free_handicap
from gopy.go.rules import Rules, Scoring, check_komi, parse_rules


def go_options(board_size: int = 9, komi: float = 7.5, rules: str | Rules = "cgos", superko: str | None = None, suicide: bool | None = None,
               max_length: int | None = None, handicap: int = 0, observation: str = "agz", history: int = 8, planes_first: bool = False,
               reward: str = "win", observation_dtype: str = "bool") -> BatchOptions:
    """The BatchOptions of an environment. ValueError of one sentence if an argument is wrong.

    rules      a name ("cgos", "tromp-taylor", "chinese") or a gopy.go.rules.Rules, with area scoring
    superko    "none", "simple", "positional" or "situational"; None: as the rules say
    suicide    whether a move may take off two or more own stones; None: as the rules say
    handicap   number of Black's stones before the first move, which is then White's; the rules may give White points for
               these stones
    """
    if not isinstance(rules, (Rules, str)):
        raise ValueError(f"rules {rules!r} are no name and no gopy.go.rules.Rules")
    rules = parse_rules(rules) if isinstance(rules, str) else rules
    if rules.scoring is not Scoring.AREA:
        raise ValueError("rules: the environments count areas, and these rules count territory")
    size, handicap = integer_option("board_size", board_size), integer_option("handicap", handicap)
    return BatchOptions(
        board_size=size, komi=check_komi(komi) + rules.white_bonus(handicap),
        superko=rules.ko.name.lower() if superko is None else superko,
        suicide=rules.suicide if suicide is None else truth_option("suicide", suicide),
        max_length=None if max_length is None else integer_option("max_length", max_length),
        handicap=tuple(free_handicap(size, handicap)) if handicap else (), observation=observation,
        history=integer_option("history", history), planes_first=truth_option("planes_first", planes_first), reward=reward,
        observation_dtype=observation_dtype)
