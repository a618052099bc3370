//! Cooks that are one to a composer made one, and the worst put first.

use komadai_core::Move;

use super::cook::Cook;
use super::kind::CookKind;
use crate::bounded::length::Length;

/// Puts cooks that are alike together, then the worst first. The line has so many `moves`.
pub(super) fn merged(cooks: Vec<Cook>, moves: usize) -> Vec<Cook> {
    let mut all: Vec<Cook> = Vec::new();
    for cook in cooks {
        let same = |other: &&mut Cook| {
            (other.ply, other.kind, other.length, other.rejoins)
                == (cook.ply, cook.kind, cook.length, cook.rejoins)
                && (other.rejoins.is_some() || same_piece(other.mv, cook.mv))
        };
        match all.iter_mut().find(same) {
            Some(other) => other.also.push(cook.mv),
            None => all.push(cook),
        }
    }
    // The sort is stable: what is equally bad stays in the order of the line.
    all.sort_by_key(|cook| severity(cook, moves));
    all
}

/// Whether two moves are of the same piece on the board, or drops of the same kind.
fn same_piece(one: Move, other: Move) -> bool {
    (one.from(), one.dropped()) == (other.from(), other.dropped())
}

/// Small for bad ones: by kind; of other solutions first keys and those that are no longer than the line come first; then
/// by place and length.
fn severity(cook: &Cook, moves: usize) -> (CookKind, bool, usize, u16) {
    let plies = match cook.length {
        Length::Exact(plies) | Length::AtLeast(plies) => plies,
        Length::Between { at_least, .. } => at_least,
        Length::NoMate => 0,
    };
    let longer = !matches!(cook.length, Length::Exact(plies) if usize::from(plies) + cook.ply <= moves);
    (cook.kind, cook.kind == CookKind::Other && cook.ply > 0 && longer, cook.ply, plies)
}
