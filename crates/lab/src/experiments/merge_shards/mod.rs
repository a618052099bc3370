//! Makes one file of the parts that several machines made: samples of `deep_shallow --shard`, or records of `make-corpus`.
//!
//! ```sh
//! komadai-lab merge-shards out/part-*.tsv --out out/samples.tsv
//! komadai-lab merge-shards out/part-*.psv --out out/corpus.psv
//! ```
//!
//! Parts of different settings are refused, and parts that are there twice. Of samples all parts 1 to N must be there
//! (`--partial`: not all); what comes out are the samples of the run in one piece, in its order. A corpus is divided by seeds: the
//! records of each come whole, from the lowest seed on. The file is written beside its place and renamed, so that there is
//! never half of it, and a file that is there already stays.
//!
//! `samples.rs` has parts of samples, game by game, `records.rs` corpora of several seeds.

mod records;
mod samples;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use komadai_report::{Failure, Folded, check_folder, check_new_file, make_whole};

/// Merges the parts of a run into one file.
#[derive(Args)]
pub(super) struct Options {
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

/// Merges the parts into the file.
pub(super) fn run(options: &Options) -> Result<(), Failure> {
    if let Some(folder) = options.out.parent() {
        check_folder("--out", folder)?;
    }
    check_new_file("--out", &options.out)?;
    let table = make_whole(&options.out, |beside| {
        let table = if samples::are_samples(&options.parts[0])? {
            samples::merge(&options.parts, options.partial, beside, &options.out)?
        } else {
            records::merge(&options.parts, beside, &options.out)?
        };
        // Nor is one overwritten that came meanwhile.
        check_new_file("--out", &options.out)?;
        Ok::<_, Failure>(table)
    })?;
    let mut out = Folded::stdout();
    writeln!(out, "{}\nMerged       {}", table.to_text(), options.out.display())?;
    Ok(out.flush()?)
}
