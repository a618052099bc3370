//! Piece values, on the board and in hand.

use crate::{ByKind, PieceKind};

/// Value of each kind of piece in centipawns, on the board and in hand. The king has 0.
///
/// ```
/// use komadai_core::{PieceKind, PieceValues};
///
/// let mut values = PieceValues::PAIRS_2007;
/// values.hand[PieceKind::Pawn] = 115;
/// // Taking a dragon: its owner loses 1,300, the taker gains a rook in hand.
/// assert_eq!(values.exchange(PieceKind::Dragon), 1_300 + 950);
/// assert_eq!(values.promotion(PieceKind::Pawn), 500);
/// ```
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

    /// Gain of capturing a piece of this kind, in centipawns: its value on the board, which the owner loses, plus that of its plain
    /// kind in hand, which the taker gains.
    #[inline]
    pub fn exchange(&self, kind: PieceKind) -> i32 {
        self.board[kind] + self.hand[kind.unpromoted()]
    }

    /// Largest gain by a promotion, in centipawns; at least 0.
    #[inline]
    pub fn largest_promotion(&self) -> i32 {
        // The six kinds that promote come first, their promoted kinds last, in the same order.
        let (plain, promoted) = (&self.board.0[..6], &self.board.0[8..]);
        plain.iter().zip(promoted).fold(0, |most, (plain, promoted)| most.max(promoted - plain))
    }

    /// Gain of promoting a piece of this kind, in centipawns; 0 for kinds that do not promote.
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
