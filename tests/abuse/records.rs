//! Record files of all formats, damaged: read in-process, where they must keep the properties that `fuzz` asks for as well,
//! and by `convert`, which must not touch an earlier file.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use komadai::notation::evaluations;
use komadai::notation::record::{Format, read, read_lenient, write};
use komadai::rng::SplitMix64;

use crate::cases;
use crate::cases::{once_in, one};
use crate::child::{Out, run, shown, words};
use crate::damage::damage;
use crate::example::program;
use crate::properties;
use crate::sandbox::Sandbox;

/// A damaged file is at most some hundred kilobytes, which any reader has done with in so long.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
#[ignore = "a script of abuse; see the head of tests/abuse/main.rs"]
fn records() {
    let files = files();
    let sandboxes: Vec<Sandbox> = (0..cases::setting("KOMADAI_ABUSE_THREADS", 2))
        .map(|n| Sandbox::new("records", n as usize))
        .collect();
    cases::run("records", |rng, thread| {
        let sandbox = &sandboxes[thread];
        let mut bytes = one(rng, &files).clone();
        if !once_in(rng, 20) {
            let foreign: &Vec<u8> = one(rng, &files);
            damage(rng, &mut bytes, foreign);
        }
        // If the program is ended by it, here it is.
        fs::write(sandbox.logs.join("record"), &bytes).unwrap();
        let begun = Instant::now();
        in_process(rng, &bytes);
        if begun.elapsed() > PATIENCE {
            return Err(format!("{:?} for {} bytes", begun.elapsed(), bytes.len()));
        }
        if once_in(rng, 4) { converted(rng, sandbox, &bytes) } else { Ok(()) }
    });
}

/// The records of the repository, each as it is and in every format that it can be written in.
fn files() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let mut files =
        vec![b"startpos moves 7g7f 3c3d 2g2f\nlnsgkgsnl/9/9/9/9/9/9/9/LNSGKGSNL b - 1\n".to_vec()];
    for folder in ["records", "historic"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            let Ok(record) = read(&bytes, None) else { continue };
            for format in Format::ALL {
                files.extend(write(&record.games[0], format).ok().map(String::into_bytes));
            }
            files.push(bytes);
        }
    }
    assert!(files.len() > 50, "{}", files.len());
    files.sort();
    files
}

fn in_process(rng: &mut SplitMix64, bytes: &[u8]) {
    properties::record(bytes, *one(rng, &Format::ALL));
    properties::command(bytes);
    properties::sfen(bytes);
    if let Ok(record) = read_lenient(bytes, None) {
        for game in &record.games {
            let _ = evaluations::read(game);
            for format in Format::ALL {
                let _ = write(game, format);
            }
        }
    }
}

/// Gives the file to `convert`, among files that are there already.
fn converted(rng: &mut SplitMix64, sandbox: &Sandbox, bytes: &[u8]) -> Result<(), String> {
    let name =
        format!("input.{}", one(rng, &["kif", "csa", "ki2", "jkf", "usi", "sfen", "psv", "bin", "txt"]));
    fs::write(sandbox.here.join(&name), bytes).unwrap();
    let mut line = words(&[&*name]);
    if once_in(rng, 3) {
        line.push((*one(rng, &["game.kif", "game.csa", "no-such.kif", "folder", "games.tsv"])).into());
    }
    let to = *one(rng, &["usi", "sfen", "csa", "kif", "ki2", "jkf", "psv"]);
    line.extend(words(&["--to", to]));
    let out = *one(rng, &["busy", ".", "new", "new/deep", "notes.txt", "folder"]);
    let choices: [&[&str]; 4] = [&["--out", out], &["--lenient"], &["--encoding", "sjis"], &["--summary"]];
    for choice in choices {
        if once_in(rng, 2) {
            line.extend(words(choice));
        }
    }
    let ended = run(&program("convert"), &line, &sandbox.here, &sandbox.logs, Out::Kept, PATIENCE);
    let kept = sandbox.unchanged();
    sandbox.tidy();
    let told = |reason: String| format!("convert {}: {reason}", shown(&line));
    let ended = ended.and_then(|ended| kept.map(|()| ended)).map_err(told)?;
    match ended.status {
        None => Err(told(format!("no end in {PATIENCE:?}"))),
        Some(2) if !names_one(&ended.err, &line) => Err(told(format!("names nothing: {}", ended.err))),
        Some(_) => Ok(()),
    }
}

/// Whether a message names one of the words of its command line, an option perhaps without its dashes.
pub(crate) fn names_one(message: &str, line: &[OsString]) -> bool {
    line.iter().any(|word| {
        let word = word.to_string_lossy();
        let word = word.split('=').next().unwrap_or_default();
        let bare = word.strip_prefix("--").filter(|bare| !bare.is_empty()).unwrap_or(word);
        !bare.trim().is_empty() && message.contains(bare)
    })
}
