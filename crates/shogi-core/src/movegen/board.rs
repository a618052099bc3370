//! Moves of pieces on the board.

use super::out::{MoveCount, Out};
use crate::bitboard::Bitboard;
use crate::{Color, Move, Piece, PieceKind, Position, Square, attacks};

const PROMOTE: u16 = 1 << 14;

/// King steps to `targets` that are not attacked once the king has left its square.
#[inline(always)]
pub(super) fn king_moves(pos: &Position, king: Square, targets: Bitboard, out: &mut impl Out) {
    let us = pos.side_to_move();
    let steps = attacks::steps_of(Piece::new(us, PieceKind::King), king) & targets;
    if !steps.is_empty() {
        let safe = steps - danger(pos, us, king);
        out.steps(king, safe, 0);
    }
}

/// Squares next to `king`, which belongs to `us`, that the other side attacks; the king does not shield squares behind it. Squares
/// farther away may or may not be in the set.
#[inline(always)]
pub(super) fn danger(pos: &Position, us: Color, king: Square) -> Bitboard {
    let them = pos.of_color(!us);
    let mut danger = (pos.of_kind(PieceKind::Pawn) & them).forward(!us);
    // Pieces whose steps can reach a neighbour of the king stand within three ranks and two files of it.
    ((them & NEAR[king.index() & 127]) - pos.of_kind(PieceKind::Pawn)).for_each(|from| {
        if let Some(piece) = pos.piece_at(from) {
            danger |= attacks::steps_of(piece, from);
        }
    });
    let without_king = pos.occupied() - Bitboard::of(king);
    let near = &SLIDERS[king.index() & 127];
    let rooks = (pos.of_kind(PieceKind::Rook) | pos.of_kind(PieceKind::Dragon)) & them & near.rooks;
    rooks.for_each(|from| danger |= attacks::rook(from, without_king));
    let bishops = (pos.of_kind(PieceKind::Bishop) | pos.of_kind(PieceKind::Horse)) & them & near.bishops;
    bishops.for_each(|from| danger |= attacks::bishop(from, without_king));
    let lances = pos.of_kind(PieceKind::Lance) & them & near.rooks;
    lances.for_each(|from| danger |= attacks::lance(!us, from, without_king));
    danger
}

/// Sliders of `by` that may attack `king` or a square next to it, by their lines on an empty board or with a single step.
#[inline(always)]
pub(super) fn sliders_near(pos: &Position, by: Color, king: Square) -> Bitboard {
    use PieceKind::{Bishop, Dragon, Horse, Lance, Rook};
    let (near, beside) = (&SLIDERS[king.index() & 127], NEAR[king.index() & 127]);
    let straight = pos.of_kind(Rook) | pos.of_kind(Dragon) | pos.of_kind(Lance);
    let diagonal = pos.of_kind(Bishop) | pos.of_kind(Horse);
    (straight & (near.rooks | beside) | diagonal & (near.bishops | beside)) & pos.of_color(by)
}

/// `[king & 127]`: where step pieces matter.
pub(super) static NEAR: [Bitboard; 128] = around(2, 3);
/// `[king & 127]`: the king's square and those around it.
static NEXT: [Bitboard; 128] = around(1, 1);
/// `[king & 127]`: where sliders matter, on an empty board.
static SLIDERS: [Sliders; 128] = sliders();

#[derive(Clone, Copy)]
struct Sliders {
    rooks: Bitboard,
    bishops: Bitboard,
}

/// `[square & 127]`: squares at most `files` and `ranks` away.
pub(super) const fn around(files: i8, ranks: i8) -> [Bitboard; 128] {
    let mut table = [Bitboard::EMPTY; 128];
    let mut centre = 0;
    while centre < 81 {
        let mut file = -files;
        while file <= files {
            let mut rank = -ranks;
            while rank <= ranks {
                if let Some(square) = Square::from_raw(centre as u8).offset(file, rank) {
                    table[centre].0 |= 1 << square.index();
                }
                rank += 1;
            }
            file += 1;
        }
        centre += 1;
    }
    table
}

const fn sliders() -> [Sliders; 128] {
    let mut table = [Sliders { rooks: Bitboard::EMPTY, bishops: Bitboard::EMPTY }; 128];
    let mut king = 0;
    while king < 81 {
        let mut targets = NEXT[king].0;
        while targets != 0 {
            let target = targets.trailing_zeros() as usize;
            table[king].rooks.0 |= 1 << target | attacks::straight_lines(target);
            table[king].bishops.0 |= 1 << target | attacks::diagonals(target);
            targets &= targets - 1;
        }
        king += 1;
    }
    table
}

/// Moves of every piece but the king to `targets`; pinned pieces stay on their line.
#[inline(always)]
pub(super) fn piece_moves(
    pos: &Position,
    pinned: Bitboard,
    king: Option<Square>,
    targets: Bitboard,
    out: &mut impl Out,
) {
    match pos.side_to_move() {
        Color::Black => free_moves::<false>(pos, pinned, targets, out),
        Color::White => free_moves::<true>(pos, pinned, targets, out),
    }
    if let Some(king) = king {
        pinned.for_each(|from| {
            if let Some(piece) = pos.piece_at(from) {
                one_piece(pos, piece, from, targets & attacks::line(king, from), out);
            }
        });
    }
}

/// Moves of all pieces that are not pinned.
#[inline(always)]
fn free_moves<const WHITE: bool>(pos: &Position, pinned: Bitboard, targets: Bitboard, out: &mut impl Out) {
    let us = if WHITE { Color::White } else { Color::Black };
    let zone = Bitboard::far_ranks(us, 3);
    let free = pos.of_color(us) - pinned;
    let occupied = pos.occupied();

    pawns::<WHITE>((free & pos.of_kind(PieceKind::Pawn)).forward(us) & targets, out);

    let gold = Piece::new(us, PieceKind::Gold);
    (free & pos.golds()).for_each(|from| {
        let to = attacks::steps_of(gold, from) & targets;
        if !to.is_empty() {
            out.steps(from, to, 0);
        }
    });
    let silver = Piece::new(us, PieceKind::Silver);
    (free & pos.of_kind(PieceKind::Silver)).for_each(|from| {
        let to = attacks::steps_of(silver, from) & targets;
        if to.is_empty() {
            return;
        }
        out.steps(from, to, 0);
        let promoting = if zone.contains(from) { to } else { to & zone };
        if !promoting.is_empty() {
            out.steps(from, promoting, PROMOTE);
        }
    });
    let knight = Piece::new(us, PieceKind::Knight);
    (free & pos.of_kind(PieceKind::Knight)).for_each(|from| {
        let to = attacks::steps_of(knight, from) & targets;
        forward(from, to, Bitboard::far_ranks(us, 2), zone, out);
    });
    (free & pos.of_kind(PieceKind::Lance)).for_each(|from| {
        let to = attacks::lance(us, from, occupied) & targets;
        forward(from, to, Bitboard::far_ranks(us, 1), zone, out);
    });
    (free & pos.of_kind(PieceKind::Bishop)).for_each(|from| {
        slider(from, attacks::bishop(from, occupied) & targets, zone, out);
    });
    (free & pos.of_kind(PieceKind::Rook)).for_each(|from| {
        slider(from, attacks::rook(from, occupied) & targets, zone, out);
    });
    let horse = Piece::new(us, PieceKind::Horse);
    (free & pos.of_kind(PieceKind::Horse)).for_each(|from| {
        let to = (attacks::bishop(from, occupied) | attacks::steps_of(horse, from)) & targets;
        from_to((from.raw() as u16) << 7, to, out);
    });
    let dragon = Piece::new(us, PieceKind::Dragon);
    (free & pos.of_kind(PieceKind::Dragon)).for_each(|from| {
        let to = (attacks::rook(from, occupied) | attacks::steps_of(dragon, from)) & targets;
        from_to((from.raw() as u16) << 7, to, out);
    });
}

/// Pawn moves from their target squares: each has one pawn behind it.
#[inline(always)]
fn pawns<const WHITE: bool>(to: Bitboard, out: &mut impl Out) {
    let us = if WHITE { Color::White } else { Color::Black };
    // from = to ± 1, so the move is 129 × to ± 128.
    let behind: u16 = if WHITE { 0u16.wrapping_sub(128) } else { 128 };
    let base = |to: Square| (to.raw() as u16 * 129).wrapping_add(behind);
    out.each(to - Bitboard::far_ranks(us, 1), |to| Move::from_raw(base(to)));
    out.each(to & Bitboard::far_ranks(us, 3), |to| Move::from_raw(base(to) | PROMOTE));
}

/// Moves with a fixed origin to every square of a set of any size.
#[inline(always)]
fn from_to(base: u16, targets: Bitboard, out: &mut impl Out) {
    out.each(targets, |to| Move::from_raw(base + to.raw() as u16));
}

/// Moves of a pawn, lance or knight; on the ranks `dead` it could never move again, so it promotes.
#[inline(always)]
fn forward(from: Square, to: Bitboard, dead: Bitboard, zone: Bitboard, out: &mut impl Out) {
    let base = (from.raw() as u16) << 7;
    from_to(base, to - dead, out);
    from_to(base | PROMOTE, to & zone, out);
}

/// Moves of a bishop, rook or silver: with and without promotion if the move touches the promotion zone.
#[inline(always)]
fn slider(from: Square, to: Bitboard, zone: Bitboard, out: &mut impl Out) {
    let base = (from.raw() as u16) << 7;
    from_to(base, to, out);
    let promoting = if zone.contains(from) { to } else { to & zone };
    from_to(base | PROMOTE, promoting, out);
}

/// Counts the moves to a square by pieces that are not in `less`. Pinned pieces may be in it if they shield the king from another piece
/// than the one on the square.
pub(super) fn count_takers(pos: &Position, less: Bitboard, to: Square, count: &mut MoveCount) {
    use PieceKind::{Bishop, Knight, Lance, Pawn, Rook, Silver};
    let us = pos.side_to_move();
    let takers = pos.attackers(us, to, pos.occupied()) - less;
    if takers.is_empty() {
        return;
    }
    let forward = pos.of_kind(Pawn) | pos.of_kind(Lance);
    let may_promote = takers
        & (forward | pos.of_kind(Knight) | pos.of_kind(Silver) | pos.of_kind(Bishop) | pos.of_kind(Rook));
    let zone = Bitboard::far_ranks(us, 3);
    let promoting = if zone.contains(to) { may_promote } else { may_promote & zone };
    // Pieces that could never move again must promote.
    let mut plain = takers;
    if Bitboard::far_ranks(us, 1).contains(to) {
        plain = plain - forward;
    }
    if Bitboard::far_ranks(us, 2).contains(to) {
        plain = plain - pos.of_kind(Knight);
    }
    count.on_board += plain.len() + promoting.len();
}

/// Moves of one piece of any kind to `targets`.
#[inline]
pub(super) fn one_piece(pos: &Position, piece: Piece, from: Square, targets: Bitboard, out: &mut impl Out) {
    let us = piece.color();
    let to = attacks::attacks(piece, from, pos.occupied()) & targets;
    let base = (from.raw() as u16) << 7;
    let zone = Bitboard::far_ranks(us, 3);
    match piece.kind() {
        PieceKind::Knight => forward(from, to, Bitboard::far_ranks(us, 2), zone, out),
        PieceKind::Pawn | PieceKind::Lance => forward(from, to, Bitboard::far_ranks(us, 1), zone, out),
        kind if kind.can_promote() => slider(from, to, zone, out),
        _ => from_to(base, to, out),
    }
}
