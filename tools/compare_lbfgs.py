#!/usr/bin/env python3
"""Compares `learn::solve::lbfgs` with libLBFGS and SciPy on the same data.

    apt-get install gcc liblbfgs-dev
    pip install numpy scipy
    python3 tools/compare_lbfgs.py

Two problems, each for some seeds. `sigma`: the likelihood of labels y from a normal distribution of mean 0 and deviation
w·φ, which must stay positive; φ has a constant and some entries between 0 and 1. `logistic`: labels ±1. Values are means
over the rows, or sums with --sum. Ours and libLBFGS have 6 correction pairs and end when |g| <= tolerance * max(1, |x|).
Points outside the domain are infinite to ours, and 1e30 to the others, which reckon with the number. SciPy runs with its
defaults and 6 corrections; then as finely as it can from three starts, the best of which is the optimum that the others are
held against.

Ours is the ignored test `lbfgs::problem_of_a_file` of `komadai-learn`, built for release.

The exit status is 1 if our value is further from the optimum than --bar as part of it, or if we took more evaluations than
libLBFGS where that came as near.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy  # noqa: E402  (threads are set before)
import scipy.optimize  # noqa: E402
import scipy.sparse  # noqa: E402

OUTSIDE = 1e30

C_PROGRAM = r"""
#include <lbfgs.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int logistic, rows, columns, entries, evaluations, outside;
static int *ends, *column;
static double share, *entry, *label;

static double evaluate(void *instance, const double *w, double *g, const int n, const double step) {
    double value = 0;
    int begin = 0;
    (void)instance, (void)step;
    evaluations++;
    memset(g, 0, n * sizeof *g);
    for (int row = 0; row < rows; row++) {
        double dot = 0, slope, y = label[row];
        for (int i = begin; i < ends[row]; i++) dot += w[column[i]] * entry[i];
        if (logistic) {
            double odds = exp(-y * dot);
            value += log1p(odds) * share;
            slope = -y * odds / (1 + odds);
        } else if (dot > 0) {
            double square = (y / dot) * (y / dot);
            value += (log(dot) + 0.5 * square) * share;
            slope = (1 - square) / dot;
        } else {
            outside++;
            return 1e30;
        }
        for (int i = begin; i < ends[row]; i++) g[column[i]] += slope * share * entry[i];
        begin = ends[row];
    }
    return value;
}

static double *take(FILE *file, int count) {
    double *numbers = malloc(count * sizeof *numbers);
    if (fread(numbers, sizeof *numbers, count, file) != (size_t)count) exit(2);
    return numbers;
}

static int *whole(double *numbers, int count) {
    int *result = malloc(count * sizeof *result);
    for (int i = 0; i < count; i++) result[i] = (int)numbers[i];
    return result;
}

int main(int count, char **arguments) {
    FILE *file = fopen(arguments[1], "rb");
    if (count < 3 || !file) return 2;
    double *head = take(file, 5), value = 0;
    logistic = head[0] > 0.5, share = head[1], rows = (int)head[2], columns = (int)head[3], entries = (int)head[4];
    ends = whole(take(file, rows), rows);
    column = whole(take(file, entries), entries);
    entry = take(file, entries);
    label = take(file, rows);
    double *start = take(file, columns), *x = lbfgs_malloc(columns);
    memcpy(x, start, columns * sizeof *x);
    lbfgs_parameter_t options;
    lbfgs_parameter_init(&options);
    options.epsilon = atof(arguments[2]);
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    int end = lbfgs(columns, x, &value, evaluate, NULL, NULL, &options);
    clock_gettime(CLOCK_MONOTONIC, &after);
    double seconds = (after.tv_sec - before.tv_sec) + 1e-9 * (after.tv_nsec - before.tv_nsec);
    printf("result %.17e %d %d %g %d\n", value, evaluations, outside, seconds, end);
    return 0;
}
"""


class Problem:
    """Rows, labels and a start."""

    def __init__(self, kind, share, seed, rows, columns, in_a_row):
        random = numpy.random.default_rng(seed)
        self.logistic, self.share = kind == "logistic", share
        # Features are as unequal as those of games: a few in many rows, most in few.
        often = 1.0 / numpy.arange(1, columns) ** 0.7
        often /= often.sum()
        found = [
            numpy.sort(random.choice(numpy.arange(1, columns), in_a_row, replace=False, p=often)) for _ in range(rows)
        ]
        self.ends = numpy.arange(1, rows + 1) * (in_a_row + 1)
        self.columns = numpy.concatenate([numpy.insert(own, 0, 0) for own in found])
        self.entries = random.random(len(self.columns))
        self.entries[:: in_a_row + 1] = 1.0
        self.matrix = scipy.sparse.csr_matrix(
            (self.entries, self.columns, numpy.insert(self.ends, 0, 0)), shape=(rows, columns)
        )
        if self.logistic:
            weights = random.normal(0.0, 1.0, columns)
            likely = 1.0 / (1.0 + numpy.exp(-(self.matrix @ weights)))
            self.labels = numpy.where(random.random(rows) < likely, 1.0, -1.0)
            self.start = numpy.zeros(columns)
        else:
            weights = random.gamma(1.0, 0.2, columns)
            self.labels = (self.matrix @ weights) * random.normal(0.0, 1.0, rows)
            self.start = numpy.zeros(columns)
            self.start[0] = numpy.sqrt(numpy.mean(self.labels**2))
        self.evaluations = self.outside = 0

    def write(self, path):
        head = [float(self.logistic), self.share, *self.matrix.shape, len(self.entries)]
        parts = [head, self.ends, self.columns, self.entries, self.labels, self.start]
        numpy.concatenate([numpy.asarray(part, dtype="<f8") for part in parts]).tofile(path)

    def evaluate(self, weights):
        self.evaluations += 1
        dot, labels = self.matrix @ weights, self.labels
        if self.logistic:
            odds = numpy.exp(-labels * dot)
            value, slopes = numpy.log1p(odds).sum(), -labels * odds / (1 + odds)
        elif (dot <= 0).any():
            self.outside += 1
            return OUTSIDE, numpy.zeros_like(weights)
        else:
            square = (labels / dot) ** 2
            value, slopes = (numpy.log(dot) + square / 2).sum(), (1 - square) / dot
        return value * self.share, self.matrix.T @ slopes * self.share

    def scipy(self, factor=1.0, **options):
        """As the programs print it; the start times a factor."""
        self.evaluations = self.outside = 0
        limits = {"maxfun": 100_000, "maxiter": 50_000}
        began = time.perf_counter()
        result = scipy.optimize.minimize(
            self.evaluate, self.start * factor, jac=True, method="L-BFGS-B", options=limits | options
        )
        seconds = time.perf_counter() - began
        return [result.fun, self.evaluations, self.outside, seconds, result.status]


def result(command, environment):
    """The line `result VALUE EVALUATIONS OUTSIDE SECONDS END` of a program."""
    done = subprocess.run(command, env=os.environ | environment, check=True, stdout=subprocess.PIPE, text=True)
    for line in done.stdout.splitlines():
        if "result " in line:
            value, evaluations, outside, seconds, end = line.split("result ")[1].split()
            return [float(value), int(evaluations), int(outside), float(seconds), end]
    sys.exit(f"compare_lbfgs: no result from {' '.join(command)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--columns", type=int, default=200)
    parser.add_argument("--in-a-row", type=int, default=10, help="entries of a row, beside the constant")
    parser.add_argument("--seeds", type=int, default=3, help="problems of each kind")
    parser.add_argument("--sum", action="store_true", help="values are sums, not means")
    parser.add_argument("--tolerance", type=float, default=1e-7, help="of ours and of libLBFGS")
    parser.add_argument("--bar", type=float, default=1e-6, help="largest distance from the optimum that passes")
    options = parser.parse_args()
    cargo = ["cargo", "test", "-q", "--release", "-p", "komadai-learn", "--test", "it", "lbfgs::problem_of_a_file"]
    subprocess.run(cargo + ["--no-run"], check=True)
    ours = cargo + ["--", "--ignored", "--nocapture"]
    passed = True
    print("| problem | program | value | from the optimum | evaluations | outside | seconds | end |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        source, peer, data = (os.path.join(folder, name) for name in ("peer.c", "peer", "data.f64"))
        with open(source, "w", encoding="utf-8") as file:
            file.write(C_PROGRAM)
        subprocess.run(["gcc", "-O2", "-o", peer, source, "-llbfgs", "-lm"], check=True)
        for kind in ("sigma", "logistic"):
            for seed in range(1, options.seeds + 1):
                share = 1.0 if options.sum else 1.0 / options.rows
                problem = Problem(kind, share, seed, options.rows, options.columns, options.in_a_row)
                problem.write(data)
                tolerance = str(options.tolerance)
                given = {"KOMADAI_LBFGS": data, "KOMADAI_TOLERANCE": tolerance}
                found = {
                    "ours": result(ours, given),
                    "libLBFGS": result([peer, data, tolerance], {}),
                    "SciPy": problem.scipy(maxcor=6),
                }
                # From deeper in the domain as well: from near its edge SciPy may give up.
                fine = [problem.scipy(factor, maxcor=20, ftol=1e-16, gtol=1e-10) for factor in (1.0, 2.0, 4.0)]
                found["SciPy, fine"] = min(fine)
                optimum = found["SciPy, fine"][0]
                for name, (value, evaluations, outside, seconds, end) in found.items():
                    apart = (value - optimum) / abs(optimum)
                    row = f"| {kind} {seed} | {name} | {value:.12f} | {apart:+.1e} | {evaluations} | {outside}"
                    print(f"{row} | {seconds:.4f} | {end} |", flush=True)
                    passed &= not name.startswith("ours") or abs(apart) <= options.bar
                # Where libLBFGS gave up at the edge of the domain there is nothing to compare.
                if abs(found["libLBFGS"][0] - optimum) <= options.bar * abs(optimum):
                    passed &= found["ours"][1] <= found["libLBFGS"][1]
    print("passed" if passed else "failed")
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
