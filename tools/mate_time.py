#!/usr/bin/env python3
"""Times the mate solver beside that of cshogi on the same problems, by turns.

    cargo build --release --example solve_tsume
    python3 tools/mate_time.py data/tsume/mates.sfen --rounds 3

Needs cshogi (pip install cshogi). FILE has a problem in each line: name, SFEN, "mate", plies, parted by tabs. Two questions are timed:

    mate      ours: a mate, its proof checked; theirs: a mate within 101 plies
    length    ours: --exact, the length and a line of that length as well; theirs: a mate within the recorded plies

Seconds are processor time: of ours all of the program, start, proofs and certificates included; of theirs the calls of its search
alone. The ratio is ours by theirs, the middle one of the rounds; behind it the mates that we and they found.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections import defaultdict

import cshogi


def problems(path):
    """Positions by their recorded plies."""
    found = defaultdict(list)
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) >= 4 and fields[2] == "mate" and fields[3].isdigit():
                found[int(fields[3])].append(fields[1])
    return found


def ours(program, path, words):
    """Seconds of the program, and how many mates it found."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "--file", path, "--threads", "1", "--hash-mb", "64", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return spent, sum(line.split("\t")[1:2] == ["mate"] for line in done.stdout.splitlines())


def theirs(by_plies, depth):
    """Seconds of the searches, and how many mates they found."""
    spent, found = 0.0, 0
    for plies, positions in by_plies.items():
        search = cshogi.DfPn(depth or plies, 10_000_000, 32_767)
        for sfen in positions:
            board = cshogi.Board(sfen)
            begin = time.process_time()
            found += bool(search.search(board))
            spent += time.process_time() - begin
    return spent, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--program", default="target/release/examples/solve_tsume")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    by_plies = problems(options.file)
    count = sum(len(positions) for positions in by_plies.values())
    if count == 0:
        sys.exit(f"{options.file}: no line of name, SFEN, \"mate\" and plies")
    print(f"{count} problems of {min(by_plies)} to {max(by_plies)} plies")
    width = max(12, 5 * options.rounds + 2)
    print(f"{'question':<10}{'ours (s)':>{width}}{'cshogi (s)':>{width}}{'ratio':>8}{'mates':>12}")
    for question, words, depth in [("mate", [], 101), ("length", ["--exact"], None)]:
        rounds = [(ours(options.program, options.file, words), theirs(by_plies, depth)) for _ in range(options.rounds)]
        ratio = statistics.median(our / their for (our, _), (their, _) in rounds)
        columns = [" ".join(f"{row[i][0]:.2f}" for row in rounds) for i in (0, 1)]
        mates = ", ".join(str(found) for _, found in rounds[0])
        print(f"{question:<10}{columns[0]:>{width}}{columns[1]:>{width}}{ratio:>8.2f}{mates:>12}")


if __name__ == "__main__":
    main()
