//! Moves that win something at once: captures, and promotions that gain enough; and needless non-promotions (不成), moves
//! that are never better than the promotion beside them.
//!
//! The same list feeds the picker's second stage and quiescence.

use komadai_core::{
    Bitboard, ByKind, Checks, Move, MoveList, Piece, PieceKind, PieceValues, Position, Square, attacks,
    movegen, see,
};

use crate::node::Node;

/// Least gain of a promotion that is tried with the captures: by the values of paper 001 all but the silver's.
const LEAST_GAIN: i32 = 200;

/// Appends all legal captures, then the quiet promotions that gain enough. In check the promotions may be illegal.
pub(crate) fn generate(pos: &Position, checks: &Checks, values: &PieceValues, list: &mut MoveList) {
    movegen::captures(pos, checks, list);
    let (us, occupied) = (pos.side_to_move(), pos.occupied());
    let zone = Bitboard::far_ranks(us, 3);
    // Pieces that can promote with their next move: all of a kind, or those on the far ranks.
    let movers = |kind, ranks| {
        let gains = values.promotion(kind) >= LEAST_GAIN;
        if gains { pos.of(us, kind) & Bitboard::far_ranks(us, ranks) } else { Bitboard::EMPTY }
    };
    let mut add = |from, reach: Bitboard| {
        let reach = (if zone.contains(from) { reach } else { reach & zone }) - occupied;
        if !reach.is_empty() {
            push_promotions(pos, checks, from, reach, list);
        }
    };
    for (kind, ranks) in [(PieceKind::Pawn, 4), (PieceKind::Knight, 5), (PieceKind::Silver, 4)] {
        for from in movers(kind, ranks) {
            add(from, attacks::steps_of(Piece::new(us, kind), from));
        }
    }
    movers(PieceKind::Lance, 9).into_iter().for_each(|from| add(from, attacks::lance(us, from, occupied)));
    movers(PieceKind::Bishop, 9).into_iter().for_each(|from| add(from, attacks::bishop(from, occupied)));
    movers(PieceKind::Rook, 9).into_iter().for_each(|from| add(from, attacks::rook(from, occupied)));
}

/// Appends the promotions of a piece on these squares. Few pieces can promote: a function of its own keeps the usual path short.
#[inline(never)]
fn push_promotions(pos: &Position, checks: &Checks, from: Square, reach: Bitboard, list: &mut MoveList) {
    for to in reach {
        let mv = Move::promoting(from, to);
        // Only a pinned piece can be forbidden to move when there is no check.
        if !checks.pinned.contains(from) || pos.is_legal(mv) {
            list.push(mv);
        }
    }
}

/// Order of tactical moves: what is won first, then the cheapest piece that wins it.
#[inline]
pub(crate) fn gain(pos: &Position, mv: Move, values: &PieceValues) -> i32 {
    let won = pos.piece_at(mv.to()).map_or(0, |piece| values.exchange(piece.kind()));
    let Some(piece) = mv.from().and_then(|from| pos.piece_at(from)) else { return won };
    let promotion = if mv.is_promotion() { values.promotion(piece.kind()) } else { 0 };
    // A sixteenth of the mover's worth decides only between equal gains.
    won + promotion - values.board[piece.kind()] / 16
}

/// Whether the exchange that a tactical move begins loses material.
#[inline]
pub(crate) fn loses(pos: &Position, mv: Move, values: &PieceValues) -> bool {
    mv.from().is_some() && !see::at_least(pos, mv, 0, values)
}

/// What the picker must know to tell tactical moves from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tactics {
    /// Values for exchanges and gains.
    pub(crate) values: PieceValues,
    /// Whether captures that lose come last.
    pub(crate) losing_last: bool,
    /// Whether needless non-promotions are left out.
    pub(crate) must_promote: bool,
}

impl Tactics {
    /// Whether a move is tried at all.
    #[inline]
    pub(crate) fn allows(&self, pos: &Position, mv: Move) -> bool {
        !self.must_promote || !is_needless_non_promotion(pos, mv)
    }

    /// Whether [`generate`] lists the move, which must be legal.
    #[inline]
    pub(crate) fn is_tactical(&self, at: &Node<'_>, mv: Move) -> bool {
        at.is_capture(mv)
            || mv.is_promotion()
                && mv
                    .from()
                    .and_then(|from| at.pos.piece_at(from))
                    .is_some_and(|piece| self.values.promotion(piece.kind()) >= LEAST_GAIN)
    }

    /// Whether it is a tactical move that does not lose.
    #[inline]
    pub(crate) fn wins(&self, at: &Node<'_>, mv: Move) -> bool {
        self.is_tactical(at, mv) && !loses(at.pos, mv, &self.values)
    }
}

/// Whether a move leaves a pawn, bishop or rook unpromoted, or a lance on the second rank, for nothing.
///
/// The promoted piece does all that the unpromoted one does, and more, so that a search can do without these moves. The
/// only reason to play them is pawn-drop mate (打ち歩詰め): if the mover has a pawn to drop before the king and the promoted
/// piece would attack the king or more squares around it, the move may be meant to leave the king a way out, and is not
/// needless. Nor is it if the other side has a pawn to drop and the promoted piece could take it before the mover's
/// king: with the unpromoted piece the drop may be a mate, which is not allowed.
///
/// The move must be pseudo-legal. Rules, generators and mate solvers know nothing of this.
///
/// ```
/// use komadai_core::Position;
/// use komadai_search::is_needless_non_promotion;
///
/// let mut pos = Position::startpos();
/// for mv in ["7g7f", "3c3d"] {
///     pos.do_move(mv.parse()?);
/// }
/// assert!(is_needless_non_promotion(&pos, "8h2b".parse()?)); // ２二角不成
/// assert!(!is_needless_non_promotion(&pos, "8h2b+".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn is_needless_non_promotion(pos: &Position, mv: Move) -> bool {
    let Some(from) = mv.from() else { return false };
    let us = pos.side_to_move();
    let Some(piece) = pos.piece_at(from) else { return false };
    // Ranks that the move has to touch, as a rule the promotion zone; for a lance, those that it has to reach.
    let (leaves, reaches) = NEEDLESS_FROM[piece.kind()];
    let touches =
        Bitboard::far_ranks(us, leaves).contains(from) | Bitboard::far_ranks(us, reaches).contains(mv.to());
    touches & !mv.is_promotion() && !concerns_pawn_drop_mate(pos, piece, mv)
}

/// For each kind, the ranks from the far side that a needless non-promotion leaves, or reaches.
const NEEDLESS_FROM: ByKind<(u8, u8)> = {
    let mut ranks = [(0, 0); PieceKind::COUNT];
    ranks[PieceKind::Pawn.index()] = (3, 3);
    ranks[PieceKind::Lance.index()] = (0, 2);
    ranks[PieceKind::Bishop.index()] = (3, 3);
    ranks[PieceKind::Rook.index()] = (3, 3);
    ByKind(ranks)
};

/// Whether the promoted piece would attack squares that the piece itself does not and that matter for a mate by pawn
/// drop: the other king or squares around it, or the square before the mover's own king, where it could take the pawn.
#[cold]
fn concerns_pawn_drop_mate(pos: &Position, piece: Piece, mv: Move) -> bool {
    let us = pos.side_to_move();
    let takes_pawn = pos.piece_at(mv.to()).is_some_and(|taken| taken.kind().unpromoted() == PieceKind::Pawn);
    let ours = takes_pawn || pos.hand(us).has(PieceKind::Pawn);
    let theirs = pos.hand(!us).has(PieceKind::Pawn);
    if !ours && !theirs {
        return false;
    }
    let steps = |kind, from| attacks::steps_of(Piece::new(us, kind), from);
    // What a pawn or lance gains are a gold's steps but the one ahead; what a bishop or rook gains, the steps of a horse or dragon.
    let promoted = piece.kind().promoted().map_or(Bitboard::EMPTY, |kind| steps(kind, mv.to()));
    let ahead = matches!(piece.kind(), PieceKind::Pawn | PieceKind::Lance);
    let more = if ahead { promoted - steps(PieceKind::Pawn, mv.to()) } else { promoted };
    let round = pos.king(!us).filter(|_| ours).map(|king| steps(PieceKind::King, king) | Bitboard::of(king));
    let before = pos.king(us).filter(|_| theirs).map(|king| steps(PieceKind::Pawn, king));
    round.into_iter().chain(before).any(|squares| !(more & squares).is_empty())
}
