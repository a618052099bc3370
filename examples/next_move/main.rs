//! Next-move problems: how many does a search solve, and how many does another?
//!
//! ```sh
//! cargo run --release --example next_move
//! cargo run --release --example next_move -- --a modern+history --b bare --nodes 200000
//! cargo run --release --example next_move -- --file FILE
//! ```
//!
//! Two searches get every position and the same nodes. A position counts as solved if the move played at the end is one of
//! the moves of the file, and as solved at a depth if that is so from the iteration of that depth to the last. The
//! thesis [R4] gave 100 problems for players of the first dan and 100 for the fourth to a program with Contextbest and
//! without, 10 seconds each; problem books are not ours to give away, so the built-in problems are few, and beside them
//! stand positions with the moves that professionals played. Agreeing with those is not solving: the
//! classes of a file are never added up.
//!
//! | file | does |
//! |---|---|
//! | `solve.rs` | one position under one search: the part to copy into an experiment of your own |
//! | `paper.rs` | what the thesis found |
//! | `tables.rs` `figure.rs` | tables for people and programs; solved against depth as SVG |
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod figure;
mod paper;
mod solve;
mod tables;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai::lab::{
    self, Failure, PlotError, Progress, Recipe, SuiteEntry, exit_status, map_in_parallel, read_suite,
};
use komadai::search::TableError;

use crate::solve::{Solved, Solver};

/// Gives next-move problems to two searches and says who solves more, and how sure that is.
#[derive(Parser)]
#[command(
    name = "next_move",
    after_help = "A RECIPE is a base (bare, modern) with parts added (+history) and taken out (-null). Lines of FILE are \
                  NAME<TAB>POSITION<TAB>MOVES<TAB>CLASS: the position as SFEN or as a game in USI, right moves \
                  separated by commas, or moves that were played if the class begins with the word played. Positions \
                  without moves are left out."
)]
struct Options {
    /// A search.
    #[arg(long, value_name = "RECIPE", default_value = "modern")]
    a: Recipe,
    /// Another one.
    #[arg(long, value_name = "RECIPE", default_value = "modern-null")]
    b: Recipe,
    /// A file of positions [default: 11 problems and 100 positions from games].
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Nodes for each position and search.
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Megabytes of table for each search at work.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash_mb: u32,
    /// Seed of the intervals, which are drawn from the sample.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions to search at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Folder for the table of all positions and the figure.
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
}

fn main() -> ExitCode {
    exit_status("next_move", run(&Options::parse()))
}

/// A position, and what both searches made of it.
struct Row {
    entry: SuiteEntry,
    solved: [Solved; 2],
}

fn run(options: &Options) -> Result<(), Failure> {
    let entries = read(options)?;
    let threads = usize::from(options.threads).min(entries.len());
    let solver = |recipe: &Recipe| Solver::new(recipe, options.nodes, options.hash_mb as usize);
    let workers: Vec<[Solver; 2]> = (0..threads)
        .map(|_| Ok([solver(&options.a)?, solver(&options.b)?]))
        .collect::<Result<_, TableError>>()
        .map_err(|error| format!("--hash-mb: {error}"))?;
    let progress = Progress::new(entries.len(), 0, "positions");
    let solved = map_in_parallel(
        workers,
        &entries,
        |solvers, entry| solvers.each_mut().map(|solver| solver.solve(entry)),
        || progress.step(),
    );
    progress.finish();
    let rows: Vec<Row> =
        entries.into_iter().zip(solved).map(|(entry, solved)| Row { entry, solved }).collect();

    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{} positions, {} nodes each, {} MB of table, material; a is {}, b is {}",
        rows.len(),
        options.nodes,
        options.hash_mb,
        options.a,
        options.b
    )?;
    tables::write(&mut out, &rows, options.seed)?;
    let table = lab::save(&options.out, "next-move.csv", &tables::everything(&rows).to_csv())?;
    writeln!(out, "\nTable        {}", table.display())?;
    match figure::solved_by_depth(&rows).to_svg() {
        Ok(svg) => {
            let path = lab::save(&options.out, "next-move.svg", &svg)?;
            writeln!(out, "Figure       {}", path.display())?;
        }
        // Not one iteration was finished.
        Err(PlotError::Empty(_)) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(out.flush()?)
}

/// Problems first, then positions of games.
const BUILT_IN: [&str; 2] =
    [include_str!("../../data/positions/problems.tsv"), include_str!("../../data/positions/played.tsv")];

fn read(options: &Options) -> Result<Vec<SuiteEntry>, Failure> {
    let (name, text) = match &options.file {
        Some(path) => {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
            (name, text)
        }
        None => ("the built-in positions".to_owned(), BUILT_IN.concat()),
    };
    let mut entries = read_suite(&text).map_err(|error| format!("{name}, {error}"))?;
    entries.retain(|entry| !entry.moves.is_empty());
    if entries.is_empty() {
        return Err(format!("{name}: no position with a move, expected at least one").into());
    }
    Ok(entries)
}

/// The classes of the file, in their order.
fn classes(rows: &[Row]) -> Vec<&str> {
    let mut classes: Vec<&str> = Vec::new();
    for row in rows {
        if !classes.contains(&row.entry.class.as_str()) {
            classes.push(&row.entry.class);
        }
    }
    classes
}
