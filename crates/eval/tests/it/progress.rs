//! Progress: the example of the paper, and the rule that our own numbers follow.

use komadai_core::{PieceKind, Position};
use komadai_eval::PieceProgress;

#[test]
fn example_of_paper_004_is_45() {
    // Figure 14: Black's pawn 1c, lance 1e and three pawns in hand; White's pawn 5e and promoted pawn 8i. The rest is not given;
    // the kings make it a valid position and count nothing.
    let progress = PieceProgress::default();
    for (sfen, sum, half) in [
        ("4k4/9/8P/9/4p3L/9/9/9/1+p2K4 b 3P 1", 43 + 48, 45),
        ("4k4/9/8P/9/8L/9/9/9/4K4 b 3P 1", 43, 21),
        ("4k4/9/9/9/4p4/9/9/9/1+p2K4 b - 1", 48, 24),
    ] {
        let pos: Position = sfen.parse().unwrap();
        let state = progress.fresh(&pos);
        assert_eq!((state, progress.progress(state)), (sum, half), "{sfen}");
    }
}

#[test]
fn pieces_count_more_the_further_they_come_and_no_less_in_hand() {
    let progress = PieceProgress::default();
    for kind in PieceKind::ALL {
        assert!(progress.board[kind].is_sorted_by(|near, far| near >= far), "{kind:?}");
        if let Some(promoted) = kind.promoted() {
            assert!(progress.board[promoted][8] > progress.board[kind][0]);
            assert_eq!(progress.hand[kind], progress.board[kind][2]);
        }
    }
}
