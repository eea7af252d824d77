"""Atomics: their meaning in one thread, their exactness in two."""
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numba import njit

from gopy.compiled.atomic import atomic_add, compare_and_swap, load_acquire, store_release

DTYPES = [np.int32, np.int64]


@njit
def add(array, index, value):
    return atomic_add(array, index, value)


@njit
def swap(array, index, expected, value):
    return compare_and_swap(array, index, expected, value)


@njit
def store_then_load(array, index, value):
    store_release(array, index, value)
    return load_acquire(array, index)


@njit(nogil=True)
def add_often(array, times):
    for _ in range(times):
        atomic_add(array, 1, 1)


@njit(nogil=True)
def claim(array, mine, wins):
    """Claim every element that is still 0; count those won."""
    for i in range(array.shape[0]):
        if compare_and_swap(array, i, 0, mine) == 0:
            wins[mine] += 1


@njit(nogil=True)
def publish(data, flag, rounds):
    """Write data[i] = i + 1, then release flag = i + 1."""
    for i in range(rounds):
        data[i] = i + 1
        store_release(flag, 0, i + 1)


@njit(nogil=True)
def follow(data, flag, rounds):
    """Count elements that are not there although the flag says so."""
    missing = 0
    seen = 0
    while seen < rounds:
        seen = load_acquire(flag, 0)
        if seen > 0 and data[seen - 1] != seen:
            missing += 1
    return missing


@pytest.mark.parametrize("dtype", DTYPES)
def test_add_returns_what_was_there(dtype):
    array = np.array([5, 6, 7], dtype)
    assert add(array, 1, 10) == 6
    assert add(array, 1, -20) == 16
    assert array.tolist() == [5, -4, 7]


@pytest.mark.parametrize("dtype", DTYPES)
def test_swap_stores_only_over_what_is_expected(dtype):
    array = np.array([5, 6, 7], dtype)
    assert swap(array, 2, 6, 9) == 7
    assert array.tolist() == [5, 6, 7]
    assert swap(array, 2, 7, -9) == 7
    assert array.tolist() == [5, 6, -9]


@pytest.mark.parametrize("dtype", DTYPES)
def test_store_and_load(dtype):
    array = np.zeros(3, dtype)
    assert store_then_load(array, 2, -4) == -4
    assert array.tolist() == [0, 0, -4]


def test_two_threads_lose_no_addition():
    array = np.zeros(3, np.int64)
    add_often(array, 0)
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda _: add_often(array, 1_000_000), range(2)))
    assert array.tolist() == [0, 2_000_000, 0]


def test_two_threads_never_claim_the_same():
    array, wins = np.zeros(10_000, np.int32), np.zeros(3, np.int64)
    claim(np.zeros(1, np.int32), 1, np.zeros(3, np.int64))
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda mine: claim(array, mine, wins), (1, 2)))
    assert wins.sum() == len(array)
    assert (np.bincount(array, minlength=3) == wins).all()


def test_what_is_released_is_seen():
    rounds = 1_000_000
    data, flag = np.zeros(rounds, np.int64), np.zeros(1, np.int64)
    publish(data, flag, 0)
    follow(data, flag, 0)
    with ThreadPoolExecutor(2) as threads:
        reader = threads.submit(follow, data, flag, rounds)
        threads.submit(publish, data, flag, rounds).result()
        assert reader.result() == 0
