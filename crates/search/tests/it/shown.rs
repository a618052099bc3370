//! What `{:?}` shows of types that hold tables: their sizes, never the tables.

use crate::common::memories::{memories, softmax};
use crate::common::{FINE, table};
use crate::parallel::{worker, workers};
use komadai_core::Position;
use komadai_core::testing::assert_debug_is_short;
use komadai_search::policy::ByCategory;
use komadai_search::policy::category::Tacos;
use komadai_search::{Book, BookMove, BookPosition, Consultation, Ensemble, Limits, Searcher, modern};

#[test]
fn memories_of_moves() {
    for (_, memory) in &memories() {
        assert_debug_is_short(memory);
    }
}

#[test]
fn searchers_and_tables() {
    let mut searcher = modern(FINE, 1).expect("a table of a megabyte");
    searcher.search(&Position::startpos(), &Limits::nodes(2_000));
    assert_debug_is_short(&searcher);
    assert_debug_is_short(&table());
    assert_debug_is_short(&workers(64, |_, table| Box::new(worker(table))));
    assert_debug_is_short(&Ensemble::of(64, |_| Searcher::new(FINE)));
    assert_debug_is_short(&Consultation::<_, 8>::of(Searcher::new(FINE)));
}

#[test]
fn models_of_moves_and_books() {
    assert_debug_is_short(&softmax());
    assert_debug_is_short(&ByCategory::new(Tacos, &[]));
    let known = BookMove { mv: "P*5e".parse().expect("a move"), wins: 1, games: 2 };
    let position =
        |pawns: usize| BookPosition { sfen: format!("4k4/9/9/9/9/9/9/9/4K4 b {pawns}P"), moves: vec![known] };
    assert_debug_is_short(&Book::new((2..18).map(position)).expect("positions"));
}
