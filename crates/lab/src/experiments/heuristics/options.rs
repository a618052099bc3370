//! What can be said on the command line.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use komadai::analysis::fingerprint;
use komadai_report::options::{Eval, HashMb, Nodes, Out, Pairs, Seed, Threads};
use komadai_report::{COLUMNS, Failure, InputText};

use crate::data::game_files::{Claims, MostPositions};
use crate::data::suite::{SuiteEntry, read_suite};
use crate::recipe::{NamedEvaluation, Parts, Recipe};

const BUILT_IN: &str = komadai::samples::MIDGAME;

/// Measures what the parts of a search are worth.
#[derive(Parser)]
#[command(max_term_width = COLUMNS, name = "heuristics")]
pub(in crate::experiments) struct Options {
    /// Which tables.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum, default_values = ["combined", "audit"])]
    pub(in crate::experiments) tables: Vec<What>,
    #[command(flatten)]
    pub(in crate::experiments) positions: MostPositions<12>,
    /// A file of positions instead of those that are built in (data/positions/midgame.tsv).
    #[arg(long, value_name = "FILE")]
    pub(super) suite: Option<PathBuf>,
    /// Depths of the columns, in plies, rising.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values = ["4", "6"], value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(in crate::experiments) depths: Vec<u32>,
    /// A position counts as not reached after so many nodes, and enters with this number.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::experiments) cap: u64,
    #[command(flatten)]
    pub(super) pairs: Pairs<10>,
    /// Only rows whose name contains one of these.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(in crate::experiments) rows: Vec<String>,
    #[command(flatten)]
    pub(super) claims: Claims,
    /// The search whose prunings are audited, or whose threads are compared [default: modern+multi-probcut and every own pruning].
    #[arg(long, value_name = "RECIPE")]
    pub(super) watch: Option<String>,
    #[command(flatten)]
    pub(in crate::experiments) nodes: Nodes<1_000>,
    #[command(flatten)]
    pub(super) eval: Eval,
    #[command(flatten)]
    pub(super) hash_mb: HashMb,
    #[command(flatten)]
    pub(in crate::experiments) seed: Seed,
    #[command(flatten)]
    pub(in crate::experiments) threads: Threads,
    #[command(flatten)]
    pub(in crate::experiments) out: Out,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::experiments) enum What {
    Combined,
    Alone,
    Killers,
    Depth,
    Games,
    Audit,
    Tree,
    Threads,
}

impl Options {
    pub(in crate::experiments) fn suite(&self) -> Result<Vec<SuiteEntry>, Failure> {
        if !self.depths.is_sorted_by(|a, b| a < b) {
            return Err(format!("--depths {:?}: expected rising numbers", self.depths).into());
        }
        let input = InputText::read(self.suite.as_deref(), "data/positions/midgame.tsv", &[BUILT_IN]);
        let input = input.map_err(|error| format!("--suite {error}"))?;
        let mut suite =
            read_suite(&input.text).map_err(|error| format!("--suite {}: {error}", input.name))?;
        suite.truncate(self.positions.count());
        if suite.is_empty() {
            return Err("--suite: found no position, expected at least one".into());
        }
        Ok(suite)
    }

    /// Whether a row is asked for.
    pub(super) fn wants(&self, row: &str) -> bool {
        self.rows.is_empty() || self.rows.iter().any(|word| row.contains(word.as_str()))
    }
}

pub(super) struct Setup<'a> {
    pub(super) options: &'a Options,
    pub(super) parts: &'a Parts,
    pub(super) eval: NamedEvaluation,
}

impl<'a> Setup<'a> {
    pub(super) fn new(options: &'a Options, parts: &'a Parts) -> Result<Setup<'a>, Failure> {
        let eval = parts.evaluation(&options.eval.eval).map_err(|error| format!("--eval: {error}"))?;
        Ok(Setup { options, parts, eval })
    }

    pub(super) fn hash_mb(&self) -> usize {
        self.options.hash_mb.megabytes()
    }

    /// What the journal knows a search by. Material and the built-in parts are known by their names; own parts and other
    /// evaluations by the nodes that they search as well, since what stands behind a name may have been changed.
    pub(super) fn describe(&self, recipe: &Recipe) -> Result<String, Failure> {
        let name = recipe.parts_text();
        if self.eval.name() == "material" && !recipe.has_own_parts() {
            return Ok(name);
        }
        let mut engine = self.eval.engine(recipe, self.hash_mb())?;
        Ok(format!("{name} ({}, {:06x})", self.eval, fingerprint(&mut engine)))
    }
}
