#!/usr/bin/env python3
"""Compares our legal moves with those of cshogi, an independent generator.

    python3 -m venv .venv && .venv/bin/pip install cshogi
    cargo run --release --example legal_moves -- --random 1000000 | .venv/bin/python scripts/compare_cshogi.py

Reads `SFEN<TAB>moves` lines, prints every difference, and ends with a count. Exit status 1 if any position differs.
"""
import sys

import cshogi


def main() -> int:
    board = cshogi.Board()
    positions = moves_seen = differ = 0
    for line in sys.stdin:
        sfen, _, text = line.rstrip("\n").partition("\t")
        ours = text.split()
        board.set_sfen(sfen)
        theirs = sorted(cshogi.move_to_usi(move) for move in board.legal_moves)
        positions += 1
        moves_seen += len(ours)
        if ours != theirs:
            differ += 1
            if differ <= 20:
                print(f"DIFFERS {sfen}\n  only ours:   {sorted(set(ours) - set(theirs))}\n  only cshogi: {sorted(set(theirs) - set(ours))}")
    print(f"{positions} positions, {moves_seen} moves, {differ} positions differ")
    return 1 if differ or not positions else 0


if __name__ == "__main__":
    sys.exit(main())
