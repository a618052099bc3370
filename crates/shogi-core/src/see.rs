//! Static exchange evaluation: what a move is worth if both sides go on taking on its target square.
//!
//! Each side takes with its least valuable piece, promotes where it can, and stops when going on loses. Pieces
//! behind sliders join in when the line opens. Pins are not looked at, and a king takes only what is no longer
//! guarded.

use crate::bitboard::Bitboard;
use crate::{Color, Move, Piece, PieceKind, PieceValues, Position, Square};

/// Longest exchange on one square: no more than 16 pieces can aim at it (8 neighbours, 2 knights a side, and
/// the sliders behind).
const LONGEST: usize = 32;

/// Static exchange evaluation: gain of a legal move for the side to move, in the units of `values` (centipawns). A quiet move or a drop gains nothing and
/// may lose the piece; a promotion counts what it adds.
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
    let Some(placed) = pos.placed_by(mv) else { return 0 };
    let to = mv.to();
    let mut gains = [0; LONGEST];
    gains[0] = pos.piece_at(to).map_or(0, |captured| values.exchange(captured.kind()));
    let mut occupied = pos.occupied() | Bitboard::of(to);
    if let Some(from) = mv.from() {
        occupied.remove(from);
        if mv.is_promotion() {
            gains[0] += values.promotion(placed.kind().unpromoted());
        }
    }
    let mut exchange = Exchange { pos, to, occupied };
    let mut side = !pos.side_to_move();
    let mut on_square = placed.kind();
    let mut last = 0;
    while last + 1 < LONGEST {
        // A king on the square cannot be taken: its move was legal.
        if on_square == PieceKind::King {
            break;
        }
        let Some((from, taker)) = exchange.least_valuable(side, values) else { break };
        exchange.occupied.remove(from);
        if taker == PieceKind::King && exchange.least_valuable(!side, values).is_some() {
            break;
        }
        let promotes = taker.can_promote() && (from.in_promotion_zone(side) || to.in_promotion_zone(side));
        last += 1;
        gains[last] = values.exchange(on_square) - gains[last - 1];
        on_square = taker;
        if promotes && let Some(promoted) = taker.promoted() {
            gains[last] += values.promotion(taker);
            on_square = promoted;
        }
        side = !side;
    }
    while last > 0 {
        // The side whose turn it was takes only if that is better than leaving things as they are.
        gains[last - 1] = -(-gains[last - 1]).max(gains[last]);
        last -= 1;
    }
    gains[0]
}

/// Whether [`see`] is `least` or more, often without playing the exchange out.
///
/// The question is put from side to side: may the one to take still win more than what is left over? It is settled as
/// soon as an amount left over is negative, or larger than all that stands on the square.
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
    let Some(placed) = pos.placed_by(mv) else { return least <= 0 };
    let to = mv.to();
    let mut left = pos.piece_at(to).map_or(0, |captured| values.exchange(captured.kind())) - least;
    if mv.is_promotion() {
        left += values.promotion(placed.kind().unpromoted());
    }
    if left < 0 {
        return false;
    }
    let mut occupied = pos.occupied() | Bitboard::of(to);
    if let Some(from) = mv.from() {
        occupied.remove(from);
    }
    let mut exchange = Exchange { pos, to, occupied };
    let mut side = !pos.side_to_move();
    let mut on_square = placed.kind();
    // The mover may lose so much and no more; asked of the other side, it must win more than so much, and so on.
    let mut mover_asks = true;
    for _ in 1..LONGEST {
        // A king on the square cannot be taken: its move was legal.
        let at_stake = values.exchange(on_square);
        if on_square == PieceKind::King || left >= at_stake && left >= at_stake + values.largest_promotion() {
            return mover_asks;
        }
        let Some((from, taker)) = exchange.least_valuable(side, values) else { return mover_asks };
        exchange.occupied.remove(from);
        if taker == PieceKind::King && exchange.least_valuable(!side, values).is_some() {
            return mover_asks;
        }
        let mut gain = values.exchange(on_square);
        on_square = taker;
        let promotes = taker.can_promote() && (from.in_promotion_zone(side) || to.in_promotion_zone(side));
        if promotes && let Some(promoted) = taker.promoted() {
            gain += values.promotion(taker);
            on_square = promoted;
        }
        // One more than it may lose is what the taker needs, less what it has just won.
        left = gain - left - 1;
        if left < 0 {
            return mover_asks;
        }
        mover_asks = !mover_asks;
        side = !side;
    }
    mover_asks
}

/// The pieces still in play on one square.
struct Exchange<'a> {
    pos: &'a Position,
    to: Square,
    occupied: Bitboard,
}

impl Exchange<'_> {
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
