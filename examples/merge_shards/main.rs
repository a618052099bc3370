//! Makes one file of the parts that several machines made: samples of `deep_shallow --shard`, or records of `make_corpus`.
//!
//! ```sh
//! cargo run --release --example merge_shards -- out/part-*.tsv --out out/samples.tsv
//! cargo run --release --example merge_shards -- out/part-*.psv --out out/corpus.psv
//! ```
//!
//! Parts of different settings are refused, and parts that are there twice. Of samples all parts 1 to N must be there
//! (`--partial`: not all); what comes out are the samples of the run in one piece, in its order. A corpus is divided by seeds: the
//! records of each come whole, from the lowest seed on. The file is written beside its place and renamed, so that there is
//! never half of it, and a file that is there already stays.
//!
//! | file | does |
//! |---|---|
//! | `samples.rs` | parts of samples, game by game |
//! | `records.rs` | corpora of several seeds |
//!
//! The exit status is 0, or 2 if parts or files cannot be used.

mod records;
mod samples;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai_report::{COLUMNS, Failure, exit_status};

/// Merges the parts of a run into one file.
#[derive(Parser)]
#[command(max_term_width = COLUMNS, name = "merge_shards")]
struct Options {
    /// Parts: files of samples, or of packed records with their journals beside them.
    #[arg(value_name = "FILE", required = true)]
    parts: Vec<PathBuf>,
    /// The file of all parts; there must be none yet.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Takes samples of which parts are missing.
    #[arg(long)]
    partial: bool,
}

fn main() -> ExitCode {
    exit_status("merge_shards", run(&komadai_report::options::parse::<Options>()))
}

fn run(options: &Options) -> Result<(), Failure> {
    if let Some(folder) = options.out.parent() {
        std::fs::create_dir_all(folder).map_err(|error| format!("--out {}: {error}", folder.display()))?;
    }
    komadai_report::check_new_file("--out", &options.out)?;
    let table = komadai_report::make_whole(&options.out, |beside| {
        let table = if samples::are_samples(&options.parts[0])? {
            samples::merge(&options.parts, options.partial, beside, &options.out)?
        } else {
            records::merge(&options.parts, beside, &options.out)?
        };
        // Nor is one overwritten that came meanwhile.
        komadai_report::check_new_file("--out", &options.out)?;
        Ok::<_, Failure>(table)
    })?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}\nMerged       {}", table.to_text(), options.out.display())?;
    Ok(out.flush()?)
}
