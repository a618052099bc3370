//! Needless non-promotions (不成): moves that are never better than the promotion beside them.

use komadai_core::{Bitboard, Move, Piece, PieceKind, Position, attacks};

/// Whether a move leaves a pawn, bishop or rook unpromoted, or a lance on the second rank, for nothing.
///
/// The promoted piece does all that the other one does, and more, so that a search can do without these moves. The one reason
/// to play them is pawn-drop mate (打ち歩詰め): where the mover has a pawn to drop before the king and the promoted piece
/// would attack the king or more squares round it, the move may be meant to leave the king a way out, and is not needless.
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
    let Some(from) = mv.from().filter(|_| !mv.is_promotion()) else { return false };
    let us = pos.side_to_move();
    let zone = Bitboard::far_ranks(us, 3);
    if !zone.contains(from) && !zone.contains(mv.to()) {
        return false;
    }
    let Some(piece) = pos.piece_at(from) else { return false };
    let dominated = match piece.kind() {
        PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook => true,
        PieceKind::Lance => Bitboard::far_ranks(us, 2).contains(mv.to()),
        _ => false,
    };
    dominated && !concerns_pawn_drop_mate(pos, piece, mv)
}

/// Whether the mover has a pawn to drop, and the promoted piece would attack the king or squares round it that the piece
/// itself does not.
#[cold]
fn concerns_pawn_drop_mate(pos: &Position, piece: Piece, mv: Move) -> bool {
    let us = pos.side_to_move();
    let (Some(promoted), Some(king)) = (piece.kind().promoted(), pos.king(!us)) else { return false };
    let takes_pawn = pos.piece_at(mv.to()).is_some_and(|taken| taken.kind().unpromoted() == PieceKind::Pawn);
    if !pos.hand(us).has(PieceKind::Pawn) && !takes_pawn {
        return false;
    }
    let attacked = |piece| attacks::attacks(piece, mv.to(), pos.occupied());
    let more = attacked(Piece::new(us, promoted)) & !attacked(piece);
    let round = attacks::attacks(Piece::new(us, PieceKind::King), king, pos.occupied());
    more.contains(king) || !(more & round).is_empty()
}
