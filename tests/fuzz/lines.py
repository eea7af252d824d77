"""Lines of GTP: every command with arguments that fit, that nearly fit and that do not, and what is no command at all."""
import json

from oracles.naive import PASS

from fuzz.judge_game import RULES
from fuzz.slow_game import COLUMNS, vertex

#: Commands of which only the session may send a plain form: they end it.
ENDING = {"quit"}

#: Commands that search, and so take longest.
SEARCHING = {"genmove", "reg_genmove", "restricted_genmove", "kgs-genmove_cleanup", "cgos-genmove_analyze", "genmove_analyze",
             "lz-genmove_analyze", "kata-genmove_analyze", "kata-search_analyze", "kata-search_analyze_cancellable",
             "estimate_score", "final_score", "final_status_list", "gopy-best_moves", "gopy-visits", "gopy-winrates",
             "gopy-rave_values", "gopy-priors", "gopy-territory", "gopy-principal_variation", "gopy-tree_statistics",
             "gopy-criticality", "gopy-policy", "gopy-save_tree"}

#: Listed nowhere, yet answered.
UNLISTED = ("analyze", "genmove_analyze", "help")

_NUMBERS = ("0", "1", "2", "3", "5", "7", "-1", "-7.5", "0.5", "6.5", ".5", "5.", "1e1", "+4", "99")
_ODD = ("nan", "inf", "-inf", "1e999", "1e155", "1e-300", "0x10", "1_0", "٣", "--3", "1.2.3", "9" * 30, "1" * 5000 + "x",
        "-0", "1e", "", "٣.٥", "½", "1,5", "2147483648", "-9223372036854775809", "18446744073709551616")
_WORDS = ("x", "black", "B", "wHiTe", "pass", "PASS", "resign", "A1", "a1", "I5", "Z99", "A0", "D٣", "T20", "none", "true", "ko",
          "{}", "[]", "\"", "'", "\\", "%s", "%n", "..", "/", "-", "--help", "{\"ko\":1}", "\u00a0", "\u2028", "\x85", "é",
          "囲碁", "😀", "\ufeff", "A1,B2", ",", "w,w", "interval", "\x00", "\x1b[2J", "\x7f", "\r", "\t", "\x0b")
_JSON = ("{\"\\ud800\":1}", "{\"\\ud800\":\"\\udfff\"}", "{\"sims\":\"\\ud800\"}", "{\"sims\":1e400}", "{\"sims\":NaN}",
         "{\"sims\":-Infinity}", "{\"sims\":true}", "{\"sims\":[1]}", "{\"sims\":{}}", "{\"sims\":\"8\"}", "{\"a\":1,\"a\":2}",
         "[" * 3000, "{\"x\":" * 3000, "{\"sims\":8.0}", "{\"\":0}", "null", "1", "\"sims\"", "{\"sims\":8,\"seed\":-1}",
         "{\"seed\":3,\"nonsense\":1}", "{\"level\":99,\"sims\":8}", "{\"sims\":" + "9" * 5000 + "}")
_PARAMETERS = {"sims": "1 4 8 16 40 0 -1 8.0 none 1000000001", "maxVisits": "4 8 30", "maxPlayouts": "2 16 1.5",
               "seconds": "0.01 0.05 none -1 nan 1e7", "maxTime": "0.02 0", "level": "1 2 none 0 11", "threads": "1 2 0 257",
               "numSearchThreads": "1 2 none", "memory": "1 8 64 0 -5 1048577", "seed": "1 7 none -1 9223372036854775808",
               "ponder": "true false 1 0 maybe", "lag": "0 0.1 -1 1e9", "preset": "default handcrafted minimum_mse nonsense",
               "resign": "true false on off", "resign_threshold": "0 0.1 1 2 nan", "resign_turns": "1 3 0",
               "analysisWideRootNoise": "0 0.04 x", "playoutDoublingAdvantage": "0 1", "nonsense": "1"}


class Lines:
    """Draws lines for the state that a fuzz.judge.Judge knows; `sizes` are the boards it asks for."""

    def __init__(self, rng, judge, sizes):
        self.rng, self.judge, self.sizes = rng, judge, sizes

    # Words ----------------------------------------------------------------------------------------------

    def colour(self):
        if self.rng.random() < 0.6:
            return self.judge.game.to_play
        return self.rng.choice(("b", "w", "B", "W", "black", "White"))

    def point(self):
        """A point of the board, mostly an empty one, as text in either case."""
        game = self.judge.game
        points = [point for point in game.board.points if point not in game.stones]
        if not points or self.rng.random() < 0.15:
            points = list(game.board.points)
        text = vertex(self.rng.choice(points))
        return text if self.rng.random() < 0.8 else text.lower()

    def move(self):
        return PASS if self.rng.random() < 0.04 else self.point()

    def stone(self):
        """A point that has a stone, if any has."""
        stones = list(self.judge.game.stones)
        return vertex(self.rng.choice(stones)) if stones else self.point()

    def size(self):
        return self.rng.choice(self.sizes)

    def number(self):
        return self.rng.choice(_NUMBERS)

    def count(self):
        return str(self.rng.choice((1, 2, 2, 3, 4, 5, 9)))

    def wild_word(self):
        """Anything: a number, a word, a vertex, a long or a strange one."""
        kind = self.rng.randrange(6)
        if kind == 0:
            return self.rng.choice(_ODD)
        if kind == 1:
            return self.rng.choice(_NUMBERS)
        if kind == 2:
            return self.point()
        if kind == 3:
            return self.rng.choice(COLUMNS) + str(self.rng.randrange(30))
        return self.rng.choice(_WORDS)

    # Lines ----------------------------------------------------------------------------------------------

    def play(self):
        """A move, mostly legal, mostly of the side to move."""
        if self.rng.random() < 0.9:
            return f"play {self.judge.game.to_play} {self.move()}"
        return f"play {self.colour()} {self.move()}"

    def good(self, name):
        """The command with arguments that fit it."""
        make = _ARGUMENTS.get(name)
        return f"{name} {make(self)}".rstrip(" ") if make else name

    def bad(self, name):
        """The command with arguments that need not fit it."""
        words = self.good(name).split(" ")[1:]
        kind = self.rng.randrange(5)
        if kind == 0:
            words = words[:-1]
        elif kind == 1:
            words += [self.wild_word() for _ in range(self.rng.randrange(1, 4))]
        elif kind == 2 and words:
            words[self.rng.randrange(len(words))] = self.wild_word()
        elif kind == 3:
            words = [self.wild_word() for _ in range(self.rng.randrange(5))]
        else:
            self.rng.shuffle(words)
        return " ".join([name, *words])

    def mutated(self, text):
        """Bytes of a line with some of them changed, lost or doubled."""
        data = bytearray(text.encode("utf-8", "surrogatepass"))
        for _ in range(self.rng.randrange(1, 4)):
            at = self.rng.randrange(len(data) + 1)
            kind = self.rng.randrange(4)
            if kind == 0:
                data[at:at] = bytes([self.rng.randrange(256)])
            elif kind == 1:
                del data[at:at + self.rng.randrange(1, 5)]
            elif kind == 2:
                data[at:at + 1] = bytes([self.rng.randrange(256)])
            else:
                data[at:at] = data[max(0, at - 8):at]
        return bytes(data).replace(b"\n", b" ")

    def junk(self):
        """Bytes of a line that is no command, or hardly one."""
        kind = self.rng.randrange(10)
        if kind == 0:
            return b""
        if kind == 1:
            return b"# a comment " + self.rng.randbytes(8).replace(b"\n", b"")
        if kind == 2:
            return b"   \t \r"
        if kind == 3:
            return self.rng.choice((b"# interrupt", b"  # interrupt  ", b"#interrupt", b"# INTERRUPT", b"12 # interrupt"))
        if kind == 4:
            return str(self.rng.randrange(10**6)).encode()
        if kind == 5:
            return self.rng.randbytes(self.rng.randrange(1, 60)).replace(b"\n", b"")
        if kind == 6:
            return b"echo " + self.rng.choice((b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\x80" * 50, "\ud800".encode("utf-8",
                                               "surrogatepass"), "\u2028\u0085\u00a0".encode(), b"\xf4\x90\x80\x80", b"a\x00b"))
        if kind == 7:
            long = self.rng.choice((300, 5000, 70_000, 70_000, 400_000))
            return self.rng.choice((b"echo ", b"play b ", b"komi 1", b"loadsgf ", b"", b"# ", b"1 ", b"kata-set-rules {",
                                    b"set_position ")) + self.rng.choice((b"1", b"x", b" b A1", b"[", b" ", b"\t")) * long
        if kind == 8:
            return self.rng.choice((b"9" * 400, b"00000000001", b"-1", b"1.5", b"\xef\xbb\xbf7")) + b" " + self.rng.choice((b"name", b""))
        return self.rng.choice((b"nonsense", b"genmov b", b"PLAY b A1", b"=1", b"? x", b"quit_", b"1name", b"name#x", "näme".encode()))

    def parameter(self):
        name = self.rng.choice(list(_PARAMETERS))
        return name, self.rng.choice(_PARAMETERS[name].split())

    def stones(self):
        """Colours and points of a handful of stones."""
        points = list(self.judge.game.board.points)
        chosen = self.rng.sample(points, min(len(points), self.rng.randrange(0, 9)))
        return " ".join(f"{self.rng.choice('bw')} {vertex(point)}" for point in chosen)

    def sequence(self):
        """Colours and moves in turn."""
        turns = "bw" if self.judge.game.to_play == "b" else "wb"
        return " ".join(f"{turns[i % 2]} {self.move()}" for i in range(self.rng.randrange(0, 7)))

    def time_system(self):
        return self.rng.choice(("none", "absolute 5", "byoyomi 1 0.5 3", "canadian 1 2 5", "fischer 2 0.5", "absolute 0",
                                "byoyomi 0 1 1", "fischer-capped 5 1 9 0.5", "byoyomi 0 1e-300 1", "canadian 0 1e-300 1",
                                "fischer 0 1e-300", "absolute 1e155", "sundial 3", "byoyomi 0 1 99999999999999"))

    def analysis(self):
        """Arguments of an analysis."""
        words = [self.rng.choice(("b", "w", "", ""))] + [self.rng.choice(("1", "5", "10", "", "0", "0.5", "1e-300"))]
        for _ in range(self.rng.randrange(3)):
            words.append(self.rng.choice((
                "interval 2", "minmoves 3", "maxmoves 4", "maxmoves 0", "ownership true", "rootInfo true", "pvVisits true", "movesOwnership true",
                f"avoid b {self.point()} 1", f"allow {self.colour()} {self.point()},{self.move()} 2", "movesOwnership false")))
        return " ".join(word for word in words if word)

    def rules(self):
        if self.rng.random() < 0.7:
            return self.rng.choice(list(RULES))
        return self.rng.choice((json.dumps({"ko": "SITUATIONAL"}), "Chinese ", "{\"suicide\":true}", "{\"ko\":\"x\"}", "{", "{}", "new zealand",
                                "{\"scoring\":\"TERRITORY\",\"tax\":\"ALL\"}", "[]", "{\"\\ud800\":1}", "{\"x\":" * 2000))

    def rule(self):
        return self.rng.choice(("ko SIMPLE", "ko POSITIONAL", "ko SITUATIONAL", "suicide true", "suicide false", "hasButton true",
                                "scoring AREA", "scoring TERRITORY", "whiteHandicapBonus N", "friendlyPassOk false", "tax ALL"))

    def set_parameters(self):
        if self.rng.random() < 0.5:
            return self.rng.choice(_JSON)
        return json.dumps({name: value for name, value in (self.parameter() for _ in range(self.rng.randrange(1, 3)))})

    def file(self):
        """A record in the working directory, and now and then the move before which to stop."""
        name = self.rng.choice([*self.judge.files, "missing.sgf"])
        return name + (f" {self.rng.randrange(12)}" if self.rng.random() < 0.3 else "")

    def handicap_points(self):
        return " ".join(self.point() for _ in range(self.rng.randrange(1, 6)))


def _on_point(lines):
    return lines.point()


def _coloured(lines):
    return lines.colour()


def _known(lines):
    return lines.rng.choice([*lines.judge.commands, "nonsense", ""])


def _target(lines):
    if lines.rng.random() < 0.8:
        return f"saved{lines.rng.randrange(10**9)}.sgf"
    return lines.rng.choice(("/no/such/folder/x", ".", "folder", "nowhere/x.sgf", '"quoted name.sgf"', "two words.sgf", "\udcff.sgf",
                             "x" * 300, "囲碁.sgf"))


_ARGUMENTS = {
    "known_command": _known, "boardsize": lambda lines: str(lines.size()), "komi": Lines.number,
    "rectangular_boardsize": lambda lines: f"{lines.size()} {lines.size()}" if lines.rng.random() < 0.3 else "5 5",
    "play": lambda lines: lines.play()[5:], "gg-undo": lambda lines: lines.rng.choice(("", "1", "2", "0", "3")),
    "fixed_handicap": Lines.count, "place_free_handicap": Lines.count, "set_free_handicap": Lines.handicap_points,
    "restricted_genmove": lambda lines: f"{lines.colour()} " + " ".join(lines.move() for _ in range(lines.rng.randrange(1, 5))),
    "time_settings": lambda lines: lines.rng.choice(("0 1 0", "10 0 0", "0 0 0", "5 1 5", "0 1 1", "1e155 0 0", "0 1e-300 1")),
    "time_left": lambda lines: f"{lines.colour()} {lines.number()} {lines.rng.choice(('0', '1', '5'))}",
    "kgs-time_settings": Lines.time_system, "kata-time_settings": Lines.time_system,
    "final_status_list": lambda lines: lines.rng.choice(("alive", "dead", "seki", "black_territory", "white_territory")),
    "loadsgf": Lines.file, "savesgf": _target, "gopy-save_tree": _target,
    "kata-set-rules": Lines.rules, "kata-set-rule": Lines.rule,
    "kgs-rules": lambda lines: lines.rng.choice(("chinese", "japanese", "aga", "new_zealand")),
    "kata-get-param": lambda lines: lines.parameter()[0], "kata-set-param": lambda lines: " ".join(lines.parameter()),
    "kata-set-params": Lines.set_parameters, "gopy-param": lambda lines: lines.rng.choice(
        ("", "", " ".join(lines.parameter()), "live_graphics win_rates", "live_graphics off", "seed", "live_graphics x")),
    "gopy-param_rules": lambda lines: lines.rng.choice(("", "", "komi 6.5", "rules aga", "ko POSITIONAL", "suicide 1", "ko x")),
    "gopy-param_search": lambda lines: lines.rng.choice(("", "", "even_prior 10", "even_prior -1", "frob 1")),
    "gopy-patterns": _coloured, "kata-raw-nn": lambda lines: lines.rng.choice(("0", "7", "8", "all", "-1", "", "x")),
    "set_random_seed": lambda lines: lines.rng.choice(("1", "99", "none", "-1", "x")),
    "gogui-play_sequence": Lines.sequence, "gogui-setup": Lines.stones, "set_position": Lines.stones,
    "gogui-setup_player": _coloured, "genmove": _coloured, "reg_genmove": _coloured, "kgs-genmove_cleanup": _coloured,
    "cgos-genmove_analyze": _coloured, "list_stones": _coloured, "captures": _coloured, "all_legal": _coloured,
    "is_legal": lambda lines: f"{lines.colour()} {lines.move()}", "countlib": Lines.stone, "unconditional_status": _on_point,
    "cgos-gameover": lambda lines: "B+Resign", "cgos-opponent_name": lambda lines: "GNU Go",
    "cgos-opponent_rating": lambda lines: "1800", "echo": lambda lines: lines.rng.choice(("a b", "", "  x  y", "= 1", "? no")),
    "echo_err": lambda lines: "to stderr",
    **dict.fromkeys(("lz-analyze", "kata-analyze", "analyze", "lz-genmove_analyze", "kata-genmove_analyze", "genmove_analyze",
                     "kata-search_analyze", "kata-search_analyze_cancellable"), Lines.analysis),
}
