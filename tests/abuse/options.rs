//! Every example with options as nobody should give them: wrong numbers, missing files, outputs that cannot be written, a
//! closed pipe. It ends well, or says which option or file is wrong.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use komadai::rng::SplitMix64;

use crate::cases;
use crate::cases::{number, once_in, one};
use crate::child::{Out, run, run_with, shown, words};
use crate::example::{COLUMNS, FOR_PROGRAMS, program, wider_than};
use crate::records::names_one;
use crate::sandbox::Sandbox;

/// What a message names that is no word of the command line.
const OTHERS: [&str; 3] = ["Usage:", "try '--help'", "standard input"];

/// Longer runs are ended: what is wrong is told before the work.
const TIME: Duration = Duration::from_secs(4);

/// A program and the words before its options.
pub(crate) struct Example {
    pub(crate) name: String,
    pub(crate) prefix: Vec<OsString>,
    /// Its options, each with the name of its value, which is empty for a switch.
    options: Vec<(String, String)>,
}

/// All examples, those with commands once for each.
pub(crate) fn examples(sandbox: &Sandbox) -> Vec<Example> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    let mut all = Vec::new();
    for name in names {
        let commands: &[&str] = match &*name {
            "tune" => &["screen", "spsa"],
            "custom_killer" => &["", "self-play", "next-move", "heuristics", "tune"],
            _ => &[""],
        };
        for command in commands {
            let prefix = if command.is_empty() { Vec::new() } else { words(&[command]) };
            let options = if name == "usi_engine" { Vec::new() } else { options_of(sandbox, &name, &prefix) };
            all.push(Example { name: name.clone(), prefix, options });
        }
    }
    assert!(all.len() > 30, "{}", all.len());
    all
}

/// Reads the options in the help of a program.
fn options_of(sandbox: &Sandbox, name: &str, prefix: &[OsString]) -> Vec<(String, String)> {
    let line = [prefix, &words(&["--help"])].concat();
    let time = Duration::from_secs(60);
    let help = run(&program(name), &line, &sandbox.here, &sandbox.logs, Out::Kept, time).unwrap().out;
    let option = |line: &str| {
        let line = line.trim_start().trim_start_matches("-h, ").strip_prefix("--")?;
        let end = line.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(line.len());
        let value =
            line[end..].strip_prefix(" <").and_then(|rest| rest.split('>').next()).unwrap_or_default();
        Some((format!("--{}", &line[..end]), value.to_owned()))
    };
    help.lines().filter_map(option).collect()
}

#[test]
#[ignore = "a script of abuse; see the head of tests/abuse/main.rs"]
fn options() {
    let sandboxes: Vec<Sandbox> = (0..cases::setting("KOMADAI_ABUSE_THREADS", 2))
        .map(|n| Sandbox::new("options", n as usize))
        .collect();
    let examples = examples(&sandboxes[0]);
    cases::run("options", |rng, thread| {
        let sandbox = &sandboxes[thread];
        let example = one(rng, &examples);
        let line = command_line(rng, sandbox, example);
        let out = *one(rng, &[Out::Kept, Out::Kept, Out::Kept, Out::Closed, Out::Full]);
        let input = sandbox.here.join(one(rng, &["empty", "problems.sfen", "bytes.bin", "long-line.txt"]));
        let ended = run_with(&input, &program(&example.name), &line, &sandbox.here, &sandbox.logs, out, TIME);
        let kept = sandbox.unchanged();
        sandbox.tidy();
        let told = |reason: String| format!("{} {} ({out:?}): {reason}", example.name, shown(&line));
        let ended = ended.map_err(told)?;
        kept.map_err(told)?;
        match ended.status {
            Some(2) if ended.err.trim().is_empty() => Err(told("says nothing".to_owned())),
            // What cannot be printed is named by what the system says of it.
            Some(2) if out == Out::Full && ended.err.contains("os error 28") => Ok(()),
            Some(2)
                if !names_one(&ended.err, &line) && !OTHERS.iter().any(|word| ended.err.contains(word)) =>
            {
                Err(told(format!("names nothing: {}", ended.err)))
            }
            Some(0) if !for_programs(&example.name) && line.iter().all(|word| word.len() < 60) => {
                match wider_than(COLUMNS, &ended.out).as_slice() {
                    [] => Ok(()),
                    lines => Err(told(format!("lines that are too wide: {lines:#?}"))),
                }
            }
            _ => Ok(()),
        }
    });
}

/// Whether the output is not for people alone.
fn for_programs(name: &str) -> bool {
    FOR_PROGRAMS.contains(&name) || name == "usi_engine"
}

fn command_line(rng: &mut SplitMix64, sandbox: &Sandbox, example: &Example) -> Vec<OsString> {
    let mut line = example.prefix.clone();
    for _ in 0..rng.below(5) {
        if example.options.is_empty() || once_in(rng, 15) {
            line.push(
                (*one(rng, &["--no-such-option", "-x", "--", "-", "--out", "--help", "--seed=", "--out="]))
                    .into(),
            );
            continue;
        }
        let (option, kind) = one(rng, &example.options);
        if option == "--help" && !once_in(rng, 10) {
            continue;
        }
        line.push(option.into());
        if !kind.is_empty() || once_in(rng, 30) {
            line.push(value(rng, sandbox, option, kind));
        }
    }
    if once_in(rng, 3) {
        line.push(path(rng, sandbox));
    }
    line
}

/// A value for an option: mostly of its kind, rarely a good one.
fn value(rng: &mut SplitMix64, sandbox: &Sandbox, option: &str, kind: &str) -> OsString {
    const RECIPES: [&str; 13] = [
        "modern",
        "bare",
        "tacos",
        "modern-null",
        "modern+no-such",
        "consultation-8-100",
        "ensemble-9999999999-1",
        "modern+late_moves.scale=1e99",
        "modern+mate-search+mate-search",
        "modern-",
        "+",
        "modern.scale=nan",
        "",
    ];
    const LISTS: [&str; 12] = [
        "1:2",
        "0:0",
        "1,2",
        "1/0",
        "0/5",
        "18446744073709551615/1",
        "4 6",
        ",",
        "0,50",
        "50,0",
        "-inf,inf",
        "razoring=off:on,futility.open=0:1",
    ];
    const WORDS: [&str; 14] = [
        "material",
        "default",
        "blend",
        "psv",
        "sjis",
        "kif",
        "all",
        "none",
        "both",
        "K8h",
        "*",
        "behind:0..-1",
        "startpos",
        "9/9/9/9/9/9/9/9/9 b - 1",
    ];
    // Huge tables are refused wherever the tests run; those that might just be had are left out.
    const TABLES: [&str; 7] = ["1", "1", "2", "0", "-1", "1048576", "18446744073709551615"];
    match kind {
        _ if option == "--hash-mb" => (*one(rng, &TABLES)).into(),
        // Small ones, so that work begins and ends.
        _ if once_in(rng, 20) => number(rng).into(),
        "RECIPE" => (*one(rng, &RECIPES)).into(),
        kind if kind.contains("FILE") || kind.contains("DIR") => path(rng, sandbox),
        "N" | "PLIES" | "CP" | "PERCENT" | "T" | "λ" if once_in(rng, 2) => rng.below(4).to_string().into(),
        "N" | "PLIES" | "CP" | "PERCENT" | "T" | "λ" => number(rng).into(),
        _ => match rng.below(4) {
            0 => (*one(rng, &LISTS)).into(),
            1 => (*one(rng, &WORDS)).into(),
            2 => (*one(rng, &RECIPES)).into(),
            _ => path(rng, sandbox),
        },
    }
}

/// A path that is there, is something else, is not there, or cannot be.
fn path(rng: &mut SplitMix64, sandbox: &Sandbox) -> OsString {
    const PATHS: [&str; 16] = [
        "new",
        "new.kmd",
        "new/deep/file.tsv",
        "folder",
        "busy",
        "busy/samples.tsv",
        "link",
        "loop",
        "dangling",
        "",
        ".",
        "/proc/x",
        "/proc/x/y.tsv",
        "no/such/file",
        "notes.txt/below",
        "no such file.kif",
    ];
    match rng.below(5) {
        0 | 1 => {
            let names: Vec<&str> = sandbox.names().collect();
            (*one(rng, &names)).into()
        }
        2 if once_in(rng, 4) => OsStr::from_bytes(b"bytes-\xff\xfe.kif").to_owned(),
        3 if once_in(rng, 4) => "n".repeat(300).into(),
        _ => (*one(rng, &PATHS)).into(),
    }
}
