//! The time of a training pass over rows of the sibling model (one iteration of the solver), by the number of rows and threads, and the
//! memory.
//!
//! `cargo bench --bench train`. Positions of the sample games are repeated, so that the number of weights stays the same; a corpus with
//! more of them needs more of the cache.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use komadai::Position;
use komadai::eval::pair::{Fold, Symmetry};
use komadai_lab::Games;
use komadai_learn::pairs::{EncodedGame, EncodedGames, Model, PairEquations, QuietMoves, Spread, Unknowns};
use komadai_learn::solve::NormalEquations;
use komadai_report::{Cell, Table};

/// The games of the sample that begin at the usual start position.
fn games() -> Vec<EncodedGame> {
    let mut quiet = QuietMoves::default();
    let games = Games::read(&[]).expect("the built-in sample").games;
    let even = games.iter().filter(|game| game.start == Position::startpos());
    let encoded = even.map(|game| EncodedGame::from_moves(&mut quiet, &game.start, &game.moves));
    encoded.collect::<Result<_, _>>().expect("games of the sample are legal")
}

/// Largest resident set so far, in megabytes; empty if the system does not report it.
fn peak() -> Cell {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|words| words.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.map_or(Cell::Empty, |kilobytes| Cell::Real(kilobytes / 1024.0, 0))
}

fn main() {
    let few = games();
    let rows_of_few: u64 = few.iter().map(|game| game.totals.siblings).sum();
    // All folded weights.
    let unknowns = Unknowns::select(Arc::new(Fold::new(Symmetry::ColorsAndSides)), |_| true);
    let p: Vec<f32> = (0..unknowns.len()).map(|n| (n % 17) as f32 / 8.0 - 1.0).collect();
    let mut q = vec![0.0; p.len()];
    let mut table = Table::new(["rows", "threads", "s a pass", "ns a row", "memory so far (MB)"]);
    for (least, threads) in [(1_000_000, 1), (10_000_000, 1), (10_000_000, 2), (100_000_000_u64, 1)] {
        let times = least.div_ceil(rows_of_few) as usize;
        let mut all = EncodedGames::default();
        (0..times).flat_map(|_| &few).for_each(|game| all.push(game));
        let rows = all.totals().siblings;
        let spread = Spread { threads, ..Spread::default() };
        let mut equations = PairEquations::new(&all, &unknowns, Model::Sibling, spread, ());
        // The first pass allocates memory for its sums.
        equations.multiply(&p, &mut q).expect("one worker alone");
        let start = Instant::now();
        equations.multiply(black_box(&p), &mut q).expect("one worker alone");
        let seconds = start.elapsed().as_secs_f64();
        let time = [Cell::Real(seconds, 2), Cell::Real(1e9 * seconds / rows as f64, 0)];
        table.push([rows.into(), threads.into()].into_iter().chain(time).chain([peak()]));
    }
    println!("A pass of the sibling model, positions of the sample games repeated\n\n{}", table.to_text());
}
