"""Files of matches and studies, damaged in random ways, and what gopy may say of each: one sentence that names the file
and the line, or the result that the games which are still there have."""
import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field

#: Values that no key of a line or of a study has.
_WRONG = ["[[1]]", '{"x": {"y": 1}}', "1e999", "NaN", "1" + "0" * 400, '"\\u0000"', "-1", '"../../evil"', "[" * 3000 + "]" * 3000]
_WRONG_TOML = ["[[1]]", "{x = {y = 1}}", "nan", "-inf", "1" + "0" * 400, '"\\u0000"', '"../../evil"', "1979-05-27",
               "[" * 3000 + "]" * 3000]

_SECONDS = 120.0


@dataclass
class Damaged:
    """What came of the damaged files: how many were refused, how many counted right, by kind, and what was wrong."""
    files: int = 0
    refused: int = 0
    counted: int = 0
    kinds: dict = field(default_factory=dict)
    wrong: list = field(default_factory=list)


def damage(data, rng, toml):
    """(name, damaged bytes, lines at fault or None) of one random kind; lines count from 1."""
    lines = data.split(b"\n")[:-1]
    at = rng.randrange(len(lines))
    kind = rng.choice(("truncated", "flipped", "inserted", "doubled", "dropped", "moved", "typed", "nested", "keyless",
                       "emptied", "zeroed"))
    fault = None
    if kind == "truncated":
        return kind, data[:rng.randrange(len(data))], None
    if kind in ("flipped", "inserted", "zeroed"):
        where = rng.randrange(len(data))
        length = 0 if kind == "inserted" else rng.randint(1, 3) if kind == "flipped" else rng.randint(1, 200)
        new = bytes(length) if kind == "zeroed" else bytes(rng.randrange(256) for _ in range(length or rng.randint(1, 8)))
        line = data.count(b"\n", 0, where) + 1
        return kind, data[:where] + new + data[where + length:], set(range(line, line + 12))
    if kind == "doubled":
        to = rng.randint(at + 1, len(lines))
        lines.insert(to, lines[at])
        fault = {to + 1}
    elif kind == "dropped":
        del lines[at]
    elif kind == "moved":
        lines.insert(rng.randrange(len(lines)), lines.pop(at))
    elif kind == "emptied":
        lines.insert(at, b"")
        fault = {at + 1}
    else:
        lines[at] = _changed(lines[at], kind, rng, toml)
        fault = {at + 1}
    return kind, b"".join(line + b"\n" for line in lines), fault


def _changed(line, kind, rng, toml):
    """A line with another value, or without a key."""
    text = line.decode()
    keys = list(re.finditer(r'^(\w+) = (.*)$' if toml else r'"(\w+)": ("[^"]*"|[^,{}\[\]]+)', text))
    if not keys:
        return b"[" + line
    key = rng.choice(keys)
    if kind == "keyless":
        return (text[:key.start(1)] + text[key.end(1):]).encode()
    wrong = ("[" * 100_000) if kind == "nested" else rng.choice(_WRONG_TOML if toml else _WRONG)
    return (text[:key.start(2)] + wrong + text[key.end(2):]).encode()


def foreign(data, rng, other):
    """The bytes with a line of another match put in, and the number of that line."""
    lines = data.split(b"\n")[:-1]
    to = rng.randint(0, len(lines))
    lines.insert(to, rng.choice(other.split(b"\n")[:-1]))
    return "foreign", b"".join(line + b"\n" for line in lines), {to + 1}


def damage_often(number, rng, match, study, folder, say):
    """Damage copies of the files of a finished match and study (targets.MatchTarget, StudyTarget) one by one. Returns Damaged."""
    found = Damaged()
    match_lines, study_lines = match.lines.read_bytes(), study.lines.read_bytes()
    sources = [(match, match.lines.name, study_lines), (study, study.lines.name, match_lines), (match, "match.json", None),
               (study, "study.toml", None), (match, match.lines.name, study_lines), (study, study.lines.name, match_lines)]
    for count in range(number):
        target, name, other = sources[count % len(sources)]
        data = (target.folder / name).read_bytes()
        if other is not None and rng.random() < 0.15:
            kind, bad, fault = foreign(data, rng, other)
        else:
            kind, bad, fault = damage(data, rng, name.endswith(".toml"))
        copy = folder / f"damaged_{count}"
        shutil.copytree(target.folder, copy, ignore=shutil.ignore_patterns("lock", "*.svg", "report.md"))
        (copy / name).write_bytes(bad)
        wrong = _judge(found, target, copy, name, fault)
        found.files += 1
        found.kinds[kind] = found.kinds.get(kind, 0) + 1
        if wrong:
            found.wrong.append(f"{copy}, {name} {kind}: {wrong}")
        else:
            shutil.rmtree(copy)
        if found.files % 20 == 0:
            say(f"{found.files} files damaged: {found.refused} refused, {found.counted} counted")
    return found


def _judge(found, target, copy, name, fault):
    """What is wrong with gopy's answer to a damaged file; "" if nothing is."""
    before = (copy / name).read_bytes()
    words = ["study", "report", str(copy)] if target.kind == "study" else [*target.words[:-1], str(copy)]
    try:
        done = subprocess.run([sys.executable, "-m", "gopy", *words], capture_output=True, timeout=_SECONDS, check=False,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "no answer"
    said = done.stderr.decode("utf-8", "replace")
    if done.returncode == 2:
        found.refused += 1
        if (copy / name).read_bytes() != before:
            return f"refused, yet the file was changed: {said}"
        return _sentence_fault(said, copy, name, fault)
    if done.returncode != 0:
        return f"exit code {done.returncode}: {said}"
    found.counted += 1
    return _count_fault(target, copy, name, done.stdout.decode())


def _sentence_fault(said, copy, name, fault):
    if said.count("\n") != 1 or not said.startswith("gopy: ") or len(said) > 1200 or "Traceback" in said:
        return f"no single sentence: {said[:2000]}"
    line = re.search(r"(?:games|results)\.jsonl, line (\d+): ", said)
    if name.endswith(".jsonl"):
        if not line or str(copy / name) not in said:
            return f"file and line are not named: {said}"
        if fault and int(line[1]) not in fault:
            return f"line {line[1]} is named, not one of {sorted(fault)}: {said}"
    elif str(copy) not in said:
        return f"the file is not named: {said}"
    return ""


def _count_fault(target, copy, name, printed):
    """What is wrong with a result: it has to be that of the sound games whose lines are still there."""
    truth = {(record.get("match"), record["id"]): record for record in map(json.loads, target.recorded().splitlines())}
    data = (copy / target.lines.name).read_bytes()
    lines = data[:data.rfind(b"\n") + 1].splitlines()
    if lines and b"\0" in lines[-1]:        # as a power cut leaves a line
        lines.pop()
    kept = [json.loads(line) for line in lines]
    keys = [(record.get("match"), record["id"]) for record in kept]
    if len(set(keys)) != len(keys) or not set(keys) <= set(truth):
        return f"games were counted that are none: {[key for key in keys if keys.count(key) > 1 or key not in truth]}"
    if target.kind == "match":
        if len(keys) != len(truth):
            return f"{len(keys)} games instead of {len(truth)}"
        games, points = _result([truth[key] for key in keys], "a")
        return "" if f"a {points:g} of {games}, " in printed else f"not {points:g} of {games}: {printed}"
    report = (copy / "report.md").read_text()
    for match in target.matches:
        records = [truth[key] for key in keys if key[0] == match]
        row = re.search(rf"^\| {match} \| (\d+) of \d+ \| ([\d.]+) \|", report, re.MULTILINE)
        if name != "study.toml" and records and (row is None or _result(records, match.split("_")[0]) != (
                int(row[1]), float(row[2]))):
            return f"{match} is {row and row[0]}, not {_result(records, match.split('_')[0])}"
    return ""


def _result(records, player):
    """(games, points) of the player in complete pairs, counted here once more."""
    by_id = {record["id"]: record for record in records}
    pairs = [number for number in by_id if number ^ 1 in by_id]
    whole = [by_id[number] for number in pairs if by_id[number]["winner"] is not None]
    return len(whole), sum(1.0 if record["winner"] == player else 0.5 if record["winner"] == "jigo" else 0.0 for record in whole)
