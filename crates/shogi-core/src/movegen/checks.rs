//! Moves that give check, and mate in one.

use super::out::{MoveCount, Out};
use super::{board, check_sets};
use crate::bitboard::Bitboard;
use crate::{CheckSquares, Checks, Move, MoveList, Piece, PieceKind, Position, Square, attacks};

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

/// A move that mates at once, if there is one; `known` are the checks and pins of the position.
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
pub fn mate_in_one(pos: &Position, known: &Checks) -> Option<Move> {
    let them = !pos.side_to_move();
    let king = pos.king(them)?;
    let mut list = MoveList::new();
    checks(pos, known, &mut list);
    if list.is_empty() {
        return None;
    }
    let steps = attacks::steps_of(Piece::new(them, PieceKind::King), king) - pos.of_color(them);
    let free = steps - board::danger(pos, them, king);
    list.into_iter().find(|&mv| !leaves_way_out(pos, mv, king, free) && mates(pos, mv))
}

/// Whether a check leaves open one of the squares `free` to which the other side's king could step before it: then it is no
/// mate. Answers no where that would take a closer look.
fn leaves_way_out(pos: &Position, mv: Move, king: Square, free: Bitboard) -> bool {
    let Some(placed) = pos.placed_by(mv) else { return false };
    let mut occupied = pos.occupied() | Bitboard::of(mv.to());
    occupied.remove(king);
    if let Some(from) = mv.from() {
        occupied.remove(from);
    }
    let left = free - attacks::attacks(placed, mv.to(), occupied) - Bitboard::of(mv.to());
    // A piece that moves may have opened the line of another one.
    left.first().is_some_and(|to| mv.is_drop() || !pos.is_attacked(pos.side_to_move(), to, occupied))
}

/// Whether a check mates.
fn mates(pos: &Position, mv: Move) -> bool {
    let mut after = pos.clone();
    after.do_move(mv);
    !answers_easily(&after) && !after.has_legal_move()
}

/// Whether a side in check has an answer that is found at a glance: the king steps aside, or a piece that is not pinned
/// takes what gives check. A check that is answered so needs no list of moves.
fn answers_easily(pos: &Position) -> bool {
    let us = pos.side_to_move();
    let Some(king) = pos.king(us) else { return false };
    let mut without_king = pos.occupied();
    without_king.remove(king);
    let steps = attacks::steps_of(Piece::new(us, PieceKind::King), king) & !pos.of_color(us);
    if steps.into_iter().any(|to| !pos.is_attacked(!us, to, without_king)) {
        return true;
    }
    let known = Checks::of(pos);
    let Some(checker) = known.checkers.first().filter(|_| !known.checkers.has_many()) else { return false };
    let takers = pos.attackers(us, checker, pos.occupied()) & !known.pinned & !Bitboard::of(king);
    !takers.is_empty()
}
