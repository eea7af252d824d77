"""How Sabaki reads a line of analysis: written from the description of its format."""
import re


def variations(line, scale):
    """{move: dict} as Sabaki reads a line: blocks split at "info", the pv a trailing run of vertices, passes dropped.

    scale: what a win rate of 100 % is written as, 1 or 10 000
    """
    found = {}
    for block in re.split(r"\s*info\s+", line.strip())[1:]:
        words = block.split()
        run = len(words)
        while run and re.fullmatch(r"(pass|[A-Za-z]\d+)", words[run - 1]):
            run -= 1
        assert words[run - 1] == "pv"
        pairs = dict(zip(words[: run - 1 : 2], words[1 : run - 1 : 2]))
        pv = words[run:]
        pv = pv[: pv.index("pass")] if "pass" in pv else pv
        if pairs["move"] != "pass" and pv:
            found[pairs["move"]] = {
                "winrate": float(pairs["winrate"]) / scale,
                "visits": int(pairs["visits"]),
                "pv": pv,
            }
    return found
