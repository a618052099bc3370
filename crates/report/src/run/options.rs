//! Command-line options that many experiments share, with the same names and limits everywhere.
//!
//! Each goes into the options of a program by `#[command(flatten)]`:
//!
//! ```
//! use clap::Parser;
//! use komadai_report::options::{Seed, Threads};
//!
//! #[derive(Parser)]
//! struct Options {
//!     #[command(flatten)]
//!     seed: Seed,
//!     #[command(flatten)]
//!     threads: Threads,
//! }
//!
//! let options = Options::try_parse_from(["count", "--threads", "4", "--seed", "7"])?;
//! assert_eq!((options.threads.threads, options.seed.seed), (4, 7));
//! assert!(Options::try_parse_from(["count", "--threads", "0"]).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::RangedU64ValueParser as Number;
use clap::error::ContextKind;
use clap::{Args, Parser};

use crate::run::report::Report;
use crate::run::save::check_folder;

/// Parses the options of the command line. An error ends the program with the message of clap, without its advice to pass an unknown option
/// after `--`: a program that expects files or positions would take it for one of them.
pub fn parse<O: Parser>() -> O {
    parse_from(std::env::args_os())
}

/// Parses the options in these words, the first of which is the name of the program; otherwise like [`parse`].
pub fn parse_from<O: Parser>(words: impl IntoIterator<Item = OsString>) -> O {
    O::try_parse_from(words).unwrap_or_else(|mut error| {
        error.remove(ContextKind::Suggested);
        error.exit()
    })
}

/// `--threads N`, 1 to 1024.
#[derive(Args, Clone, Copy, Debug)]
pub struct Threads {
    /// Threads; results do not depend on their number.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = Number::<usize>::new().range(1..=1024))]
    pub threads: usize,
}

impl Threads {
    /// Returns a worker for each thread that will have work: at least one, at most one per item.
    pub fn workers<W: Clone>(self, worker: W, items: usize) -> Vec<W> {
        vec![worker; self.threads.min(items).max(1)]
    }

    /// The same, with workers that are made one by one.
    ///
    /// # Errors
    ///
    /// The first error of `worker`.
    pub fn workers_of<W, E>(self, items: usize, worker: impl Fn() -> Result<W, E>) -> Result<Vec<W>, E> {
        (0..self.threads.min(items).max(1)).map(|_| worker()).collect()
    }
}

/// `--seed N`, with its default.
#[derive(Args, Clone, Copy, Debug)]
pub struct Seed<const DEFAULT: u64 = 1> {
    /// Seed of all random choices.
    #[arg(long, value_name = "N", default_value = DEFAULT.to_string())]
    pub seed: u64,
}

/// `--nodes N`, 1 or more, with its default.
#[derive(Args, Clone, Copy, Debug)]
pub struct Nodes<const DEFAULT: u64> {
    /// Nodes of each search.
    #[arg(long, value_name = "N", default_value = DEFAULT.to_string(), value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
}

/// `--eval NAME|FILE`, by default `material` or the default model.
#[derive(Args, Clone, Debug)]
pub struct Eval<const DEFAULT_MODEL: bool = false> {
    /// The evaluation: material, pairs, default, a model file of pairs or nn.bin, blend, blend:FILE (pairs for the opening), or one of your
    /// own; +FILE after it adds effects around the kings.
    #[arg(long, value_name = "NAME|FILE", default_value = if DEFAULT_MODEL { "default" } else { "material" })]
    pub eval: String,
}

/// `--out DIR` and `--quiet`.
#[derive(Args, Clone, Debug)]
pub struct Out {
    /// Folder for tables and figures; an experiment that keeps a journal there goes on where it was if started again with the same
    /// arguments.
    #[arg(long, value_name = "DIR", default_value = "out")]
    pub out: PathBuf,
    /// Prints no tables; they are only written to the folder.
    #[arg(long)]
    pub quiet: bool,
}

impl Out {
    /// Checks that files can be written there, before work that would be lost.
    ///
    /// # Errors
    ///
    /// One line that names folder and reason.
    pub fn check(&self) -> Result<(), String> {
        check_folder("--out", &self.out)
    }

    /// Report on standard output, unless it is `quiet`, with its files in this folder.
    pub fn report(&self) -> Report {
        if self.quiet { Report::quiet(&self.out) } else { Report::new(&self.out) }
    }
}

/// `--hash-mb N`, 1 to 1,048,576, with its default.
#[derive(Args, Clone, Copy, Debug)]
pub struct HashMb<const DEFAULT: u32 = 16> {
    /// Megabytes of table for each searcher.
    #[arg(long, value_name = "N", default_value = DEFAULT.to_string(), value_parser = Number::<usize>::new().range(1..=1 << 20))]
    pub hash_mb: usize,
}

/// `--depth N`, 1 to 64, with its default.
#[derive(Args, Clone, Copy, Debug)]
pub struct Depth<const DEFAULT: u32> {
    /// Depth of every search, in plies.
    #[arg(long, value_name = "N", default_value = DEFAULT.to_string(), value_parser = clap::value_parser!(u32).range(1..=64))]
    pub depth: u32,
}

/// `--pairs N`, 1 or more, with its default.
#[derive(Args, Clone, Copy, Debug)]
pub struct Pairs<const DEFAULT: u32> {
    /// Pairs of games, each from one opening with both colours.
    #[arg(long, value_name = "N", default_value = DEFAULT.to_string(), value_parser = Number::<usize>::new().range(1..=u32::MAX.into()))]
    pub pairs: usize,
}

/// `--held-out PERCENT`, with its default, minimum and maximum.
#[derive(Args, Clone, Copy, Debug)]
pub struct HeldOut<const DEFAULT: u64, const LEAST: u64, const MOST: u64> {
    /// Per cent of the games held out, for validation.
    #[arg(long, value_name = "PERCENT", default_value = DEFAULT.to_string(), value_parser = clap::value_parser!(u64).range(LEAST..=MOST))]
    pub held_out: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Parser)]
    struct Program<const NODES: u64, const SEED: u64> {
        #[command(flatten)]
        nodes: Nodes<NODES>,
        #[command(flatten)]
        seed: Seed<SEED>,
    }

    #[test]
    fn each_program_has_its_own_defaults() {
        let few = Program::<10, 1>::parse_from(["few"]);
        let many = Program::<9_000, 2007>::parse_from(["many"]);
        assert_eq!((few.nodes.nodes, few.seed.seed, many.nodes.nodes, many.seed.seed), (10, 1, 9_000, 2007));
    }
}
