//! ProbCut with a learned margin: table 2 of paper 004 \[R19\], and the matches of table 3.
//!
//! ```sh
//! cargo run --release --example probcut
//! cargo run --release -- probcut --depth 11 --kind multi --threads 2
//! cargo run --release -- probcut --audit --depth 10
//! cargo run --release -- self-play --a modern+probcut+sigma-3 --b modern --eval default --nodes 5000 --pairs 300
//! cargo run --release -- heuristics --tables audit --watch modern+multi-probcut+sigma-3
//! ```
//!
//! Every search goes to the same depth on the same 100 positions, with no ProbCut and with several margins: fixed, by progress
//! (200 + 4 × progress), and one to three spreads that the reliability model predicts. Recipes of all experiments may name them:
//! `sigma-1`, `sigma-2`, `sigma-3` and `progress-margin` are margins of `probcut` and `multi-probcut`.
//!
//! `table_2.rs` has table 2, ours beside the paper's; `audit.rs` with `--audit` how often cuts are false, by side of the window, beside
//! what the model foretells.

mod audit;
mod table_2;

use std::io::Write;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use komadai::LearnedMargin;
use komadai::samples::PLAYED;
use komadai_eval::reliability::ReliabilityModel;
use komadai_report::options::{self, Eval, HashMb, Nodes, Out, Threads};
use komadai_report::{Failure, Printed};
use komadai_search::pruning::Cut;
use komadai_search::{Depth, ForwardPruning, ProbCut};

use crate::data::game_files::Claims;
use crate::data::suite::{SuiteEntry, read_suite};
use crate::recipe::{OwnPart, Parts, RecipeError};
use crate::reliability::SpreadModel;

/// The searches, and what is audited.
#[derive(Args)]
#[command(
    after_help = "A run that was broken off goes on if it is started with the same --out: what was found stands in \
                        probcut.tsv there."
)]
pub(in crate::experiments) struct Options {
    /// The paper's 13 plies cost its program 1.4 s a position.
    #[command(flatten)]
    depth: options::Depth<9>,
    /// Which pairs of depths are cut.
    #[arg(long, value_enum, default_value_t = Kind::Both)]
    kind: Kind,
    /// How much deeper the search goes by whose moves the others are judged, beside the moves played.
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=10))]
    deeper: u32,
    #[command(flatten)]
    eval: Eval<true>,
    #[command(flatten)]
    model: SpreadModel,
    /// Audits the learned margin by side of the window instead: cuts at a gap of 4 plies, in a tree without other
    /// prunings of nodes.
    #[arg(long)]
    audit: bool,
    #[command(flatten)]
    claims: Claims,
    /// Most nodes of a search whose cuts are audited.
    #[command(flatten)]
    nodes: Nodes<300_000>,
    #[command(flatten)]
    hash: HashMb,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    out: Out,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The paper's: budgets from 8 to 11 plies, 4 plies less, below alpha.
    Paper,
    /// Multi-ProbCut: three pairs of depths, both sides of the window.
    Multi,
    /// One after the other.
    Both,
}

pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    let mut suite: Vec<SuiteEntry> = read_suite(PLAYED)?;
    suite.retain(|entry| !entry.moves.is_empty());
    let model = options.model.load()?;
    let eval = parts.evaluation(&options.eval.eval)?;
    let parts = with_margins(Parts::new(), &model)?;
    let mut report = options.out.report();
    if options.audit {
        let found = audit::table(&suite, &model, &parts, &eval, options)?;
        let (depth, nodes) = (options.depth.depth, options.nodes.nodes);
        writeln!(report, "{} positions to depth {depth}, at most {nodes} nodes each", suite.len())?;
        report.table("False cuts of ProbCut at a gap of 4 plies, by side", "audit.csv", &found)?;
        return Ok(report.finish()?);
    }
    let mut names = Vec::new();
    for base in ["modern", "modern-null"] {
        names.push(base.to_owned());
        for (kind, part) in [(Kind::Paper, "probcut"), (Kind::Multi, "multi-probcut")] {
            if kind == options.kind || options.kind == Kind::Both {
                names.extend(NAMES.map(|margin| format!("{base}+{part}{margin}")));
            }
        }
    }
    let recipes = names.iter().map(|name| parts.recipe(name)).collect::<Result<Vec<_>, _>>()?;
    let found = table_2::search(&suite, &recipes, &eval, options)?;
    writeln!(
        report,
        "{} positions at depth {}, evaluation {}; the deeper search has {} plies",
        suite.len(),
        options.depth.depth,
        eval.name(),
        options.depth.depth + options.deeper
    )?;
    report.table("Table 2: nodes to a depth by margin", "probcut.csv", &table_2::ours(&names, &found))?;
    report.print("The paper: 1,000 positions, depth 13, Gekisashi", &table_2::paper())?;
    Ok(report.finish()?)
}

/// Parts that follow `probcut` in a recipe; the fixed margin has no name.
const NAMES: [&str; 5] = ["", "+progress-margin", "+sigma-1", "+sigma-2", "+sigma-3"];

/// ProbCut at one gap of depths, on both sides of the window, with so many spreads.
const AUDITED: [(&str, f64); 2] = [("gap-4-sigma-1", 1.0), ("gap-4-sigma-2", 2.0)];
/// The gap in plies.
const GAP: i32 = 4;
/// Name of the pruning in the audit.
const PROBCUT: &str = <ProbCut as ForwardPruning>::NAME;

/// Parts, and the margins beside them, which lists of own parts leave out.
pub(in crate::experiments) fn with_margins(
    parts: Parts,
    model: &ReliabilityModel,
) -> Result<Parts, RecipeError> {
    let model = Arc::new(model.clone());
    let margin = |model: &Arc<ReliabilityModel>, spreads: f64| {
        let model = Arc::clone(model);
        move || OwnPart::new().margin(LearnedMargin::new(Arc::clone(&model), spreads))
    };
    let mut parts = parts
        .with_unlisted("progress-margin", margin(&Arc::new(ReliabilityModel::by_progress()), 1.0))?
        .with_unlisted("sigma-1", margin(&model, 1.0))?
        .with_unlisted("sigma-2", margin(&model, 2.0))?
        .with_unlisted("sigma-3", margin(&model, 3.0))?;
    for (name, spreads) in AUDITED {
        let model = Arc::clone(&model);
        let cut = Cut { from: Depth::plies(6), below: Depth::plies(11), less: Depth::plies(GAP) };
        let probcut = move || ProbCut {
            cuts: vec![cut],
            high: true,
            mate_nodes: 0,
            ..ProbCut::with(LearnedMargin::new(Arc::clone(&model), spreads))
        };
        parts = parts.with_unlisted(name, move || OwnPart::new().pruning(probcut()))?;
    }
    Ok(parts)
}
