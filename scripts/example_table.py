#!/usr/bin/env python3
"""What every example and experiment does when it is run as nobody planned: a line for each.

    cargo build --release --examples --bins
    scripts/example_table.py [--programs target/release/examples] [EXAMPLE...]

| column | what was done | good is |
|---|---|---|
| cpu, wall | run without options; seconds of all its threads, seconds by the clock | less than 60 s by the clock on two idle cores |
| help | `--help`: its lines, its widest line at COLUMNS 60 and 100 | no wider than that |
| pipe | a short run whose output nobody reads | 0, nothing on standard error about it |
| unwritable | an output that cannot be written | 2, the option and the path named |
| missing | an input that is not there | 2, the path named |
| broken off | Ctrl-C after a second of the default run, then again with the same words | it stops (or has ended), and begins again; how many files it left |
| report | the widest line of the default run at COLUMNS 60 and 100; lines with tabs and single words are left out | at most 80 and 100 |
"""
import argparse
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent
NO = "no/such/file"

QUICK = ["--positions", "1", "--depths", "1", "--tables", "combined", "--rows", "null"]

# Experiments are subcommands of the program komadai-lab.
EXPERIMENTS = ["count-categories", "heuristics", "next-move", "self-play", "tune"]

# Words of a short run, of an output that cannot be written, of an input that is missing; None where there is no such thing.
EXAMPLES = {
    "analyze": (["--nodes", "1000"], ["{kif}", "--out", "{file}"], [NO + ".kif"]),
    "build_book": ([], ["--out", "{file}"], ["--games", NO]),
    "check_certificate": (["{cert}"], None, [NO]),
    "compare_cycles": (["--nodes", "300"], ["--out", "{file}"], ["--file", NO]),
    "consultation": (["--positions", "2", "--depth", "2"], ["--out", "{file}"], ["--games", NO]),
    "convert": (["--to", "csa", "{kif}"], ["--to", "csa", "{kif}", "--out", "{file}"], ["--to", "csa", NO + ".kif"]),
    "count-categories": ([], ["--save", "{folder}"], ["--games", NO]),
    "custom_dfpn_heuristic": (["10"], None, None),
    "custom_evaluator": (
        ["self-play", "--pairs", "1", "--nodes", "20", "--out", "{new}/s"],
        ["self-play", "--out", "{file}"],
        ["self-play", "--openings", NO],
    ),
    "custom_killer": (QUICK, ["--out", "{file}"], ["--suite", NO]),
    "custom_pruner": (QUICK, ["--out", "{file}"], ["--suite", NO]),
    "heuristics": (QUICK, ["--out", "{file}"], ["--suite", NO]),
    "killer_effectiveness": (["--positions", "3", "--nodes", "500"], ["--out", "{file}"], ["--games", NO]),
    "next-move": (["--nodes", "100"], ["--out", "{file}"], ["--file", NO]),
    "perft": (["2"], None, ["--suite", NO]),
    "probcut": (["--depth", "2", "--kind", "paper"], ["--out", "{file}"], ["--model", NO]),
    "self-play": (["--pairs", "1", "--nodes", "20", "--out", "{new}/s"], ["--out", "{file}"], ["--openings", NO]),
    "solve_hisshi": (["--nodes", "1000"], ["--out", "{folder}"], ["--file", NO]),
    "solve_tsume": (["--nodes", "1000", "--hash-mb", "1"], ["--certificate", "{file}"], ["--file", NO]),
    "report": (["--only", "R5", "--out", "{new}/r"], None, None),
    "train_discriminant": (["--iterations", "1"], ["--model", "sibling", "--save", "{folder}"], ["--games", NO]),
    "tune": (
        ["screen", "--factors", "razoring=off:on", "--pairs", "1", "--nodes", "20", "--out", "{new}/t"],
        ["screen", "--factors", "razoring=off:on", "--out", "{file}"],
        ["screen", "--factors", "razoring=off:on", "--openings", NO],
    ),
    "usi_engine": ([], None, None),
}

# The default run, where it is not a run without words.
DEFAULT = {
    "check_certificate": ["{cert}"],
    "convert": ["--to", "csa", "{kif}"],
    "perft": ["5"],
    "tune": ["screen", "--factors", "razoring=off:on,futility.open=0:1"],
}


def columns(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def widest(text, all_lines=False):
    lines = [line for line in text.splitlines() if all_lines or ("\t" not in line and len(line.split()) > 1)]
    return max(map(columns, lines), default=0)


def fault(status, stderr):
    # What was finished is not written again.
    if "the file is there, expected a new one" in stderr:
        return "refused"
    return f"FAULT {status}: {' '.join(stderr.split())[:80]}"


class Runs:
    """Runs of one example in a folder of its own."""

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        (self.folder / "folder").mkdir()
        (self.folder / "new").mkdir()
        (self.folder / "file").write_text("mine\n")
        data = ROOT / "data"
        self.paths = {
            "kif": data / "historic/indatsu-1711.kif",
            "cert": data / "tsume/mate.kmdc",
            "file": "file",
            "folder": "folder",
            "new": "new",
        }

        self.before = self.files()

    def files(self):
        return sum(path.is_file() and path.stat().st_size > 0 for path in self.folder.rglob("*"))

    def words(self, words):
        name = self.program.name
        program = [str(self.program.parent.with_name("komadai-lab")), name] if name in EXPERIMENTS else [str(self.program)]
        return program + [word.format(**self.paths) for word in words]

    def run(self, words, columns="100", **more):
        env = {**os.environ, "COLUMNS": columns}
        more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        return subprocess.run(self.words(words), cwd=self.folder, env=env, text=True, errors="replace", **more)

    def named(self, words):
        """The cell of a run that must be refused."""
        if words is None:
            return "–"
        told = self.run(words, timeout=300)
        tail = self.words(words)[-1]
        shown = next((word for word in self.words(words)[1:] if word.startswith(("--", NO, "file")) and word in told.stderr), None)
        # `convert` goes on with its other files, which is status 1.
        fine = told.returncode in (1, 2) and shown and tail.split("/x")[0] in told.stderr and "panicked" not in told.stderr
        return "named" if fine else fault(told.returncode, told.stderr)

    def pipe(self, words):
        reader, writer = os.pipe()
        os.close(reader)
        told = self.run(words, stdout=writer, timeout=300)
        os.close(writer)
        fine = told.returncode == 0 and "panicked" not in told.stderr and "error" not in told.stderr
        return "0" if fine else fault(told.returncode, told.stderr)

    def broken_off(self, words):
        cells = []
        for _ in range(2):
            env = {**os.environ, "COLUMNS": "100"}
            child = subprocess.Popen(
                self.words(words), cwd=self.folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            try:
                _, err = child.communicate(timeout=1)
                cells.append("ends" if child.returncode == 0 else fault(child.returncode, err))
            except subprocess.TimeoutExpired:
                child.send_signal(signal.SIGINT)
                begun = time.monotonic()
                child.communicate(timeout=60)
                cells.append("stops" if time.monotonic() - begun < 5 else "FAULT stops late")
        left = self.files() - self.before
        return "/".join(cells) + (f", {left} left" if left > 0 else "")

    def default(self, words):
        """Seconds of processor and clock, and the widest lines of the report."""
        wide, seconds = [], None
        for width in ["60", "100"]:
            before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            told = self.run(words, columns=width)
            after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - begun
            if told.returncode != 0:
                return fault(told.returncode, told.stderr), "", ""
            wide.append(str(widest(told.stdout)))
            if seconds is None:
                cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                seconds = f"{cpu:.1f}", f"{wall:.1f}"
            if wall > 5:
                # The second width would tell nothing else, and there may be a journal.
                break
        return *seconds, "/".join(wide)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", nargs="*", metavar="EXAMPLE")
    parser.add_argument("--without-default-run", action="store_true", help="leaves out cpu, wall and report")
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / "target/release/examples")
    options = parser.parse_args()
    there = sorted([path.stem for path in (ROOT / "examples").iterdir()] + EXPERIMENTS)
    assert there == sorted(EXAMPLES), set(there) ^ set(EXAMPLES)
    print("| example | cpu s | wall s | help: lines, 60/100 | pipe | unwritable | missing | broken off | report 60/100 |")
    print("|---|--:|--:|---|---|---|---|---|---|", flush=True)
    programs = options.programs.resolve()
    for name in options.examples or there:
        short, unwritable, missing = EXAMPLES[name]
        default = DEFAULT.get(name, [])
        with tempfile.TemporaryDirectory() as folder:
            runs = Runs(programs / name, folder)
            helps = [runs.run(["--help"], columns=width) for width in ["60", "100"]]
            lines = len(helps[1].stdout.splitlines())
            help_cell = f"{lines}, " + "/".join(str(widest(told.stdout)) for told in helps) if lines else "–"
            cells = [help_cell, runs.pipe(short), runs.named(unwritable), runs.named(missing)]
        with tempfile.TemporaryDirectory() as folder:
            runs = Runs(programs / name, folder)
            cells.append(runs.broken_off(default))
        with tempfile.TemporaryDirectory() as folder:
            runs = Runs(programs / name, folder)
            cpu, wall, wide = ("", "", "") if options.without_default_run else runs.default(default)
        print("| " + " | ".join([f"`{name}`", cpu, wall, *cells, wide]) + " |", flush=True)


if __name__ == "__main__":
    main()
