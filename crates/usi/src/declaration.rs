//! Whether a game is won by declaration (入玉宣言) under the 27-point rule.

use komadai_core::ending::{Declaration, DeclarationRule, declaration};
use komadai_core::notation::usi::GameLine;
use komadai_core::{Hand, PieceKind, Position, Setup};

/// Whether the side to move wins by declaring.
pub(crate) fn wins(game: &GameLine, now: &Position) -> bool {
    declaration(now, DeclarationRule::Points27, handicap_points(game.start())) == Declaration::Win
}

/// Pieces that the giver of a handicap has left in the box, as points of a declaration.
fn handicap_points(start: &Position) -> u32 {
    let setup = Setup::from(start);
    let missing = |kind| Hand::limit(kind).saturating_sub(setup.total(kind));
    let worth = |kind| if matches!(kind, PieceKind::Bishop | PieceKind::Rook) { 5 } else { 1 };
    PieceKind::HAND.into_iter().map(|kind| missing(kind) * worth(kind)).sum()
}
