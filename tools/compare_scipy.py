#!/usr/bin/env python3
"""Checks the solution of `train_pairs` with SciPy, and compares the time of a product.

    cargo build --release --example train_pairs
    python3 tools/compare_scipy.py --rows 100000

Needs numpy and scipy, which nothing else of the project does. The program writes the rows of the sibling model as a sparse
matrix X and its own solution after some iterations. SciPy solves the same normal equations with its own conjugate
gradients, in double precision, with as many iterations; printed is the largest difference of a weight as part of the
largest weight. Then both multiply by turns, each on one thread: SciPy X @ p and X.T @ s on the matrix in single precision,
ours straight from the positions. Further options after `--` go to `train_pairs`.

The exit status is 1 if the solutions are further apart than --bar.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy  # noqa: E402  (threads are set before)
import scipy.sparse  # noqa: E402
import scipy.sparse.linalg  # noqa: E402


def load(folder):
    """Matrix, labels, our solution and our number of iterations."""
    with open(os.path.join(folder, "shape.json"), encoding="utf-8") as file:
        shape = json.load(file)

    def array(name, kind):
        return numpy.fromfile(os.path.join(folder, name), dtype=kind)

    matrix = scipy.sparse.csr_matrix(
        (array("data.f32", "<f4"), array("indices.i32", "<i4"), array("indptr.i64", "<i8")),
        shape=(shape["rows"], shape["columns"]),
    )
    return matrix, array("labels.f32", "<f4"), array("solution.f64", "<f8"), shape["iterations"]


def solve(matrix, labels, iterations):
    """As many iterations of SciPy's conjugate gradients on the normal equations."""
    wide = matrix.astype(numpy.float64)

    def product(vector):
        return wide.T @ (wide @ vector)

    columns = matrix.shape[1]
    system = scipy.sparse.linalg.LinearOperator((columns, columns), matvec=product, dtype=numpy.float64)
    right = wide.T @ labels.astype(numpy.float64)
    solution, _ = scipy.sparse.linalg.cg(system, right, rtol=0.0, maxiter=iterations)
    return solution


def matrix_bytes(matrix):
    return matrix.data.nbytes + matrix.indices.nbytes + matrix.indptr.nbytes


def peak(pid):
    """Largest resident set of a process so far, in bytes; None where /proc does not tell."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            for line in file:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return None


def compare_times(command, matrix, times):
    """Seconds of each turn: SciPy's and ours, in processor time of the one thread at work."""
    vector = (numpy.arange(matrix.shape[1]) % 17 / 8.0 - 1.0).astype(numpy.float32)
    child = subprocess.Popen(
        command + ["--time-product"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    for line in child.stdout:
        if line.startswith("ready: "):
            positions = int(line.split()[1])
            break
    else:
        sys.exit("compare_scipy: train_pairs ended before it was ready")
    theirs, ours = [], []
    # The first turn of each warms up.
    for turn in range(times + 1):
        child.stdin.write("\n")
        child.stdin.flush()
        quick = float(child.stdout.readline())
        start = time.process_time()
        matrix.T @ (matrix @ vector)
        plain = time.process_time() - start
        if turn > 0:
            ours.append(quick)
            theirs.append(plain)
    resident = peak(child.pid)
    child.stdin.close()
    child.wait()
    return theirs, ours, positions, resident


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="target/release/examples/train_pairs")
    parser.add_argument("--rows", type=int, default=100_000, help="at least so many rows, if the games have them")
    parser.add_argument("--times", type=int, default=5, help="turns of the comparison of times; 0: none")
    parser.add_argument("--bar", type=float, default=1e-5, help="largest difference that passes")
    parser.add_argument("--no-solve", action="store_true", help="compare times alone")
    parser.add_argument("more", nargs="*", help="further options of train_pairs, after --")
    options = parser.parse_args()
    command = [options.program, "--rows", str(options.rows), "--threads", "1", *options.more]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(command + ["--dump-rows", folder], check=True, stdout=subprocess.DEVNULL)
        matrix, labels, ours, iterations = load(folder)
    rows, columns = matrix.shape
    print(f"{rows} rows, {columns} columns, {matrix.nnz / rows:.1f} entries a row")
    passed = True
    if not options.no_solve:
        theirs = solve(matrix, labels, iterations)
        apart = numpy.abs(theirs - ours).max() / numpy.abs(theirs).max()
        passed = apart <= options.bar
        print(f"{iterations} iterations: largest difference {apart:.2e} of the largest weight (bar {options.bar:.0e})")
    if options.times > 0:
        theirs, ours, positions, resident = compare_times(command, matrix, options.times)
        for name, seconds in (("SciPy", theirs), ("ours", ours)):
            middle = sorted(seconds)[len(seconds) // 2]
            print(f"{name:6} {middle:.4f} s a product (median of {len(seconds)}), {rows / middle:,.0f} rows/s")
        ratios = sorted(a / b for a, b in zip(theirs, ours))
        print(f"ours is {ratios[len(ratios) // 2]:.1f} times as fast (from {ratios[0]:.1f} to {ratios[-1]:.1f})")
        print(f"matrix {matrix_bytes(matrix):,} bytes; positions {positions:,} bytes", end="")
        print(f", all of our process {resident:,}" if resident else "")
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
