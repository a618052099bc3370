//! Static exchange evaluation: what a move gains if both sides keep taking on its target square.
//!
//! Each side takes with its least valuable piece, promotes where it can, and stops when going on loses. Pieces behind sliders join in
//! when the line opens. Pins are ignored, and a king takes only a piece that is no longer guarded.

use crate::bitboard::Bitboard;
use crate::{Color, Move, Piece, PieceKind, PieceValues, Position, Square};

/// Longest exchange on one square: no more than 20 pieces can attack it (8 neighbours, 4 knights, and the sliders behind the neighbours).
const LONGEST: usize = 32;

/// Static exchange evaluation: gain of a legal move for the side to move, in the units of `values` (centipawns). A quiet move or a drop
/// gains nothing and may lose the piece; a promotion adds its gain.
///
/// ```
/// use komadai_core::{Position, PieceValues, see};
///
/// // The rook takes a pawn that a gold guards.
/// let pos: Position = "4k4/9/9/4g4/4p4/9/9/4R4/4K4 b - 1".parse()?;
/// let values = PieceValues::PAIRS_2007;
/// assert_eq!(see::see(&pos, "5h5e".parse()?, &values), 200 - 1900);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn see(pos: &Position, mv: Move, values: &PieceValues) -> i32 {
    let mut gains = [0; LONGEST];
    let Some((mut exchange, gain)) = Exchange::begin(pos, mv, values) else { return 0 };
    gains[0] = gain;
    let mut last = 0;
    // A king on the square cannot be taken: its move was legal.
    while last + 1 < LONGEST && exchange.on_square != PieceKind::King {
        let Some(gain) = exchange.take(values) else { break };
        last += 1;
        gains[last] = gain - gains[last - 1];
    }
    while last > 0 {
        // The side whose turn it was takes only if that is better than stopping.
        gains[last - 1] = -(-gains[last - 1]).max(gains[last]);
        last -= 1;
    }
    gains[0]
}

/// Whether [`see`] is `least` or more, often without playing out the exchange.
///
/// The two sides are asked in turn: can the side to take win more than the amount left over? The answer is settled as soon as this amount
/// is negative, or not less than anything the square can yield.
///
/// ```
/// use komadai_core::{Position, PieceValues, see};
///
/// let pos: Position = "4k4/9/9/4g4/4p4/9/9/4R4/4K4 b - 1".parse()?;
/// let values = PieceValues::PAIRS_2007;
/// assert!(see::at_least(&pos, "5h5e".parse()?, -1700, &values));
/// assert!(!see::at_least(&pos, "5h5e".parse()?, -1699, &values));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn at_least(pos: &Position, mv: Move, least: i32, values: &PieceValues) -> bool {
    let Some((mut exchange, gain)) = Exchange::begin(pos, mv, values) else { return least <= 0 };
    let mut left = gain - least;
    if left < 0 {
        return false;
    }
    // The mover may lose at most `left`; in turn, the other side must win more than `left`, and so on.
    let mut mover_asks = true;
    for _ in 1..LONGEST {
        // A king on the square cannot be taken: its move was legal.
        let at_stake = values.exchange(exchange.on_square);
        if exchange.on_square == PieceKind::King
            || left >= at_stake && left >= at_stake + values.largest_promotion()
        {
            return mover_asks;
        }
        let Some(gain) = exchange.take(values) else { return mover_asks };
        // The taker needs `left + 1`; it may lose again what it has just won beyond that.
        left = gain - left - 1;
        if left < 0 {
            return mover_asks;
        }
        mover_asks = !mover_asks;
    }
    mover_asks
}

/// The pieces still in play on one square.
struct Exchange<'a> {
    pos: &'a Position,
    to: Square,
    occupied: Bitboard,
    /// What stands on the square, and the side that may take it.
    on_square: PieceKind,
    side: Color,
}

impl<'a> Exchange<'a> {
    /// Begins with a move and returns its gain; `None` if its origin is empty.
    #[inline]
    fn begin(pos: &'a Position, mv: Move, values: &PieceValues) -> Option<(Exchange<'a>, i32)> {
        let (to, on_square) = (mv.to(), pos.placed_by(mv)?.kind());
        let mut gain = pos.piece_at(to).map_or(0, |captured| values.exchange(captured.kind()));
        if mv.is_promotion() {
            gain += values.promotion(on_square.unpromoted());
        }
        let mut occupied = pos.occupied() | Bitboard::of(to);
        if let Some(from) = mv.from() {
            occupied.remove(from);
        }
        Some((Exchange { pos, to, occupied, on_square, side: !pos.side_to_move() }, gain))
    }

    /// Takes with the cheapest piece and returns the gain; `None` if there is none, or if only a king could take a guarded piece.
    #[inline]
    fn take(&mut self, values: &PieceValues) -> Option<i32> {
        let (from, taker) = self.least_valuable(self.side, values)?;
        self.occupied.remove(from);
        if taker == PieceKind::King && self.least_valuable(!self.side, values).is_some() {
            return None;
        }
        let mut gain = values.exchange(self.on_square);
        self.on_square = taker;
        if let Some(promoted) = taker.promoted()
            && (from.in_promotion_zone(self.side) || self.to.in_promotion_zone(self.side))
        {
            gain += values.promotion(taker);
            self.on_square = promoted;
        }
        self.side = !self.side;
        Some(gain)
    }

    /// The cheapest piece of `side` that attacks the square, and its kind; the king last.
    fn least_valuable(&self, side: Color, values: &PieceValues) -> Option<(Square, PieceKind)> {
        let attackers = self.pos.attackers(side, self.to, self.occupied) & self.occupied;
        let mut cheapest: Option<(i32, Square, PieceKind)> = None;
        attackers.for_each(|square| {
            let Some(kind) = self.pos.piece_at(square).map(Piece::kind) else { return };
            let cost = if kind == PieceKind::King { i32::MAX } else { values.board[kind] };
            if cheapest.is_none_or(|(least, ..)| cost < least) {
                cheapest = Some((cost, square, kind));
            }
        });
        cheapest.map(|(_, square, kind)| (square, kind))
    }
}
