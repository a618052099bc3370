//! The example `custom_dfpn_heuristic` from outside.

use crate::example::run;

/// Mates, no-mates, unknown, nodes and nodes of what all solved, by heuristic.
fn rows(words: &[&str]) -> Vec<(String, [u64; 5])> {
    let run = run("custom_dfpn_heuristic", words).done();
    let rows = run.out.lines().skip(2).map(|line| {
        let mut words = line.split_whitespace();
        let name = words.next().expect("a name").to_owned();
        (name, [(); 5].map(|()| words.next().expect("a number").replace(',', "").parse().expect("a number")))
    });
    rows.collect()
}

#[test]
fn own_heuristic_gives_the_answers_of_the_built_in_ones_at_another_cost() {
    let rows = rows(&[]);
    assert!(rows.iter().map(|(name, _)| name).eq(["unit", "mobility", "cage"]), "{rows:?}");
    for (name, [mates, no_mates, unknown, all, shared]) in &rows {
        // The example itself fails on an answer that contradicts a label.
        assert!((95..=100).contains(mates) && *no_mates <= 7 && shared <= all, "{name}: {mates} {no_mates}");
        assert_eq!(mates + no_mates + unknown, 107, "{name}");
    }
    let nodes: std::collections::BTreeSet<u64> = rows.iter().map(|(_, numbers)| numbers[4]).collect();
    assert_eq!(nodes.len(), 3, "{rows:?}");
}

#[test]
fn node_limit_is_the_argument() {
    for (_, [mates, .., unknown, _, _]) in rows(&["1"]) {
        assert!(mates < 100 && unknown > 0, "{mates} {unknown}");
    }
}

#[test]
fn it_is_short_enough_to_copy() {
    let text = include_str!("../../../../examples/custom_dfpn_heuristic.rs");
    assert!(text.lines().count() <= 60);
    let part = text.lines().skip_while(|line| !line.starts_with("/// [`Mobility`]"));
    assert!(part.take_while(|line| !line.starts_with("fn main")).count() < 30);
}
