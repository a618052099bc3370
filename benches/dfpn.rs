//! Mate search on the committed problems: time for each set of twenty, verdicts asserted.
//!
//! `cargo bench --bench dfpn`

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use komadai::Position;
use komadai::tsume::{DfpnHeuristic, Mobility, Solver, Unit, Verdict};

/// Name, position and shortest length.
fn problems(text: &str) -> Vec<(Position, u32)> {
    text.lines()
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let pos = fields[1].parse().expect("committed problems are valid");
            (pos, fields[3].parse().expect("committed mates have a length"))
        })
        .collect()
}

fn solve_all<H: DfpnHeuristic>(solver: &mut Solver<H>, problems: &[Position]) -> u64 {
    let mut nodes = 0;
    for pos in problems {
        solver.clear();
        let solution = solver.solve(&mut pos.clone());
        assert!(matches!(solution.verdict, Verdict::Mate { .. }), "{pos}");
        nodes += black_box(solution).nodes;
    }
    nodes
}

fn mates(c: &mut Criterion) {
    let all = problems(include_str!("../data/tsume/mates.sfen"));
    let of_length = |plies| -> Vec<Position> {
        all.iter().filter(|(_, length)| *length == plies).map(|(pos, _)| pos.clone()).collect()
    };
    let mut group = c.benchmark_group("dfpn");
    group.sample_size(10);
    for plies in [3, 5, 7, 9, 11] {
        let set = of_length(plies);
        let mut solver = Solver::builder().hash_mb(16).heuristic(Mobility).build();
        group.bench_function(format!("mate in {plies}, {} problems, mobility", set.len()), |b| {
            b.iter_batched(|| set.clone(), |set| solve_all(&mut solver, &set), BatchSize::SmallInput);
        });
    }
    let set = of_length(5);
    let mut solver = Solver::builder().hash_mb(16).heuristic(Unit).build();
    group.bench_function(format!("mate in 5, {} problems, unit", set.len()), |b| {
        b.iter_batched(|| set.clone(), |set| solve_all(&mut solver, &set), BatchSize::SmallInput);
    });
    group.finish();
}

criterion_group!(benches, mates);
criterion_main!(benches);
