"""The result of a match, as text and as a dict for DIR/result.json."""
import math

from gopy.lab.match.results.statistics import elo, elo_interval

#: The greatest ratio of the two CPU times per move that still counts as equal.
EQUAL_CPU = 1.10


def summary_text(total, test=None) -> str:
    """A text of some lines about a match, from its Tally and its SequentialTest (None: a fixed number of games)."""
    failures = ", ".join(f"{name} {end} {count}" for (name, end), count in sorted(total.failures.items()))
    lines = [f"{total.summary()}; void {len(total.void)}, disputed {len(total.disputed)}, repeated {total.duplicates}"
             f"{', failures: ' + failures if failures else ''}"]
    by_pairs = total.pair_elo_interval()
    counts = ", ".join(f"{half / 2:g}: {count}" for half, count in enumerate(total.pairs))
    lines.append(f"pairs by {total.names[0]}'s points {counts}; Elo by pairs "
                 + (f"({by_pairs[0]:+.0f} to {by_pairs[1]:+.0f})" if by_pairs else "unknown"))
    score = total.score_interval()
    if score:
        lines.append("{}'s margin a game {:+.2f} ({:+.2f} to {:+.2f})".format(total.names[0], *score))
    lines.append("CPU s a move: " + ", ".join(f"{name} {_seconds(total.cpu_per_move(name))}" for name in total.names))
    if test:
        state = "" if test.decision else ", no decision"
        lines.append(f"SPRT {test.hypotheses}: {test.summary()}{state} after {test.looked_at} pairs")
    return "\n".join(lines)


def cpu_warning(total) -> str | None:
    """A warning if the players' CPU times per move differ by more than EQUAL_CPU or are unknown; otherwise None."""
    times = {name: total.cpu_per_move(name) for name in total.names}
    unknown = [name for name, seconds in times.items() if seconds is None]
    if unknown:
        return f"equal CPU is claimed, but the CPU time of {' and '.join(unknown)} is unknown"
    more, less = sorted(times, key=times.__getitem__, reverse=True)
    if times[more] <= EQUAL_CPU * times[less]:
        return None
    return (f"this is no match of equal CPU: {more} took {times[more]:.3f} s a move, {less} {times[less]:.3f} s "
            f"({100 * (EQUAL_CPU - 1):.0f} % more would do)")


def summary_json(total, test=None) -> dict:
    """The result of a match as a dict of plain values; an infinite or unknown number is None."""
    found = {"names": list(total.names), "games": total.games, "points": total.points, "jigo": total.jigo,
             "share_wilson": list(total.interval()), "pairs": total.pairs, "elo": _finite(elo(total.share)),
             "elo_wilson": _finite_all(elo_interval(total.points, total.games)),
             "elo_pairs": _finite_all(total.pair_elo_interval()),
             "void": total.void, "disputed": total.disputed, "repeated": total.duplicates,
             "failures": [[name, end, count] for (name, end), count in sorted(total.failures.items())],
             "cpu_per_move": {name: total.cpu_per_move(name) for name in total.names}}
    if total.scores:
        found["score"] = _finite_all(total.score_interval())
    if test:
        found["sprt"] = {"elo0": test.hypotheses.elo0, "elo1": test.hypotheses.elo1, "llr": test.llr,
                         "bounds": list(test.bounds), "decision": test.decision, "pairs": test.looked_at}
    return found


def _seconds(value):
    return "unknown" if value is None else f"{value:.3f}" if value >= 0.01 else f"{value:.2g}"


def _finite(number):
    return number if math.isfinite(number) else None


def _finite_all(numbers):
    return None if numbers is None else [_finite(number) for number in numbers]
