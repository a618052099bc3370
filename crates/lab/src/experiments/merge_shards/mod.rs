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
//! `samples.rs` merges parts of samples, game by game; corpora of several seeds are put one behind the other here.

mod samples;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use komadai_learn::corpus::StoredCorpus;
use komadai_report::{Failure, Folded, Table, check_folder, check_new_file, make_whole};

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
            merge(&options.parts, beside, &options.out)?
        };
        // Nor is one overwritten that came meanwhile.
        check_new_file("--out", &options.out)?;
        Ok::<_, Failure>(table)
    })?;
    let mut out = Folded::stdout();
    writeln!(out, "{}\nMerged       {}", table.to_text(), options.out.display())?;
    Ok(out.flush()?)
}

/// Merges the corpora into the file `beside`, which will be `out`; the table says what each of them had.
fn merge(paths: &[PathBuf], beside: &Path, out: &Path) -> Result<Table, Failure> {
    let mut parts: Vec<(u64, &Path, StoredCorpus)> = Vec::new();
    let mut settings: Option<String> = None;
    for path in paths {
        let stored = StoredCorpus::open(path)?;
        let name = path.display();
        let (own, seed) = without_seed(stored.of()).ok_or_else(|| {
            format!(
                "{name}: the journal is of {:?}, expected a corpus of make-corpus with a seed",
                stored.of()
            )
        })?;
        let expected = settings.get_or_insert_with(|| own.clone());
        if own != *expected {
            return Err(format!(
                "{name}: a corpus of {own:?}, expected the settings of the first file, {expected:?}"
            )
            .into());
        }
        parts.push((seed, path, stored));
    }
    parts.sort_by_key(|&(seed, ..)| seed);
    for two in parts.windows(2) {
        if let [(seed, one, _), (again, other, _)] = two
            && seed == again
        {
            let (one, other) = (one.display(), other.display());
            return Err(format!("{one} and {other} both have seed {seed}, expected every seed once").into());
        }
    }
    let told = |error| format!("{}: {error}", beside.display());
    let mut file = File::create_new(beside).map_err(told)?;
    for (_, _, stored) in &parts {
        std::io::copy(&mut stored.bytes()?, &mut file).map_err(told)?;
    }
    file.sync_all().map_err(told)?;
    let mut table = Table::new(["seed", "games", "records", "file"]);
    for (seed, path, stored) in &parts {
        let total = stored.total();
        let name = path.display().to_string();
        table.push([(*seed).into(), total.games.into(), total.records.into(), name.into()]);
    }
    let sum = |of: fn(&StoredCorpus) -> u64| parts.iter().map(|(_, _, stored)| of(stored)).sum::<u64>();
    let (games, records) = (sum(|stored| stored.total().games), sum(|stored| stored.total().records));
    table.push(["all".into(), games.into(), records.into(), out.display().to_string().into()]);
    Ok(table)
}

/// What decided a corpus but its seed, and the seed: `make-corpus` writes "…; seed 7, 500 nodes, …".
fn without_seed(of: &str) -> Option<(String, u64)> {
    let (player, games) = of.split_once("; seed ")?;
    let (seed, rest) = games.split_once(", ")?;
    Some((format!("{player}; {rest}"), seed.parse().ok()?))
}
