//! Four treatments of repetitions in mate search, side by side: tables 1 and 2 and figures 4, 5 and 6 of paper 003.
//!
//! ```sh
//! cargo run --release --example compare_cycles
//! cargo run --release --example compare_cycles -- --file FILE --nodes 20000000 --hash-mb 300 --out DIR
//! ```
//!
//! The paper solved 402 problems of three classical collections, 300 MB of tables and 15 minutes each. Built in are 40 of
//! its mates, the seven of its no-mates that lie in the two older collections, and two other no-mates; limits are
//! numbers of nodes, so that every machine prints the same. The paper's numbers stand beside ours; ours are ours, of
//! fewer problems and less work each.
//!
//! | file | does |
//! |---|---|
//! | `measure.rs` | one problem under one treatment |
//! | `paper.rs` | what the paper found |
//! | `tables.rs` `figures.rs` | tables for people and programs; figures as SVG |
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod figures;
mod measure;
mod paper;
mod tables;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai::lab::options::{HashMb, Out};
use komadai::lab::{Failure, InputText, Label, MateProblem, Progress, exit_status};
use komadai::tsume::TableError;

use crate::measure::{Row, TREATMENTS};

/// Compares treatments of repetitions in mate search: who solves what, at what cost.
#[derive(Parser)]
#[command(
    name = "compare_cycles",
    after_help = "Lines of FILE are NAME<TAB>SFEN<TAB>mate|nomate|unknown<TAB>PLIES. Problems without a known answer \
                  are left out."
)]
struct Options {
    /// A file of problems [default: 40 mates and 9 no-mates from data/tsume].
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Positions to look at for each problem and treatment.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    hash_mb: HashMb,
    #[command(flatten)]
    out: Out,
}

fn main() -> ExitCode {
    exit_status("compare_cycles", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let problems = read(options)?;
    options.out.check()?;
    let rows = measure_all(problems, options)?;
    let mut report = options.out.report();
    writeln!(
        report,
        "{} problems, {} treatments, {} nodes each, {} MB of tables",
        rows.len(),
        TREATMENTS.len(),
        options.nodes,
        options.hash_mb.hash_mb
    )?;
    tables::write(&mut report, &rows)?;
    figures::write(&mut report, &rows)?;
    Ok(report.finish()?)
}

fn measure_all(problems: Vec<MateProblem>, options: &Options) -> Result<Vec<Row>, TableError> {
    let progress = Progress::new(problems.len() * TREATMENTS.len(), 0, "runs");
    let mut rows: Vec<Row> =
        problems.into_iter().map(|problem| Row { problem, measured: Vec::new() }).collect();
    for treatment in TREATMENTS {
        let mut solver = measure::solver(treatment, options.nodes, options.hash_mb.hash_mb as usize)?;
        for row in &mut rows {
            row.measured.push(measure::measure(&mut solver, &row.problem.pos));
            progress.step();
        }
    }
    progress.finish();
    Ok(rows)
}

/// Mates of all difficulties, the no-mates of the paper, and two more.
const BUILT_IN: [&str; 3] = [
    include_str!("../../data/tsume/zuko_muso.sfen"),
    include_str!("../../data/tsume/nomates.sfen"),
    include_str!("../../data/tsume/issue_regressions.sfen"),
];

fn read(options: &Options) -> Result<Vec<MateProblem>, Failure> {
    let input = InputText::read(options.file.as_deref(), "the built-in problems", &BUILT_IN)?;
    let mut problems = input.parse(MateProblem::read_all)?;
    problems.retain(|problem| match problem.label {
        Label::NoMate => true,
        // Of the regressions only the no-mates: their mates have nothing to do with the paper.
        Label::Mate => {
            options.file.is_some() || ["zuko", "muso"].iter().any(|book| problem.name.starts_with(book))
        }
        Label::Unknown => false,
    });
    Ok(input.at_least_one(problems, "problem with a known answer")?)
}
