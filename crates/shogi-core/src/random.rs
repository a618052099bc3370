//! Random positions from a seed, for tests and experiments: by random play, and by placing pieces anywhere.
//!
//! Random play gives positions that can happen; random placement gives what random play hardly ever reaches:
//! kings in the other camp, crowded hands, boards with one king, many promoted pieces.

use crate::rng::SplitMix64;
use crate::{Color, Hand, Move, Piece, PieceKind, Position, Setup, Square};

/// A random legal move, each with the same probability; `None` if there is none.
pub fn legal_move(rng: &mut SplitMix64, pos: &Position) -> Option<Move> {
    let moves = pos.legal_moves();
    match moves.len() as u64 {
        0 => None,
        count => Some(moves[rng.below(count) as usize]),
    }
}

/// The position after up to `plies` random legal moves from the start; a game that ends earlier stays where it
/// ended.
pub fn play(rng: &mut SplitMix64, plies: u32) -> Position {
    let mut pos = Position::startpos();
    for _ in 0..plies {
        let Some(mv) = legal_move(rng, &pos) else { break };
        let _ = pos.do_move(mv);
    }
    pos
}

/// A valid position with pieces anywhere on the board or in hand and some left in the box; one position in four
/// lacks a king. `None` where the draw broke a rule: draw again.
pub fn placement(rng: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::empty();
    let missing_king = rng.below(8);
    for color in Color::ALL {
        if missing_king != color.index() as u64 {
            put(rng, &mut setup, Piece::new(color, PieceKind::King));
        }
    }
    let on_board = rng.below(100);
    for kind in PieceKind::HAND {
        for _ in 0..Hand::limit(kind) {
            let color = if rng.below(2) == 0 { Color::Black } else { Color::White };
            let promoted = kind.promoted().filter(|_| rng.below(3) == 0);
            let placed = rng.below(100) < on_board
                && put(rng, &mut setup, Piece::new(color, promoted.unwrap_or(kind)));
            if !placed && rng.below(4) > 0 {
                let hand = &mut setup.hands[color.index()];
                *hand = hand.with(kind, hand.count(kind) + 1)?;
            }
        }
    }
    setup.side_to_move = if rng.below(2) == 0 { Color::Black } else { Color::White };
    Position::new(&setup).ok()
}

/// Puts a piece on a random square if it may stand there.
fn put(rng: &mut SplitMix64, setup: &mut Setup, piece: Piece) -> bool {
    let Some(square) = Square::from_index(rng.below(81) as usize) else { return false };
    let same_file = |other: &Square| other.file() == square.file();
    let two_pawns = piece.kind() == PieceKind::Pawn
        && Square::all().filter(same_file).any(|other| setup.board[other.index()] == Some(piece));
    let free = setup.board[square.index()].is_none()
        && piece.kind().may_stand_on(square.seen_by(piece.color()).rank())
        && !two_pawns;
    if free {
        setup.board[square.index()] = Some(piece);
    }
    free
}
