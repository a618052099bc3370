//! Five treatments of repetitions in mate search, side by side: tables 1 and 2 and figures 4, 5 and 6 of paper 003.
//!
//! The paper solved 402 problems of three classical collections, with 300 MB of tables and 15 minutes each. Built in are 40 of its mates,
//! the seven of its no-mates from the two older collections, two other no-mates, and 88 no-mates generated from the mates, of which every
//! eighth is used unless `--all` is given. Limits are numbers of nodes, so that every machine prints the same. The paper's numbers are
//! shown beside ours, which are of fewer problems and less work each.

mod figures;
mod generate;
mod measure;
mod paper;
mod tables;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use komadai_core::Position;
use komadai_report::options::{HashMb, Nodes, Out, Seed, Threads};
use komadai_report::{Failure, InputText, Printed};

use self::measure::{Row, TREATMENTS};
use crate::run::answers::{self, ask};
use crate::{Label, MateProblem};

/// Compares treatments of repetitions in mate search: which solves what, at what cost.
#[derive(Args)]
#[command(
    mut_arg("threads", |threads| threads.default_value("2")),
    after_help = "Lines of FILE are NAME<TAB>SFEN<TAB>mate|nomate|unknown<TAB>PLIES. Problems without a known answer \
                  are left out."
)]
pub(super) struct Options {
    /// A file of problems [default: 40 mates, 9 no-mates and 11 generated no-mates from data/tsume].
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Takes all 88 generated no-mates, not every eighth.
    #[arg(long, conflicts_with = "file")]
    all: bool,
    #[command(flatten)]
    nodes: Nodes<700_000>,
    /// Only generates this number of no-mates from the mates among the problems, into `generated_nomates.sfen` of the folder, with 91,000
    /// nodes, 16 MB and one thread.
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["all", "nodes", "hash_mb", "threads"],
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    generate: Option<u32>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    hash_mb: HashMb,
    #[command(flatten)]
    out: Out,
}

pub(super) fn run(options: &Options) -> Result<Vec<Printed>, Failure> {
    let problems = read(options)?;
    options.out.check()?;
    if let Some(count) = options.generate {
        generate::generate(&problems, count as usize, options.seed.seed, &options.out.out)?;
        return Ok(Vec::new());
    }
    let generated = if options.file.is_some() { Vec::new() } else { generated(options)? };
    let answers = answers::open(&options.out, "compare-cycles")?;
    let problems = problems.into_iter().map(|problem| (problem, false));
    let problems: Vec<_> = problems.chain(generated.into_iter().map(|problem| (problem, true))).collect();
    let (nodes, hash_mb) = (options.nodes.nodes, options.hash_mb.hash_mb);
    let described = TREATMENTS.iter().map(|&treatment| {
        let words = measure::describe(treatment, nodes, hash_mb)?;
        Ok((format!("{words}, shown and not"), treatment))
    });
    let described = described.collect::<Result<Vec<_>, Failure>>()?;
    // Every problem under every treatment.
    let runs: Vec<_> =
        problems.iter().flat_map(|(of, _)| described.iter().map(move |how| (&of.pos, how))).collect();
    let question = |(pos, (words, _)): &(&Position, &(String, _))| format!("{words}; {pos}");
    let workers = options.threads.workers((), runs.len());
    let measured = ask(&answers, "runs", &runs, question, workers, |(), (pos, (_, treatment))| {
        measure::measure(*treatment, nodes, hash_mb, pos).map_err(|error| format!("--hash-mb: {error}"))
    })?;
    let mut measured = measured.into_iter();
    let row = |(problem, generated)| {
        let measured = measured.by_ref().take(TREATMENTS.len()).collect();
        Row { problem, generated, measured }
    };
    let rows: Vec<Row> = problems.into_iter().map(row).collect();
    let mut report = options.out.report();
    let (problems, treatments) = (rows.len(), TREATMENTS.len());
    writeln!(
        report,
        "{problems} problems, {treatments} treatments, {nodes} nodes each, {hash_mb} MB of tables"
    )?;
    tables::write(&mut report, &rows)?;
    figures::write(&mut report, &rows)?;
    Ok(report.finish()?)
}

/// Mates of all difficulties, the no-mates of the paper, and two more.
const BUILT_IN: [&str; 3] =
    [komadai::samples::ZUKO_MUSO, komadai::samples::NO_MATES, komadai::samples::MATE_REGRESSIONS];

fn read(options: &Options) -> Result<Vec<MateProblem>, Failure> {
    let input = InputText::read(options.file.as_deref(), "the built-in problems", &BUILT_IN)?;
    let mut problems = input.parse(MateProblem::read_all)?;
    problems.retain(|problem| match problem.label {
        Label::NoMate => true,
        // Of the regressions only the no-mates are used: their mates have nothing to do with the paper.
        Label::Mate => {
            options.file.is_some() || ["zuko", "muso"].iter().any(|book| problem.name.starts_with(book))
        }
        Label::Unknown => false,
    });
    Ok(input.at_least_one(problems, "problem with a known answer")?)
}

/// Of the generated no-mates, the built-in run takes one in so many.
const STEP: usize = 8;

fn generated(options: &Options) -> Result<Vec<MateProblem>, Failure> {
    let text = komadai::samples::GENERATED_NO_MATES;
    let input = InputText::read(None, "the generated no-mates", &[text])?;
    let problems = input.parse(MateProblem::read_all)?;
    Ok(problems.into_iter().step_by(if options.all { 1 } else { STEP }).collect())
}
