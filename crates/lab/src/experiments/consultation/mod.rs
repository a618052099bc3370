//! Solo consultation [R12]: what eight virtual engines in one tree cost, and whether they vote as eight separate ones do.
//!
//! ```sh
//! cargo run --release -- consultation
//! cargo run --release -- consultation --depth 5 --positions 40 --sigma 25,50,100,200 --out DIR
//! cargo run --release -- consultation --suite data/positions/midgame.tsv --positions 200 --eval default --out DIR
//! ```
//!
//! Every position is searched to a fixed depth by virtual engines (one tree for N of them), by the same engines apart,
//! and by one engine without noise; all with the same table, killers, history and quiescence. Paper 002 claims that eight
//! cost about twice as much as one. Nodes are the same on every machine; times are not.
//!
//! Whether the votes play better is another question: `self_play --a consultation-8-100 --b consultation-1-0`.
//!
//! `measure.rs` is the measurement of a position, and its question, `options.rs` has the command line, `tables.rs` the tables and the figure. The journal, `consultation.tsv`, keeps what was measured, so that
//! a run that is broken off goes on where it was.
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod measure;
mod options;
mod tables;

use std::io::Write;

use komadai::Position;
use komadai::evaluation::{Evaluation, EvaluationError};
use komadai_report::{Failure, Printed};
use measure::{Measurement, Setup};

use crate::run::answers::{self, ask};
use crate::run::thread_clock::ThreadClock;

pub(super) use options::Options;

pub(super) fn run(options: &Options) -> Result<Vec<Printed>, Failure> {
    let eval: Evaluation =
        options.eval.eval.parse().map_err(|error: EvaluationError| format!("--eval: {error}"))?;
    let positions = options.positions()?;
    let setups = options.setups();
    let measured = measure(options, &eval, &positions, &setups)?;
    let mut report = options.out.report();
    writeln!(
        report,
        "{} positions {}, {}, depth {}; time is {}",
        positions.len(),
        options.source(),
        eval,
        options.depth.depth,
        ThreadClock::kind(),
    )?;
    report.table(
        "Cost of N virtual engines in one tree, as a multiple of one with noise (paper: 8 cost about 2) and of one without",
        "consultation-cost.csv",
        &tables::costs(&measured, &setups),
    )?;
    report.table(
        "Votes (% of positions, or of elements): the same move as …",
        "consultation-votes.csv",
        &tables::votes(&measured, &setups),
    )?;
    report.figure("consultation-cost.svg", &tables::figure(&measured, &setups))?;
    Ok(report.finish()?)
}

/// `[position][setup]`, in the order of the positions: from the journal, or measured now.
fn measure(
    options: &Options,
    eval: &Evaluation,
    positions: &[Position],
    setups: &[Setup],
) -> Result<Vec<Vec<Measurement>>, Failure> {
    let answers = answers::open(&options.out, "consultation")?;
    let described: Vec<String> =
        setups.iter().map(|setup| measure::describe(setup, eval)).collect::<Result<_, _>>()?;
    let of_setups = |pos| {
        described.iter().zip(setups).map(move |(words, setup)| (measure::question(words, pos), (pos, setup)))
    };
    let asked: Vec<(String, (&Position, &Setup))> = positions.iter().flat_map(of_setups).collect();
    let workers = options.threads.workers((), asked.len());
    let measured = ask(&answers, &asked, "measurements", workers, |(), (pos, setup)| {
        setup.measure(eval, pos).map_err(|error| error.to_string())
    })?;
    Ok(measured.chunks(setups.len()).map(<[Measurement]>::to_vec).collect())
}
