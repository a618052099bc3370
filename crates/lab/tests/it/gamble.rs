//! The experiment `gamble` from outside: its tables, broken off and taken up again, how it refuses.

use std::path::Path;

use komadai::Position;
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::reliability::{Link, ReliabilityModel, SpreadFeatures, SpreadWeights, Tail};
use komadai::notation::packed::{PackedPosition, Record, RecordResult};
use komadai_lab::Games;
use serde_json::Value;

use crate::aids::{lab, rows};
use crate::example::{Run, folder, read, text};

/// 16 positions of the sample, shallow searches.
fn gamble(folder: &Path, more: &[&str]) -> Run {
    let words = ["gamble", "--positions", "16", "--depth", "2", "--play-depth", "1", "--eval", "material"];
    let rest = ["--hash-mb", "1", "--out", text(folder)];
    lab(&[&words[..], &rest, more].concat())
}

/// The answers of a journal.
fn answers(journal: &str) -> Vec<Value> {
    let answer = |line: &str| serde_json::from_str(line.rsplit_once('\t').expect("an answer").1);
    journal.lines().skip(1).map(|line| answer(line).expect("JSON")).collect()
}

/// What is printed up to the list of files.
fn tables(run: &Run) -> &str {
    run.out.split("\nTable   ").next().unwrap_or_default()
}

#[test]
fn tables_count_what_the_journal_says() {
    let folder = folder("gamble-tables");
    // Above 0 the values hardly differ where the spread is wide: the bar lies above every best move.
    let run = gamble(&folder, &["--bar", "best+100"]).done();
    let found = answers(&read(&folder, "gamble.tsv"));
    assert_eq!(found.len(), 16);
    let ended = |one: &str, other: &str| {
        found.iter().filter(|of| of["endings"] == serde_json::json!([one, other])).count().to_string()
    };
    let other = found.iter().filter(|of| of["best"]["mv"] != of["gamble"]["mv"]).count();
    assert!(other > 0, "no gamble at all: {found:?}");
    for of in &found {
        assert_eq!(of["best"]["mv"] == of["gamble"]["mv"], of["endings"].is_null(), "{of}");
        let number = |whose: &str, what: &str| of[whose][what].as_f64().expect("a number");
        // The gamble has the worse value and the larger chance, or is the same move.
        assert!(number("best", "value") >= number("gamble", "value"), "{of}");
        assert!(number("best", "chance") <= number("gamble", "chance"), "{of}");
    }
    let csv = read(&folder, "table-4.csv");
    let table = rows(&csv);
    let all = table.last().expect("a row for all");
    assert_eq!(all[..4], ["", "all", "16", &other.to_string()]);
    assert_eq!(all[5..7], [ended("lost", "won"), ended("won", "lost")]);
    // Bands of one ply add up to all of it, and the paper's rows stand at the other side of 0.
    let sum = |csv: &[Vec<&str>], column: usize| {
        csv.iter().map(|row| row[column].parse::<u32>().expect("a count")).sum::<u32>().to_string()
    };
    assert_eq!(sum(&table[..6], 2), table[6][2]);
    assert_eq!(table[0][..2], ["79", "below -1000"]);
    assert_eq!((&table[0][10..], &table[6][10..]), (&["15", "33"][..], &["155", "188"][..]));
    assert_eq!((&table[7][10..], &table[13][10..]), (&["12", "6"][..], &["44", "38"][..]));
    for file in ["by-value.csv", "by-chance.csv"] {
        assert_eq!(sum(&rows(&read(&folder, file)), 1), "16", "{file}");
    }
    assert!(run.out.contains("188 lost of 822 positions"), "{}", run.out);

    // Broken off in the middle of a line, and gone on by two threads.
    let journal = read(&folder, "gamble.tsv");
    std::fs::write(folder.join("gamble.tsv"), &journal[..journal.len() / 2]).expect("the journal");
    let again = gamble(&folder, &["--bar", "best+100", "--threads", "2"]);
    assert_eq!((again.status, tables(&again)), (0, tables(&run)), "{}", again.err);
    // Other options are other questions.
    assert_eq!(gamble(&folder, &["--limit", "0.02"]).status, 0);
    assert_eq!(answers(&read(&folder, "gamble.tsv")).len(), 32);
}

#[test]
fn with_the_same_spread_everywhere_the_best_move_is_the_gamble() {
    let folder = folder("gamble-constant");
    let pair = SpreadWeights::new(2.0, 4.0, Tail::Normal, vec![300.0]);
    let model =
        ReliabilityModel { features: SpreadFeatures::Constant, link: Link::Linear, pairs: vec![pair] };
    let path = folder.join("spread.kmd");
    model.save(&Provenance::default(), &path).expect("a model file");
    let run = gamble(&folder, &["--model", text(&path)]).done();
    assert!(run.out.contains("spread of spread.kmd"), "{}", run.out);
    assert!(run.out.contains("The gamble is another move in 0 of 16 positions"), "{}", run.out);
}

#[test]
fn a_corpus_gives_the_records_nearest_to_the_plies() {
    let folder = folder("gamble-corpus");
    let games = Games::read(&[]).expect("the sample");
    let start = Position::startpos();
    let mut bytes = Vec::new();
    for game in games.games.iter().filter(|game| game.start == start && game.moves.len() > 90).take(3) {
        // The record after 79 moves is missing.
        for ply in (60..=82).filter(|&ply| ply != 79) {
            let pos = game.position(ply).expect("a long game");
            let (position, result) = (PackedPosition::pack(&pos).expect("all pieces"), RecordResult::Draw);
            let record = Record { position, score: 0, mv: None, ply: ply as u16 + 1, result };
            bytes.extend(record.to_bytes());
        }
    }
    let corpus = folder.join("corpus.psv");
    std::fs::write(&corpus, bytes).expect("a corpus");
    let run = gamble(&folder, &["--corpus", text(&corpus)]).done();
    assert!(run.out.starts_with("3 positions of 3 games of corpus.psv"), "{}", run.out);
}
