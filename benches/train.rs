//! A pass of training over positions of the sample games: rows a second of the sibling and the parent–child model, straight
//! from positions as the solver multiplies, beside plain sparse rows made anew and plain rows kept in memory.
//!
//! ```sh
//! cargo bench --bench train                  # by criterion
//! cargo bench --bench train -- --scale       # the time of a pass over 10^6, 10^7 and 10^8 rows, and the memory
//! ```
//!
//! For `--scale` the same positions come again and again, so that the number of weights stays what it is; a corpus with
//! more of them needs more of the cache.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group};
use komadai::eval::FeatureId;
use komadai::eval::pair::{Fold, FoldedPairs, Symmetry};
use komadai::{Move, Position};
use komadai_learn::pairs::{
    EncodedGame, EncodedGames, Model, PairEquations, PairRows, QuietMoves, Row, Spread, Unknowns,
};
use komadai_learn::solve::NormalEquations;
use komadai_report::{Cell, Table};

/// The first games of the sample that begin at the usual start.
fn games(games: usize) -> Vec<EncodedGame> {
    let mut quiet = QuietMoves::default();
    let lines = include_str!("../data/games/sample.tsv").lines();
    let columns = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    columns
        .filter(|columns| columns.get(1) == Some(&"startpos"))
        .take(games)
        .map(|columns| {
            let moves: Vec<Move> =
                columns[2].split_whitespace().map(|mv| mv.parse().expect("a move of the sample")).collect();
            EncodedGame::from_moves(&mut quiet, &Position::startpos(), &moves)
                .expect("games of the sample are legal")
        })
        .collect()
}

/// Rows kept in memory: the entries of all of them, and where each row ends.
#[derive(Default)]
struct Kept {
    entries: Vec<(FeatureId, f32)>,
    ends: Vec<usize>,
}

impl Kept {
    fn push(&mut self, row: Row<'_>) {
        self.entries.extend_from_slice(row.entries);
        self.ends.push(self.entries.len());
    }

    /// `q = XᵀX p`.
    fn multiply(&self, p: &[f32], q: &mut [f64]) -> u64 {
        let mut start = 0;
        for &end in &self.ends {
            let row = Row { entries: &self.entries[start..end], label: 1.0 };
            row.add_to(q, row.dot(p));
            start = end;
        }
        self.ends.len() as u64
    }
}

/// Shows all rows of a model, block after block.
fn each_row(rows: &PairRows<'_, FoldedPairs>, mut show: impl FnMut(Row<'_>)) {
    for block in 0..rows.games.blocks() {
        rows.visit(block, &mut show);
    }
}

fn product(c: &mut Criterion) {
    let few: EncodedGames = games(2).into_iter().collect();
    let fold = Arc::new(Fold::new(Symmetry::ColorsAndSides));
    let unknowns = Unknowns::select(Arc::clone(&fold), |_| true);
    let p: Vec<f32> = (0..unknowns.len()).map(|n| (n % 17) as f32 / 8.0 - 1.0).collect();
    let mut q = vec![0.0; p.len()];
    let mut group = c.benchmark_group("XᵀX p");
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(5));

    let all: EncodedGames = games(usize::MAX).into_iter().collect();
    for (model, rows) in
        [(Model::Sibling, all.totals().siblings), (Model::ParentChild, all.totals().examples)]
    {
        group.throughput(Throughput::Elements(rows));
        let mut equations =
            PairEquations::new(&all, &unknowns, model, Spread { lanes: 1, ..Spread::default() }, ());
        group.bench_function(format!("{model}, from positions, {rows} rows"), |b| {
            b.iter(|| equations.multiply(black_box(&p), &mut q).expect("one worker alone"));
        });
    }

    let rows = few.totals().siblings;
    group.throughput(Throughput::Elements(rows));
    let source = PairRows { games: &few, model: Model::Sibling, set: FoldedPairs { fold } };
    group.bench_function(format!("sibling, plain rows made anew, {rows} rows"), |b| {
        b.iter(|| {
            let (p, mut seen) = (black_box(&p), 0);
            each_row(&source, |row| {
                seen += 1;
                row.add_to(&mut q, row.dot(p));
            });
            assert_eq!(seen, rows);
        });
    });
    let mut kept = Kept::default();
    each_row(&source, |row| kept.push(row));
    group.bench_function(format!("sibling, plain rows in memory, {rows} rows"), |b| {
        b.iter(|| assert_eq!(kept.multiply(black_box(&p), &mut q), rows));
    });
    group.finish();
}

/// Largest resident set so far, in megabytes; nothing where the system does not tell.
fn peak() -> Cell {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|words| words.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.map_or(Cell::Empty, |kilobytes| Cell::real(kilobytes / 1024.0, 0))
}

/// The time of a pass of the sibling model by the number of rows: one iteration of the solver.
fn scale() {
    let few = games(usize::MAX);
    let rows_of_few: u64 = few.iter().map(|game| game.totals.siblings).sum();
    let fold = Arc::new(Fold::new(Symmetry::ColorsAndSides));
    let unknowns = Unknowns::select(Arc::clone(&fold), |_| true);
    let p: Vec<f32> = (0..unknowns.len()).map(|n| (n % 17) as f32 / 8.0 - 1.0).collect();
    let mut q = vec![0.0; p.len()];
    let mut table = Table::new(["rows", "s a pass", "ns a row", "memory so far (MB)"]);
    for least in [1_000_000, 10_000_000, 100_000_000_u64] {
        let times = least.div_ceil(rows_of_few) as usize;
        let mut all = EncodedGames::default();
        (0..times).flat_map(|_| &few).for_each(|game| all.push(game));
        let rows = all.totals().siblings;
        let spread = Spread { threads: 1, ..Spread::default() };
        let mut equations = PairEquations::new(&all, &unknowns, Model::Sibling, spread, ());
        // The first pass takes memory for its sums.
        equations.multiply(&p, &mut q).expect("one worker alone");
        let start = Instant::now();
        equations.multiply(black_box(&p), &mut q).expect("one worker alone");
        let seconds = start.elapsed().as_secs_f64();
        table.push([rows.into(), Cell::real(seconds, 2), Cell::real(1e9 * seconds / rows as f64, 0), peak()]);
    }
    println!(
        "A pass of the sibling model on one thread, positions of the sample games repeated\n\n{}",
        table.to_text()
    );
}

criterion_group!(benches, product);

fn main() {
    if std::env::args().any(|word| word == "--scale") {
        scale();
    } else {
        benches();
        Criterion::default().configure_from_args().final_summary();
    }
}
