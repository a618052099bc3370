//! Books: what is counted, and what is kept.

use komadai_core::{Color, Position};
use komadai_learn::{BookCounter, BookRules};

use crate::common::{after, counts, moves};

/// Four openings: Black wins three of them.
fn counted(rules: BookRules) -> BookCounter {
    let mut counter = BookCounter::new(rules);
    let start = Position::startpos();
    counter.add_moves(&start, &moves("7g7f 3c3d 2g2f"), Some(Color::Black));
    counter.add_moves(&start, &moves("7g7f 8c8d 2g2f"), Some(Color::Black));
    counter.add_moves(&start, &moves("2g2f 3c3d 7g7f"), Some(Color::Black));
    counter.add_moves(&start, &moves("7g7f 3c3d 6g6f"), Some(Color::White));
    counter.add_moves(&start, &moves("9g9f 9c9d"), None);
    counter
}

#[test]
fn wins_of_the_side_to_move_decide_and_moves_meet_by_transposition() {
    let book = counted(BookRules::default()).book().unwrap();
    // Black won three games from the start; after 7g7f 3c3d it won one and lost one; White won a single game.
    assert_eq!(book.len(), 1);
    // Nobody won after 9g9f, so it is not in the book.
    let known = counts(book.moves(&Position::startpos()));
    assert_eq!(known, [("7g7f".into(), 2, 3), ("2g2f".into(), 1, 1)]);

    let all = counted(BookRules { least_wins: 1, ..BookRules::default() }).book().unwrap();
    // 7g7f 3c3d 2g2f ends in the same position, where nothing was played.
    assert!(all.moves(&after("2g2f 3c3d 7g7f")).is_empty());
    let games: u32 = all.moves(&after("7g7f 3c3d")).iter().map(|known| known.games).sum();
    assert_eq!(games, 2);
}

#[test]
fn counters_of_several_threads_add_up_to_one() {
    let rules = BookRules { least_wins: 1, ..BookRules::default() };
    let [mut whole, mut other, mut merged] = [counted(rules), BookCounter::new(rules), counted(rules)];
    for _ in 0..2 {
        for counter in [&mut whole, &mut other] {
            counter.add_moves(&Position::startpos(), &moves("2g2f 8c8d 2f2e"), Some(Color::White));
        }
    }
    assert_ne!(merged.book(), whole.book());
    merged.merge(other);
    assert_eq!(merged.book(), whole.book());
}

#[test]
fn plies_and_least_wins_bound_the_book() {
    let one_ply = counted(BookRules { least_wins: 1, plies: 1 }).book().unwrap();
    assert_eq!(one_ply.len(), 1);
    assert_eq!(one_ply.positions()[0].sfen, Position::startpos().unnumbered());
    assert!(counted(BookRules { least_wins: 4, ..BookRules::default() }).book().unwrap().is_empty());
    // Positions that nobody won from are not kept.
    let none = counted(BookRules { least_wins: 0, ..BookRules::default() }).book().unwrap();
    assert!(none.positions().iter().all(|position| position.moves.iter().any(|known| known.wins > 0)));
}

#[test]
fn a_position_that_comes_again_in_a_game_counts_once() {
    let mut counter = BookCounter::new(BookRules { least_wins: 1, ..BookRules::default() });
    let round = moves("2h3h 8b7b 3h2h 7b8b 7g7f");
    counter.add_moves(&Position::startpos(), &round, Some(Color::Black));
    let book = counter.book().unwrap();
    assert_eq!(counts(book.moves(&Position::startpos())), [("2h3h".into(), 1, 1)]);
}

#[test]
fn a_game_counts_up_to_its_first_illegal_move() {
    let mut counter = BookCounter::new(BookRules { least_wins: 1, ..BookRules::default() });
    for winner in Color::ALL {
        counter.add_moves(&Position::startpos(), &moves("7g7f 7g7f 2g2f"), Some(winner));
    }
    assert_eq!(counter.book().unwrap().len(), 1);
}
