"""What a move does tactically: which chains it takes, saves, attacks, defends or loses."""
import numpy as np

from gopy.compiled.bits import ONE, ZERO
from gopy.compiled.jit import kernel
from gopy.go.bitboard.ladder import attack_captures, has_neighbour_in_atari, run_fails
from gopy.go.bitboard.layout import NO_POINT, TWO, point_count
from gopy.go.bitboard.position import chain_of, has_stone, last_liberty, next_chain, other_liberty, window
from gopy.go.bitboard.tactics import THREE, escapes_after, has_liberties_after, joined_stones, serves_no_purpose

#: The most urgent thing that a move does; of those that are true of a move, the last in this list.
TACTICS = ("none", "atari", "lost run", "self-atari", "ladder", "defence", "capture in two", "save one", "take one",
           "save more", "take more")
(NONE, GIVES_ATARI, LOST_RUN, SELF_ATARI, LADDER, DEFENCE, CAPTURE_IN_TWO, SAVE_ONE, TAKE_ONE, SAVE_MORE,
 TAKE_MORE) = range(len(TACTICS))

SIZES = ("1 stone", "2 stones", "3 to 5 stones", "6 or more stones")
_FRESH = ("", ", next to the last move")
TAKE_NAMES = tuple(f"take {size}{frees}{last}" for size in SIZES for frees in ("", ", which frees a chain")
                   for last in ("", ", the last move among them"))
SAVE_NAMES = tuple(f"save {size}{fails}{fresh}" for size in SIZES for fails in ("", " in vain") for fresh in _FRESH)
ATTACK_NAMES = tuple(f"{kind} on {size}{last}" for kind in ("atari", "ladder", "sure capture") for size in SIZES
                     for last in ("", ", the last move among them"))
DEFENCE_NAMES = tuple(f"defend {size}{fresh}" for size in SIZES for fresh in _FRESH)
SELF_ATARI_NAMES = (*(f"self-atari of {size}" for size in SIZES), "throw in", "fill an eye shape")
CHAIN_NAMES = tuple(f"touches {own} own and {enemy} enemy chains" for own in range(4) for enemy in range(4))
KO_NAMES = ("retake a ko", "threat while a ko is forbidden")


@kernel(entry=False)
def _size_class(position, chain):
    stones = position.data[0].stone_count[chain]
    return (1 if stones >= 2 else 0) + (1 if stones >= 3 else 0) + (1 if stones >= 6 else 0)


@kernel(entry=False)
def _is_threatened(position, chain, colour):
    """Whether `colour`'s chain of two liberties is caught if the enemy plays one of them."""
    first = last_liberty(position, chain)
    return (not escapes_after(position, chain, first, colour)
            or not escapes_after(position, chain, other_liberty(position, chain, first), colour))


@kernel(entry=False)
def stands_last(position, colour):
    """Whether the last move was a stone of the opponent of `colour` that stands; a pass does not, nor does a suicide."""
    data = position.data[0]
    return data.last < point_count(position) and has_stone(position, colour ^ ONE, data.last)


@kernel(entry=False, inline=True)
def _self_atari(position, point, colour):
    """(whether it is a bad self-atari, its place in SELF_ATARI_NAMES or -1)"""
    if has_liberties_after(position, point, colour, TWO):
        return False, -1
    stones = joined_stones(position, point, colour)
    if serves_no_purpose(position, point, colour):
        return True, (1 if stones >= TWO else 0) + (1 if stones >= THREE else 0) + (1 if stones >= np.uint64(6) else 0)
    return False, 4 if stones == ONE else 5


@kernel(entry=False, inline=True)
def _read_own(position, work, point, colour, own):
    """What the move does for the own chains next to it: (its place in TACTICS, in SAVE_NAMES, in DEFENCE_NAMES, how many chains
    there are). `own` is their stones as a window mask."""
    data = position.data[0]
    found, save, defence, chains = NONE, -1, -1, 0
    while own != ZERO:
        chain, own = next_chain(position, point, own)
        chains += 1
        fresh = 1 if work.distance[chain] == 2 else 0
        if data.liberty_count[chain] == 1:
            fails = run_fails(position, chain, colour)
            save = max(save, 4 * _size_class(position, chain) + (2 if fails else 0) + fresh)
            found = max(found, LOST_RUN if fails else SAVE_MORE if data.stone_count[chain] > 1 else SAVE_ONE)
        elif (data.liberty_count[chain] == 2 and has_liberties_after(position, point, colour, THREE)
              and _is_threatened(position, chain, colour)):
            defence = max(defence, 2 * _size_class(position, chain) + fresh)
            found = max(found, DEFENCE)
    return found, save, defence, chains


@kernel(entry=False, inline=True)
def _read_enemy(position, point, colour, enemy, bad):
    """What the move does to the enemy's chains next to it: (its place in TACTICS, in TAKE_NAMES, in ATTACK_NAMES, how many chains
    there are). `enemy` is their stones as a window mask, `bad` says whether the move is a bad self-atari."""
    data = position.data[0]
    last_chain = chain_of(position, data.last) if stands_last(position, colour) else NO_POINT
    found, take, attack, chains = NONE, -1, -1, 0
    while enemy != ZERO:
        chain, enemy = next_chain(position, point, enemy)
        chains += 1
        newest = 1 if chain == last_chain else 0
        if data.liberty_count[chain] == 1:
            frees = 2 if has_neighbour_in_atari(position, chain, colour) else 0
            take = max(take, 4 * _size_class(position, chain) + frees + newest)
            found = max(found, TAKE_MORE if data.stone_count[chain] > 1 else TAKE_ONE)
        elif data.liberty_count[chain] == 2 and not bad:
            kind = 0
            if not escapes_after(position, chain, point, colour ^ ONE):
                kind = 2
            elif attack_captures(position, chain, point, colour ^ ONE):
                kind = 1
            attack = max(attack, 8 * kind + 2 * _size_class(position, chain) + newest)
            found = max(found, CAPTURE_IN_TWO if kind == 2 else LADDER if kind == 1 else GIVES_ATARI)
    return found, take, attack, chains


@kernel(entry=False, inline=True)
def read_urgency(position, work, point, colour):
    """What the move of `colour` at `point` does: (its place in TACTICS, in CHAIN_NAMES, TAKE_NAMES, SAVE_NAMES, ATTACK_NAMES,
    DEFENCE_NAMES, SELF_ATARI_NAMES, KO_NAMES). A place is -1 if the move does nothing of the kind. Of two takes the one of the
    larger place counts, and so for the others. Needs `fill_distances`.
    """
    data = position.data[0]
    orthogonal = position.tables[0].orthogonals[point]
    own = window(position, colour, point) & orthogonal
    enemy = window(position, colour ^ ONE, point) & orthogonal
    ko = 0 if point == data.last_ko else -1
    if own | enemy == ZERO:
        return NONE, 0, -1, -1, -1, -1, -1, ko
    bad, self_atari = _self_atari(position, point, colour)
    ours, save, defence, own_chains = _read_own(position, work, point, colour, own)
    theirs, take, attack, enemy_chains = _read_enemy(position, point, colour, enemy, bad)
    if ko < 0 and data.ko_point != NO_POINT and (attack >= 0 or take >= 0):
        ko = 1
    found = max(SELF_ATARI if bad else NONE, ours, theirs)
    return found, 4 * min(own_chains, 3) + min(enemy_chains, 3), take, save, attack, defence, self_atari, ko
