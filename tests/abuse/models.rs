//! Model files, states of trainings, journals, corpora, samples and certificates, damaged: read in-process and by the examples
//! that take them. Half of the damaged files get their checksum right again, else nothing would be read behind it.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use komadai::artifact::{self, Artifact};
use komadai::eval::Material;
use komadai::eval::pair::PairModel;
use komadai::eval::reliability::ReliabilityModel;
use komadai::evaluation::{Choice, Evaluation};
use komadai::learn::comparison::Checkpoint;
use komadai::learn::corpus::{StoredCorpus, read_records};
use komadai::learn::outcome::OutcomeState;
use komadai::learn::pairs::FileShards;
use komadai::learn::reliability::SampleReader;
use komadai::learn::solve::{CgState, LbfgsState};
use komadai::learn::{CategoryCounts, JournalHeader, MoveWeights, SavedJournal, load_book};
use komadai::rng::SplitMix64;
use komadai::search::{Limits, modern};
use komadai::tsume::checker::{check, check_hisshi};
use komadai::{Evaluator, Position, Value};

use crate::cases;
use crate::cases::{once_in, one};
use crate::child::{Out, run, shown, words};
use crate::damage::damage;
use crate::example::program;
use crate::records::names_one;
use crate::sandbox::Sandbox;

/// Any reader has done with the files here in so long.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program that has read a file works with it for so long, and is then ended.
const WORK: Duration = Duration::from_secs(10);

/// Addresses that a case may take beyond those taken before, in kilobytes.
const MEMORY: usize = 1 << 20;

/// Files that are damaged.
const FILES: [&str; 17] = [
    "pairs.kmd",
    "spread.kmd",
    "softmax.kmd",
    "tacos.kmd",
    "book.kmd",
    "small-spread.kmd",
    "spread.state-1-2",
    "comparison.state",
    "mate.kmdc",
    "lower.kmdc",
    "corpus.psv",
    "corpus.psv.journal",
    "samples.tsv",
    "o/solve-tsume.tsv",
    "o/solve-hisshi.tsv",
    "games.tsv",
    "openings.sfen",
];

#[test]
#[ignore = "a script of abuse; see the head of tests/abuse/main.rs"]
fn models() {
    let sandboxes: Vec<Sandbox> =
        (0..cases::setting("KOMADAI_ABUSE_THREADS", 2)).map(|n| Sandbox::new("models", n as usize)).collect();
    cases::run("models", |rng, thread| {
        let sandbox = &sandboxes[thread];
        let name = *one(rng, &FILES);
        let mut bytes = sandbox.bytes(name).to_vec();
        let foreign = *one(rng, &FILES);
        damage(rng, &mut bytes, sandbox.bytes(foreign));
        if once_in(rng, 2) {
            mend_checksum(&mut bytes);
        }
        // If the program is ended by it, here it is. A corpus stands beside its journal.
        let path = sandbox.here.join("damaged");
        fs::write(&path, &bytes).unwrap();
        let journal = if name == "corpus.psv.journal" { &bytes } else { sandbox.bytes("corpus.psv.journal") };
        fs::write(sandbox.here.join("damaged.journal"), journal).unwrap();
        if name == "corpus.psv.journal" {
            fs::write(&path, sandbox.bytes("corpus.psv")).unwrap();
        }
        let (begun, before) = (Instant::now(), addresses());
        in_process(&path, &bytes);
        let grown = addresses().saturating_sub(before);
        if begun.elapsed() > PATIENCE || grown > MEMORY {
            return Err(format!("{name}: {:?} and {grown} kB for {} bytes", begun.elapsed(), bytes.len()));
        }
        let done = if once_in(rng, 3) { by_example(rng, sandbox, name) } else { Ok(()) };
        let kept = sandbox.unchanged();
        sandbox.tidy();
        done.and(kept).map_err(|reason| format!("{name}: {reason}"))
    });
}

/// Most addresses that this process has ever had, in kilobytes; 0 where the system does not tell.
fn addresses() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmPeak:"));
    peak.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Makes length and checksum of a model file, or the checksum of a certificate, fit the bytes.
fn mend_checksum(bytes: &mut [u8]) {
    if bytes.len() > 29 && bytes.starts_with(b"KMDI") {
        let payload = (bytes.len() - 29) as u64;
        bytes[17..25].copy_from_slice(&payload.to_le_bytes());
        let checksum = crc32(bytes[..25].iter().chain(&bytes[29..]));
        bytes[25..29].copy_from_slice(&checksum.to_le_bytes());
    } else if bytes.len() > 8 && bytes.starts_with(b"KMD") {
        let end = bytes.len() - 4;
        let checksum = crc32(bytes[..end].iter());
        bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    }
}

fn crc32<'a>(bytes: impl Iterator<Item = &'a u8>) -> u32 {
    !bytes.fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}

/// Every reader, whatever the file is; what is read is used.
fn in_process(path: &Path, bytes: &[u8]) {
    let _ = artifact::summary(bytes);
    again::<Material>(bytes);
    again::<PairModel>(bytes);
    again::<CategoryCounts>(bytes);
    again::<MoveWeights>(bytes);
    again::<Checkpoint>(bytes);
    again::<OutcomeState>(bytes);
    again::<CgState>(bytes);
    again::<LbfgsState>(bytes);
    if let Some(model) = again::<ReliabilityModel>(bytes) {
        let pos = Position::startpos();
        let chance = model.chance_above(&pos, 3.0, 6.0, Value::ZERO, Value::from_cp(100));
        assert!((0.0..=1.0).contains(&chance), "chance {chance}, spread {}", model.spread(&pos, 3.0, 6.0));
    }
    if let Ok(eval) = path.to_str().expect("paths of tests are text").parse::<Evaluation>() {
        match eval.choice() {
            Choice::Material(eval) => search(eval),
            Choice::Pairs(eval) => search(eval),
            Choice::Blend(eval) => search(eval),
            Choice::PairBlend(eval) => search(eval),
        }
    }
    let _ = load_book(path);
    let _ = (
        read_records(path).map(|records| records.len()),
        StoredCorpus::open(path).map(|corpus| corpus.total()),
    );
    let _ = FileShards::open(path);
    if let Ok(samples) = SampleReader::open(path) {
        samples.take_while(Result::is_ok).for_each(drop);
    }
    let header = JournalHeader { kind: "samples", run: "another run", columns: "depth value" };
    if let Ok(saved) = SavedJournal::read(path, &header) {
        assert!(saved.is_new() || bytes.starts_with(b"# "), "a foreign file is taken for a journal");
    }
    let _ = (check(bytes), check_hisshi(bytes));
}

/// What is loaded is written the same.
fn again<A: Artifact>(bytes: &[u8]) -> Option<A> {
    let (model, provenance) = A::from_bytes(bytes).ok()?;
    let written = model.to_bytes(&provenance).expect("what was loaded can be written");
    A::from_bytes(&written).expect("what was written can be loaded");
    Some(model)
}

fn search<E: Evaluator + Clone>(eval: &E) {
    let report =
        modern(eval.clone(), 1).expect("a megabyte").search(&Position::startpos(), &Limits::nodes(100));
    assert!(report.best.is_some());
}

/// Gives the file to an example that takes such files.
fn by_example(rng: &mut SplitMix64, sandbox: &Sandbox, name: &str) -> Result<(), String> {
    const PAIRS: [&[&str]; 4] = [
        &["inspect_pairs", "damaged", "--games", "games.tsv", "--top", "1"],
        &["analyze", "--eval", "damaged", "--nodes", "50", "--mate-nodes", "10"],
        &["next_move", "--eval", "damaged", "--nodes", "5", "--file", "midgame.tsv", "--hash-mb", "1"],
        &["make_corpus", "--model", "damaged", "--games", "1", "--nodes", "5", "--out", "new.psv"],
    ];
    const SPREAD: [&[&str]; 3] = [
        &["calibration", "--samples", "samples.tsv", "--model", "damaged", "--pair", "1:2"],
        &[
            "gamble",
            "--model",
            "damaged",
            "--positions",
            "1",
            "--depth",
            "1",
            "--play-depth",
            "1",
            "--moves",
            "2",
        ],
        &[
            "probcut",
            "--model",
            "damaged",
            "--depth",
            "2",
            "--file",
            "midgame.tsv",
            "--kind",
            "paper",
            "--deeper",
            "1",
        ],
    ];
    const OTHER: [&[&str]; 13] = [
        &["check_certificate", "damaged", "mate.kmdc", "lower.kmdc"],
        &["build_book", "--load", "damaged"],
        &["build_book", "--compare", "damaged", "--games", "games.tsv", "--least-wins", "1"],
        &["train_reliability", "--samples", "damaged", "--pair", "1:2"],
        &[
            "train_reliability",
            "--samples",
            "samples.tsv",
            "--pair",
            "1:2",
            "--held-out",
            "50",
            "--checkpoint",
            "damaged",
        ],
        &["calibration", "--samples", "damaged", "--pair", "1:2"],
        &["merge_shards", "--out", "new.psv", "damaged", "other.psv"],
        &["merge_shards", "--out", "new.tsv", "--partial", "damaged", "samples.tsv"],
        &["make_corpus", "--games", "4", "--nodes", "20", "--out", "damaged"],
        &["solve_tsume", "--sfen", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "--out", "damaged"],
        &["train_pairs", "--from-corpus", "damaged", "--games", "games.tsv", "--iterations", "1"],
        &[
            "train_pairs",
            "--model",
            "comparison",
            "--games",
            "games.tsv",
            "--passes",
            "1",
            "--every",
            "40",
            "--checkpoint",
            "damaged",
        ],
        &["self_play", "--openings", "damaged", "--pairs", "1", "--nodes", "5", "--move-limit", "30"],
    ];
    let fitting: Vec<&[&str]> = match name {
        "pairs.kmd" => PAIRS.to_vec(),
        "spread.kmd" | "small-spread.kmd" => SPREAD.to_vec(),
        _ => OTHER.to_vec(),
    };
    // Now and then a program that wants something else.
    let fitting = if once_in(rng, 5) { [&PAIRS[..], &SPREAD, &OTHER].concat() } else { fitting };
    let [program_name, rest @ ..] = one(rng, &fitting) else { return Ok(()) };
    let line = words(rest);
    let told = |reason: String| format!("{program_name} {}: {reason}", shown(&line));
    let ended =
        run(&program(program_name), &line, &sandbox.here, &sandbox.logs, Out::Kept, WORK).map_err(told)?;
    match ended.status {
        Some(2) if !names_one(&ended.err, &line) => Err(told(format!("names nothing: {}", ended.err))),
        // What was read may be worked with for long.
        _ => Ok(()),
    }
}
