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

/// The position after up to `plies` random legal moves from the start; fewer if the game ends earlier.
pub fn play(rng: &mut SplitMix64, plies: u32) -> Position {
    let mut pos = Position::startpos();
    for _ in 0..plies {
        let Some(mv) = legal_move(rng, &pos) else { break };
        pos.do_move(mv);
    }
    pos
}

/// A valid position with pieces anywhere on the board or in hand and some left in the box; one position in four lacks a king. `None` if
/// the drawn position breaks a rule: draw again.
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

/// A white king on its first two ranks, and near it a gold, a silver and a rook of Black, who is to move: mates are close, and trees are
/// small. `None` if the drawn position breaks a rule: draw again.
///
/// ```
/// use komadai_core::rng::SplitMix64;
/// use komadai_core::{Color, random};
///
/// let mut rng = SplitMix64::new(1);
/// let pos = (0..64).find_map(|_| random::near_mate(&mut rng)).ok_or("64 draws suffice")?;
/// assert!(pos.king(Color::White).is_some() && pos.occupied().len() <= 4);
/// # Ok::<(), &str>(())
/// ```
pub fn near_mate(rng: &mut SplitMix64) -> Option<Position> {
    const KINDS: [PieceKind; 3] = [PieceKind::Gold, PieceKind::Silver, PieceKind::Rook];
    let mut setup = Setup::empty();
    let king = Square::new(1 + rng.below(9) as u8, 1 + rng.below(2) as u8)?;
    setup.board[king.index()] = Some(Piece::new(Color::White, PieceKind::King));
    for kind in KINDS {
        let file = (u64::from(king.file()) + rng.below(7)).checked_sub(3)?;
        let square = Square::new(file as u8, 1 + rng.below(5) as u8)?;
        if square != king {
            setup.board[square.index()] = Some(Piece::new(Color::Black, kind));
        }
    }
    Position::new(&setup).ok()
}

/// Puts a piece on a random square if it may stand there; returns whether it did.
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
