//! Corpora of several seeds, one behind the other.

use std::fs::File;
use std::path::{Path, PathBuf};

use komadai_learn::corpus::StoredCorpus;
use komadai_report::{Failure, Table};

/// Merges the corpora into the file `beside`, which will be `out`; the table says what each of them had.
pub(super) fn merge(paths: &[PathBuf], beside: &Path, out: &Path) -> Result<Table, Failure> {
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
