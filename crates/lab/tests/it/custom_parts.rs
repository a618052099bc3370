//! The tutorials `custom_killer`, `custom_pruner`, `custom_evaluator` from outside: each part beside the built-in one.

use crate::example::{Run, folder, run, text};

/// Runs a tutorial with `words`, its results in a folder of this name; the text of one file of them.
fn table(example: &str, name: &str, words: &[&str], file: &str) -> (Run, String) {
    let folder = folder(name);
    let run = run(example, &[words, &["--out", text(&folder)]].concat()).done();
    let table = std::fs::read_to_string(folder.join(file)).expect("the table");
    (run, table)
}

/// The ratio of nodes without a part to nodes with it, to the last depth, in the row of this name.
fn ratio<'a>(table: &'a str, part: &str) -> &'a str {
    let row = table.lines().find(|line| line.starts_with(&format!("{part},"))).expect("a row for the part");
    row.split('"').nth(3).and_then(|interval| interval.split(' ').next()).expect("intervals have commas")
}

/// A search with little in it, so that a part has something to do.
const LITTLE: &str = "bare+table+exchange-order+check-extension+short-quiescence";

const QUICK: [&str; 12] = [
    "--base",
    LITTLE,
    "--depths",
    "3,4",
    "--positions",
    "6",
    "--nodes",
    "500",
    "--hash-mb",
    "1",
    "--threads",
    "2",
];

#[test]
fn a_killer_of_your_own_stands_beside_the_built_in_one() {
    let words = [&QUICK[..], &["--rows", "stubborn,brother"]].concat();
    let (run, table) = table("custom_killer", "custom-killer", &words, "combined.csv");
    assert_ne!(ratio(&table, "stubborn"), "1.00", "it changes the order of moves: {table}");
    assert_ne!(ratio(&table, "stubborn"), ratio(&table, "brother"));
    let line =
        run.out.lines().rfind(|line| line.trim_start().starts_with("stubborn")).expect("how often right");
    let share: f64 = line.split_whitespace().last().and_then(|word| word.parse().ok()).expect("a share");
    assert!((1.0..100.0).contains(&share), "{line}");
}

#[test]
fn a_pruner_of_your_own_stands_beside_the_built_in_one() {
    let words = [&QUICK[..], &["--rows", "reverse,node-futility"]].concat();
    let (_, table) = table("custom_pruner", "custom-pruner", &words, "combined.csv");
    let saves = |part| ratio(&table, part).parse::<f64>().expect("a number") > 1.0;
    assert!(saves("reverse") && saves("node-futility"), "{table}");
}

#[test]
fn an_evaluator_of_your_own_plays_against_material() {
    let words =
        ["self-play", "--a", "modern", "--b", "modern", "--eval", "advance", "--against-eval", "material"];
    let words = [&words[..], &["--pairs", "2", "--nodes", "200", "--threads", "2"]].concat();
    let (run, games) = table("custom_evaluator", "custom-evaluator", &words, "games.usi");
    assert!(run.out.contains("modern (4 MB, advance, ") && run.out.contains("modern (4 MB, material, "));
    assert_eq!(games.lines().count(), 4);
    // It does not play as material does.
    let (_, same) =
        table("custom_evaluator", "custom-evaluator-same", &[&words[..7], &words[9..]].concat(), "games.usi");
    assert_ne!(games, same);
}
