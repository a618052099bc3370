//! ProbCut with a learned margin: table 2 of paper 004 \[R19\], and the matches of table 3.
//!
//! ```sh
//! cargo run --release --example probcut
//! cargo run --release -- probcut modern-late-moves-node-futility-move-futility --depth 11 --kind multi --threads 2
//! cargo run --release -- probcut --audit --depth 10
//! cargo run --release -- self-play --a modern+probcut+mate-probcut+sigma-3 --b modern --eval default --nodes 80000 --pairs 300
//! cargo run --release -- heuristics --tables audit --watch modern+multi-probcut+sigma-3
//! ```
//!
//! Every search goes to the same depth on the same positions, without ProbCut and with several margins: fixed, by progress (200 + 4 ×
//! progress), and one to three spreads that the reliability model predicts. As in the paper, a mate search runs before a node is taken to
//! be below alpha. The table also has the number of cuts of a search: if there are few, nothing was measured. Recipes of all experiments
//! may name the margins `sigma-1`, `sigma-2`, `sigma-3` and `progress-margin` for `probcut` and `multi-probcut`.
//!
//! `table_2.rs` has table 2, ours beside the paper's. `audit.rs` (`--audit`) measures how often cuts are false, by side of the window,
//! beside what the model foretells.

mod audit;
mod table_2;

use std::io::Write;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use komadai::LearnedMargin;
use komadai::samples::{MIDGAME, PLAYED};
use komadai_eval::reliability::ReliabilityModel;
use komadai_recipe::{OwnPart, Parts, Recipe, RecipeError};
use komadai_report::options::{self, Eval, HashMb, Nodes, Out, Threads};
use komadai_report::{Failure, Printed};
use komadai_search::pruning::Cut;
use komadai_search::{Depth, ProbCut};

use crate::data::games::{Claims, MostPositions};
use crate::data::suite::{SuiteEntry, read_suite};
use crate::reliability::SpreadModel;

/// The searches, and what is audited.
#[derive(Args)]
pub(super) struct Options {
    /// The searches that ProbCut is added to.
    #[arg(value_name = "RECIPE", default_values = ["modern", "modern-null"])]
    bases: Vec<String>,
    #[command(flatten)]
    positions: MostPositions<100>,
    /// The paper's 13 plies cost its program 1.4 s per position.
    #[command(flatten)]
    depth: options::Depth<9>,
    /// Pairs of depths that are cut.
    #[arg(long, value_enum, default_value_t = Kind::Both)]
    kind: Kind,
    #[command(flatten)]
    eval: Eval<true>,
    #[command(flatten)]
    model: SpreadModel,
    /// Audits the learned margin by side of the window instead: cuts at a gap of 4 plies, in a tree without other
    /// prunings of nodes.
    #[arg(long, conflicts_with_all = ["bases", "kind"])]
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
    /// Both, one after the other.
    Both,
}

pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    let mut suite: Vec<SuiteEntry> = [read_suite(PLAYED)?, read_suite(MIDGAME)?].concat();
    suite.truncate(options.positions.positions);
    let model = options.model.load()?;
    let eval = parts.evaluation(&options.eval.eval)?;
    let parts = with_margins(parts.clone(), &model)?;
    let mut report = options.out.report();
    if options.audit {
        let found = audit::table(&suite, &model, &parts, &eval, options)?;
        let (depth, nodes) = (options.depth.depth, options.nodes.nodes);
        writeln!(report, "{} positions to depth {depth}, at most {nodes} nodes each", suite.len())?;
        report.table("False cuts of ProbCut at a gap of 4 plies, by side", "audit.csv", &found)?;
        return Ok(report.finish()?);
    }
    let mut searches = Vec::new();
    for base in &options.bases {
        searches.push(Search { base, of: "none", margin: "", recipe: parts.recipe(base)? });
        for (kind, of, part) in KINDS {
            if kind == options.kind || options.kind == Kind::Both {
                for (margin, text) in MARGINS {
                    let recipe = parts.recipe(&format!("{base}+{part}{text}"))?;
                    searches.push(Search { base, of, margin, recipe });
                }
            }
        }
    }
    let found = table_2::search(&suite, &searches, &model, &eval, options)?;
    let (positions, depth) = (suite.len(), options.depth.depth);
    writeln!(report, "{positions} positions at depth {depth}, evaluation {eval}; intervals by games")?;
    for (number, base) in (1..).zip(&options.bases) {
        let file = if number == 1 { "probcut.csv".to_owned() } else { format!("probcut-{number}.csv") };
        let table = table_2::ours(base, &suite, &searches, &found);
        report.table(&format!("Table 2: nodes to a depth by margin, {base}"), &file, &table)?;
    }
    report.print("The paper: 1,000 positions, depth 13, Gekisashi", &table_2::paper())?;
    Ok(report.finish()?)
}

/// A search of the table.
struct Search<'a> {
    /// What ProbCut is added to.
    base: &'a str,
    /// Which pairs of depths are cut.
    of: &'static str,
    margin: &'static str,
    recipe: Recipe,
}

/// The kinds of ProbCut, their names in tables, and their parts.
const KINDS: [(Kind, &str, &str); 2] =
    [(Kind::Paper, "the paper's", "probcut+mate-probcut"), (Kind::Multi, "multi", "multi-probcut")];

/// The margins, and the parts that follow ProbCut in a recipe; the fixed margin has none.
const MARGINS: [(&str, &str); 5] = [
    ("fixed", ""),
    ("200 + 4 × progress", "+progress-margin"),
    ("1 spread", "+sigma-1"),
    ("2 spreads", "+sigma-2"),
    ("3 spreads", "+sigma-3"),
];

/// ProbCut at one gap of depths, on both sides of the window, each with its number of spreads.
const AUDITED: [(&str, f64); 2] = [("gap-4-sigma-1", 1.0), ("gap-4-sigma-2", 2.0)];
/// The gap in plies.
const GAP: i32 = 4;
/// Name of the pruning in the audit.
const PROBCUT: &str = "ProbCut";

/// The parts with the margins added, which lists of own parts leave out.
pub(super) fn with_margins(parts: Parts, model: &ReliabilityModel) -> Result<Parts, RecipeError> {
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
