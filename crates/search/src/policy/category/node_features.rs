//! Features of a node for the classifier: maps of attacks, the piece in danger, lines of sliders, threats.
//!
//! Everything is seen by the mover: *we* move, *they* answer. The features are computed once a node; 21 predicates then
//! read bitboards instead of computing them again for each of a hundred moves.

use komadai_core::{Bitboard, Checks, Color, Move, Piece, PieceKind, Position, Square, attacks, movegen};

use super::VALUES;
use crate::node::Node;

/// Features of a node that the predicates of [`Tacos`](super::Tacos) read: attacks, dangers, lines and threats.
#[derive(Clone, Debug)]
pub struct NodeFeatures {
    pub(in crate::policy) us: Color,
    pub(in crate::policy) in_check: bool,
    /// Where their last move ended.
    pub(in crate::policy) last: Option<Square>,
    pub(in crate::policy) our_king: Option<Square>,
    pub(in crate::policy) their_king: Option<Square>,
    /// Our king's square and its neighbours.
    pub(in crate::policy) our_zone: Bitboard,
    /// Their king's square and its neighbours.
    pub(in crate::policy) their_zone: Bitboard,
    /// Squares that we attack.
    pub(in crate::policy) ours: Bitboard,
    /// Squares that they attack.
    pub(in crate::policy) theirs: Bitboard,
    /// Our pieces that give a discovered check when they leave their line.
    pub(in crate::policy) discoverers: Bitboard,
    /// Their most valuable pieces among those we can take.
    pub(in crate::policy) prizes: Bitboard,
    /// Our most valuable piece among those they can take with profit.
    pub(in crate::policy) endangered: Option<Square>,
    /// Squares between that piece and their sliders that attack it.
    pub(in crate::policy) interpositions: Bitboard,
    /// Squares that shut their sliders' lines to our king and its neighbours.
    pub(in crate::policy) king_lines: Bitboard,
    /// Squares that shut their sliders' lines to our camp or to one of our pieces.
    pub(in crate::policy) lines: Bitboard,
    /// How they would mate if we passed.
    pub(in crate::policy) mate: Option<Move>,
    /// What they could do at once if we passed: take that piece, or promote if that gains more.
    pub(in crate::policy) threat: Option<Threat>,
}

/// A capture or a promotion that they are about to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::policy) struct Threat {
    pub(in crate::policy) from: Square,
    pub(in crate::policy) to: Square,
    /// What it wins.
    pub(in crate::policy) gain: i32,
}

/// A king's square and its neighbours; nothing without a king.
fn zone(king: Option<Square>) -> Bitboard {
    king.map_or(Bitboard::EMPTY, |king| {
        attacks::steps_of(Piece::new(Color::Black, PieceKind::King), king) | Bitboard::of(king)
    })
}

/// All squares that a side attacks.
fn attacked_by(pos: &Position, side: Color) -> Bitboard {
    let occupied = pos.occupied();
    let mut all = Bitboard::EMPTY;
    for from in pos.of_color(side) {
        if let Some(piece) = pos.piece_at(from) {
            all |= attacks::attacks(piece, from, occupied);
        }
    }
    all
}

impl NodeFeatures {
    /// Looks at a node.
    pub(in crate::policy) fn new(at: &Node<'_>) -> NodeFeatures {
        let pos = at.pos;
        let us = pos.side_to_move();
        let (our_king, their_king) = (pos.king(us), pos.king(!us));
        let mut node = NodeFeatures {
            us,
            in_check: at.in_check,
            last: at.back(1).map(Move::to),
            our_king,
            their_king,
            our_zone: zone(our_king),
            their_zone: zone(their_king),
            ours: attacked_by(pos, us),
            theirs: attacked_by(pos, !us),
            discoverers: pos.discoverers(us),
            prizes: Bitboard::EMPTY,
            endangered: None,
            interpositions: Bitboard::EMPTY,
            king_lines: Bitboard::EMPTY,
            lines: Bitboard::EMPTY,
            mate: None,
            threat: None,
        };
        // In check every move is an answer to it, and no other feature is needed.
        if !at.in_check {
            node.look_for_prizes(pos);
            node.look_for_danger(pos);
            node.look_along_lines(pos);
            node.look_for_promotions(pos);
            let mut passed = pos.clone();
            passed.do_null();
            node.mate = movegen::mate_in_one(&passed, &Checks::of(&passed));
        }
        node
    }

    fn look_for_prizes(&mut self, pos: &Position) {
        let mut dearest = 0;
        for square in pos.of_color(!self.us) & self.ours {
            let Some(piece) = pos.piece_at(square) else { continue };
            let value = VALUES.exchange(piece.kind());
            if value > dearest {
                dearest = value;
                self.prizes = Bitboard::EMPTY;
            }
            if value == dearest {
                self.prizes.insert(square);
            }
        }
    }

    /// A piece is in danger if it is not guarded, or if a cheaper piece attacks it.
    fn look_for_danger(&mut self, pos: &Position) {
        let mut dearest = 0;
        for square in pos.of_color(self.us) & self.theirs {
            let Some(piece) = pos.piece_at(square).filter(|piece| piece.kind() != PieceKind::King) else {
                continue;
            };
            let value = VALUES.exchange(piece.kind());
            if value <= dearest {
                continue;
            }
            let attackers = pos.attackers(!self.us, square, pos.occupied());
            let price = |from: Square| pos.piece_at(from).map_or(0, |piece| VALUES.exchange(piece.kind()));
            let cheapest = attackers
                .into_iter()
                .filter(|&from| pos.king(!self.us) != Some(from))
                .min_by_key(|&from| price(from));
            let guarded = self.ours.contains(square);
            let (from, gain) = match (cheapest, attackers.first()) {
                (Some(from), _) if !guarded => (from, value),
                (Some(from), _) => (from, value - price(from)),
                (None, Some(king)) if !guarded => (king, value),
                _ => continue,
            };
            if gain <= 0 {
                continue;
            }
            dearest = value;
            self.endangered = Some(square);
            self.interpositions =
                attackers.into_iter().fold(Bitboard::EMPTY, |all, from| all | attacks::between(from, square));
            self.threat = Some(Threat { from, to: square, gain });
        }
    }

    fn look_along_lines(&mut self, pos: &Position) {
        let camp = Bitboard::far_ranks(!self.us, 3);
        let ours = pos.of_color(self.us);
        for from in pos.sliders() & pos.of_color(!self.us) {
            let Some(piece) = pos.piece_at(from) else { continue };
            let reach = attacks::attacks(piece, from, pos.occupied());
            for target in reach & self.our_zone {
                self.king_lines |= attacks::between(from, target);
            }
            for target in reach & (camp | ours) {
                self.lines |= attacks::between(from, target);
            }
        }
    }

    /// Their safe promotions; one is the threat if it gains more than what they can take.
    fn look_for_promotions(&mut self, pos: &Position) {
        use PieceKind::{Bishop, Knight, Lance, Pawn, Rook, Silver};
        let zone = Bitboard::far_ranks(!self.us, 3);
        let free = !(pos.of_color(!self.us) | self.ours);
        for kind in [Rook, Bishop, Pawn, Lance, Knight, Silver] {
            let gain = VALUES.promotion(kind);
            if self.threat.is_some_and(|threat| threat.gain >= gain) {
                continue;
            }
            for from in pos.of(!self.us, kind) {
                let piece = Piece::new(!self.us, kind);
                let reach = attacks::attacks(piece, from, pos.occupied()) & free;
                let reach = if zone.contains(from) { reach } else { reach & zone };
                if let Some(to) = reach.first() {
                    self.threat = Some(Threat { from, to, gain });
                    break;
                }
            }
        }
    }
}
