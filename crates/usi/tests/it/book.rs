//! Book moves: drawn without a search.

use komadai_core::Position;
use komadai_search::{Book, BookMove, BookPosition};

use crate::sample::Sample;
use crate::session::Session;

/// A book of the start position: 7g7f and 2g2f won as often, 9g9f never.
fn book() -> Book {
    let known = |mv: &str, wins, games| BookMove { mv: mv.parse().unwrap(), wins, games };
    let moves = vec![known("7g7f", 3, 5), known("2g2f", 3, 4), known("9g9f", 0, 6)];
    let sfen = Position::startpos().unnumbered();
    Book::new([BookPosition { sfen, moves }]).unwrap()
}

#[test]
fn book_moves_are_drawn_without_a_search_and_the_same_in_the_same_game() {
    // The line before the answer, and the answer, of so many games.
    let play = |games: usize| -> Vec<[String; 2]> {
        let session = Session::with(Sample::with_book(book()));
        let mut answers = Vec::new();
        for _ in 0..games {
            session.say_all(&["usinewgame", "position startpos"]);
            let mut game: Vec<[String; 2]> = Vec::new();
            for go in ["go byoyomi 1000", "go nodes 1000"] {
                game.push([session.hear_after(&[go]), session.hear()]);
            }
            assert_eq!(game[0], game[1], "the same position in the same game");
            answers.extend(game.pop());
        }
        answers
    };
    let answers = play(12);
    for [info, answer] in &answers {
        let known = match answer.as_str() {
            "bestmove 7g7f" => "info string book: 7g7f won 3 of 5 games",
            "bestmove 2g2f" => "info string book: 2g2f won 3 of 4 games",
            other => panic!("{other}"),
        };
        assert_eq!(info, known);
    }
    assert!(answers.iter().any(|answer| answer != &answers[0]), "twelve games, one opening");
    assert_eq!(play(12), answers, "another session is the same");
}

#[test]
fn without_a_book_for_it_a_position_is_searched() {
    let session = Session::with(Sample::with_book(book())).made_ready();
    // Not in the book; an analysis.
    for (position, go) in
        [("position startpos moves 7g7f", "go nodes 500"), ("position startpos", "go infinite")]
    {
        session.say_all(&[position, go]);
        if go == "go infinite" {
            session.until("info depth 1 ");
            session.say("stop");
        }
        session.best_move(&[]);
    }
    // A book's answer to a move to ponder on waits like any other.
    session.say("go ponder");
    assert!(session.silent());
    let lines = session.ask(&["ponderhit byoyomi 100"]);
    assert!(lines[0].starts_with("info string book: ") && lines.len() == 2, "{lines:#?}");
}
