//! The experiments of reliability from outside: samples broken off and taken up again, models trained, judged and used.

use std::path::Path;

use komadai::artifact::Artifact;
use komadai::eval::reliability::ReliabilityModel;

use crate::aids::{lab, rows};
use crate::example::{Run, folder, read, text};

/// Two plies by material, in a file of its own.
fn deep_shallow(folder: &Path, samples: &str, more: &[&str]) -> Run {
    let samples = folder.join(samples);
    let words = ["deep-shallow", "--depth", "2", "--spacing", "20", "--eval", "material", "--hash-mb", "1"];
    let files = ["--samples-out", text(&samples), "--out", text(folder)];
    lab(&[&words[..], &files, more].concat())
}

#[test]
fn samples_broken_off_go_on_and_do_not_depend_on_threads() {
    let folder = folder("reliability-samples");
    let sampled =
        |more: &[&str]| deep_shallow(&folder, "samples.tsv", &[&["--positions", "60"], more].concat());
    let whole = sampled(&[]).done();
    let samples = read(&folder, "samples.tsv");
    assert_eq!(samples.lines().count(), 62);
    assert!(folder.join("figure-19.svg").exists() && whole.out.contains("1 and 2"), "{}", whole.out);

    // In the middle of a line; and made by three threads.
    std::fs::write(folder.join("samples.tsv"), &samples[..samples.len() * 2 / 3]).expect("a file");
    let again = sampled(&["--threads", "3"]);
    assert_eq!((again.status, read(&folder, "samples.tsv")), (0, samples), "{}", again.err);
    assert_eq!(again.out, whole.out);

    let other = sampled(&["--seed", "2"]);
    assert!(other.status == 2 && other.err.contains("take the same options, or a new file"), "{}", other.err);
}

#[test]
fn parts_of_a_run_are_the_run() {
    let folder = folder("reliability-parts");
    let [one, two] = ["1/2", "2/2"].map(|part| {
        let name = format!("part-{}.tsv", &part[..1]);
        deep_shallow(&folder, &name, &["--positions", "200", "--shard", part]).done();
        text(&folder.join(name)).to_owned()
    });
    let words = ["--samples", &one, "--samples", &two, "--samples", &two, "--out", text(&folder)];
    let together = lab(&[&["deep-shallow"], &words[..]].concat());
    assert!(together.status == 0 && together.out.starts_with("200 positions of "), "{}", together.out);
    let depths = read(&folder, "depths.csv");
    assert_eq!(deep_shallow(&folder, "whole.tsv", &["--positions", "200"]).status, 0);
    assert_eq!(read(&folder, "depths.csv"), depths, "the parts together are the whole");
}

#[test]
fn a_model_is_trained_resumed_judged_and_used() {
    let folder = folder("reliability-model");
    let [samples, model, checkpoint, renewed] =
        ["samples.tsv", "spread.kmd", "state", "renewed.kmd"].map(|name| folder.join(name));
    let done = |words: &[&str]| {
        let run = lab(&[words, &["--out", text(&folder)]].concat());
        assert_eq!(run.status, 0, "{words:?}: {}", run.err);
    };
    let train = |iterations: &str| {
        let made =
            ["--positions", "200", "--spacing", "30", "--depth", "3", "--eval", "material", "--hash-mb", "1"];
        let words = ["--pair", "1:3", "--pair", "1:2", "--iterations", iterations];
        let files =
            ["--samples-out", text(&samples), "--save", text(&model), "--checkpoint", text(&checkpoint)];
        done(&[&["train-reliability"], &made[..], &words, &files].concat());
    };
    train("3");
    assert_eq!(rows(&read(&folder, "table-1.csv")).len(), 5);
    train("9");
    let broken_off = std::fs::read(&model).expect("a model");
    for pair in ["1-3", "1-2"] {
        std::fs::remove_file(folder.join(format!("state-{pair}"))).expect("a checkpoint");
    }
    train("9");
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

    let judge = ["calibration", "--samples", text(&samples), "--model", text(&model), "--pair", "1:3"];
    done(&[&judge[..], &["--bins", "4"]].concat());
    let with_result = read(&folder, "calibration.csv");
    let risk = read(&folder, "risk.csv");
    let (risks, count) = (rows(&risk), |row: &[&str]| row[2].parse::<u64>().expect("a count"));
    assert_eq!(risks.iter().map(|row| row[1]).collect::<Vec<_>>(), ["1", "2", "3"].repeat(5), "{risk}");
    assert_eq!(count(&risks[0]), [3, 6, 9, 12].map(|quarter| count(&risks[quarter])).iter().sum::<u64>());
    assert_eq!(rows(&with_result).len(), 4);
    done(&[&judge[..], &["--bins", "4", "--position-alone"]].concat());
    assert_ne!(read(&folder, "calibration.csv"), with_result, "other predictions by the position alone");

    // Its sides alone, of the same games: the same model but for a note. Of other games: other sides, the same weights.
    let renew = |held_out: &str, more: &[&str]| {
        let words = ["train-reliability", "--samples", text(&samples), "--weights", text(&model)];
        done(&[&words[..], &["--held-out", held_out, "--save", text(&renewed)], more].concat());
        let (renewed, provenance) = ReliabilityModel::load(&renewed).expect("a model");
        assert!(provenance.note.starts_with("sides of "), "{}", provenance.note);
        renewed
    };
    assert_eq!(renew("20", &[]), trained);
    assert_eq!(rows(&read(&folder, "sides.csv")).len(), 2);
    let other = renew("60", &[]);
    assert!(trained.pairs.iter().zip(&other.pairs).all(|(one, other)| one.weights == other.weights));
    assert!(trained.pairs.iter().zip(&other.pairs).any(|(one, other)| one.sides != other.sides));
    // Of depths that it does not know: the weights of the nearest pair.
    let other = &renew("20", &["--pair", "2:3"]).pairs;
    let nearest = trained.nearest(2.0, 3.0).expect("pairs");
    assert!(other.len() == 1 && (other[0].shallow, other[0].deep) == (2.0, 3.0));
    assert!(other[0].weights == nearest.weights && other[0].sides != nearest.sides);
    assert!(nearest.after_search.is_some() && other[0].after_search.is_none(), "the sides are asked");

    let words = ["--depth", "3", "--eval", "material", "--hash-mb", "1", "--kind", "multi"];
    let cut = [&["probcut", "--model", text(&model)], &words[..]].concat();
    done(&cut);
    let csv = read(&folder, "probcut.csv");
    let column = |csv: &str, of: usize| rows(csv).iter().map(|row| row[of].to_owned()).collect::<Vec<_>>();
    let nodes = |csv: &str| column(csv, 7);
    assert_eq!((nodes(&csv).len(), nodes(&read(&folder, "probcut-2.csv")).len()), (6, 6));
    assert!(nodes(&csv)[0] != nodes(&csv)[5], "the learned margin changes the tree: {csv}");
    let cuts: Vec<f64> = column(&csv, 3).iter().map(|cuts| cuts.parse().expect("a number")).collect();
    assert!(cuts[0] == 0.0 && cuts[1..].iter().all(|&cuts| cuts > 0.0), "{csv}");

    // What the journal knows is not searched again, and a line that was being written when the run was killed is left out.
    let journal = read(&folder, "probcut.tsv");
    std::fs::write(folder.join("probcut.tsv"), &journal[..journal.len() - 20]).expect("a file");
    done(&cut);
    assert_eq!(nodes(&read(&folder, "probcut.csv")), nodes(&csv));
    assert_eq!(read(&folder, "probcut.tsv").lines().count(), journal.lines().count());
}

#[test]
fn an_audit_by_side_counts_both_and_says_nothing_of_too_few() {
    let folder = folder("reliability-audit");
    let words =
        ["probcut", "--audit", "--depth", "8", "--nodes", "6000", "--claims", "2", "--eval", "material"];
    lab(&[&words[..], &["--hash-mb", "1", "--out", text(&folder)]].concat()).done();
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
fn the_margins_are_parts_of_all_recipes_and_no_rows_of_their_own() {
    let folder = folder("reliability-margins");
    let words =
        ["--a", "modern+probcut+sigma-3", "--b", "modern+multi-probcut+progress-margin", "--pairs", "1"];
    let quick = ["--nodes", "20", "--move-limit", "30", "--hash-mb", "1", "--out", text(&folder)];
    let played = lab(&[&["self-play"], &words[..], &quick].concat());
    assert!(played.status == 0 && played.out.contains("sigma-3"), "{}{}", played.out, played.err);
    let rows =
        ["heuristics", "--tables", "combined", "--positions", "1", "--depths", "1", "--rows", "sigma-1"];
    let none = lab(&[&rows[..], &["--out", text(&folder)]].concat());
    assert!(!none.out.contains("sigma-1"), "{}", none.out);
}
