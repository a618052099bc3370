//! What `{:?}` says of what holds tables: how large they are, never the tables.

use std::fmt::Debug;

use crate::common::FINE;
use crate::common::memories::{memories, softmax};
use komadai_core::Position;
use komadai_search::policy::ByCategory;
use komadai_search::policy::category::Tacos;
use komadai_search::{
    Book, BookMove, BookPosition, Consultation, Ensemble, HashTable, Limits, ParallelSearcher, Searcher,
    modern,
};

/// Characters of the longest of them.
const MOST: usize = 1_000;

fn is_short(shown: &dyn Debug) {
    let text = format!("{shown:?}");
    assert!(text.len() < MOST, "{} characters: {}…", text.len(), text.chars().take(200).collect::<String>());
}

#[test]
fn memories_of_moves() {
    for (_, memory) in &memories() {
        is_short(memory);
    }
}

#[test]
fn searchers_and_tables() {
    let mut searcher = modern(FINE, 1).expect("a table of a megabyte");
    searcher.search(&Position::startpos(), &Limits::nodes(2_000));
    is_short(&searcher);
    is_short(&HashTable::new(1).expect("a table of a megabyte"));
    let table = HashTable::new(1).expect("a table of a megabyte");
    let parallel =
        ParallelSearcher::new(64, table, |table| modern(FINE, 1).map(|searcher| searcher.table(table)));
    is_short(&parallel.expect("tables of a megabyte"));
    is_short(&Ensemble::of(64, |_| Searcher::new(FINE)));
    is_short(&Consultation::<_, 8>::new(FINE));
}

#[test]
fn models_of_moves_and_books() {
    is_short(&softmax());
    is_short(&ByCategory::new(Tacos::default(), &[]));
    let known = BookMove { mv: "P*5e".parse().expect("a move"), wins: 1, games: 2 };
    let position =
        |pawns: usize| BookPosition { sfen: format!("4k4/9/9/9/9/9/9/9/4K4 b {pawns}P"), moves: vec![known] };
    is_short(&Book::new((2..18).map(position)).expect("positions"));
}
