//! `merge-shards` from outside: parts merged are the run in one piece; what does not belong together is refused.

use std::path::Path;

use crate::aids::lab;
use crate::example::{Run, folder, read, text};

const SETTINGS: [&str; 8] = ["--spacing", "40", "--depth", "2", "--eval", "material", "--hash-mb", "1"];

/// Samples of a part of 60 positions, in a file of its own.
fn part(folder: &Path, name: &str, words: &[&str]) -> String {
    let file = folder.join(name);
    let files = ["--samples-out", text(&file), "--out", text(folder)];
    lab(&[&["deep-shallow", "--positions", "60"], &SETTINGS[..], words, &files].concat()).done();
    text(&file).to_owned()
}

fn merge(parts: &[&str], out: &str, more: &[&str]) -> Run {
    lab(&[&["merge-shards"], parts, &["--out", out], more].concat())
}

fn refused(parts: &[&str], folder: &Path, said: &str) {
    let out = folder.join("refused");
    let run = merge(parts, text(&out), &[]);
    assert!(run.status == 2 && run.err.contains(said), "{} {}, expected {said:?}", run.status, run.err);
    assert!(!out.exists(), "nothing is left of it");
}

#[test]
fn parts_of_samples_merged_are_the_run_in_one_piece() {
    let folder = folder("merge-samples");
    let [one, two, three] = ["1/3", "2/3", "3/3"]
        .map(|shard| part(&folder, &format!("part-{}.tsv", &shard[..1]), &["--shard", shard]));
    part(&folder, "whole.tsv", &[]);
    let out = folder.join("made").join("merged.tsv");
    // In any order, into a folder that is made.
    let merged = merge(&[&three, &one, &two], text(&out), &[]).done();
    let samples =
        |name: &str| -> Vec<String> { read(&folder, name).lines().skip(1).map(str::to_owned).collect() };
    assert_eq!(samples("made/merged.tsv"), samples("whole.tsv"));
    assert!(samples("whole.tsv").len() > 40 && merged.out.contains("3/3"), "{}", merged.out);
    // It is read as any other file, and no run goes on with it.
    let used = lab(&["deep-shallow", "--samples", text(&out), "--out", text(&folder)]);
    assert!(used.status == 0 && used.out.starts_with("60 positions"), "{}{}", used.out, used.err);
    let words =
        [&["deep-shallow", "--samples-out", text(&out), "--out", text(&folder)], &SETTINGS[..]].concat();
    let on = lab(&words);
    assert!(on.status == 2 && on.err.contains("3 parts merged"), "{}", on.err);

    let again = merge(&[&one, &two, &three], text(&out), &[]);
    assert!(again.status == 2 && again.err.contains("the file is there"), "{}", again.err);
    refused(&[&one, &three], &folder, "part 2/3 is missing, found 2 parts");
    refused(&[&one, &two, &two, &three], &folder, "are both part 2/3, expected every part once");
    let other = part(&folder, "other.tsv", &["--shard", "2/3", "--seed", "4"]);
    refused(&[&one, &other, &three], &folder, "expected the settings of the first file");
    let half = part(&folder, "half.tsv", &["--shard", "2/2"]);
    refused(&[&one, &half], &folder, "and a part of 3");
    refused(&[text(&out)], &folder, "expected a part K/N");
    refused(&[&one, text(&folder.join("nowhere"))], &folder, "nowhere");

    let some = folder.join("some.tsv");
    merge(&[&one, &three], text(&some), &["--partial"]).done();
    let first = read(&folder, "some.tsv");
    assert!(first.lines().next().is_some_and(|line| line.ends_with("parts 1 3 of 3 merged")), "{first:.300}");
    // A part that was killed at its beginning is told.
    let begun = folder.join("begun.tsv");
    let whole = std::fs::read_to_string(&two).expect("a part");
    std::fs::write(&begun, whole.split_inclusive('\n').take(3).collect::<String>()).expect("a file");
    let short = merge(&[&one, text(&begun), &three], text(&folder.join("short.tsv")), &[]);
    assert!(short.status == 0 && short.err.contains("was it finished?"), "{}", short.err);
}

#[test]
fn corpora_of_several_seeds_become_one() {
    let folder = folder("merge-records");
    let corpus = |name: &str, words: &[&str]| {
        let file = folder.join(name);
        let quick = ["make-corpus", "--games", "16", "--nodes", "20", "--out", text(&file)];
        lab(&[&quick[..], words].concat()).done();
        text(&file).to_owned()
    };
    let [one, two] = ["1", "2"].map(|seed| corpus(&format!("{seed}.psv"), &["--seed", seed]));
    let bytes = |path: &str| std::fs::read(path).expect("a corpus");
    let whole = [bytes(&one), bytes(&two)].concat();
    // What a killed run left behind the last block is no part of the corpus.
    std::fs::write(&one, [bytes(&one), vec![7; 60]].concat()).expect("a corpus");
    let out = folder.join("all.psv");
    merge(&[&two, &one], text(&out), &[]).done();
    assert!(bytes(text(&out)) == whole && whole.len() > 4_000, "both, the lower seed first");

    let twice = corpus("twice.psv", &["--seed", "2"]);
    refused(&[&one, &two, &twice], &folder, "both have seed 2");
    let other = corpus("other.psv", &["--seed", "3", "--move-limit", "40"]);
    refused(&[&one, &other], &folder, "expected the settings of the first file");
    refused(&[text(&out)], &folder, "no journal");
    let mut damaged = bytes(&two);
    damaged[3] ^= 1;
    std::fs::write(&two, damaged).expect("a corpus");
    refused(&[&one, &two], &folder, "block 0: checksum");
}
