#!/usr/bin/env python3
"""Plays one USI engine against another: each opening twice, with both colours; goes on where it was broken off.

    cargo build --release --example usi_engine
    python3 tools/usi_match.py --a target/release/examples/usi_engine --b "fairy-stockfish UCI_Variant=shogi" \\
        --go "nodes 10000" --pairs 100 --out out/fairy.tsv

Needs cshogi (pip install cshogi), an implementation of the rules that is neither engine's and judges every move, mate,
repetition and declaration. An engine is a command with its options behind it as NAME=VALUE. A game is lost by resigning, an
illegal move, no answer within --patience, or an end of the process; drawn after --plies moves.

Every finished game is a line of --out. Printed at the end: won, drawn, lost for A, the share, and Elo with a 95 % interval by
pairs of games. The exit status is 0, or 1 if a game ended by a fault of an engine.
"""

import argparse
import math
import os
import queue
import shlex
import subprocess
import sys
import threading
import time

import cshogi


class Gone(Exception):
    """The engine has ended, or does not answer."""


class Engine:
    """A process that speaks USI."""

    def __init__(self, command, patience):
        words = shlex.split(command)
        options = [word for word in words[1:] if "=" in word]
        self.patience = patience
        self.process = subprocess.Popen(
            [word for word in words if word not in options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.say("usi")
        self.wait("usiok")
        for option in options:
            name, value = option.split("=", 1)
            self.say(f"setoption name {name} value {value}")
        self.say("isready")
        self.wait("readyok")

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def say(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Gone(str(error)) from error

    def wait(self, word):
        """The first line that begins with a word."""
        end = time.monotonic() + self.patience
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise Gone(f"no {word} within {self.patience} s") from None
            if line is None:
                raise Gone(f"ended before {word}")
            if line.split(" ", 1)[0] == word:
                return line

    def new_game(self):
        self.say("usinewgame")
        self.say("isready")
        self.wait("readyok")

    def move(self, start, moves, go):
        self.say(f"position {start} moves {' '.join(moves)}" if moves else f"position {start}")
        self.say(f"go {go}")
        return self.wait("bestmove").split()[1]

    def quit(self):
        try:
            self.say("quit")
            self.process.wait(5)
        except (Gone, subprocess.TimeoutExpired):
            self.process.kill()


def play(engines, opening, go, plies):
    """A game; engines[0] is Black. Gives Black's points, 1, 0.5 or 0, and why it ended."""
    start, _, line = opening.partition(" moves ")
    board = cshogi.Board() if start == "startpos" else cshogi.Board(start.removeprefix("sfen "))
    moves = []
    for move in line.split():
        board.push_usi(move)
        moves.append(move)
    for engine in engines:
        engine.new_game()
    while len(moves) < plies:
        side = board.turn
        lost = float(side)  # Black is 0: a loss of White's is Black's point
        if board.is_game_over():
            return lost, "mate"
        repetition = board.is_draw()
        if repetition == cshogi.REPETITION_DRAW:
            return 0.5, "repetition"
        if repetition == cshogi.REPETITION_WIN:
            return 1.0 - lost, "perpetual check"
        if repetition == cshogi.REPETITION_LOSE:
            return lost, "perpetual check"
        try:
            move = engines[side].move(start, moves, go)
        except Gone as error:
            return lost, f"fault: {error}"
        if move == "resign":
            return lost, "resigned"
        if move == "win":
            return (1.0 - lost, "declared") if board.is_nyugyoku() else (lost, "fault: wrong declaration")
        if not any(cshogi.move_to_usi(legal) == move for legal in board.legal_moves):
            return lost, f"fault: illegal {move}"
        board.push_usi(move)
        moves.append(move)
    return 0.5, "long"


def elo(share):
    share = min(max(share, 1e-3), 1.0 - 1e-3)
    return -400.0 * math.log10(1.0 / share - 1.0)


def summary(results):
    """Results by pair: points of A in both games."""
    points = [point for pair in results.values() for point in pair.values()]
    won, drawn = points.count(1.0), points.count(0.5)
    text = f"{won}-{drawn}-{len(points) - won - drawn} for A"
    pairs = [sum(pair.values()) / 2.0 for pair in results.values() if len(pair) == 2]
    if len(pairs) < 2:
        return text
    mean = sum(pairs) / len(pairs)
    error = 1.96 * math.sqrt(sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1) / len(pairs))
    low, high = elo(mean - error), elo(mean + error)
    return f"{text}, {100.0 * mean:.1f} %, Elo {elo(mean):+.0f} [{low:+.0f}, {high:+.0f}]"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--a", required=True, help="the engine A: command and NAME=VALUE options")
    parser.add_argument("--b", required=True, help="the engine B")
    parser.add_argument("--go", default="nodes 10000", help="what stands behind `go`")
    parser.add_argument("--openings", default="data/openings/more.sfen", help="a file of USI lines")
    parser.add_argument("--pairs", type=int, default=50, help="pairs of games")
    parser.add_argument("--plies", type=int, default=320, help="moves after which a game is drawn")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds until an engine must have answered")
    parser.add_argument("--out", default="out/usi-match.tsv", help="finished games; a run goes on from them")
    options = parser.parse_args()

    with open(options.openings, encoding="utf-8") as file:
        lines = [line.partition("#")[0].strip() for line in file]
    openings = [line for line in lines if line][: options.pairs]
    head = f"# {options.a} | {options.b} | {options.go} | {os.path.basename(options.openings)}"
    results, faults = {}, 0
    os.makedirs(os.path.dirname(options.out) or ".", exist_ok=True)
    if os.path.exists(options.out):
        with open(options.out, encoding="utf-8") as file:
            found = file.read().splitlines()
        if found and found[0] != head:
            sys.exit(f"{options.out}: games of\n{found[0]}\nexpected\n{head}")
        for line in found[1:]:
            pair, black, points, why = line.split("\t")
            results.setdefault(int(pair), {})[black] = float(points)
            faults += why.startswith("fault")
    else:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write(head + "\n")

    engines = {}

    def engine(name):
        """Starts what is not there, or not any more."""
        if name not in engines or engines[name].process.poll() is not None:
            engines[name] = Engine({"A": options.a, "B": options.b}[name], options.patience)
        return engines[name]

    try:
        for pair, opening in enumerate(openings):
            for black, white in ("AB", "BA"):
                if black in results.get(pair, {}):
                    continue
                points, why = play([engine(black), engine(white)], opening, options.go, options.plies)
                points = points if black == "A" else 1.0 - points
                if why.startswith("fault"):
                    faults += 1
                    for name in list(engines):
                        engines.pop(name).quit()
                results.setdefault(pair, {})[black] = points
                with open(options.out, "a", encoding="utf-8") as file:
                    file.write(f"{pair}\t{black}\t{points}\t{why}\n")
                print(f"pair {pair + 1}, A is {'Black' if black == 'A' else 'White'}: {why}; {summary(results)}",
                      file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("broken off", file=sys.stderr)
    finally:
        for running in engines.values():
            running.quit()
    print(f"{summary(results)}; {faults} by a fault")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
