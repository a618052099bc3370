//! Progress of a game, from 0 in the opening to 127 in the ending.
//!
//! Shogi programs weigh features differently as a game goes on: paper 001 (section 5.5) interpolates between an opening and an
//! ending evaluation by progress, and paper 004 \[R18\] predicts the error of a search from it. To cost next to nothing, progress
//! is updated move by move like an evaluation.

use komadai_core::{ByKind, Change, PieceKind, Place, Placed, Position};

/// Largest progress (paper 004, section 3.3.2).
pub const MAX_PROGRESS: u8 = 127;

/// Progress by how far the pieces have advanced: the measure of the program Gekisashi (paper 004, section 3.3.2).
///
/// How much a piece counts depends on its kind, its rank (or that it is in hand) and on whether it is promoted. The sums of both
/// players are averaged, rounded down and limited to 127.
///
/// The paper prints five of the numbers (its example is a test) and says no more. `Default` has those five; the
/// others are ours, by the rule the five suggest: a piece counts in full in the enemy camp and in hand, nothing on the rank where
/// it starts the game, and in proportion between; some kinds, such as pawns, count from the middle of the board only. A promoted
/// piece counts five times a pawn.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::PieceProgress;
///
/// assert_eq!(PieceProgress::default().of(&Position::startpos()), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PieceProgress {
    /// Counts on the board, `[kind][rank as the owner counts − 1]`: rank 1 is the farthest.
    pub board: ByKind<[u8; 9]>,
    /// Counts in hand; entries of promoted kinds and the king are not used.
    pub hand: ByKind<u8>,
}

impl Default for PieceProgress {
    fn default() -> PieceProgress {
        // What a piece counts in full, and the farthest rank on which it counts nothing.
        let kinds = |kind| -> (u8, u8) {
            match kind {
                PieceKind::Pawn => (9, 6),
                PieceKind::Lance | PieceKind::Knight => (11, 9),
                PieceKind::Silver | PieceKind::Gold => (14, 7),
                PieceKind::Bishop | PieceKind::Rook => (18, 7),
                PieceKind::King => (0, 9),
                _ => (45, 9),
            }
        };
        PieceProgress {
            board: ByKind::from_fn(|kind| {
                let (full, home) = kinds(kind);
                std::array::from_fn(|rank| {
                    let rank = rank as u8 + 1;
                    if kind.is_promoted() {
                        full
                    } else {
                        (full * home.saturating_sub(rank) / (home - 3)).min(full)
                    }
                })
            }),
            hand: ByKind::from_fn(|kind| if kind.is_promoted() { 0 } else { kinds(kind).0 }),
        }
    }
}

impl PieceProgress {
    /// Progress of a position, 0 to [`MAX_PROGRESS`].
    pub fn of(&self, pos: &Position) -> u8 {
        self.progress(self.fresh(pos))
    }

    /// The sum of both players in a position.
    pub fn fresh(&self, pos: &Position) -> i32 {
        let mut sum = 0;
        crate::pair::features::pieces(pos, |placed| sum += self.count(placed));
        sum
    }

    /// The sum after a move, from the sum before it. `change` comes from [`Position::change`] before the move.
    #[inline]
    pub fn advance(&self, parent: i32, change: &Change) -> i32 {
        let sum = |all: &[Placed]| all.iter().map(|&placed| self.count(placed)).sum::<i32>();
        parent + sum(change.added()) - sum(change.removed())
    }

    /// Progress of a sum of both players, 0 to [`MAX_PROGRESS`].
    #[inline]
    pub fn progress(&self, sum: i32) -> u8 {
        (sum / 2).min(i32::from(MAX_PROGRESS)) as u8
    }

    #[inline]
    fn count(&self, Placed { piece, place }: Placed) -> i32 {
        i32::from(match place {
            Place::Board(square) => {
                let rank = square.seen_by(piece.color()).rank();
                self.board[piece.kind()][usize::from(rank) - 1]
            }
            Place::Hand => self.hand[piece.kind()],
        })
    }
}
