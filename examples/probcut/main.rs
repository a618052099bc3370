//! ProbCut with a learned margin: table 2 of paper 004 [R19], and the matches of table 3.
//!
//! ```sh
//! cargo run --release --example probcut
//! cargo run --release --example probcut -- --depth 11 --kind multi --threads 2
//! cargo run --release --example probcut -- self-play --a modern+probcut+sigma-3 --b modern --eval default --nodes 5000 --pairs 300
//! cargo run --release --example probcut -- --audit --depth 10
//! cargo run --release --example probcut -- heuristics --tables audit --rows probcut,multi-probcut
//! ```
//!
//! Every search goes to the same depth on the same positions, with no ProbCut and with several margins: fixed, by progress
//! (200 + 4 × progress), and one to three spreads that the reliability model predicts. The subcommands are those of
//! `custom_pruner`; recipes may name `sigma-1`, `sigma-2`, `sigma-3` and `progress-margin`, the margins of `probcut` and
//! `multi-probcut`.
//!
//! | file | does |
//! |---|---|
//! | `options.rs` | what can be said on the command line |
//! | `audit.rs` | with `--audit`: how often cuts are false, by side of the window, beside what the model foretells |
//! | `margins.rs` | the margins as parts of recipes |
//! | `rows.rs` | all positions under all searches |
//! | `table.rs` | table 2, ours beside the paper's |
//!
//! A journal, `probcut.tsv`, keeps what was found in each position, so that a run that is broken off goes on where it was. The
//! exit status is 0, or 2 if options or files cannot be used.

mod audit;
mod margins;
mod options;
mod rows;
mod table;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai::artifact::Artifact;
use komadai::eval::reliability::ReliabilityModel;
use komadai_lab::{own_parts, read_suite};
use komadai_report::{Failure, InputText, exit_status};

use crate::options::{Kind, Options};

/// Positions of games with the moves played there.
const BUILT_IN: &str = include_str!("../../data/positions/played.tsv");

fn main() -> ExitCode {
    let subcommands = ["self-play", "heuristics", "next-move", "tune"];
    if std::env::args_os().nth(1).is_some_and(|word| subcommands.iter().any(|name| word == *name)) {
        return own_parts("probcut", margins::parts(&margins::model(None)));
    }
    exit_status("probcut", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let text = InputText::read(options.file.as_deref(), "the built-in positions", &[BUILT_IN])?;
    let mut suite = text.parse(read_suite)?;
    suite.retain(|entry| !entry.moves.is_empty());
    let suite = text.at_least_one(suite, "position with a move")?;
    let load = |path: &PathBuf| match ReliabilityModel::load(path) {
        Ok((model, _)) => Ok(model),
        Err(error) => Err(format!("--model: {error}")),
    };
    let model = options.model.as_ref().map(load);
    let model = margins::model(model.transpose()?);
    let parts = margins::parts(&model)?;
    let eval = parts.evaluation(&options.eval)?;
    if options.audit {
        let found = audit::table(&suite, &model, &parts, &eval, options)?;
        let mut report = options.out.report();
        writeln!(
            report,
            "{} positions to depth {}, at most {} nodes each",
            suite.len(),
            options.depth,
            options.cap
        )?;
        report.table("False cuts of ProbCut at a gap of 4 plies, by side", "audit.csv", &found)?;
        return Ok(report.finish()?);
    }
    let mut names = Vec::new();
    for base in ["modern", "modern-null"] {
        names.push(base.to_owned());
        for (kind, part) in [(Kind::Paper, "probcut"), (Kind::Multi, "multi-probcut")] {
            if kind == options.kind || options.kind == Kind::Both {
                names.extend(margins::NAMES.map(|margin| format!("{base}+{part}{margin}")));
            }
        }
    }
    let recipes = names.iter().map(|name| parts.recipe(name)).collect::<Result<Vec<_>, _>>()?;
    let found = rows::search(&suite, &recipes, &eval, options)?;
    let mut report = options.out.report();
    writeln!(
        report,
        "{} positions at depth {}, evaluation {}; the deeper search has {} plies",
        suite.len(),
        options.depth,
        eval.name(),
        options.depth + options.deeper
    )?;
    report.table("Table 2: nodes to a depth by margin", "probcut.csv", &table::ours(&names, &found))?;
    report.print("The paper: 1,000 positions, depth 13, Gekisashi", &table::paper())?;
    Ok(report.finish()?)
}
