//! What the checks of prunings and depth policies share: positions, and parts that make a difference visible.

use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Move, Piece, PieceKind, Position, Setup, Square, Value, random};

use crate::memory::{MoveMemory, SCORE_LIMIT};
use crate::node::Node;
use crate::report::Report;

/// A random position: by play, and every second one by placing pieces anywhere.
pub(super) fn position(rng: &mut SplitMix64, number: u32) -> Position {
    let placed = (0..64).find_map(|_| random::placement(rng)).filter(|_| number % 2 == 1);
    let plies = rng.below(160) as u32;
    placed.unwrap_or_else(|| random::play(rng, plies))
}

/// A king on its first two ranks and three pieces of the side to move near it: mates are near, and trees are small. `None` where that
/// breaks a rule.
pub(super) fn few_pieces(rng: &mut SplitMix64) -> Option<Position> {
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

/// What two searches alike agree in.
pub(super) fn tree(report: &Report) -> (u64, Value, &[Move]) {
    (report.nodes, report.value, &report.pv)
}

/// Gives every quiet move a score of its own, for parts that read [`Node::score`]; it does not look back.
pub(super) struct Scores;

impl MoveMemory for Scores {
    fn score(&self, _: &Node<'_>, mv: Move) -> i32 {
        let from = mv.from().map_or(81, Square::index);
        let mixed = SplitMix64::new((from * 81 + mv.to().index()) as u64).below(2 * SCORE_LIMIT as u64 + 1);
        mixed as i32 - SCORE_LIMIT
    }

    fn looks_back(&self) -> bool {
        false
    }
}
