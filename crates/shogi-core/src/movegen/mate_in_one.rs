//! Mate in one, by the rules alone: the bottom of every mate search, and a test that a game-tree search makes at its leaves.
//!
//! Nearly all the time of a bounded mate search goes into last checks that do not mate. Nearly all of these leave the king a square or
//! let him take the checking piece. Both are visible without generating or playing a move, from the squares around the king that the
//! attacker covers once and twice ([`KingArea`]). Only moves that pass this sieve are played and tested for legal replies, so the sieve
//! affects the time, never the result.

use super::check_sets::{self, PieceChecks};
use super::king_area::KingArea;
use crate::bitboard::Bitboard;
use crate::{Checks, Move, Piece, PieceKind, Position, attacks};

/// Kinds whose drop may mate, the likeliest first. A pawn drop that mates is not legal.
const DROPS: [PieceKind; 6] = [
    PieceKind::Gold,
    PieceKind::Rook,
    PieceKind::Silver,
    PieceKind::Bishop,
    PieceKind::Lance,
    PieceKind::Knight,
];

/// A move that mates at once, if any; `known` are the checks and pins of the position.
///
/// Pawn drops never count: a pawn-drop mate is not legal.
///
/// ```
/// use komadai_core::{Checks, Position, movegen};
///
/// let pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
/// assert_eq!(movegen::mate_in_one(&pos, &Checks::of(&pos)), Some("G*5b".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn mate_in_one(pos: &Position, known: &Checks) -> Option<Move> {
    let mut last = LastCheck::of(pos, true)?;
    last.by_drop().or_else(|| last.by_move(known))
}

/// The side to move before its last check: answers what a mate search asks about a mate in one.
///
/// ```
/// use komadai_core::{Checks, Position, movegen::LastCheck};
///
/// let pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
/// let mut last = LastCheck::of(&pos, true).ok_or("no king to mate")?;
/// assert_eq!(last.by_drop(), Some("G*5b".parse()?));
/// // The pawn does not mate. There are seven checks, and the king could step on four squares.
/// assert_eq!(last.by_move_or_count(&Checks::of(&pos)), Err(7));
/// assert_eq!((last.free_squares(), last.tried()), (4, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LastCheck<'a> {
    pos: &'a Position,
    area: KingArea,
    tried: u64,
}

impl<'a> LastCheck<'a> {
    /// Examines the king to be mated; `None` if there is none. If `drops_count` is false, a piece dropped between king and checker is no
    /// defence: a move found then meets only a necessary condition of a mate in one where futile interpositions do not count.
    #[inline]
    pub fn of(pos: &'a Position, drops_count: bool) -> Option<LastCheck<'a>> {
        Some(LastCheck { pos, area: KingArea::new(pos, drops_count)?, tried: 0 })
    }

    /// Number of squares the king could step on: next to him, without a piece of his own, not attacked.
    pub fn free_squares(&self) -> usize {
        self.area.free.len() as usize
    }

    /// Number of moves that were played to see whether they mate.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// A drop that mates.
    pub fn by_drop(&mut self) -> Option<Move> {
        let LastCheck { pos, ref area, .. } = *self;
        let (us, empty) = (area.us, !pos.occupied());
        let hand = pos.hand(us);
        let near = area.ring & area.covered & empty;
        // From afar a slider takes two squares from the king, and a knight none.
        let from_afar = if area.interposes { area.free.is_empty() } else { area.free.len() <= 2 };
        if hand.is_empty() || near.is_empty() && !from_afar {
            return None;
        }
        for kind in DROPS.into_iter().filter(|&kind| hand.has(kind)) {
            let piece = Piece::new(us, kind);
            let squares = area.checks.for_piece(piece) & empty;
            let mut targets = squares & near;
            let mut far = squares - area.ring;
            if kind != PieceKind::Knight && area.interposes {
                far = Bitboard::EMPTY;
            } else if kind != PieceKind::Knight
                && let Some(free) = area.free.first()
            {
                // From afar a slider covers nothing around the king but its own line.
                far &= attacks::line(area.king, free);
            }
            targets |= far;
            for to in targets {
                if area.leaves_none(piece, to, area.occupied)
                    && !area.is_taken(pos, to)
                    && let Some(mv) = Move::drop(kind, to)
                    && pos.is_legal(mv)
                    && mates(pos, area, mv, &mut self.tried)
                {
                    return Some(mv);
                }
            }
        }
        None
    }

    /// A move on the board that mates; `known` are the checks and pins of the position.
    pub fn by_move(&mut self, known: &Checks) -> Option<Move> {
        self.on_board(known, false, |_| {})
    }

    /// [`LastCheck::by_move`] with a count of the checks, in one pass.
    ///
    /// # Errors
    ///
    /// If no move mates, the number of all legal checks, drops included.
    pub fn by_move_or_count(&mut self, known: &Checks) -> Result<Move, usize> {
        // One pass over the pieces on the board for both.
        let mut checks = 0;
        let found = self.on_board(known, true, |of| checks += of.plain.len() + of.promoting.len());
        found.ok_or_else(|| {
            check_sets::drop_checks(self.pos, known, &self.area.checks, |_, to| checks += to.len());
            checks as usize
        })
    }

    /// Finds a mating move on the board, and calls `each` with the checks of every piece: `all` of them, or those that may mate.
    #[inline(always)]
    fn on_board(&mut self, known: &Checks, all: bool, mut each: impl FnMut(&PieceChecks)) -> Option<Move> {
        let LastCheck { pos, ref area, ref mut tried } = *self;
        let (movers, mut found) = (area.movers(pos), None);
        let targets = |piece, from| movers.targets(area, piece, from);
        let wanted = |piece, from| if all { !Bitboard::EMPTY } else { targets(piece, from) };
        check_sets::board_checks(pos, known, &area.checks, wanted, |of| {
            each(&of);
            let may = if all { targets(of.piece, of.from) } else { !Bitboard::EMPTY };
            if may.is_empty() || found.is_some() {
                return;
            }
            let (mut plain, promoting, mut opened) = (of.plain & may, of.promoting & may, None);
            if let Some(kind) = of.piece.kind().promoted() {
                let promoted = Piece::new(area.us, kind);
                for to in promoting {
                    if found.is_none() && area.holds(pos, promoted, of.from, to, &mut opened) {
                        let mv = Move::promoting(of.from, to);
                        found = mates(pos, area, mv, tried).then_some(mv);
                    }
                }
                if matches!(of.piece.kind(), PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook) {
                    // Where they mate unpromoted, they mate promoted as well.
                    plain = plain - promoting;
                }
            }
            for to in plain {
                if found.is_none() && area.holds(pos, of.piece, of.from, to, &mut opened) {
                    let mv = Move::normal(of.from, to);
                    found = mates(pos, area, mv, tried).then_some(mv);
                }
            }
        });
        found
    }
}

/// Plays a check to see whether it mates; drops are no defence if they do not count.
fn mates(pos: &Position, area: &KingArea, mv: Move, tried: &mut u64) -> bool {
    *tried += 1;
    let mut after = pos.clone();
    after.do_move(mv);
    if area.drops_count {
        !after.has_legal_move()
    } else {
        super::count_evasions(&after, &Checks::of(&after)).on_board == 0
    }
}
