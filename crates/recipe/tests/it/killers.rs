//! Killers of recipes, and the counts of a single one.

use crate::common::{HUNT, OPEN, engine, search};
use komadai::evaluation::Evaluation;
use komadai_recipe::watch::effectiveness::Tally;
use komadai_recipe::watch::killers::{KillerMeasurement, measure};
use komadai_search::{BrotherBest, Limits, MoveMemory, PassBest};

/// Depth, value and nodes of a search.
fn searched(recipe: &str, limits: &Limits) -> (u32, i32, u64) {
    let report = search(&mut *engine(recipe), OPEN, limits);
    (report.depth, report.value.cp(), report.nodes)
}

#[test]
fn killers_that_are_used_nowhere_are_no_killers() {
    let limits = Limits::depth(4);
    let killers = "bare+brother+premove+context";
    let nowhere = searched(&format!("{killers}+no-inner-killers+no-near-leaf-killers"), &limits);
    assert_eq!(nowhere, searched("bare", &limits));
    let somewhere = ["", "+no-inner-killers", "+no-near-leaf-killers", "+quiescence-killers"]
        .map(|where_| searched(&format!("{killers}{where_}"), &limits).2);
    for (i, nodes) in somewhere.iter().enumerate() {
        assert!(*nodes != nowhere.2 && !somewhere[..i].contains(nodes), "{somewhere:?}");
    }
}

#[test]
fn every_part_of_the_base_of_the_thesis_changes_its_search() {
    let limits = Limits::depth(3);
    let base = searched("tacos", &limits);
    for part in ["brother", "pass", "premove", "quiescence-killers", "priced-killers", "null-window-pass"] {
        assert_ne!(searched(&format!("tacos-{part}"), &limits).2, base.2, "{part}");
    }
    assert_ne!(searched("tacos+context", &limits).2, base.2);
}

#[test]
fn a_price_without_a_policy_that_asks_for_it_changes_nothing() {
    let limits = Limits::depth(4);
    assert_eq!(searched("modern+context+priced-killers", &limits), searched("modern+context", &limits));
}

/// A position with something to take.
fn measured(killer: impl MoveMemory + Send + 'static) -> KillerMeasurement {
    let pos = HUNT.parse().expect("a position");
    measure(Some(Box::new(killer)), Evaluation::material(), &pos, 20_000).expect("one megabyte")
}

#[test]
fn quiescence_counts_and_is_most_of_it() {
    let killer = measured(BrotherBest::<1>::new());
    let sum = |tallies: &[Tally]| tallies.iter().map(|tally| tally.legal).sum::<u64>();
    let left = sum(&killer.by_left);
    assert_eq!(sum(&killer.by_spent), killer.all.legal);
    assert!(killer.all.legal > 2 * left && left > 2 * killer.inner.legal, "{killer:?}");
    // A ply is between two and three bits.
    let inner = sum(&killer.by_left[3..])..sum(&killer.by_left[2..]);
    assert!(inner.contains(&killer.inner.legal), "{killer:?}");
}

#[test]
fn every_node_out_of_check_teaches_passbest() {
    let killer = measured(PassBest::default());
    assert!(killer.all.legal > 100 && killer.by_left[0].legal > 0, "{killer:?}");
}
