//! Books of wins as files of other programs, and back.

use komadai_core::{Color, Position};
use komadai_learn::{BookCounter, BookRules, book_entries, counted_book};
use komadai_notation::book_db::{BookEntry, BookReader, write};
use komadai_search::{Book, BookMove, BookPosition, RatedBook};

use crate::common::{after, counts, moves};

/// Black won both games, so the book has no positions with White to move; positions of Black are reached through positions that it lacks.
fn black_won() -> Book {
    let mut counter = BookCounter::new(BookRules::default());
    for _ in 0..2 {
        counter.add_moves(&Position::startpos(), &moves("7g7f 3c3d 2g2f 8c8d 2f2e"), Some(Color::Black));
    }
    counter.add_moves(&Position::startpos(), &moves("2g2f 3c3d 7g7f 8c8d 6i7h"), Some(Color::Black));
    counter.add_moves(&Position::startpos(), &moves("9g9f"), Some(Color::White));
    counter.book().expect("games make a book")
}

fn read(text: &str) -> Vec<BookEntry> {
    BookReader::new(text.as_bytes()).collect::<Result<_, _>>().expect("a book without faults")
}

#[test]
fn positions_get_the_numbers_of_the_ways_to_them_and_moves_their_wins() {
    let entries = book_entries(&black_won());
    let line = |entry: &BookEntry| {
        let moves: Vec<String> =
            entry.moves.iter().map(|known| format!(" {} {:?}", known.mv, known.count)).collect();
        format!("{}{}", entry.position.move_number(), moves.concat())
    };
    let mut found: Vec<String> = entries.iter().map(line).collect();
    found.sort();
    // 9g9f was played but never won. The two ways meet after four plies.
    let expected = ["1 7g7f Some(2) 2g2f Some(1)", "3 2g2f Some(2)", "5 2f2e Some(2) 6i7h Some(1)"];
    assert_eq!(found, expected);
    for entry in &entries {
        assert!(entry.moves.iter().all(|known| known.value == Some(0) && known.depth == Some(32)));
        let number =
            after(["7g7f 3c3d", "7g7f 3c3d 2g2f 8c8d"][usize::from(entry.position.move_number() == 5)]);
        assert!(entry.position.move_number() == 1 || entry.position == number, "{:?}", entry.position);
    }
}

#[test]
fn replies_are_the_moves_that_won_most_in_the_next_position() {
    let known = |mv: &str, wins, games| BookMove { mv: mv.parse().unwrap(), wins, games };
    let page = |pos: &Position, moves| BookPosition { sfen: pos.unnumbered(), moves };
    let book = Book::new([
        page(&Position::startpos(), vec![known("7g7f", 3, 5), known("2g2f", 1, 1)]),
        page(&after("7g7f"), vec![known("3c3d", 1, 4), known("8c8d", 2, 4)]),
        // Cannot be reached from the start of a game.
        page(&"4k4/9/9/9/9/9/9/9/4K4 w - 1".parse().unwrap(), vec![known("5a5b", 1, 1)]),
    ])
    .unwrap();
    let text = write(book_entries(&book));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1..3], ["sfen 4k4/9/9/9/9/9/9/9/4K4 w - 2", "5a5b none 0 32 1"]);
    assert!(lines[3].ends_with(" w - 2") && lines[6].ends_with(" b - 1"), "{text}");
    assert_eq!(
        (&lines[4..6], &lines[7..]),
        (&["8c8d none 0 32 2", "3c3d none 0 32 1"][..], &["7g7f 8c8d 0 32 3", "2g2f none 0 32 1"][..])
    );
}

#[test]
fn wins_come_back_as_counts_and_both_books_draw_alike() {
    let book = black_won();
    let entries = read(&write(book_entries(&book)));
    let back = counted_book(entries.clone(), RatedBook::NEAR).unwrap();
    assert_eq!(back.len(), book.len());
    let rated = RatedBook::new(entries);
    for position in book.positions() {
        let pos: Position = format!("{} 1", position.sfen).parse().unwrap();
        let won = position.moves.iter().filter(|known| known.wins > 0);
        let won: Vec<_> = won.map(|&known| BookMove { games: known.wins, ..known }).collect();
        assert_eq!(counts(back.moves(&pos)), counts(&won));
        let weights: Vec<u64> = RatedBook::weights(rated.moves(&pos), RatedBook::NEAR).collect();
        assert_eq!(weights, won.iter().map(|known| u64::from(known.wins)).collect::<Vec<_>>());
    }
}

#[test]
fn moves_far_behind_the_best_never_win_and_positions_come_once() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let text = format!(
        "#YANEURAOU-DB2016 1.00\nsfen {start} 3\n9g9f\nsfen {start} 1\nsfen {start} 2\n2g2f none 40 20 5\n7g7f none 9 20 70\n5g5f none 40 20 0\n\
         sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n"
    );
    let book = counted_book(read(&text), 30).unwrap();
    let known = counts(book.moves(&Position::startpos()));
    assert_eq!((book.len(), known[0].clone()), (1, ("2g2f".to_owned(), 5, 5)));
    assert_eq!(known[1..], [("5g5f".to_owned(), 0, 0), ("7g7f".to_owned(), 0, 70)]);
    assert_eq!(
        counted_book(read(&text), 31).unwrap().best(&Position::startpos()).unwrap().to_string(),
        "7g7f"
    );
}
