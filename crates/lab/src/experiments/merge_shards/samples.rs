//! Parts of samples, merged game by game.

use std::fs::File;
use std::io::Read;
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use komadai_learn::reliability::{SampleFile, SampleReader};
use komadai_report::{Failure, Table};

use crate::reliability::Shard;

/// Whether a file begins as one of samples.
pub(super) fn are_samples(path: &Path) -> Result<bool, Failure> {
    let told = |error| format!("{}: {error}", path.display());
    let mut begin = Vec::new();
    File::open(path).map_err(told)?.take(10).read_to_end(&mut begin).map_err(told)?;
    Ok(begin == b"# samples,")
}

/// A part that is being read.
struct Part {
    path: PathBuf,
    shard: Shard,
    reader: Peekable<SampleReader>,
    samples: u64,
    last_game: Option<u64>,
}

/// Merges the parts into the file `beside`, which will be `out`; the table says what each of them had.
pub(super) fn merge(paths: &[PathBuf], partial: bool, beside: &Path, out: &Path) -> Result<Table, Failure> {
    let (settings, mut parts) = open(paths)?;
    parts.sort_by_key(|part| part.shard.number);
    let of = parts[0].shard.of;
    if let Some(two) = parts.windows(2).find(|two| two[0].shard == two[1].shard) {
        let [one, other] = [&two[0], &two[1]].map(|part| part.path.display());
        return Err(
            format!("{one} and {other} are both part {}, expected every part once", two[0].shard).into()
        );
    }
    let missing = (1..=of).find(|&number| parts.iter().all(|part| part.shard.number != number));
    if let Some(number) = missing.filter(|_| !partial) {
        let found = parts.len();
        return Err(format!(
            "part {number}/{of} is missing, found {found} parts, expected all {of} or --partial"
        )
        .into());
    }
    let run = if missing.is_none() {
        format!("{settings}, {of} parts merged")
    } else {
        let numbers: Vec<String> = parts.iter().map(|part| part.shard.number.to_string()).collect();
        format!("{settings}, parts {} of {of} merged", numbers.join(" "))
    };
    let mut file = SampleFile::open(beside, &run)?;
    while let Some(part) = next(&mut parts)? {
        if let Some(sample) = part.reader.next() {
            let sample = sample?;
            part.samples += 1;
            part.last_game = Some(sample.game);
            file.append(&sample)?;
        }
    }
    file.finish()?;
    tell_of_unfinished(&parts);
    let mut table = Table::new(["part", "samples", "last game", "file"]);
    for part in &parts {
        let last = part.last_game.map_or("-".to_owned(), |game| game.to_string());
        table.push([
            part.shard.to_string().into(),
            part.samples.into(),
            last.into(),
            part.path.display().to_string().into(),
        ]);
    }
    let all = parts.iter().map(|part| part.samples).sum::<u64>();
    table.push(["all".into(), all.into(), "".into(), out.display().to_string().into()]);
    Ok(table)
}

/// Opens all parts, which must have the same settings.
fn open(paths: &[PathBuf]) -> Result<(String, Vec<Part>), Failure> {
    let (mut all, mut parts): (Option<(String, u64)>, Vec<Part>) = (None, Vec::new());
    for path in paths {
        let reader = SampleReader::open(path)?;
        let name = path.display();
        let Some((settings, shard)) = Shard::split(reader.run()) else {
            return Err(format!("{name}: line 1: found {:?}, expected a part K/N", reader.run()).into());
        };
        let (expected, of) = all.get_or_insert_with(|| (settings.to_owned(), shard.of));
        if (settings, shard.of) != (expected.as_str(), *of) {
            let found = reader.run();
            return Err(format!(
                "{name}: line 1: found {found:?}, expected the settings of the first file, {expected:?}, and a part of {of}"
            )
            .into());
        }
        parts.push(Part {
            path: path.clone(),
            shard,
            reader: reader.peekable(),
            samples: 0,
            last_game: None,
        });
    }
    let (settings, _) = all.ok_or("no part, expected at least one file")?;
    Ok((settings, parts))
}

/// The part whose next sample is of the lowest game; `None` at the end of all.
fn next(parts: &mut [Part]) -> Result<Option<&mut Part>, Failure> {
    let mut lowest: Option<(u64, usize)> = None;
    for (index, part) in parts.iter_mut().enumerate() {
        if let Some(Err(error)) = part.reader.next_if(Result::is_err) {
            return Err(error.into());
        }
        let Some(Ok(sample)) = part.reader.peek() else { continue };
        let game = sample.game;
        if !part.shard.has(game) {
            let (name, shard) = (part.path.display(), part.shard);
            return Err(format!("{name}: found game {game}, expected games of part {shard}").into());
        }
        if lowest.is_none_or(|(least, _)| game < least) {
            lowest = Some((game, index));
        }
    }
    Ok(lowest.map(|(_, index)| &mut parts[index]))
}

/// A run that was killed leaves a part that ends early, and nothing in the file says so.
fn tell_of_unfinished(parts: &[Part]) {
    let last = parts.iter().filter_map(|part| part.last_game).max().unwrap_or(0);
    for part in parts {
        // Four turns of a part without a sample: games without a position are rare.
        let end = part.last_game.map_or(0, |game| game + 4 * part.shard.of);
        if end < last {
            let (name, found) = (part.path.display(), part.last_game.unwrap_or(0));
            eprintln!(
                "merge-shards: {name} ends with game {found}, other parts with game {last}: was it finished?"
            );
        }
    }
}
