//! What every part of a search gains: nodes to a depth, agreement, and what forward pruning gets wrong. For games there are `self-play`,
//! with recipes that differ in a part, and `tune screen`, with many parts at once.
//!
//! ```sh
//! cargo run --release -- heuristics
//! cargo run --release -- heuristics --positions 200 --depths 8,10,12 --cap 2000000 --out out/nodes
//! cargo run --release -- heuristics --base bare+table+exchange-order --out out/alone
//! cargo run --release -- heuristics --tables audit --positions 200 --depths 8 --out out/audit
//! ```
//!
//! | table | asks | file |
//! |---|---|---|
//! | `combined` | the search of `--base` without the part, or with it: how many times the nodes to each depth? | `nodes.rs` |
//! | `killers` | does a killer still gain on top of history, and on top of continuation history? \[R1\] | `nodes.rs` |
//! | `threads` | what do more threads gain: time to a depth, nodes per second? | `threads.rs` |
//! | `audit` | how often is a cut of forward pruning false? \[R21\] | `audit.rs` |
//! | `tree` | where in the tree are the nodes, and what ends them, by remaining depth? | `tree.rs` |
//!
//! Results do not depend on the number of threads, except times. A journal, `heuristics.tsv`, keeps what was found in each position, so
//! that an interrupted run can be resumed.

mod audit;
mod nodes;
mod threads;
mod tree;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use komadai::journal::Answers;
use komadai_recipe::{self as recipe, NamedEvaluation, PARTS, Parts, Recipe, RecipeError};
use komadai_report::options::{Eval, HashMb, Nodes, Out, Seed, Threads};
use komadai_report::{Failure, Printed};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::data::games::{Claims, MostPositions};
use crate::data::suite::{self, SuiteEntry};
use crate::run::answers::{self, ask};
use crate::run::print_of;

/// Measures what the parts of a search gain.
#[derive(Args)]
pub(super) struct Options {
    /// Tables to make.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum, default_value = "combined,audit")]
    pub(super) tables: Vec<What>,
    #[command(flatten)]
    pub(super) positions: MostPositions<12>,
    /// A file of positions instead of the built-in ones (data/positions/midgame.tsv).
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Depths of the columns in plies, in rising order.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "4,6", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(super) depths: Vec<u32>,
    /// Most nodes for a position; a depth not reached by then counts with this number.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) cap: u64,
    /// The search that parts are taken out of, or put into, in the tables `combined` and `killers`.
    #[arg(long, value_name = "RECIPE", default_value = "modern")]
    base: String,
    /// Only rows whose name contains one of these.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(super) rows: Vec<String>,
    #[command(flatten)]
    claims: Claims,
    /// The search to audit, to show as a tree, or to run on threads [default: modern; for the audit with multi-probcut and own prunings].
    #[arg(long, value_name = "RECIPE")]
    watch: Option<String>,
    #[command(flatten)]
    pub(super) nodes: Nodes<1_000>,
    #[command(flatten)]
    eval: Eval,
    #[command(flatten)]
    hash_mb: HashMb,
    #[command(flatten)]
    pub(super) seed: Seed,
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    pub(super) out: Out,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum What {
    Combined,
    Killers,
    Audit,
    Tree,
    Threads,
}

impl Options {
    pub(super) fn suite(&self) -> Result<Vec<SuiteEntry>, Failure> {
        if !self.depths.is_sorted_by(|a, b| a < b) {
            return Err(format!("--depths {:?}: expected rising numbers", self.depths).into());
        }
        let file = self.suite.as_deref();
        let mut suite = suite::read_file(file, "data/positions/midgame.tsv", komadai::samples::MIDGAME)?;
        suite.truncate(self.positions.positions);
        if suite.is_empty() {
            return Err("--suite: found no position, expected at least one".into());
        }
        Ok(suite)
    }
}

struct Setup<'a> {
    options: &'a Options,
    parts: &'a Parts,
    eval: NamedEvaluation,
    suite: Vec<SuiteEntry>,
    journal: Answers,
    hash_mb: usize,
}

impl Setup<'_> {
    /// How the journal names a search: a fingerprint of its nodes is included, since what a name stands for may have been changed.
    fn describe(&self, recipe: &Recipe) -> Result<String, Failure> {
        let mut engine = self.eval.engine(recipe, 1)?;
        let print = print_of(&mut engine, recipe, &self.eval)?;
        Ok(format!("{} ({}, {print:06x})", recipe.parts_text(), self.eval))
    }

    /// The search to watch: that of `--watch`, else `base` with every own part.
    fn watched(&self, base: &str) -> Result<Recipe, RecipeError> {
        let own = self.parts.own_names().flat_map(|name| ["+", name]);
        let every_own = || [base].into_iter().chain(own).collect();
        self.parts.recipe(&self.options.watch.clone().unwrap_or_else(every_own))
    }

    /// What the search described by `search` finds in each position.
    fn ask<A: Serialize + DeserializeOwned + Send, W: Send>(
        &self,
        search: &str,
        workers: Vec<W>,
        measure: impl Fn(&mut W, &SuiteEntry) -> Result<A, String> + Sync,
    ) -> Result<Vec<A>, Failure> {
        let question = |entry: &SuiteEntry| format!("{search}; {}", entry.position());
        ask(&self.journal, "positions", &self.suite, question, workers, measure)
    }
}

/// Prints and saves the tables that the options ask for.
pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    let eval = parts.evaluation(&options.eval.eval).map_err(|error| format!("--eval: {error}"))?;
    let suite = options.suite()?;
    let rows_of = |table: &What| match table {
        What::Combined => combined(parts, &options.base).map(Some),
        What::Killers => killers(parts, &options.base).map(Some),
        What::Audit | What::Tree | What::Threads => Ok(None),
    };
    let compared: Vec<Option<Comparison>> = options.tables.iter().map(rows_of).collect::<Result<_, _>>()?;
    check_rows(options, &compared)?;
    options.watch.as_deref().map(|recipe| parts.recipe(recipe)).transpose()?;
    let journal = answers::open(&options.out, "heuristics")?;
    let setup = Setup { options, parts, eval, suite, journal, hash_mb: options.hash_mb.hash_mb };
    let mut report = options.out.report();
    for (table, compared) in options.tables.iter().zip(&compared) {
        match (table, compared) {
            (_, Some(compared)) => nodes::table(&setup, compared, &mut report)?,
            (What::Threads, _) => threads::table(&setup, &mut report)?,
            (What::Tree, _) => tree::table(&setup, &mut report)?,
            _ => audit::table(&setup, &mut report)?,
        }
    }
    Ok(report.finish()?)
}

/// Checks that every word of `--rows` fits a row of some requested table; a typing error would give an empty table.
fn check_rows(options: &Options, compared: &[Option<Comparison>]) -> Result<(), Failure> {
    let rows = compared.iter().flatten().flat_map(|compared| &compared.rows);
    let there: Vec<&str> = rows.map(|row| row.name.as_str()).collect();
    if there.is_empty() && !options.rows.is_empty() {
        return Err("--rows is for the tables combined and killers".into());
    }
    let is_there = |word: &str| there.iter().any(|name| name.contains(word));
    let Some(word) = options.rows.iter().find(|word| !is_there(word)) else { return Ok(()) };
    Err(format!("--rows {word}: found no such row, expected a part of one of {}", there.join(", ")).into())
}

/// Two searches that differ in one part.
struct Row {
    name: String,
    with: Recipe,
    without: Recipe,
}

/// A table: its name, what it compares, its rows.
struct Comparison {
    name: &'static str,
    title: String,
    /// The search that the rows start from.
    base: Recipe,
    rows: Vec<Row>,
}

/// Each part taken out of the base, or put in if it is not there; own parts first. Parts that would do nothing there are left out.
fn combined(parts: &Parts, base: &str) -> Result<Comparison, RecipeError> {
    let base = parts.recipe(base)?;
    let mut rows = own_rows(parts, &base)?;
    let built_in = PARTS.iter().filter(|part| part.compared).map(|part| row(part.name, &base));
    rows.extend(built_in.filter(|row| row.with.idle(&row.name).is_none()));
    Ok(Comparison { name: "combined", title: format!("Inside {base}"), base, rows })
}

/// Each own part put into a search, or taken out of it.
fn own_rows(parts: &Parts, base: &Recipe) -> Result<Vec<Row>, RecipeError> {
    let row = |name: &str| {
        let recipe = |sign: char| parts.recipe(&format!("{base}{sign}{name}"));
        Ok(Row { name: name.to_owned(), with: recipe('+')?, without: recipe('-')? })
    };
    parts.own_names().map(row).collect()
}

fn row(part: &str, base: &Recipe) -> Row {
    Row { name: part.to_owned(), with: base.with(part), without: base.without(part) }
}

/// Every killer alone, on top of history, and on top of history and continuation history; own parts as if they were killers.
fn killers(parts: &Parts, base: &str) -> Result<Comparison, RecipeError> {
    let base = parts.recipe(base)?;
    let orders = ["brother", "history", "continuation", "danger", "check-bonus"];
    let none = orders.iter().fold(base.clone(), |recipe, order| recipe.without(order));
    let grounds = [
        ("alone", none.clone()),
        ("on history", none.with("history")),
        ("on continuation history", none.with("history").with("continuation")),
    ];
    // The refutation of a pass is measured in a search that passes at every node, like that of the thesis; null moves alone are far fewer.
    let ground = |killer: &str, base: &Recipe| match killer {
        "pass" => base.with("null-window-pass").without("null"),
        _ => base.clone(),
    };
    let mut rows = Vec::new();
    for (ground, base) in &grounds {
        let named = |own: Row| Row { name: format!("{}, {ground}", own.name), ..own };
        rows.extend(own_rows(parts, base)?.into_iter().map(named));
    }
    let built_in = recipe::killers().flat_map(|(killer, _)| {
        grounds.iter().map(move |(name, base)| Row {
            name: format!("{killer}, {name}"),
            ..row(killer, &ground(killer, base))
        })
    });
    rows.extend(built_in);
    // Hashimoto, section 6.5: the move two plies ago alone is worse than the previous move alone.
    let (with, without) = (none.with("premove"), none.with("two-ago"));
    rows.push(Row { name: "premove for two-ago".to_owned(), with, without });
    Ok(Comparison { name: "killers", title: format!("Killers on three grounds of {base}"), base: none, rows })
}
