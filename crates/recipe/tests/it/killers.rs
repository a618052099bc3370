//! Killers of recipes, and what is counted of one alone.

use komadai::evaluation::Evaluation;
use komadai_core::{Position, Tracked};
use komadai_recipe::watch::effectiveness::Tally;
use komadai_recipe::watch::killers::{KillerMeasurement, measure};
use komadai_recipe::{NamedEvaluation, Recipe};
use komadai_search::{BrotherBest, Limits, MoveMemory, PassBest};

/// Depth, value and nodes of a search of an opening with its lines open.
fn search(recipe: &str, limits: &Limits) -> (u32, i32, u64) {
    let pos: Position =
        "lnsgk1snl/6gb1/p1pppp2p/6R2/9/1rP6/P2PPPP1P/1BG6/LNS1KGSNL w 3P2p 21".parse().expect("a position");
    let recipe: Recipe = recipe.parse().expect("a recipe");
    let mut engine = NamedEvaluation::from(Evaluation::material()).engine(&recipe, 1).expect("one megabyte");
    let report = engine.search_game(Tracked::new(pos), limits, &mut |_| {});
    (report.depth, report.value.cp(), report.nodes)
}

#[test]
fn killers_that_are_used_nowhere_are_no_killers() {
    let limits = Limits::depth(4);
    let killers = "bare+brother+premove+context";
    let nowhere = search(&format!("{killers}+no-inner-killers+no-near-leaf-killers"), &limits);
    assert_eq!(nowhere, search("bare", &limits));
    let somewhere = ["", "+no-inner-killers", "+no-near-leaf-killers", "+quiescence-killers"]
        .map(|where_| search(&format!("{killers}{where_}"), &limits).2);
    for (i, nodes) in somewhere.iter().enumerate() {
        assert!(*nodes != nowhere.2 && !somewhere[..i].contains(nodes), "{somewhere:?}");
    }
}

#[test]
fn every_part_of_the_base_of_the_thesis_changes_its_search() {
    let limits = Limits::depth(3);
    let base = search("tacos", &limits);
    for part in ["brother", "pass", "premove", "quiescence-killers", "priced-killers", "null-window-pass"] {
        assert_ne!(search(&format!("tacos-{part}"), &limits).2, base.2, "{part}");
    }
    assert_ne!(search("tacos+context", &limits).2, base.2);
}

#[test]
fn a_price_without_a_policy_that_asks_for_it_changes_nothing() {
    let limits = Limits::depth(4);
    assert_eq!(search("modern+context+priced-killers", &limits), search("modern+context", &limits));
}

/// A position with something to take.
fn measured(killer: impl MoveMemory + Send + 'static) -> KillerMeasurement {
    let pos: Position =
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1".parse().expect("a position");
    measure(Some(Box::new(killer)), Evaluation::material(), &pos, 20_000).expect("one megabyte")
}

#[test]
fn quiescence_counts_and_is_most_of_it() {
    let killer = measured(BrotherBest::<1>::new());
    assert!(killer.all.legal > 2 * killer.inner.legal && killer.inner.legal > 0, "{killer:?}");
    let sum = |tallies: &[Tally]| tallies.iter().map(|tally| tally.legal).sum::<u64>();
    assert_eq!(sum(&killer.by_spent), killer.all.legal);
    assert!((killer.inner.legal + 1..killer.all.legal).contains(&sum(&killer.by_left)), "{killer:?}");
}

#[test]
fn every_node_out_of_check_teaches_passbest() {
    let killer = measured(PassBest::default());
    assert!(killer.all.legal > 100 && killer.inner.legal > 0, "{killer:?}");
}
