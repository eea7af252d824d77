"""The options of the Go environments, from what a user writes."""
from gopy.go.batch import BatchOptions
from gopy.go.handicap import free_handicap
from gopy.go.rules import Rules, Scoring, check_komi, parse_rules


def go_options(board_size=9, komi=7.5, rules="cgos", superko=None, suicide=None, max_length=None, handicap=0,
               observation="agz", history=8, planes_first=False, reward="win"):
    """The BatchOptions of an environment. ValueError, one sentence, for what there is not.

    rules      a name ("cgos", "tromp-taylor", "chinese") or a gopy.go.rules.Rules, with area scoring
    superko    "none", "simple", "positional" or "situational" instead of that of the rules
    suicide    whether two or more own stones may be taken off, instead of what the rules say
    handicap   Black's stones before the first move, which is then White's; the rules may give White points for them
    """
    rules = rules if isinstance(rules, Rules) else parse_rules(rules)
    if rules.scoring is not Scoring.AREA:
        raise ValueError("rules: the environments count areas, and these rules count territory")
    size = int(board_size)
    return BatchOptions(
        board_size=size, komi=check_komi(komi) + rules.white_bonus(handicap), superko=superko or rules.ko.name.lower(),
        suicide=rules.suicide if suicide is None else bool(suicide), max_length=max_length,
        handicap=tuple(free_handicap(size, handicap)) if handicap else (), observation=observation, history=history,
        planes_first=bool(planes_first), reward=reward)
