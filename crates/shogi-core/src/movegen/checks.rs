//! Moves that give check.

use super::check_sets;
use super::out::{MoveCount, Out};
use crate::bitboard::Bitboard;
use crate::{CheckSquares, Checks, Move, MoveList, Position};

/// Appends the legal moves that give check; nothing if the other side has no king.
pub fn checks(pos: &Position, known: &Checks, list: &mut MoveList) {
    list.append(|out| generate(pos, known, out));
}

/// How many legal moves give check: as many as [`checks`] appends, without a list.
///
/// ```
/// use komadai_core::{Checks, Position, movegen};
///
/// let pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
/// // Golds on the ranks 1 and 2 beside and before the king, and the pawn, promoted or not.
/// assert_eq!(movegen::count_checks(&pos, &Checks::of(&pos)).all(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_checks(pos: &Position, known: &Checks) -> MoveCount {
    let mut count = MoveCount::default();
    generate(pos, known, &mut count);
    count
}

#[inline(always)]
fn generate(pos: &Position, known: &Checks, out: &mut impl Out) {
    let Some(squares) = CheckSquares::of(pos) else { return };
    let anywhere = |_, _| !Bitboard::EMPTY;
    check_sets::board_checks(pos, known, &squares, anywhere, |checks| {
        out.each(checks.plain, |to| Move::normal(checks.from, to));
        out.each(checks.promoting, |to| Move::promoting(checks.from, to));
    });
    check_sets::drop_checks(pos, known, &squares, |kind, to| out.few_drops(Move::drop_base(kind), to));
}
