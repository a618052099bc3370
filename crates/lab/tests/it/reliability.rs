//! The examples of reliability from outside: samples broken off and taken up again, models trained, judged and used.

use std::path::Path;

use komadai::artifact::Artifact;
use komadai::eval::reliability::ReliabilityModel;

use crate::aids::rows;
use crate::example::{Run, folder, read, run, text};

/// Samples of 60 positions, three plies deep.
fn deep_shallow(folder: &Path, more: &[&str]) -> Run {
    let samples = folder.join("samples.tsv");
    let words = ["--positions", "60", "--depth", "3", "--eval", "material", "--hash-mb", "1"];
    let files = ["--samples-out", text(&samples), "--out", text(folder)];
    run("deep_shallow", &[&words[..], &files, more].concat())
}

#[test]
fn samples_broken_off_go_on_and_do_not_depend_on_threads() {
    let folder = folder("reliability-samples");
    let whole = deep_shallow(&folder, &[]);
    assert_eq!(whole.status, 0, "{}", whole.err);
    let samples = read(&folder, "samples.tsv");
    assert_eq!(samples.lines().count(), 62);
    assert!(folder.join("figure-19.svg").exists() && whole.out.contains("1 and 3"), "{}", whole.out);

    // In the middle of a line; and made by three threads.
    std::fs::write(folder.join("samples.tsv"), &samples[..samples.len() * 2 / 3]).expect("a file");
    let again = deep_shallow(&folder, &["--threads", "3"]);
    assert_eq!((again.status, read(&folder, "samples.tsv")), (0, samples), "{}", again.err);
    assert_eq!(again.out, whole.out);

    let other = deep_shallow(&folder, &["--spacing", "9"]);
    assert_eq!(other.status, 2);
    assert!(other.err.contains("take the same options, or a new file"), "{}", other.err);
}

#[test]
fn parts_of_a_run_are_the_run() {
    let folder = folder("reliability-parts");
    let names = ["1/2", "2/2"].map(|part| {
        let file = folder.join(format!("part-{}.tsv", &part[..1]));
        let words = [
            "--positions",
            "1000",
            "--spacing",
            "40",
            "--depth",
            "2",
            "--eval",
            "material",
            "--hash-mb",
            "1",
        ];
        let files = ["--shard", part, "--samples-out", text(&file), "--out", text(&folder)];
        let made = run("deep_shallow", &[&words[..], &files].concat());
        assert_eq!(made.status, 0, "{}", made.err);
        text(&file).to_owned()
    });
    let together = run(
        "deep_shallow",
        &["--samples", &names[0], "--samples", &names[1], "--samples", &names[1], "--out", text(&folder)],
    );
    assert_eq!(together.status, 0, "{}", together.err);
    let all = std::fs::read_to_string(&names[0]).expect("a file").lines().count()
        + std::fs::read_to_string(&names[1]).expect("a file").lines().count()
        - 4;
    assert!(together.out.starts_with(&format!("{all} positions of ")), "{}", together.out);
    let depths = read(&folder, "depths.csv");
    let file = folder.join("whole.tsv");
    let words =
        ["--positions", "1000", "--spacing", "40", "--depth", "2", "--eval", "material", "--hash-mb", "1"];
    let files = ["--samples-out", text(&file), "--out", text(&folder)];
    assert_eq!(run("deep_shallow", &[&words[..], &files].concat()).status, 0);
    assert_eq!(read(&folder, "depths.csv"), depths, "the parts together are the whole");
}

#[test]
fn a_model_is_trained_resumed_judged_and_used() {
    let folder = folder("reliability-model");
    let samples = folder.join("samples.tsv");
    let model = folder.join("spread.kmd");
    let checkpoint = folder.join("state");
    let train = |iterations: &str| {
        let made = ["--positions", "400", "--depth", "3", "--eval", "material", "--hash-mb", "1"];
        let words =
            ["--pair", "1:3", "--pair", "1:2", "--iterations", iterations, "--samples-out", text(&samples)];
        let files = ["--save", text(&model), "--checkpoint", text(&checkpoint), "--out", text(&folder)];
        run("train_reliability", &[&made[..], &words, &files].concat())
    };
    let first = train("5");
    assert_eq!(first.status, 0, "{}", first.err);
    assert_eq!(rows(&read(&folder, "table-1.csv")).len(), 4);
    let resumed = train("20");
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    let broken_off = std::fs::read(&model).expect("a model");
    for pair in ["1-3", "1-2"] {
        std::fs::remove_file(folder.join(format!("state-{pair}"))).expect("a checkpoint");
    }
    assert_eq!(train("20").status, 0);
    assert_eq!(std::fs::read(&model).expect("a model"), broken_off, "the same bytes without an interruption");
    let (trained, provenance) = ReliabilityModel::load(&model).expect("a model");
    assert_eq!(trained.pairs.len(), 2);
    assert!(
        trained.pairs.iter().all(|pair| pair.after_search.is_some()),
        "what a search finds is learned as well"
    );
    let known = read(&folder, "after-search.csv");
    assert_eq!(rows(&known).len(), 2, "{known}");
    assert!(provenance.source.contains("depth 3"), "{}", provenance.source);

    let words = ["--samples", text(&samples), "--model", text(&model), "--pair", "1:3", "--bins", "4"];
    let judged = run("calibration", &[&words[..], &["--out", text(&folder)]].concat());
    assert_eq!(judged.status, 0, "{}", judged.err);
    let with_result = read(&folder, "calibration.csv");
    let risk = read(&folder, "risk.csv");
    assert_eq!(rows(&risk).iter().map(|row| row[0]).collect::<Vec<_>>(), ["1", "2", "3"], "{risk}");
    assert_eq!(rows(&with_result).len(), 4);
    let alone = run("calibration", &[&words[..], &["--position-alone", "--out", text(&folder)]].concat());
    assert_eq!(alone.status, 0, "{}", alone.err);
    assert_ne!(read(&folder, "calibration.csv"), with_result, "other predictions by the position alone");

    // Its sides alone, of the same games: the same model but for a note. Of other games: other sides, the same weights.
    let renewed = folder.join("renewed.kmd");
    let renew = |held_out: &str| {
        let words = ["--samples", text(&samples), "--weights", text(&model), "--held-out", held_out];
        let run = run(
            "train_reliability",
            &[&words[..], &["--save", text(&renewed), "--out", text(&folder)]].concat(),
        );
        assert_eq!(run.status, 0, "{}", run.err);
        let (renewed, provenance) = ReliabilityModel::load(&renewed).expect("a model");
        assert!(provenance.note.starts_with("sides of "), "{}", provenance.note);
        renewed
    };
    assert_eq!(renew("20"), trained);
    assert_eq!(rows(&read(&folder, "sides.csv")).len(), 2);
    let other = renew("60");
    assert!(trained.pairs.iter().zip(&other.pairs).all(|(one, other)| one.weights == other.weights));
    assert!(trained.pairs.iter().zip(&other.pairs).any(|(one, other)| one.sides != other.sides));

    let words = ["--depth", "3", "--deeper", "1", "--eval", "material", "--hash-mb", "1", "--kind", "multi"];
    let cut = run("probcut", &[&words[..], &["--model", text(&model), "--out", text(&folder)]].concat());
    assert_eq!(cut.status, 0, "{}", cut.err);
    let csv = read(&folder, "probcut.csv");
    let found = rows(&csv);
    assert_eq!(found.len(), 12);
    assert!(found[0][4] != found[5][4], "the learned margin changes the tree: {csv}");

    // What the journal knows is not searched again, and a line that was being written when the run was killed is left out.
    let journal = read(&folder, "probcut.tsv");
    std::fs::write(folder.join("probcut.tsv"), &journal[..journal.len() - 20]).expect("a file");
    let again = run("probcut", &[&words[..], &["--model", text(&model), "--out", text(&folder)]].concat());
    assert_eq!(again.status, 0, "{}", again.err);
    let nodes = |csv: &str| rows(csv).iter().map(|row| row[4].to_owned()).collect::<Vec<_>>();
    assert_eq!(nodes(&read(&folder, "probcut.csv")), nodes(&csv));
    assert_eq!(read(&folder, "probcut.tsv").lines().count(), journal.lines().count());
}

#[test]
fn an_audit_by_side_counts_both_and_says_nothing_of_too_few() {
    let folder = folder("reliability-audit");
    let words =
        ["--audit", "--depth", "8", "--cap", "6000", "--claims", "2", "--eval", "material", "--hash-mb", "1"];
    let found = run("probcut", &[&words[..], &["--out", text(&folder)]].concat());
    assert_eq!(found.status, 0, "{}", found.err);
    let csv = read(&folder, "audit.csv");
    let table = rows(&csv);
    let sides: Vec<(&str, &str)> = table.iter().map(|row| (row[0], row[1])).collect();
    let (one, two) = ("gap-4-sigma-1", "gap-4-sigma-2");
    let (high, low) = ("at least beta", "at most alpha");
    assert_eq!(sides, [(one, high), (one, low), (two, high), (two, low)], "{csv}");
    let count = |row: &[&str], column: usize| row[column].parse::<u64>().expect("a count");
    for row in &table {
        assert!(count(row, 3) <= count(row, 2) && row[8] == "too few to say", "{row:?}");
    }
    assert!(table.iter().map(|row| count(row, 2)).sum::<u64>() > 0, "no cut at all: {csv}");
}

#[test]
fn what_cannot_be_used_is_refused_with_status_2() {
    let folder = folder("reliability-errors");
    let text_file = folder.join("text.tsv");
    std::fs::write(&text_file, "7g7f\n").expect("a file");
    for (program, words, said) in [
        (
            "deep_shallow",
            vec!["--samples", text(&text_file)],
            "line 1: found \"7g7f\", expected a file of samples",
        ),
        ("deep_shallow", vec!["--shard", "3/2"], "expected a part and their number"),
        ("deep_shallow", vec!["--recipe", "modern+nothing"], "nothing"),
        ("train_reliability", vec!["--pair", "6:3"], "expected two depths"),
        ("train_reliability", vec!["--ridge=-1"], "--ridge"),
        ("train_reliability", vec!["--weights", text(&text_file), "--pair", "1:2"], "cannot be used with"),
        ("calibration", vec!["--model", text(&text_file)], "text.tsv"),
        ("probcut", vec!["--file", "nowhere.tsv"], "nowhere.tsv"),
    ] {
        let refused = run(program, &words);
        assert_eq!(refused.status, 2, "{program} {words:?}: {}", refused.err);
        assert!(refused.err.contains(said), "{program}: {}", refused.err);
    }
}
