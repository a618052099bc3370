//! A pass of training over positions of the sample games: rows a second of the sibling and the parent–child model, straight
//! from positions as the solver multiplies, beside plain sparse rows made anew and plain rows kept in memory.
//!
//! `cargo bench --bench train`

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use komadai::eval::pair::{Fold, FoldedPairs, Symmetry};
use komadai::learn::pairs::{
    Lessons, MemoryShards, Model, PairEquations, PairRows, QuietMoves, Shards, Spread, Unknowns,
};
use komadai::learn::solve::NormalEquations;
use komadai::learn::{InMemory, TrainingSource};
use komadai::{Move, Position};

/// Lessons of the first games of the sample that begin at the usual start.
fn positions(games: usize) -> MemoryShards {
    let mut quiet = QuietMoves::default();
    let lines = include_str!("../data/games/sample.tsv").lines();
    let columns = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    columns
        .filter(|columns| columns.get(1) == Some(&"startpos"))
        .take(games)
        .map(|columns| {
            let moves: Vec<Move> =
                columns[2].split_whitespace().map(|mv| mv.parse().expect("a move of the sample")).collect();
            Lessons::of_game(&mut quiet, &Position::startpos(), &moves)
                .expect("games of the sample are legal")
        })
        .collect()
}

/// `q = XᵀX p` by plain rows, all shards one after the other.
fn plain(source: &impl TrainingSource, p: &[f32], q: &mut [f64]) -> u64 {
    let mut rows = 0;
    for shard in 0..source.shards() {
        source
            .replay(shard, |row| {
                rows += 1;
                row.add_to(q, row.dot(p));
            })
            .expect("rows of good shards");
    }
    rows
}

fn product(c: &mut Criterion) {
    let few = positions(2);
    let fold = Arc::new(Fold::new(Symmetry::ColorsAndSides));
    let unknowns = Unknowns::select(Arc::clone(&fold), |_| true);
    let p: Vec<f32> = (0..unknowns.len()).map(|n| (n % 17) as f32 / 8.0 - 1.0).collect();
    let mut q = vec![0.0; p.len()];
    let mut group = c.benchmark_group("XᵀX p");
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(5));

    let all = positions(usize::MAX);
    for (model, rows) in
        [(Model::Sibling, all.totals().siblings), (Model::ParentChild, all.totals().examples)]
    {
        group.throughput(Throughput::Elements(rows));
        let mut equations =
            PairEquations::new(&all, &unknowns, model, Spread { lanes: 1, ..Spread::default() });
        group.bench_function(format!("{model}, from positions, {rows} rows"), |b| {
            b.iter(|| equations.multiply(black_box(&p), &mut q).expect("blocks in memory"));
        });
    }

    let rows = few.totals().siblings;
    group.throughput(Throughput::Elements(rows));
    let source = PairRows { shards: &few, model: Model::Sibling, set: FoldedPairs { fold } };
    group.bench_function(format!("sibling, plain rows made anew, {rows} rows"), |b| {
        b.iter(|| assert_eq!(plain(&source, black_box(&p), &mut q), rows));
    });
    let kept = InMemory::collect(&source).expect("rows of good shards");
    group.bench_function(format!("sibling, plain rows in memory, {rows} rows"), |b| {
        b.iter(|| assert_eq!(plain(&kept, black_box(&p), &mut q), rows));
    });
    group.finish();
}

criterion_group!(benches, product);
criterion_main!(benches);
