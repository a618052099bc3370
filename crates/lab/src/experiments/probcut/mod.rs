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
//! | file | does |
//! |---|---|
//! | `options.rs` | what can be said on the command line |
//! | `margins.rs` | the margins as parts of recipes |
//! | `table_2.rs` | table 2, ours beside the paper's |
//! | `audit.rs` | with `--audit`: how often cuts are false, by side of the window, beside what the model foretells |

mod audit;
mod margins;
mod options;
mod table_2;

use std::io::Write;

use komadai::samples::PLAYED;

pub(super) use self::margins::with_margins;
use self::options::Kind;
pub(super) use self::options::Options;
use crate::data::suite::{SuiteEntry, read_suite};
use crate::recipe::Parts;
use komadai_report::{Failure, Printed};

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
                names.extend(margins::NAMES.map(|margin| format!("{base}+{part}{margin}")));
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
