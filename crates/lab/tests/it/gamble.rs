//! The experiment `gamble` from outside: its tables, the corpus it reads.

use komadai::Position;
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::reliability::{Link, ReliabilityModel, SpreadFeatures, SpreadWeights, Tail};
use komadai::notation::packed::{PackedPosition, Record, RecordResult};
use komadai_lab::Games;
use serde_json::Value;

use crate::aids::Folder;
use crate::example::Run;

/// Some positions of the sample, shallow searches.
fn gamble(here: &Folder, positions: u32, more: &str) -> Run {
    let quick = "--depth 2 --play-depth 1 --eval material --hash-mb 1 --out @";
    here.run(&format!("gamble --positions {positions} {quick} {more}")).done()
}

/// The answers of the journal.
fn answers(here: &Folder) -> Vec<Value> {
    let answer = |line: &str| serde_json::from_str(line.rsplit_once('\t').expect("an answer").1);
    here.read("gamble.tsv").lines().skip(1).map(|line| answer(line).expect("JSON")).collect()
}

#[test]
fn tables_count_what_the_journal_says() {
    let here = Folder::new("gamble-tables");
    // Above 0 the values hardly differ where the spread is wide: the bar lies above every best move.
    let run = gamble(&here, 16, "--bar best+100");
    let found = answers(&here);
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
    let sum = |rows: &[Vec<String>], column: usize| {
        rows.iter().map(|row| row[column].parse::<u32>().expect("a count")).sum::<u32>().to_string()
    };
    // The number of those lost has a name of its own beside the paper's.
    assert!(here.read("table-4.csv").contains(",turned,saved,lost,"));
    let table = here.rows("table-4.csv");
    let all = table.last().expect("a row for all");
    assert_eq!(all[..4], ["", "all", "16", &other.to_string()]);
    assert_eq!(all[6..8], [ended("lost", "won"), ended("won", "lost")]);
    let turned = all[6..8].iter().map(|count| count.parse::<u32>().expect("a count")).sum::<u32>();
    assert_eq!(all[5], turned.to_string());
    // Bands of one ply add up to all of it, and the paper's rows stand at the other side of 0.
    assert_eq!(sum(&table[..6], 2), table[6][2]);
    assert_eq!(table[0][..2], ["79", "below -1000"]);
    for (row, paper) in [(0, ["15", "33"]), (6, ["155", "188"]), (7, ["12", "6"]), (13, ["44", "38"])] {
        assert_eq!(table[row][11..], paper);
    }
    for file in ["by-value.csv", "by-chance.csv"] {
        assert_eq!(sum(&here.rows(file), 1), "16", "{file}");
    }
    assert!(run.out.contains("188 lost of 822 positions"), "{}", run.out);
    // Other options make other questions.
    gamble(&here, 2, "--limit 0.02");
    assert_eq!(answers(&here).len(), 18);
}

#[test]
fn with_the_same_spread_everywhere_the_best_move_is_the_gamble() {
    let here = Folder::new("gamble-constant");
    let pair = SpreadWeights::new(2.0, 4.0, Tail::Normal, vec![300.0]);
    let model =
        ReliabilityModel { features: SpreadFeatures::Constant, link: Link::Linear, pairs: vec![pair] };
    model.save(&Provenance::default(), here.path("spread.kmd")).expect("a model file");
    let run = gamble(&here, 8, "--model @spread.kmd");
    run.says(&["spread of spread.kmd", "The gamble is another move in 0 of 8 positions"]);
}

#[test]
fn a_corpus_gives_the_records_nearest_to_the_plies() {
    let here = Folder::new("gamble-corpus");
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
    here.file("corpus.psv", &bytes);
    let run = gamble(&here, 16, "--corpus @corpus.psv");
    assert!(run.out.starts_with("3 positions of 3 games of corpus.psv"), "{}", run.out);
    // Of the second game, the record after 78 moves holds no position.
    bytes[40 * 40..][..32].fill(0);
    here.file("corpus.psv", &bytes);
    for words in ["gamble", "deep-shallow --spacing 1 --samples-out @samples.tsv"] {
        let refused = here.run(&format!("{words} --corpus @corpus.psv --eval material --out @"));
        refused.refused(&"a record without a position", "corpus.psv: record 40: ");
    }
}
