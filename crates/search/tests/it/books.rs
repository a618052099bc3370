//! Opening books: which moves are drawn, which positions count as the same, what is refused.

use std::collections::HashMap;

use crate::common::position;
use komadai_core::Position;
use komadai_core::notation::{BookEntry, EntryMove};
use komadai_core::rng::SplitMix64;
use komadai_search::{Book, BookMove, BookPosition, RatedBook};

fn page(moves: &[(&str, u32, u32)]) -> BookPosition {
    let moves =
        moves.iter().map(|&(mv, wins, games)| BookMove { mv: mv.parse().unwrap(), wins, games }).collect();
    BookPosition { sfen: Position::startpos().unnumbered(), moves }
}

#[test]
fn moves_are_drawn_as_often_as_they_won_and_never_without_a_win() {
    let book = Book::new([page(&[("2g2f", 1, 1), ("7g7f", 3, 9), ("9g9f", 0, 4)])]).unwrap();
    let pos = Position::startpos();
    let mut rng = SplitMix64::new(9);
    let mut counts = HashMap::new();
    for _ in 0..4_000 {
        *counts.entry(book.draw(&pos, &mut rng).unwrap().to_string()).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 2);
    // A share of 3/4 of 4,000 draws strays by 27.
    assert!((2_880..=3_120).contains(&counts["7g7f"]), "{counts:?}");
    assert_eq!(book.best(&pos).unwrap().to_string(), "7g7f");
    let draws = |seed| {
        let mut rng = SplitMix64::new(seed);
        (0..20).map(|_| book.draw(&pos, &mut rng)).collect::<Vec<_>>()
    };
    assert_eq!(draws(9), draws(9), "the same seed draws the same moves");
    for (more, fewer) in [("2g2f", "7g7f"), ("7g7f", "2g2f")] {
        let tied = Book::new([page(&[(more, 3, 9), (fewer, 3, 4)])]).unwrap();
        assert_eq!(tied.best(&pos).unwrap().to_string(), fewer, "of equal wins, fewer games first");
    }
}

#[test]
fn move_numbers_do_not_count_and_hands_do() {
    let book = Book::new([page(&[("7g7f", 2, 2)])]).unwrap();
    let later = position("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 77");
    assert!(book.best(&later).is_some());
    for other in [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "lnsgkgsnl/1r5b1/pppppppp1/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1",
    ] {
        let pos = position(other);
        assert_eq!((book.best(&pos), book.draw(&pos, &mut SplitMix64::new(1))), (None, None));
    }
}

#[test]
fn nonsense_is_refused_with_its_place() {
    let error = |positions: Vec<BookPosition>| Book::new(positions).unwrap_err().to_string();
    let good = page(&[("7g7f", 2, 2)]);
    assert!(error(vec![good.clone(), good.clone()]).contains("twice"));
    assert!(error(vec![page(&[("7g7e", 2, 2)])]).contains("the move 7g7e in "));
    assert!(error(vec![page(&[("7g7f", 2, 2), ("7g7f", 1, 1)])]).contains("each once"));
    assert!(error(vec![page(&[("7g7f", 3, 2)])]).contains("won 3 of 2"));
    assert!(error(vec![page(&[])]).contains("no move that won"));
    assert!(error(vec![BookPosition { sfen: "9/9 b -".into(), ..good.clone() }]).contains("\"9/9 b -\""));
    let numbered = BookPosition { sfen: format!("{} 1", good.sfen), ..good };
    assert!(error(vec![numbered]).contains("expected the SFEN of a position without a move number"));
}

fn rated(mv: &str, value: Option<i32>, count: Option<u32>) -> EntryMove {
    EntryMove { value, count, ..EntryMove::new(mv.parse().unwrap()) }
}

fn weights(moves: &[EntryMove], near: i32) -> Vec<u64> {
    RatedBook::weights(moves, near).collect()
}

#[test]
fn moves_near_the_best_have_their_counts_as_weights() {
    let moves = [
        rated("2g2f", Some(35), Some(7)),
        rated("7g7f", Some(5), None),
        rated("5g5f", Some(4), Some(900)),
        rated("9g9f", None, Some(3)),
    ];
    assert_eq!(weights(&moves, 30), [7, 1, 0, 0]);
    assert_eq!(weights(&moves, 35), [7, 1, 900, 3]);
    assert_eq!(weights(&moves, 0), [7, 0, 0, 0]);
    assert_eq!(weights(&moves[3..], 0), [3]);
    assert_eq!(weights(&[], 30), [0; 0]);
    // The largest values of a file do not overflow.
    let far = [rated("2g2f", Some(i32::MIN), Some(1)), rated("7g7f", Some(i32::MAX), Some(1))];
    assert_eq!((weights(&far, i32::MAX), weights(&far, i32::MIN)), (vec![0, 1], vec![0, 0]));
    // Books whose counts say nothing.
    let uncounted = [rated("2g2f", Some(35), Some(0)), rated("7g7f", Some(20), Some(0))];
    assert_eq!((weights(&uncounted, 30), weights(&uncounted, 10)), (vec![1, 1], vec![1, 0]));
}

#[test]
fn moves_that_are_not_legal_are_not_drawn_and_hide_no_others() {
    let moves = vec![rated("7g7e", Some(900), Some(99)), rated("2g2f", Some(35), None)];
    let book = RatedBook::new([BookEntry { position: Position::startpos(), moves }]);
    let drawn = book.draw(&Position::startpos(), 30, &mut SplitMix64::new(1));
    assert_eq!(drawn, Some(rated("2g2f", Some(35), None)));
}

#[test]
fn the_smallest_move_number_is_kept_and_numbers_do_not_matter_in_asking() {
    let start = |number: u32| position(&format!("{} {number}", Position::startpos().unnumbered()));
    let entry = |number, mv| BookEntry { position: start(number), moves: vec![rated(mv, None, None)] };
    // A position without a move hides none with moves.
    let empty = BookEntry { position: start(1), moves: Vec::new() };
    let known = [entry(5, "2g2f"), entry(3, "7g7f"), entry(3, "9g9f"), entry(4, "1g1f")];
    let book = RatedBook::new([empty].into_iter().chain(known));
    assert_eq!((book.len(), book.moves(&start(77))), (1, &[rated("7g7f", None, None)][..]));
    let other = position("4k4/9/9/9/9/9/9/9/4K4 b - 1");
    assert!(book.moves(&other).is_empty() && book.draw(&other, 30, &mut SplitMix64::new(1)).is_none());
}
