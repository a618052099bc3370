//! The searcher of a recipe equals one put together by hand from the same parts.

use crate::common::{HUNT, OPEN, engine, material, recipe, search};
use komadai::evaluation::Evaluation;
use komadai_core::Value;
use komadai_search::{
    BrotherBest, HashTable, History, Leaf, Limits, PlainDepth, Quiescence, Searcher, modern,
};

#[test]
fn a_recipe_searches_the_nodes_of_the_same_parts_in_their_sockets() {
    let mut searcher = Searcher::new(Evaluation::material())
        .depth_policy(PlainDepth::UNIFORM)
        .leaf(Leaf::Quiescence(Quiescence::PLAIN))
        .draw_value(Value::from_cp(-50))
        .memory((BrotherBest::default(), History::default()))
        .table(HashTable::new(1).unwrap());
    let limits = Limits::depth(4);
    let want = search(&mut searcher, HUNT, &limits);
    let report = search(&mut *engine("bare+table+brother+history+exchange-order"), HUNT, &limits);
    assert_eq!((report.nodes, report.pv), (want.nodes, want.pv));
}

#[test]
fn a_recipe_on_one_thread_is_its_engine_and_on_several_it_searches_as_well() {
    for text in ["modern", "modern-table"] {
        let limits = Limits::nodes(5_000);
        let want = search(&mut *engine(text), OPEN, &limits);
        for threads in [1, 3] {
            let mut engine = material().parallel_engine(&recipe(text), 1, threads).unwrap();
            let report = search(&mut *engine, OPEN, &limits);
            assert!(report.best.is_some() && report.nodes <= 5_000);
            assert!(threads > 1 || (report.nodes, &report.pv) == (want.nodes, &want.pv));
        }
    }
}

#[test]
fn the_modern_recipe_is_the_modern_searcher() {
    let mut engine = engine("modern");
    let mut searcher = modern(Evaluation::material(), 1).unwrap().draw_value(Value::from_cp(-50));
    for sfen in [OPEN, HUNT] {
        let limits = Limits::nodes(30_000);
        let (want, report) = (search(&mut searcher, sfen, &limits), search(&mut *engine, sfen, &limits));
        assert_eq!((report.depth, report.value, report.pv), (want.depth, want.value, want.pv));
    }
}

#[test]
fn the_built_in_weights_of_the_softmax_are_sound() {
    engine("bare+softmax");
}
