//! Solo consultation [R12]: what eight virtual engines in one tree cost, and whether they vote as eight separate ones do.
//!
//! ```sh
//! cargo run --release --example consultation
//! cargo run --release --example consultation -- --depth 5 --positions 40 --sigma 25,50,100,200 --out DIR
//! cargo run --release --example consultation -- --suite data/positions/midgame.tsv --positions 200 --eval default --out DIR
//! ```
//!
//! Every position is searched to a fixed depth by virtual engines (one tree for N of them), by the same engines apart,
//! and by one engine without noise; all with the same table, killers, history and quiescence. Paper 002 claims that eight
//! cost about twice as much as one. Nodes are the same on every machine; times are not.
//!
//! Whether the votes play better is another question: `self_play --a consultation-8-100 --b consultation-1-0`.
//!
//! The measurement of a position is `komadai_lab::consultation`; `options.rs` has the command line, `answer.rs` a measurement
//! as a line of the journal, `tables.rs` the tables and the figure. The journal, `consultation.tsv`, keeps what was measured, so that
//! a run that is broken off goes on where it was.
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod answer;
mod options;
mod tables;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use komadai::Position;
use komadai::evaluation::{Choice, Evaluation};
use komadai::learn::Answers;
use komadai::search::TableError;
use komadai_lab::consultation::{APART, Measurement, SIZES, Setup};
use komadai_lab::{AnswerForm, ThreadClock};
use komadai_report::{Failure, exit_status};

use crate::options::Options;

fn main() -> ExitCode {
    exit_status("consultation", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let positions = options.positions()?;
    let setups = options.setups();
    let measured = measure(options, &positions, &setups)?;
    let finished: Vec<_> =
        measured.into_iter().filter(|all| all.iter().all(Measurement::is_complete)).collect();
    if finished.is_empty() {
        return Err("no position was searched to the end, expected more --nodes or less --depth".into());
    }
    let mut report = options.out.report();
    writeln!(
        report,
        "{} positions {}, {}, depth {}, {}; time is {}",
        positions.len(),
        options.source(),
        options.eval,
        options.depth,
        if options.no_scout { "plain alpha-beta" } else { "alpha-beta with Scout" },
        ThreadClock::kind(),
    )?;
    if finished.len() < positions.len() {
        let left_out = positions.len() - finished.len();
        writeln!(report, "{left_out} of them left out: some search ran out of nodes")?;
    }
    report.table(
        "Cost of N virtual engines in one tree, as a multiple of one with noise (paper: 8 cost about 2) and of one without",
        "consultation-cost.csv",
        &tables::costs(&finished, &setups),
    )?;
    report.table(
        "Votes (% of positions, or of elements): the same move as …",
        "consultation-votes.csv",
        &tables::votes(&finished, &setups),
    )?;
    report.figure("consultation-cost.svg", &tables::figure(&finished, &setups))?;
    Ok(report.finish()?)
}

/// `[position][setup]`, in the order of the positions: from the journal, or measured now.
fn measure(
    options: &Options,
    positions: &[Position],
    setups: &[Setup],
) -> Result<Vec<Vec<Measurement>>, Failure> {
    let answers = Answers::open(&options.out.out, "consultation")?;
    let described: Vec<String> =
        setups.iter().map(|setup| answer::describe(setup, &options.eval)).collect::<Result<_, _>>()?;
    let of_setups = |pos| {
        described.iter().zip(setups).map(move |(words, setup)| (answer::question(words, pos), (pos, setup)))
    };
    let asked: Vec<(String, (&Position, &Setup))> = positions.iter().flat_map(of_setups).collect();
    let form = AnswerForm {
        expected: &format!("{} searches", SIZES.len() + APART + 1),
        read: &|_, text| answer::read(text),
        write: &answer::write,
    };
    let measured = form.answer(
        &answers,
        &asked,
        "measurements",
        options.threads.workers((), asked.len()),
        |(), (pos, setup)| at(&options.eval, setup, pos).map_err(|error| error.to_string()),
    )?;
    Ok(measured.chunks(setups.len()).map(<[Measurement]>::to_vec).collect())
}

/// One measurement, by the type of the evaluation: a search does not ask which one it is.
fn at(eval: &Evaluation, setup: &Setup, pos: &Position) -> Result<Measurement, TableError> {
    match eval.choice() {
        Choice::Material(material) => setup.measure(material, pos),
        Choice::Pairs(pairs) => setup.measure(pairs, pos),
        Choice::Blend(blend) => setup.measure(blend, pos),
        Choice::PairBlend(blend) => setup.measure(blend, pos),
    }
}
