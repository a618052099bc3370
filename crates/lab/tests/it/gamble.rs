//! The example `gamble` from outside: its tables, broken off and taken up again, how it refuses.

use std::path::{Path, PathBuf};

use komadai::Position;
use komadai::eval::reliability::{Link, ReliabilityModel, SpreadFeatures, SpreadWeights, Tail};
use komadai::notation::packed::{PackedPosition, Record, RecordResult};
use komadai_lab::Games;

use crate::aids::rows;
use crate::example::{Run, file, folder, read, run, text};

/// 16 positions of the sample, shallow searches.
fn gamble(folder: &Path, more: &[&str]) -> Run {
    let words = ["--positions", "16", "--depth", "2", "--play-depth", "1", "--eval", "material"];
    let rest = ["--hash-mb", "1", "--out", text(folder)];
    run("gamble", &[&words[..], &rest, more].concat())
}

/// A model whose spread is this everywhere.
fn model(folder: &Path, spread: f32) -> String {
    use komadai::artifact::{Artifact, Provenance};

    let pair = SpreadWeights::new(2.0, 4.0, Tail::Normal, vec![spread]);
    let model =
        ReliabilityModel { features: SpreadFeatures::Constant, link: Link::Linear, pairs: vec![pair] };
    let path: PathBuf = folder.join("spread.kmd");
    model.save(&Provenance::default(), &path).expect("a model file");
    text(&path).to_owned()
}

/// The fields of the positions of a journal.
fn positions(journal: &str) -> Vec<Vec<&str>> {
    journal.lines().skip(2).map(|line| line.split('\t').collect()).collect()
}

/// What is printed up to the list of files.
fn tables(run: &Run) -> &str {
    run.out.split("\nTable   ").next().unwrap_or_default()
}

#[test]
fn tables_count_what_the_journal_says() {
    let folder = folder("gamble-tables");
    // Above 0 the values hardly differ where the spread is wide: the bar lies above every best move.
    let run = gamble(&folder, &["--bar", "best+100"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let journal = read(&folder, "gamble.tsv");
    let found = positions(&journal);
    assert_eq!(found.len(), 16);
    let count = |one: &str, other: &str| {
        found.iter().filter(|fields| fields[8] == one && fields[9] == other).count().to_string()
    };
    let other = found.iter().filter(|fields| fields[2] != fields[5]).count();
    assert!(other > 0, "no gamble at all: {journal}");
    for fields in &found {
        assert_eq!(
            (fields[2] == fields[5], fields[8] == "same"),
            (fields[9] == "same", fields[2] == fields[5])
        );
        let number = |field: usize| fields[field].parse::<f64>().expect("a number");
        // The gamble has the worse value and the larger chance, or is the same move.
        assert!(number(3) >= number(6) && number(4) <= number(7), "{fields:?}");
    }
    let csv = read(&folder, "table-4.csv");
    let table = rows(&csv);
    let all = table.last().expect("a row for all");
    assert_eq!(all[..2], ["", "all"]);
    assert_eq!((all[2], all[3].to_owned()), ("16", other.to_string()));
    assert_eq!((all[5].to_owned(), all[6].to_owned()), (count("lost", "won"), count("won", "lost")));
    // Bands of one ply add up to all of it, and the paper's rows stand at the other side of 0.
    let sum =
        |rows: &[Vec<&str>]| rows.iter().map(|row| row[2].parse::<u32>().expect("a count")).sum::<u32>();
    assert_eq!(sum(&table[..6]).to_string(), table[6][2]);
    assert_eq!(table[0][..2], ["79", "below -1000"]);
    assert_eq!((&table[0][10..], &table[6][10..]), (&["15", "33"][..], &["155", "188"][..]));
    assert_eq!((&table[7][10..], &table[13][10..]), (&["12", "6"][..], &["44", "38"][..]));
    for file in ["by-value.csv", "by-chance.csv"] {
        assert_eq!(
            sum(&rows(&read(&folder, file))
                .iter()
                .map(|row| [&["79"], &row[..]].concat())
                .collect::<Vec<_>>()),
            16
        );
    }
    assert!(run.out.contains("188 lost of 822 positions"), "{}", run.out);
}

#[test]
fn a_run_broken_off_goes_on_and_threads_change_nothing() {
    let folder = folder("gamble-resumed");
    let whole = gamble(&folder, &[]);
    assert_eq!(whole.status, 0, "{}", whole.err);
    let journal = read(&folder, "gamble.tsv");
    for keep in [journal.len() - 9, journal.len() / 2, 20, 0] {
        std::fs::write(folder.join("gamble.tsv"), &journal[..keep]).expect("the journal");
        let again = gamble(&folder, &["--threads", "2"]);
        assert_eq!(again.status, 0, "{}", again.err);
        assert_eq!(read(&folder, "gamble.tsv"), journal);
        assert_eq!(tables(&again), tables(&whole));
    }

    let other = gamble(&folder, &["--limit", "0.02"]);
    assert_eq!(other.status, 2);
    assert!(other.err.contains("found the gamble run"), "{}", other.err);
    let (head, first) = (journal.lines().take(2).collect::<Vec<_>>().join("\n"), journal.lines().nth(2));
    let first = first.expect("a position");
    let fields: Vec<&str> = first.split('\t').collect();
    for (line, expected) in [
        ("x".to_owned(), "expected the ten fields of a position"),
        (first.replacen('0', "99", 1), "expected the number of a position"),
        (first.replace(fields[2], "5i5a"), "expected moves that are legal in the position"),
        (format!("{first}\n{first}"), "line 4: found"),
    ] {
        file(&folder, "gamble.tsv", &format!("{head}\n{line}\n"));
        let run = gamble(&folder, &[]);
        assert_eq!(run.status, 2, "{line}: {}", run.out);
        assert!(run.err.contains(expected), "{line}: {}", run.err);
    }
}

#[test]
fn with_the_same_spread_everywhere_the_best_move_is_the_gamble() {
    let folder = folder("gamble-constant");
    let model = model(&folder, 300.0);
    let run = gamble(&folder, &["--model", &model]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("spread of spread.kmd"), "{}", run.out);
    assert!(run.out.contains("The gamble is another move in 0 of 16 positions"), "{}", run.out);
    // Nor is there another where one root move alone has a value, or where nobody is told to gamble.
    for (name, words) in [
        ("lines", ["--lines", "1"]),
        ("behind", ["--when", "behind:-29999..-29998"]),
        ("lead", ["--when", "lead:1"]),
        ("chance", ["--when", "chance:0.9999..1"]),
    ] {
        let run = gamble(&folder.join(name), &[&words[..], &["--bar", "best+100"]].concat());
        assert!(run.out.contains("another move in 0 of 16 positions"), "{words:?}: {}{}", run.out, run.err);
    }
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
    let run = gamble(&folder, &["--corpus", text(&corpus)]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.starts_with("3 positions of 3 games of corpus.psv"), "{}", run.out);
}

#[test]
fn whatever_is_wrong_is_explained_with_status_2() {
    let folder = folder("gamble-wrong");
    let file = |name: &str, content: &str| file(&folder, name, content);
    let short = file("short.tsv", "a\tstartpos\t7g7f 3c3d\n");
    let half = file("half.psv", "no records");
    for (words, explanation) in [
        (&["--games", short.as_str()] as &[&str], "no game that goes on after [79, 119] moves"),
        (&["--games", "no-such-file"], "no-such-file: "),
        (&["--corpus", &half], "10 bytes, expected a multiple of 40"),
        (&["--corpus", &half, "--games", &short], "cannot be used with"),
        (&["--model", &short], "short.tsv"),
        (&["--eval", "no-such-model"], "no-such-model"),
        (&["--recipe", "best"], "expected one of bare, modern"),
        (&["--bar", "best+x"], "expected centipawns within ±29999"),
        (&["--bar", "30000"], "expected centipawns within ±29999"),
        (&["--when", "behind:5..-5"], "expected always, behind:"),
        (&["--when", "never"], "expected always, behind:"),
        (&["--limit", "nan"], "expected a chance, 0 to 0.5"),
        (&["--limit", "3"], "expected a chance, 0 to 0.5"),
        (&["--when", "chance:-2..0"], "expected always, behind:"),
        (&["--lines", "0"], "--lines"),
        (&["--depth", "0"], "--depth"),
        (&["--out", &short], "--out"),
    ] {
        let run = run("gamble", words);
        assert_eq!(run.status, 2, "{words:?}: {}", run.out);
        assert!(run.err.contains(explanation), "{words:?}: {}", run.err);
        assert!(!run.err.contains("panicked"), "{words:?}: {}", run.err);
    }
}
