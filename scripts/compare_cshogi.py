#!/usr/bin/env python3
"""Positions of random games with the numbers of legal moves and of replies to them that cshogi, an independent generator, counts.

    python3 -m venv .venv && .venv/bin/pip install cshogi
    .venv/bin/python scripts/compare_cshogi.py 10000 > random.epd
    cargo run --release --example perft -- --suite random.epd

The number of positions, and a seed, may be given; `perft` prints every count of ours that differs.
"""
import random
import sys

import cshogi


def replies(board: cshogi.Board) -> int:
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += len(list(board.legal_moves))
        board.pop()
    return count


def main() -> None:
    positions, seed = (int(word) for word in (sys.argv[1:] + ["1000", "1"][len(sys.argv) - 1 :])[:2])
    rng, board = random.Random(seed), cshogi.Board()
    for _ in range(positions):
        moves = list(board.legal_moves)
        if not moves or board.move_number > 400:
            board.reset()
            moves = list(board.legal_moves)
        print(f"{board.sfen()};D1 {len(moves)};D2 {replies(board)}")
        board.push(rng.choice(moves))


if __name__ == "__main__":
    main()
