//! Pieces in hand, packed into one word.

use core::fmt;

use crate::PieceKind;

/// Pieces in hand of one player: a count for each of the seven kinds, 0 to 18 pawns, 4 of the small pieces and golds, 2 bishops and
/// rooks.
///
/// A count and the spare bit above it take six bits for pawns, three for bishops and rooks, four for the others. All counts are added,
/// compared and hashed as one `u32`; the spare bits make [`Hand::covers`] a single subtraction.
///
/// ```text
/// bits  0–4  6–8  10–12 14–16 18–19 21–22 24–26      spare: 5, 9, 13, 17, 20, 23, 27
///       pawn lance knight silver bishop rook gold
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand(u32);

/// First bit of each kind, `[code & 7]`.
const SHIFT: [u32; 8] = [28, 0, 6, 10, 14, 18, 21, 24];
/// Mask of each count after shifting, `[code & 7]`.
const MASK: [u32; 8] = [0, 31, 7, 7, 7, 3, 3, 7];
/// The spare bit above each count.
const SPARE: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 20 | 1 << 23 | 1 << 27;

impl Hand {
    /// The empty hand.
    pub const EMPTY: Hand = Hand(0);

    /// Kinds in hand in the order in which texts list them, strongest first.
    pub const STRONGEST_FIRST: [PieceKind; 7] = {
        use PieceKind::{Bishop, Gold, Knight, Lance, Pawn, Rook, Silver};
        [Rook, Bishop, Gold, Silver, Knight, Lance, Pawn]
    };

    /// Number of pieces of a kind in a set: 18 pawns, 2 bishops, 2 rooks, 4 of each other kind, 0 kings.
    pub const fn limit(kind: PieceKind) -> u32 {
        match kind.unpromoted() {
            PieceKind::Pawn => 18,
            PieceKind::Bishop | PieceKind::Rook => 2,
            PieceKind::King => 0,
            _ => 4,
        }
    }

    /// Number of pieces of `kind`; 0 for kinds that are not in [`PieceKind::HAND`].
    #[inline]
    pub const fn count(self, kind: PieceKind) -> u32 {
        if kind as u8 > 7 { 0 } else { self.0 >> SHIFT[kind as usize & 7] & MASK[kind as usize & 7] }
    }

    /// Whether at least one of `kind` is held.
    #[inline]
    pub const fn has(self, kind: PieceKind) -> bool {
        self.count(kind) != 0
    }

    /// Whether nothing is held.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Total number of pieces.
    pub fn len(self) -> u32 {
        PieceKind::HAND.iter().map(|&kind| self.count(kind)).sum()
    }

    /// This hand with `count` of `kind`, or `None` above [`Hand::limit`] or for a kind that cannot be held.
    pub const fn with(self, kind: PieceKind, count: u32) -> Option<Hand> {
        if kind as u8 > 7 || count > Self::limit(kind) {
            return None;
        }
        let (shift, mask) = (SHIFT[kind as usize & 7], MASK[kind as usize & 7]);
        Some(Hand(self.0 & !(mask << shift) | count << shift))
    }

    /// Adds one piece of a kind that can be held.
    #[inline]
    pub(crate) const fn add(&mut self, kind: PieceKind) {
        self.0 += 1 << SHIFT[kind as usize & 7];
    }

    /// Takes one piece of a kind that is held.
    #[inline]
    pub(crate) const fn take(&mut self, kind: PieceKind) {
        self.0 -= 1 << SHIFT[kind as usize & 7];
    }

    /// Whether every count is at least that of `other`: the dominance test of proof and disproof pieces.
    #[inline]
    pub const fn covers(self, other: Hand) -> bool {
        (self.0 | SPARE).wrapping_sub(other.0) & SPARE == SPARE
    }

    /// The packed counts; equal hands have equal bits.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Kinds held with their counts, in the order of [`PieceKind::HAND`].
    pub fn iter(self) -> impl Iterator<Item = (PieceKind, u32)> {
        PieceKind::HAND.into_iter().map(move |kind| (kind, self.count(kind))).filter(|&(_, n)| n > 0)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
