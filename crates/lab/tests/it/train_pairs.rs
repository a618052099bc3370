//! The example `train_pairs` from outside: its tables, its files, resuming, how it refuses.

use std::path::Path;

use crate::aids::{rows, short_games};
use crate::example::{Run, folder, run, text};
use komadai::artifact::Artifact;
use komadai::eval::pair::{PairModel, Symmetry};

/// A quick run on short games.
fn quick(folder: &Path, more: &[&str]) -> Run {
    let file = folder.join("short.tsv");
    short_games(&file, 3, 24);
    let mut words = vec!["--games", text(&file), "--symmetry", "colors-and-sides", "--threshold", "5"];
    words.extend(["--out", text(folder)]);
    words.extend(more);
    run("train_pairs", &words)
}

#[test]
fn both_models_learn_and_files_hold_what_the_figures_show() {
    let folder = folder("pairs-both");
    let run = quick(&folder, &["--iterations", "3"]);
    assert_eq!(run.status, 0, "{}", run.err);
    for word in ["parent-child", "sibling", "paper:", "rows/s"] {
        assert!(run.out.contains(word), "{word} in {}", run.out);
    }
    let csv = std::fs::read_to_string(folder.join("iterations.csv")).unwrap();
    let iterations = rows(&csv);
    assert_eq!(iterations.len(), 2 * 4);
    let number = |row: &[&str], n: usize| row[n].parse::<f64>().unwrap();
    for (n, row) in iterations.iter().enumerate() {
        assert_eq!(row[0], ["parent-child", "sibling"][n / 4]);
        assert!((number(row, 1) - (n % 4) as f64).abs() < 1e-9);
    }
    // The played moves of games never seen come earlier than by chance.
    assert!(number(&iterations[7], 4) < 0.8 * number(&iterations[4], 4), "{csv}");
    assert!(number(&iterations[3], 3) < number(&iterations[0], 3), "{csv}");
    for name in ["convergence.svg", "weights.svg"] {
        assert!(std::fs::read_to_string(folder.join(name)).unwrap().starts_with("<svg"), "{name}");
    }
}

#[test]
fn the_curve_ends_with_all_games() {
    let folder = folder("pairs-curve");
    let run = quick(&folder, &["--model", "sibling", "--iterations", "1", "--curve"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let curve = std::fs::read_to_string(folder.join("curve.csv")).unwrap();
    let games: Vec<u64> = rows(&curve).iter().map(|row| row[1].parse().unwrap()).collect();
    assert_eq!(games.len(), 4);
    assert!(
        games.is_sorted() && run.out.contains(&format!("{} games to learn from", games[3])),
        "{}",
        run.out
    );
    assert!(std::fs::read_to_string(folder.join("curve.svg")).unwrap().starts_with("<svg"));
}

#[test]
fn conditions_are_judged_on_the_same_games_and_taken_up_again() {
    let lines = folder("pairs-lines").join("lines.tsv");
    short_games(&lines, 5, 12);
    let run_in = |folder: &Path, more: &[&str]| {
        let words = ["--conditions", "--opening-lines", text(&lines), "--hands", "each", "--hands", "once"];
        quick(folder, &[&words[..], more].concat())
    };
    let (whole, resumed) = (folder("pairs-conditions"), folder("pairs-conditions-resumed"));
    let run = run_in(&whole, &["--iterations", "3"]);
    assert_eq!(run.status, 0, "{}", run.err);
    for word in
        ["opening lines to learn from", "all games less 1/8", "with opening lines", "hands once less each"]
    {
        assert!(run.out.contains(word), "{word} in {}", run.out);
    }
    let read = |folder: &Path, name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let csv = read(&whole, "iterations.csv");
    // Two models; without lines and with; four parts, and all games with hands that count once; four iterations.
    let iterations = rows(&csv);
    assert_eq!(iterations.len(), 2 * 2 * 5 * 4);
    let rank = |row: &[&str]| row[8].parse::<f64>().unwrap();
    for course in iterations.chunks(4) {
        // Without weights all quiet moves are equal, whatever was to be learned from.
        assert!((rank(&course[0]) - rank(&iterations[0])).abs() < 1e-9, "{csv}");
        assert!(course[0][..5] == course[3][..5] && course[3][5] == "3", "{csv}");
    }
    // The same parts of the games, with lines and without.
    let games = |row: usize| iterations[row][4].parse::<u64>().unwrap();
    assert!(iterations[12][2] == "without" && iterations[32][2] == "with" && games(32) > games(12), "{csv}");
    assert_eq!(rows(&read(&whole, "games.csv")).len(), 2 * 2 * 5);
    assert!(read(&whole, "rank-by-iteration-sibling.svg").starts_with("<svg"));

    let first = run_in(&resumed, &["--iterations", "1"]);
    assert_eq!(first.status, 0, "{}", first.err);
    let further = run_in(&resumed, &["--iterations", "3", "--threads", "2"]);
    assert_eq!(further.status, 0, "{}", further.err);
    assert_eq!(read(&resumed, "iterations.csv"), csv);
    // Without its state a training begins anew, and finds what the journal lacks.
    std::fs::remove_dir_all(resumed.join("states")).unwrap();
    let journal = read(&resumed, "conditions.journal");
    let last = journal.trim_end().rfind('\n').unwrap() + 1;
    std::fs::write(resumed.join("conditions.journal"), &journal[..last]).unwrap();
    let anew = run_in(&resumed, &["--iterations", "3"]);
    assert_eq!((anew.status, read(&resumed, "iterations.csv")), (0, csv));
    assert_eq!(read(&resumed, "conditions.journal"), journal);

    let other = run_in(&whole, &["--seed", "9"]);
    assert_eq!(other.status, 2, "{}", other.out);
    assert!(other.err.contains("conditions.journal") && other.err.contains("expected"), "{}", other.err);
    let journal = whole.join("conditions.journal");
    let text_of_it = read(&whole, "conditions.journal");
    std::fs::write(&journal, format!("{text_of_it}sibling\t7\n")).unwrap();
    let torn = run_in(&whole, &["--iterations", "3"]);
    assert_eq!(torn.status, 2, "{}", torn.out);
    assert!(torn.err.contains("found \"sibling"), "{}", torn.err);
}

#[test]
fn threads_and_interruptions_do_not_change_the_model() {
    let folder = folder("pairs-resume");
    let file = |name: &str| folder.join(name);
    let (whole, threads, resumed) = (file("whole.kmd"), file("threads.kmd"), file("resumed.kmd"));
    let checkpoint = file("checkpoint");
    let model = ["--model", "sibling"];
    let train = |more: &[&str]| {
        let run = quick(&folder, &[&model[..], more].concat());
        assert_eq!(run.status, 0, "{}", run.err);
    };
    train(&["--iterations", "5", "--save", text(&whole)]);
    train(&["--iterations", "5", "--save", text(&threads), "--threads", "3"]);
    train(&["--iterations", "2", "--checkpoint", text(&checkpoint)]);
    train(&["--iterations", "5", "--checkpoint", text(&checkpoint), "--save", text(&resumed)]);
    let bytes = |path: &Path| std::fs::read(path).unwrap();
    assert!(bytes(&whole) == bytes(&threads) && bytes(&whole) == bytes(&resumed));
    let (model, from) = PairModel::load(&whole).unwrap();
    assert_eq!(model.symmetry(), Symmetry::ColorsAndSides);
    assert!(from.source.contains("short.tsv") && from.parameters.contains("5 iterations") && from.rows > 0);

    let other = quick(&folder, &["--model", "sibling", "--ridge", "2", "--checkpoint", text(&checkpoint)]);
    assert_eq!(other.status, 2, "{}", other.out);
    assert!(other.err.contains("a state of") && other.err.contains("checkpoint"), "{}", other.err);
    std::fs::write(&checkpoint, &bytes(&checkpoint)[..40]).unwrap();
    let cut = quick(&folder, &["--model", "sibling", "--checkpoint", text(&checkpoint)]);
    assert_eq!(cut.status, 2);
    assert!(cut.err.contains("model file"), "{}", cut.err);
}

#[test]
fn rows_are_written_as_a_matrix_of_the_shape_it_says() {
    let folder = folder("pairs-matrix");
    let dump = folder.join("dump");
    let run = quick(&folder, &["--dump-rows", text(&dump), "--rows", "500", "--iterations", "2"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let shape: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(dump.join("shape.json")).unwrap()).unwrap();
    let number = |name: &str| shape[name].as_u64().unwrap();
    let len = |name: &str| std::fs::metadata(dump.join(name)).unwrap().len();
    assert!(number("rows") >= 500 && number("iterations") == 2);
    assert_eq!(len("indptr.i64"), 8 * (number("rows") + 1));
    assert_eq!((len("labels.f32"), len("solution.f64")), (4 * number("rows"), 8 * number("columns")));
    assert_eq!((len("data.f32"), len("indices.i32")), (4 * number("entries"), 4 * number("entries")));
}

#[test]
fn whatever_is_wrong_is_explained_with_status_2() {
    let folder = folder("pairs-wrong");
    let file = |name: &str, content: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, content).expect("a file of its own");
        text(&path).to_owned()
    };
    let illegal = file("illegal.tsv", b"#\na\tstartpos\t7g7f 7g7f\tb\n");
    let one = file("one.tsv", b"a\tstartpos\t7g7f\tb\n");
    let records = file("cut.psv", &[1; 50]);
    let short = folder.join("short.tsv");
    short_games(&short, 20, 16);
    let (out, short) = (text(&folder), text(&short));
    for (words, explanation) in [
        (&["--games", illegal.as_str()] as &[&str], "illegal.tsv, line 2: move 2, 7g7f: not legal"),
        (&["--games", &one], "give more games"),
        (&["--games", "no-such-file"], "no-such-file: "),
        (&["--from-corpus", "no-such-file"], "no-such-file"),
        (&["--from-corpus", &records], "cut.psv"),
        (&["--games", short, "--threshold", "100000000"], "no relation is seen in 100000000 positions"),
        (&["--save", "x.kmd"], "give one --model"),
        (&["--hands", "each", "--hands", "once"], "--hands"),
        (&["--model", "sibling", "--hands", "once", "--save", "x.kmd"], "expected --hands each"),
        (&["--opening-lines", "no-such-file"], "no-such-file: "),
        (&["--conditions", "--save", "x.kmd"], "cannot be used with"),
        (&["--ridge=-1"], "expected a number of 0 or more"),
        (&["--units", "0"], "--units"),
        (&["--held-out", "0"], "--held-out"),
        (&["--threads", "0"], "--threads"),
        (&["--model", "other"], "possible values"),
    ] {
        let run = run("train_pairs", &[words, &["--out", out]].concat());
        assert_eq!(run.status, 2, "{words:?}: {}", run.out);
        assert!(run.err.contains(explanation), "{words:?}: {}", run.err);
    }
    // Nothing was begun that could be taken for a result.
    assert!(!folder.join("convergence.svg").exists() && !folder.join("iterations.csv").exists());
}
