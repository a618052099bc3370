//! The searcher of a recipe is the one put together by hand of the same parts.

use komadai::evaluation::Evaluation;
use komadai_core::{Position, Tracked, Value};
use komadai_recipe::{NamedEvaluation, Recipe};
use komadai_search::{
    BrotherBest, Engine, HashTable, History, Leaf, Limits, PlainDepth, Quiescence, Searcher,
};

fn material() -> NamedEvaluation {
    Evaluation::material().into()
}

#[test]
fn a_recipe_searches_the_nodes_of_the_same_parts_in_their_sockets() {
    let recipe: Recipe = "bare+table+brother+history+exchange-order".parse().unwrap();
    let mut engine = material().engine(&recipe, 1).unwrap();
    let mut searcher = Searcher::new(Evaluation::material())
        .depth_policy(PlainDepth::UNIFORM)
        .leaf(Leaf::Quiescence(Quiescence::PLAIN))
        .draw_value(Value::from_cp(-50))
        .memory((BrotherBest::default(), History::default()))
        .table(HashTable::new(1).unwrap());
    let pos = Position::startpos();
    let limits = Limits::depth(4);
    let want = searcher.search(&pos, &limits);
    let report = engine.search_game(Tracked::new(pos), &limits, &mut |_| {});
    assert_eq!((report.nodes, report.pv), (want.nodes, want.pv));
}

#[test]
fn a_recipe_on_one_thread_is_its_engine_and_on_several_it_searches_as_well() {
    for recipe in ["modern", "modern-table"] {
        let recipe: Recipe = recipe.parse().unwrap();
        let board = Tracked::new(Position::startpos());
        let limits = Limits::nodes(5_000);
        let mut alone = material().engine(&recipe, 1).unwrap();
        let want = alone.search_game(board.clone(), &limits, &mut |_| {});
        for threads in [1, 3] {
            let mut engine = material().parallel_engine(&recipe, 1, threads).unwrap();
            let report = engine.search_game(board.clone(), &limits, &mut |_| {});
            assert!(report.best.is_some() && report.nodes <= 5_000);
            assert!(threads > 1 || (report.nodes, &report.pv) == (want.nodes, &want.pv));
        }
    }
}

#[test]
fn the_modern_recipe_is_the_modern_searcher() {
    let recipe: Recipe = "modern".parse().unwrap();
    let mut engine = material().engine(&recipe, 1).unwrap();
    let mut searcher =
        komadai_search::modern(Evaluation::material(), 1).unwrap().draw_value(Value::from_cp(-50));
    for sfen in [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    ] {
        let pos: Position = sfen.parse().unwrap();
        let limits = Limits::nodes(30_000);
        let want = searcher.search(&pos, &limits);
        let report = engine.search_game(Tracked::new(pos), &limits, &mut |_| {});
        assert_eq!((report.depth, report.value, report.pv), (want.depth, want.value, want.pv));
    }
}

#[test]
fn the_built_in_weights_of_the_softmax_are_sound() {
    assert!(material().engine(&"bare+softmax".parse().unwrap(), 1).is_ok());
}
