"""SGF records: plain games, and what a hostile or broken program may write in their place."""
from fuzz.records import Record, write_record

_TAGS = ("SZ[0]", "SZ[1]", "SZ[26]", "SZ[99]", "SZ[-5]", "SZ[19:9]", "SZ[x]", "SZ[]", "SZ[9]SZ[5]", "KM[nan]", "KM[1e999]", "KM[1e155]",
         "KM[x]", "KM[]", "KM[" + "1" * 3000 + "x]", "GM[2]", "CA[nonsense]", "CA[]", "CA[utf-16]", "CA[\\]]", "RU[{]", "RU[{\"x\":1}]",
         "RU[" + "{\"x\":" * 2000 + "]", "PL[x]", "PL[]", "HA[99]", "HA[x]", "AB[aa:ii]", "AB[aa][aa]", "AW[aa]AB[aa]", "AE[aa:cc]",
         "AB[zz]", "AB[a]", "AB[abc]", "AB[ii:aa]", "B[aa]", "B[]W[]", "B[aa:bb]", "MN[-1]", "C[\\", "C[" + "x" * 30_000 + "]",
         "AB" + "[aa]" * 3000)


def plain_record(rng, sizes):
    """The text of a game of random moves on empty points, with set-up stones now and then."""
    size = rng.choice(sizes)
    points = [(row, column) for row in range(size) for column in range(size)]
    rng.shuffle(points)
    setup = points[:rng.choice((0, 0, 0, 2, 3, len(points) // 3))]
    cut = rng.randrange(len(setup) + 1)
    rest = points[len(setup):]
    moves = [("bw"[i % 2], "pass" if rng.random() < 0.05 else point) for i, point in enumerate(rest[:rng.randrange(30)])]
    if moves and rng.random() < 0.1:
        moves.append(("b", moves[0][1]))        # occupied, unless it was taken off
    komi = rng.choice((None, 0.0, 6.5, -3.0, 7.5))
    rules = rng.choice((None, None, "chinese", "japanese", "aga", "tromp-taylor"))
    return write_record(Record(size, komi, frozenset(setup[:cut]), frozenset(setup[cut:]),
                               rng.choice((None, "b", "w")) if setup else None, tuple(moves), rules))


def hostile_record(rng, sizes):
    """The bytes of a file that is a record no more, or one that asks for too much."""
    text = plain_record(rng, sizes)
    data = text.encode()
    kind = rng.randrange(13)
    if kind == 0:
        return data[:rng.randrange(len(data))]
    if kind == 1:
        changed = bytearray(data)
        for _ in range(rng.randrange(1, 6)):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        return bytes(changed)
    if kind == 2:
        deep = rng.choice((50, 1000, 20_000))
        return b"(;SZ[5]" + b"(;B[aa]" * deep + b")" * rng.choice((deep, 0)) + b")"
    if kind == 3:
        at = rng.choice([i for i, each in enumerate(data) if each == ord(";")])
        return data[:at + 1] + rng.choice(_TAGS).encode() + data[at + 1:]
    if kind == 4:
        return b"(;GM[1]" + "".join(rng.sample(_TAGS, 3)).encode() + b";B[aa];W[bb])"
    if kind == 5:
        nodes = rng.choice((10, 100, 400))
        size = rng.choice(sizes)
        last = chr(ord("a") + size - 1)
        return f"(;SZ[{size}]".encode() + f";AB[aa]AE[{last}{last}];AE[aa]AW[{last}{last}]".encode() * nodes + b")"
    if kind == 6:
        return data.decode().encode(rng.choice(("utf-16", "utf-32", "utf-8-sig", "utf-7")))
    if kind == 7:
        return rng.choice((b"", b"(", b")", b"(;)", b"(;;;)", b"()", b"\x00" * 100, b" " * 100_000, b"(;" + b"\n" * 50_000 + b")", b"[" * 10_000,
                           b"(;SZ[9]" + b";" * 5000 + b")", b"(;SZ[3]" + b";B[]" * 3000 + b")", rng.randbytes(2000)))
    if kind == 8:
        name = rng.choice(("gb18030", "shift_jis", "big5", "euc_kr", "latin-1"))
        return (f"(;SZ[9]CA[{name}]PB[".encode() + b"\x83\x5c\x95\x5c\xb0\x5d" + b"];B[ee])")
    if kind == 9:
        return data + data
    if kind == 10:
        return b"junk before\r\n" + data.replace(b";", b"\r\n ; ") + b"\nafter"
    if kind == 11:
        return _crowded(rng)
    return data.replace(b"[", b"[[", 1) if rng.random() < 0.5 else data.replace(b"]", b"", 1)


def _crowded(rng):
    """The bytes of a record of very many parts, now and then as long as a record may be."""
    part, ends = rng.choice(((b";", b")"), (b"(;", b""), (b"(;B[aa])", b")"), (b"(", b""), (b"()", b")"), (b"AB[]", b")"), (b"[aa]", b")"),
                             (b" A", b""), (b"[\\", b""), (b"\\]", b"])")))
    bytes_wanted = rng.choice((60_000, 300_000, 1_000_000, 4_100_000))
    start = rng.choice((b"(;GM[1]SZ[9]", b"(;SZ[5]AB", b"(;SZ[5]C[x", b"(;SZ[9]PB[\xb0\xa1\\x]"))
    return start + part * (bytes_wanted // len(part)) + ends
