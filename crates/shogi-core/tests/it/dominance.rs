//! Superior and inferior repetition: an earlier board again, with more or less in hand.

use komadai_core::{Dominance, History, Position, Tracked};

const BOARD: &str = "8k/9/4r4/9/9/9/9/9/K8";
const OTHER: &str = "8k/9/9/4r4/9/9/9/9/K8";
const THIRD: &str = "8k/9/9/4r4/9/9/9/K8/9";

/// A path on which the board comes again every fourth ply, Black to move, with these hands.
fn path(hands: &[&str]) -> History {
    let position = |board: &str, side: &str, hand: &str| -> Position {
        format!("{board} {side} {hand} 1").parse().unwrap()
    };
    let mut history = History::new(&position(BOARD, "b", hands[0]));
    for hand in &hands[1..] {
        for (board, side) in [(OTHER, "w"), (THIRD, "b"), (OTHER, "w"), (BOARD, "b")] {
            history.push(&position(board, side, hand));
        }
    }
    history
}

#[test]
fn more_is_superior_less_is_inferior_and_neither_is_nothing() {
    for (hands, want) in [
        (&["P2p", "2Pp"] as &[&str], Some(Dominance::Superior)),
        (&["2Pp", "P2p"], Some(Dominance::Inferior)),
        (&["LN2p", "LNPp"], Some(Dominance::Superior)),
        // A pawn won and a lance lost.
        (&["Lp", "Pl"], None),
        // The same hands again are an ordinary repetition.
        (&["Pp", "Pp"], None),
        // The latest that differs counts.
        (&["3P", "P2p", "2Pp"], Some(Dominance::Superior)),
        (&["P2p", "3P", "2Pp"], Some(Dominance::Inferior)),
        (&["3P", "2Pp", "2Pp"], Some(Dominance::Inferior)),
        (&["2Pp"], None),
    ] {
        assert_eq!(path(hands).dominance(100), want, "{hands:?}");
    }
    // Only the given number of plies back is searched.
    let path = path(&["P2p", "2Pp"]);
    assert_eq!([3, 4].map(|plies| path.dominance(plies)), [None, Some(Dominance::Superior)]);
}

/// Black throws two pawns before a rook that takes them on its way there and back.
const ROUND: [&str; 4] = ["P*5d", "5c5d", "P*5c", "5d5c"];

#[test]
fn moves_that_go_round_to_hold_less_are_found_and_taken_back() {
    let mut board = Tracked::new(format!("{BOARD} b 3P 1").parse().unwrap());
    for text in ROUND {
        assert_eq!(board.history().dominance(100), None, "before {text}");
        let mv = text.parse().unwrap();
        assert!(board.position().is_legal(mv), "{text}");
        board.do_move(mv);
    }
    assert_eq!(board.history().dominance(100), Some(Dominance::Inferior));
    assert_eq!(board.repetition(), None);
    // The side to move decides: White holds what Black has lost.
    board.do_move(ROUND[0].parse().unwrap());
    assert_eq!(board.history().dominance(100), Some(Dominance::Superior));
    board.undo();
    assert_eq!(board.history().dominance(100), Some(Dominance::Inferior));
    board.undo();
    assert_eq!(board.history().dominance(100), None);
}

#[test]
fn a_pass_is_a_barrier() {
    let start: Position = format!("{BOARD} b 3P 1").parse().unwrap();
    let mut board = Tracked::new(start.clone());
    board.do_move("P*5d".parse().unwrap());
    board.do_move("5c5d".parse().unwrap());
    board.do_null();
    board.do_move("5d5c".parse().unwrap());
    assert_eq!(board.position().board_key(), start.board_key());
    assert_eq!(board.history().dominance(100), None);
}
