//! What each piece is worth, on the board and in hand.

use crate::{ByKind, PieceKind};

/// Values of the kinds in hundredths of a pawn. The king has no value (0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PieceValues {
    /// Value on the board.
    pub board: ByKind<i32>,
    /// Value in hand; entries of promoted kinds and the king are not used.
    pub hand: ByKind<i32>,
}

impl PieceValues {
    /// Values of paper 001 (Kaneko et al. 2007), Table 2: pawn 100, lance and knight 400, silver 550, gold and the
    /// promoted small pieces 600, bishop 800, rook 950, horse 1150, dragon 1300; in hand as on the board.
    pub const PAIRS_2007: PieceValues = {
        // Order of `PieceKind::ALL`.
        let values = ByKind([100, 400, 400, 550, 800, 950, 600, 0, 600, 600, 600, 600, 1150, 1300]);
        PieceValues { board: values, hand: values }
    };

    /// What taking a piece of this kind off the board swings: its owner loses it there, the taker has its plain
    /// kind in hand.
    #[inline]
    pub fn exchange(&self, kind: PieceKind) -> i32 {
        self.board[kind] + self.hand[kind.unpromoted()]
    }

    /// The most that any promotion adds, or 0.
    #[inline]
    pub fn largest_promotion(&self) -> i32 {
        PieceKind::HAND.into_iter().map(|kind| self.promotion(kind)).max().unwrap_or(0).max(0)
    }

    /// What promotion adds; 0 for kinds that do not promote.
    #[inline]
    pub fn promotion(&self, kind: PieceKind) -> i32 {
        kind.promoted().map_or(0, |promoted| self.board[promoted] - self.board[kind])
    }
}

impl Default for PieceValues {
    fn default() -> Self {
        Self::PAIRS_2007
    }
}
