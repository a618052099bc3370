//! What can be said on the command line.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use komadai_report::options::{Eval, HashMb, Nodes, Out, Seed, Threads};
use komadai_report::{COLUMNS, Failure, InputText};

use crate::data::game_files::MostPositions;
use crate::data::suite::{SuiteEntry, read_suite};

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
    /// Pairs of games for each row.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) pairs: u32,
    /// Only rows whose name contains one of these.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(in crate::experiments) rows: Vec<String>,
    /// Claims of each pruning that are asked again, for each position.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) claims: u32,
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
