//! What every part of a search is worth: nodes to a depth, agreement, games, and what forward pruning gets wrong.
//!
//! ```sh
//! cargo run --release -- heuristics
//! cargo run --release -- heuristics --positions 200 --depths 8,10,12 --cap 2000000 --out out/nodes
//! cargo run --release -- heuristics --tables games --pairs 500 --nodes 1000 --threads 2 --out out/games
//! cargo run --release -- heuristics --tables audit --positions 200 --depths 8 --out out/audit
//! ```
//!
//! | table | asks | file |
//! |---|---|---|
//! | `combined` | a whole search without the part, or with it: how many times the nodes to each depth? | `nodes.rs` |
//! | `alone` | the same with the part added to a bare search | `nodes.rs` |
//! | `killers` | is anything left of a killer on top of history, on top of continuation history? \[R1\] | `nodes.rs` |
//! | `depth` | three controls of depth under one search: nodes for equal strength \[R3\] | `games.rs` |
//! | `games` | Elo of the part at equal nodes, and at equal time | `games.rs` |
//! | `threads` | what are more threads worth: time to a depth, nodes per second? | `threads.rs` |
//! | `audit` | how often is a cut of forward pruning false? \[R21\] | `audit.rs` |
//! | `tree` | where in the tree are the nodes, and what ends them, by remaining depth? | `tree.rs` |
//!
//! Results do not depend on the number of threads, except times. A journal, `heuristics.tsv`, keeps what was found in each position, and
//! a journal of its own the games of each match, so that a run that is broken off goes on where it was. The exit status is 0, or 2 if
//! options or files cannot be used.

mod audit;
mod games;
mod nodes;
mod options;
mod rows;
mod threads;
mod tree;

pub(super) use options::{Options, What};

use komadai_report::{Failure, Printed};
use options::Setup;

use crate::recipe::Parts;
use crate::run::answers;

/// Prints and saves the tables that the options ask for.
pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    let setup = Setup::new(options, parts)?;
    let suite = options.suite()?;
    check_rows(&setup)?;
    if options.tables.iter().any(|table| matches!(table, What::Games | What::Depth)) {
        games::openings(options)?;
    }
    let journal = answers::open(&options.out, "heuristics")?;
    let mut report = options.out.report();
    let out = &mut report;
    for table in &options.tables {
        match table {
            What::Combined => nodes::table(&setup, &suite, &journal, &rows::combined(parts)?, out)?,
            What::Alone => nodes::table(&setup, &suite, &journal, &rows::alone(parts)?, out)?,
            What::Killers => nodes::table(&setup, &suite, &journal, &rows::killers(parts)?, out)?,
            What::Games => games::parts(&setup, &journal, out)?,
            What::Depth => games::controls(&setup, &journal, out)?,
            What::Audit => audit::table(&setup, &suite, &journal, out)?,
            What::Threads => threads::table(&setup, &suite, &journal, out)?,
            What::Tree => tree::table(&setup, &suite, &journal, out)?,
        }
    }
    Ok(report.finish()?)
}

/// Whether every word of `--rows` fits a row of some table asked for; a slip of the pen would give an empty one.
fn check_rows(setup: &Setup<'_>) -> Result<(), Failure> {
    let (options, parts) = (setup.options, setup.parts);
    let names = |table: rows::Comparison| table.rows.into_iter().map(|row| row.name).collect();
    let mut there: Vec<String> = Vec::new();
    for table in &options.tables {
        let names: Vec<String> = match table {
            What::Combined | What::Games => names(rows::combined(parts)?),
            What::Alone => names(rows::alone(parts)?),
            What::Killers => names(rows::killers(parts)?),
            What::Depth => games::CONTROLS.map(str::to_owned).to_vec(),
            What::Audit | What::Tree | What::Threads => Vec::new(),
        };
        for name in names {
            if !there.contains(&name) {
                there.push(name);
            }
        }
    }
    match options.rows.iter().find(|word| !there.iter().any(|name| name.contains(word.as_str()))) {
        Some(word) => {
            Err(format!("--rows {word}: found no such row, expected a part of one of {}", there.join(", "))
                .into())
        }
        None => Ok(()),
    }
}
