//! Moves that give check, and mate in one.

use super::out::{MoveCount, Out};
use super::{board, drops};
use crate::attacks::{self, between};
use crate::bitboard::Bitboard;
use crate::{CheckSquares, Checks, Color, Move, MoveList, Piece, PieceKind, Position, Square};

/// Where pieces stand that can give check to a king with their next move, promoted or not, on an empty board. Only these are
/// looked at, with horses, dragons, bishops and rooks, which nearly always can.
#[derive(Clone, Copy)]
struct Givers {
    pawn: Bitboard,
    knight: Bitboard,
    silver: Bitboard,
    /// And the promoted pieces that move like a gold.
    gold: Bitboard,
    /// On the king's file or, to promote, on those beside it.
    lance: Bitboard,
}

/// `[color][other side's king & 127]`
static GIVERS: [[Givers; 128]; 2] = [givers(Color::Black), givers(Color::White)];

const fn givers(us: Color) -> [Givers; 128] {
    const NONE: Givers = Givers {
        pawn: Bitboard::EMPTY,
        knight: Bitboard::EMPTY,
        silver: Bitboard::EMPTY,
        gold: Bitboard::EMPTY,
        lance: Bitboard::EMPTY,
    };
    let files = board::around(1, 8);
    let mut table = [NONE; 128];
    let mut king = 0;
    while king < 81 {
        table[king] = Givers {
            pawn: givers_of(us, PieceKind::Pawn, king),
            knight: givers_of(us, PieceKind::Knight, king),
            silver: givers_of(us, PieceKind::Silver, king),
            gold: givers_of(us, PieceKind::Gold, king),
            lance: files[king],
        };
        king += 1;
    }
    table
}

/// Origins of pieces of a kind that attack the king's square after a step, or after a step with promotion to a gold's moves.
const fn givers_of(us: Color, kind: PieceKind, king: usize) -> Bitboard {
    let zone = Bitboard::far_ranks(us, 3).0;
    let king = Square::from_raw(king as u8);
    let them = match us {
        Color::Black => Color::White,
        Color::White => Color::Black,
    };
    let plain = attacks::steps_table(them, kind, king).0;
    let promoted = if kind.can_promote() { attacks::steps_table(them, PieceKind::Gold, king).0 } else { 0 };
    let mut set = 0;
    let mut from = 0;
    while from < 81 {
        let steps = attacks::steps_table(us, kind, Square::from_raw(from)).0;
        let reach = if zone >> from & 1 == 1 { steps } else { steps & zone };
        if steps & plain != 0 || reach & promoted != 0 {
            set |= 1 << from;
        }
        from += 1;
    }
    Bitboard(set)
}

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
    let us = pos.side_to_move();
    let (Some(their_king), Some(squares)) = (pos.king(!us), CheckSquares::of(pos)) else { return };
    let king = pos.king(us);
    let discoverers = squares.discoverers;
    let (mut targets, mut empty) = (!pos.of_color(us), !pos.occupied());

    if let (Some(king), Some(checker)) = (king, known.checkers.first()) {
        let ward =
            if known.checkers.has_many() { Bitboard::EMPTY } else { between(king, checker) | known.checkers };
        // The king itself may discover a check while it steps out of one.
        targets &= ward;
        empty &= ward;
    }

    if let Some(king) = king
        && discoverers.contains(king)
    {
        let off = !attacks::line(their_king, king) - pos.of_color(us);
        board::king_moves(pos, king, off, out);
    }
    let mut movers = pos.of_color(us) & (givers_to(pos, their_king) | discoverers);
    if let Some(king) = king {
        movers.remove(king);
    }
    movers.for_each(|from| {
        let Some(piece) = pos.piece_at(from) else { return };
        let mut to = attacks::attacks(piece, from, pos.occupied()) & targets;
        if let Some(king) = king
            && known.pinned.contains(from)
        {
            to &= attacks::line(king, from);
        }
        if to.is_empty() {
            return;
        }
        let discovered =
            if discoverers.contains(from) { to - attacks::line(their_king, from) } else { Bitboard::EMPTY };
        let plain = to & (squares.for_piece(piece) | discovered);
        // Ranks without a further step: one for a pawn or a lance, two for a knight.
        let dead = match piece.kind() {
            PieceKind::Pawn | PieceKind::Lance => Bitboard::far_ranks(us, 1),
            PieceKind::Knight => Bitboard::far_ranks(us, 2),
            _ => Bitboard::EMPTY,
        };
        out.each(plain - dead, |to| Move::normal(from, to));
        if let Some(kind) = piece.kind().promoted() {
            let zone = Bitboard::far_ranks(us, 3);
            let reach = if zone.contains(from) { to } else { to & zone };
            let promoted = squares.for_piece(Piece::new(us, kind)) | discovered;
            out.each(reach & promoted, |to| Move::promoting(from, to));
        }
    });
    let hand = pos.hand(us);
    if hand.is_empty() || empty.is_empty() {
        return;
    }
    for kind in PieceKind::HAND {
        if !hand.has(kind) {
            continue;
        }
        let mut to = empty & squares.for_piece(Piece::new(us, kind));
        if kind == PieceKind::Pawn && !to.is_empty() {
            to = drops::pawn_targets(pos, to);
        }
        out.few_drops(Move::drop_base(kind), to);
    }
}

/// Pieces of the side to move, and some of the other side's, that may give check to `king` with a move of their own.
#[inline]
fn givers_to(pos: &Position, king: Square) -> Bitboard {
    use PieceKind::{Bishop, Dragon, Horse, Knight, Lance, Pawn, Rook, Silver};
    let from = &GIVERS[pos.side_to_move().index()][king.index() & 127];
    from.pawn & pos.of_kind(Pawn)
        | from.knight & pos.of_kind(Knight)
        | from.silver & pos.of_kind(Silver)
        | from.gold & pos.golds()
        | from.lance & pos.of_kind(Lance)
        | pos.of_kind(Bishop)
        | pos.of_kind(Rook)
        | pos.of_kind(Horse)
        | pos.of_kind(Dragon)
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
