"""Commands of the server KGS, which its client kgsGtp sends."""
from gopy.go.rules import parse_rules
from gopy.protocols.gtp.commands.play import genmove_answer
from gopy.protocols.gtp.protocol import refusals
from gopy.protocols.gtp.registry import command


@command("kgs-genmove_cleanup")
def kgs_genmove_cleanup(session, arguments) -> str:
    return genmove_answer(session, arguments.colour(0), cleanup=True)


@command("kgs-rules")
def kgs_rules(session, arguments) -> None:
    with refusals():
        rules = parse_rules(arguments.word(0))
        # KGS forbids every repetition under Chinese rules.
        session.engine.set_rules(parse_rules("chinese-kgs") if rules.name == "chinese" else rules)


@command("kgs-game_over")
def kgs_game_over(session, arguments) -> None:
    # The game may be adjourned and go on: the position stays.
    session.engine.stop()
