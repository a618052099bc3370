//! The tutorials `custom_killer`, `custom_pruner`, `custom_evaluator`, `custom_dfpn_heuristic` from outside: each part beside the built-in
//! one.

use crate::aids::{Folder, ran};
use crate::example::{Run, read, repository};

/// The ratio of nodes without a part to nodes with it, to the last depth, in the row of this name.
fn ratio(here: &Folder, part: &str) -> String {
    let rows = here.rows("combined.csv");
    let row = rows.iter().find(|row| row[0] == part).expect("a row for the part");
    row[2].split(' ').next().expect("an interval").to_owned()
}

/// A search of few parts, so that one more has something to do.
const FEW_PARTS: &str = "bare+table+exchange-order+check-extension+short-quiescence";

/// A tutorial with this search.
fn quick(example: &str, rows: &str) -> (Run, Folder) {
    let quick = "--depths 3,4 --positions 2 --nodes 500 --hash-mb 1 --threads 2 --out @";
    ran(&example.replace('_', "-"), &format!("{example} --base {FEW_PARTS} {quick} --rows {rows}"))
}

#[test]
fn a_killer_of_your_own_stands_beside_the_built_in_one() {
    let (run, here) = quick("custom_killer", "stubborn,brother");
    assert_ne!(ratio(&here, "stubborn"), "1.00", "it changes the order of moves");
    assert_ne!(ratio(&here, "stubborn"), ratio(&here, "brother"));
    let line =
        run.out.lines().rfind(|line| line.trim_start().starts_with("stubborn")).expect("how often right");
    let share: f64 = line.split_whitespace().last().and_then(|word| word.parse().ok()).expect("a share");
    assert!((1.0..100.0).contains(&share), "{line}");
}

#[test]
fn own_parts_are_named_in_every_recipe_and_quiet_is_quiet() {
    let quick = "--positions 1 --hash-mb 1 --quiet --out @";
    let words = format!("custom_killer --depths 1 --nodes 50 --cap 50 {quick}");
    let (tables, here) = ran("custom-killer-quiet", &words);
    assert_eq!((tables.out.as_str(), here.has("combined.csv")), ("", true));
    here.run(&format!("custom_killer probcut modern+stubborn --depth 2 --kind multi {quick}")).done();
    assert_eq!(here.rows("probcut.csv").len(), 6);
    let parts = here.run("custom_killer parts").done().out;
    assert!(parts.lines().last().is_some_and(|line| line.trim_start().starts_with("stubborn ")), "{parts}");
    // Other tables have no rows of parts.
    here.run(&format!("custom_pruner --tables tree --cap 2000 {quick}")).done();
    // A part that the base has is taken out of it.
    let words = "--tables combined --rows stubborn --depths 3,4 --positions 3 --hash-mb 1 --quiet --out @";
    here.run(&format!("custom_killer heuristics {words} --base {FEW_PARTS}+stubborn")).done();
    assert_ne!(ratio(&here, "stubborn"), "1.00");
}

#[test]
fn a_pruner_of_your_own_stands_beside_the_built_in_one() {
    let (_, here) = quick("custom_pruner", "reverse,node-futility");
    for part in ["reverse", "node-futility"] {
        assert!(ratio(&here, part).parse::<f64>().expect("a number") > 1.0, "{part} saves nodes");
    }
}

#[test]
fn an_evaluator_of_your_own_plays_against_material() {
    let here = Folder::new("custom-evaluator");
    let play = |of: &str| {
        let quick = "--pairs 2 --nodes 200 --threads 2 --out @";
        let run = here.run(&format!("custom_evaluator self-play --a modern --b modern {of} {quick}")).done();
        (run.out, here.read("games.usi"))
    };
    let (out, games) = play("--eval advance --against-eval material");
    assert!(out.contains("modern (4 MB, advance, ") && out.contains("modern (4 MB, material, "));
    assert_eq!(games.lines().count(), 4);
    // It does not play as material does.
    assert_ne!(games, play("--eval advance").1);
}

/// Mates, no-mates, unknown, nodes, and nodes on the problems that all solved, by heuristic.
fn rows(nodes: u32) -> Vec<(String, [u64; 5])> {
    let run =
        Folder::new(&format!("custom-dfpn-{nodes}")).run(&format!("custom_dfpn_heuristic {nodes}")).done();
    let rows = run.out.lines().skip(2).map(|line| {
        let mut words = line.split_whitespace();
        let name = words.next().expect("a name").to_owned();
        (name, [(); 5].map(|()| words.next().expect("a number").replace(',', "").parse().expect("a number")))
    });
    rows.collect()
}

#[test]
fn own_heuristic_gives_the_answers_of_the_built_in_ones_at_another_cost() {
    let rows = rows(4_000);
    assert!(rows.iter().map(|(name, _)| name).eq(["unit", "mobility", "cage"]), "{rows:?}");
    for (name, [mates, no_mates, unknown, all, shared]) in &rows {
        // The example itself fails on an answer that contradicts a label.
        assert!((90..=100).contains(mates) && *no_mates <= 7 && shared <= all, "{name}: {mates} {no_mates}");
        assert_eq!(mates + no_mates + unknown, 107, "{name}");
    }
    let nodes: std::collections::BTreeSet<u64> = rows.iter().map(|(_, numbers)| numbers[4]).collect();
    assert_eq!(nodes.len(), 3, "{rows:?}");
    // The argument is the limit of nodes.
    for (_, [mates, .., unknown, _, _]) in self::rows(1) {
        assert!(mates < 100 && unknown > 0, "{mates} {unknown}");
    }
}

/// It can be copied anywhere: it names no file beside it.
#[test]
fn every_tutorial_is_short_enough_to_copy() {
    for name in ["killer", "pruner", "evaluator", "dfpn_heuristic"] {
        let text = read(repository(), &format!("examples/custom_{name}.rs"));
        assert!(text.lines().count() <= 60 && !text.contains("include_"), "{name}");
    }
    let text = read(repository(), "examples/custom_dfpn_heuristic.rs");
    let part = text.lines().skip_while(|line| !line.starts_with("/// [`Mobility`]"));
    assert!(part.take_while(|line| !line.starts_with("fn main")).count() < 30);
}
