//! The moves that give check, as sets of squares: one set for a piece on the board, one for a kind in hand.
//!
//! Lists and counts of checks are made from these sets. A search that examines every check, as a mate search does, uses the sets
//! directly.

use super::out::{MoveCount, Out};
use super::{board, drops};
use crate::attacks::{self, between};
use crate::bitboard::Bitboard;
use crate::{CheckSquares, Checks, Color, Move, MoveList, Piece, PieceKind, Position, Square};

/// The legal moves of one piece on the board that give check.
#[derive(Clone, Copy, Debug)]
pub struct PieceChecks {
    /// Where the piece stands.
    pub from: Square,
    /// The piece before the move.
    pub piece: Piece,
    /// Squares on which it gives check without promoting.
    pub plain: Bitboard,
    /// Squares on which it gives check and promotes.
    pub promoting: Bitboard,
}

/// Calls `each` with the checks of every piece of the side to move on the board, limited to the squares that `wanted` returns for the
/// piece and its square. `known` are the checks and pins of the position, `squares` its check squares. Either set of a piece may be
/// empty.
///
/// ```
/// use komadai_core::{Bitboard, CheckSquares, Checks, Position, movegen};
///
/// let pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
/// let squares = CheckSquares::of(&pos).ok_or("no king")?;
/// let mut found = Vec::new();
/// let anywhere = |_, _| !Bitboard::EMPTY;
/// movegen::board_checks(&pos, &Checks::of(&pos), &squares, anywhere, |checks| found.push(checks));
/// // The pawn on 5c steps to 5b, promoted or not.
/// assert_eq!((found.len(), found[0].plain.len(), found[0].promoting.len()), (1, 1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline(always)]
pub fn board_checks(
    pos: &Position,
    known: &Checks,
    squares: &CheckSquares,
    wanted: impl Fn(Piece, Square) -> Bitboard,
    mut each: impl FnMut(PieceChecks),
) {
    let us = pos.side_to_move();
    let (their_king, king, discoverers) = (squares.king, pos.king(us), squares.discoverers);
    if let Some(king) = king
        && discoverers.contains(king)
    {
        // The king itself may give a discovered check, even while it steps out of check.
        let piece = Piece::new(us, PieceKind::King);
        let off = (attacks::steps_of(piece, king) & wanted(piece, king))
            - attacks::line(their_king, king)
            - pos.of_color(us);
        let plain = off - board::danger(pos, us, king);
        each(PieceChecks { from: king, piece, plain, promoting: Bitboard::EMPTY });
    }
    let targets = ward(pos, known) - pos.of_color(us);
    let mut movers = pos.of_color(us) & (givers_to(pos, their_king) | discoverers);
    if let Some(king) = king {
        movers.remove(king);
    }
    movers.for_each(|from| {
        let Some(piece) = pos.piece_at(from) else { return };
        let wanted = wanted(piece, from) & targets;
        if wanted.is_empty() {
            return;
        }
        let mut to = attacks::attacks(piece, from, pos.occupied()) & wanted;
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
        // Ranks from which it could never move again: one for a pawn or a lance, two for a knight.
        let dead = match piece.kind() {
            PieceKind::Pawn | PieceKind::Lance => Bitboard::far_ranks(us, 1),
            PieceKind::Knight => Bitboard::far_ranks(us, 2),
            _ => Bitboard::EMPTY,
        };
        let plain = (to & (squares.for_piece(piece) | discovered)) - dead;
        let promoting = piece.kind().promoted().map_or(Bitboard::EMPTY, |kind| {
            let zone = Bitboard::far_ranks(us, 3);
            let reach = if zone.contains(from) { to } else { to & zone };
            reach & (squares.for_piece(Piece::new(us, kind)) | discovered)
        });
        each(PieceChecks { from, piece, plain, promoting });
    });
}

/// Calls `each` with every kind that the side to move holds and the squares on which its drop is legal and gives check. `known` are the
/// checks and pins of the position, `squares` its check squares.
///
/// ```
/// use komadai_core::{CheckSquares, Checks, PieceKind, Position, movegen};
///
/// let pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
/// let squares = CheckSquares::of(&pos).ok_or("no king")?;
/// movegen::drop_checks(&pos, &Checks::of(&pos), &squares, |kind, to| {
///     assert_eq!((kind, to.len()), (PieceKind::Gold, 5));
/// });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline(always)]
pub fn drop_checks(
    pos: &Position,
    known: &Checks,
    squares: &CheckSquares,
    mut each: impl FnMut(PieceKind, Bitboard),
) {
    let us = pos.side_to_move();
    let (hand, empty) = (pos.hand(us), ward(pos, known) - pos.occupied());
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
        each(kind, to);
    }
}

/// Appends the legal moves that give check; nothing if the other side has no king.
pub fn checks(pos: &Position, known: &Checks, list: &mut MoveList) {
    list.append(|out| generate(pos, known, out));
}

/// Counts the legal moves that give check: as many as [`checks`] appends, without a list.
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
    board_checks(pos, known, &squares, anywhere, |checks| {
        out.each(checks.plain, |to| Move::normal(checks.from, to));
        out.each(checks.promoting, |to| Move::promoting(checks.from, to));
    });
    drop_checks(pos, known, &squares, |kind, to| out.few_drops(Move::drop_base(kind), to));
}

/// Squares where a piece other than the king may go, given the checks on its own king: all without a check, those that block or take a
/// single checker, none with two checkers.
#[inline(always)]
pub(super) fn ward(pos: &Position, known: &Checks) -> Bitboard {
    match (pos.king(pos.side_to_move()), known.checkers.first()) {
        (Some(_), Some(_)) if known.checkers.has_many() => Bitboard::EMPTY,
        (Some(king), Some(checker)) => between(king, checker) | known.checkers,
        _ => !Bitboard::EMPTY,
    }
}

/// Squares from which pieces can give check to a king with their next move, promoted or not, on an empty board. Only pieces there are
/// examined, and all horses, dragons, bishops and rooks, which nearly always can give check.
#[derive(Clone, Copy)]
struct Givers {
    pawn: Bitboard,
    knight: Bitboard,
    silver: Bitboard,
    /// Also for the promoted pieces that move like a gold.
    gold: Bitboard,
    /// On the king's file or, for promotion, on those beside it.
    lance: Bitboard,
}

/// `[color][other side's king & 127]`
static GIVERS: [[Givers; 128]; 2] = [givers(Color::Black), givers(Color::White)];

const fn givers(us: Color) -> [Givers; 128] {
    let files = board::around(1, 8);
    let mut table = [givers_at(us, 0, files[0]); 128];
    let mut king = 1;
    while king < 81 {
        table[king] = givers_at(us, king, files[king]);
        king += 1;
    }
    table
}

const fn givers_at(us: Color, king: usize, lance: Bitboard) -> Givers {
    Givers {
        pawn: givers_of(us, PieceKind::Pawn, king),
        knight: givers_of(us, PieceKind::Knight, king),
        silver: givers_of(us, PieceKind::Silver, king),
        gold: givers_of(us, PieceKind::Gold, king),
        lance,
    }
}

/// Squares from which a piece of a kind attacks the king's square after a step, or after a step with promotion to a gold's moves.
const fn givers_of(us: Color, kind: PieceKind, king: usize) -> Bitboard {
    let zone = Bitboard::far_ranks(us, 3).0;
    let king = Square::from_raw(king as u8);
    let them = match us {
        Color::Black => Color::White,
        Color::White => Color::Black,
    };
    let mut set = 0;
    // Steps backwards from the squares that attack the king.
    let mut plain = attacks::steps_table(them, kind, king).0;
    while plain != 0 {
        set |= attacks::steps_table(them, kind, Square::from_raw(plain.trailing_zeros() as u8)).0;
        plain &= plain - 1;
    }
    let mut promoted =
        if kind.can_promote() { attacks::steps_table(them, PieceKind::Gold, king).0 } else { 0 };
    while promoted != 0 {
        let to = promoted.trailing_zeros();
        let from = attacks::steps_table(them, kind, Square::from_raw(to as u8)).0;
        set |= if zone >> to & 1 == 1 { from } else { from & zone };
        promoted &= promoted - 1;
    }
    Bitboard(set)
}

/// Pieces of the side to move, and some of the other side, that may give check to `king` by moving themselves.
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
