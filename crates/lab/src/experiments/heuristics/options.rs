//! What can be said on the command line.

use std::path::PathBuf;

use crate::data::suite::{SuiteEntry, read_suite};
use clap::{Parser, ValueEnum};
use komadai_report::COLUMNS;
use komadai_report::Failure;

const BUILT_IN: &str = komadai::samples::MIDGAME;

/// Measures what the parts of a search are worth.
#[derive(Parser)]
#[command(max_term_width = COLUMNS, name = "heuristics")]
pub(in crate::experiments) struct Options {
    /// Which tables.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum, default_values = ["combined", "audit"])]
    pub(in crate::experiments) tables: Vec<What>,
    /// Positions, from the first of the file on.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::experiments) positions: u32,
    /// A file of positions instead of those that are built in (data/positions/midgame.tsv).
    #[arg(long, value_name = "FILE")]
    pub(super) suite: Option<PathBuf>,
    /// Depths of the columns, in plies, rising.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values = ["4", "6"], value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(in crate::experiments) depths: Vec<u32>,
    /// A position counts as not reached after so many nodes, and enters with this number.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::experiments) cap: u64,
    /// Nodes a move in games, and of the searches whose moves are compared with those played.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::experiments) nodes: u64,
    /// Pairs of games for each row.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) pairs: u32,
    /// Only rows whose name contains one of these.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(in crate::experiments) rows: Vec<String>,
    /// The evaluation: material, default, a model file of pairs, or one of your own.
    #[arg(long, value_name = "NAME|FILE", default_value = "material")]
    pub(super) eval: String,
    /// Claims of each pruning that are asked again, for each position.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) claims: u32,
    /// The search whose prunings are audited [default: modern+multi-probcut and every own pruning].
    #[arg(long, value_name = "RECIPE")]
    pub(super) watch: Option<String>,
    /// Megabytes of table for each searcher.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(super) hash_mb: u32,
    /// Seed of everything drawn: samples, intervals.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::experiments) seed: u64,
    /// Threads; positions or games are shared out among them.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(in crate::experiments) threads: u16,
    /// Folder of the results.
    #[arg(long, value_name = "DIR", default_value = "out/heuristics")]
    pub(in crate::experiments) out: PathBuf,
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
}

impl Options {
    pub(in crate::experiments) fn suite(&self) -> Result<Vec<SuiteEntry>, Failure> {
        if !self.depths.is_sorted_by(|a, b| a < b) {
            return Err(format!("--depths {:?}: expected rising numbers", self.depths).into());
        }
        let mut suite = match &self.suite {
            None => read_suite(BUILT_IN).map_err(|error| format!("data/positions/midgame.tsv: {error}"))?,
            Some(path) => {
                let name = path.display();
                let text =
                    std::fs::read_to_string(path).map_err(|error| format!("--suite {name}: {error}"))?;
                read_suite(&text).map_err(|error| format!("--suite {name}: {error}"))?
            }
        };
        suite.truncate(self.positions as usize);
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
