//! The predicates of the 21 categories, by what a move does. The numbers are those of the thesis.

use komadai_core::{Bitboard, PieceKind, Square, attacks};

use super::TestedMove;

// Answers to what they do or are about to do: checks, mates, attacks, open lines.

/// 1 王手防ぎ: every legal move in check.
pub(super) fn answers_check(tested: &TestedMove<'_>) -> bool {
    tested.node.in_check
}

/// 2 詰めろ防ぎ: they threaten a mate in one, which after the move is no mate any more. A check only delays it, and is left
/// to its own category.
pub(super) fn escapes_mate(tested: &TestedMove<'_>) -> bool {
    let Some(mate) = tested.node.mate else { return false };
    if tested.gives_check() {
        return false;
    }
    let mut after = tested.pos.after([tested.mv]);
    if !after.is_legal(mate) {
        return true;
    }
    after.do_move(mate);
    after.has_legal_move()
}

/// 8 最も価値の高い駒が逃げる: our most valuable piece in danger goes where it is not lost.
pub(super) fn saves_dearest(tested: &TestedMove<'_>) -> bool {
    tested.node.endangered.is_some() && tested.node.endangered == tested.mv.from() && tested.is_safe()
}

/// 9 合駒: a piece comes between a slider and our most valuable piece in danger.
pub(super) fn interposes(tested: &TestedMove<'_>) -> bool {
    tested.node.interpositions.contains(tested.mv.to())
}

/// 10 守り: our most valuable piece in danger gets a new guard.
pub(super) fn guards_dearest(tested: &TestedMove<'_>) -> bool {
    tested.node.endangered.is_some_and(|square| tested.newly().contains(square))
}

/// 11 自玉への飛び利き防ぎ: a piece shuts the line of a slider to our king or a neighbouring square.
pub(super) fn shuts_line_to_king(tested: &TestedMove<'_>) -> bool {
    tested.piece.kind() != PieceKind::King && tested.node.king_lines.contains(tested.mv.to())
}

/// 12 飛び利き防ぎ: a piece shuts the line of a slider to our camp or to one of our pieces.
pub(super) fn shuts_line(tested: &TestedMove<'_>) -> bool {
    tested.piece.kind() != PieceKind::King && tested.node.lines.contains(tested.mv.to())
}

/// 14 相手の最善手を妨害: their best threat no longer works: its target is occupied or guarded, or a piece comes between. TACOS
/// knows their best move from its search; a classifier that sees one position takes the capture of our most valuable
/// piece in danger, or a promotion that gains more.
pub(super) fn disturbs_threat(tested: &TestedMove<'_>) -> bool {
    let Some(threat) = tested.node.threat else { return false };
    let to = tested.mv.to();
    to == threat.to
        || tested.newly().contains(threat.to)
        || attacks::between(threat.from, threat.to).contains(to)
}

// Captures, distinguished by what is taken and what the exchange brings.

/// The most that an even exchange may cost: silver for gold is even, as players say.
const EVEN: i32 = 200;

/// 3 直前に動いた駒を取る: takes the piece that they have just moved or dropped, whatever it costs.
pub(super) fn takes_back(tested: &TestedMove<'_>) -> bool {
    tested.captured.is_some() && tested.node.last == Some(tested.mv.to())
}

/// 4 最も価値の高い駒を取る: takes the most valuable piece of those we attack, and wins something by it.
pub(super) fn takes_dearest(tested: &TestedMove<'_>) -> bool {
    tested.node.prizes.contains(tested.mv.to()) && tested.gain() > 0
}

/// 5 得になる駒取り: any other capture that wins something.
pub(super) fn wins(tested: &TestedMove<'_>) -> bool {
    tested.captured.is_some() && tested.gain() > 0
}

/// 13 交換: a capture that wins nothing and costs next to nothing.
pub(super) fn exchanges(tested: &TestedMove<'_>) -> bool {
    tested.captured.is_some() && (-EVEN..=0).contains(&tested.gain())
}

// Going forward: promotions, checks, attacks on pieces, and squares near the kings.

/// 6 成り: a promotion.
pub(super) fn promotes(tested: &TestedMove<'_>) -> bool {
    tested.mv.is_promotion()
}

/// 7 損しない王手: a check that loses nothing by exchange.
pub(super) fn checks_safely(tested: &TestedMove<'_>) -> bool {
    tested.gives_check() && tested.is_safe()
}

/// 16 自玉周に利きを増やす: the piece attacks more squares in our king's neighbourhood than before. Moves of the king
/// move the neighbourhood, and do not count.
pub(super) fn covers_own_king(tested: &TestedMove<'_>) -> bool {
    let zone = tested.node.our_zone;
    tested.piece.kind() != PieceKind::King && (tested.after & zone).len() > (tested.before & zone).len()
}

/// 18 攻撃: the piece, which is not lost by exchange, newly attacks one of theirs and would win it.
pub(super) fn attacks(tested: &TestedMove<'_>) -> bool {
    (tested.newly() & tested.their_pieces()).into_iter().any(|square| tested.would_win(square))
        && tested.is_safe()
}

/// 19 相手玉周に利きを増やす: the piece attacks more squares in their king's neighbourhood than before.
pub(super) fn presses_their_king(tested: &TestedMove<'_>) -> bool {
    let zone = tested.node.their_zone;
    (tested.after & zone).len() > (tested.before & zone).len()
}

// 15 手筋: shapes that players know by name. The thesis does not list its own; these five are the commonest that one move shows
// by itself.

/// Any of the shapes below.
pub(super) fn is_tesuji(tested: &TestedMove<'_>) -> bool {
    match tested.mv.dropped() {
        Some(PieceKind::Pawn) => strikes(tested) || dangles(tested) || anchors(tested),
        _ => forks(tested) || skewers(tested),
    }
}

/// ふんどし, 割り打ち, 両取り: a piece that is not lost by exchange attacks two of theirs at once, each of which it would win.
pub(super) fn forks(tested: &TestedMove<'_>) -> bool {
    let targets = tested.newly() & tested.their_pieces();
    targets.has_many()
        && targets.into_iter().filter(|&square| tested.would_win(square)).nth(1).is_some()
        && tested.is_safe()
}

/// 田楽刺し: a slider that is not lost by exchange attacks a piece with another behind it on the line, neither of them a
/// pawn.
pub(super) fn skewers(tested: &TestedMove<'_>) -> bool {
    use PieceKind::{Bishop, Dragon, Horse, Lance, Pawn, Rook};
    if !matches!(tested.piece.kind(), Lance | Bishop | Rook | Horse | Dragon) {
        return false;
    }
    let worthy = tested.their_pieces() - tested.pos.of_kind(Pawn);
    let from = tested.mv.to();
    let occupied = match tested.mv.from() {
        Some(origin) => tested.pos.occupied() - Bitboard::of(origin),
        None => tested.pos.occupied(),
    };
    (tested.newly() & worthy).into_iter().any(|first| {
        let beyond = attacks::attacks(tested.piece, from, occupied - Bitboard::of(first)) - tested.after;
        !(beyond & worthy).is_empty()
    }) && tested.is_safe()
}

/// 叩きの歩: a pawn is dropped right before a piece that is no pawn, offered or not.
pub(super) fn strikes(tested: &TestedMove<'_>) -> bool {
    !(tested.after & (tested.their_pieces() - tested.pos.of_kind(PieceKind::Pawn))).is_empty()
}

/// 垂れ歩: a pawn is dropped where nothing attacks it, one step from promoting on a square that none of ours holds.
pub(super) fn dangles(tested: &TestedMove<'_>) -> bool {
    let to = tested.mv.to();
    matches!(tested.rank(to), 2..=4)
        && !tested.node.theirs.contains(to)
        && (tested.after & tested.pos.of_color(tested.node.us)).is_empty()
}

/// 底歩: a pawn is dropped on the last rank, below a gold of ours.
pub(super) fn anchors(tested: &TestedMove<'_>) -> bool {
    tested.rank(tested.mv.to()) == 9
        && !(tested.after & tested.pos.of(tested.node.us, PieceKind::Gold)).is_empty()
}

// Better places for pieces: the shape around our king, and what a piece is worth by its square alone. The thesis reads
// both from tables (駒組み表, 絶対値表) that it does not print. These two functions stand for them: few numbers, each a rule
// that players would say aloud. Squares are as the mover sees them: rank 9 is the mover's back rank.

/// 17 駒組み表の値を増やす: a gold or silver comes nearer to our king at home, or the king goes to the side.
pub(super) fn improves_formation(tested: &TestedMove<'_>) -> bool {
    let Some(king) = tested.node.our_king else { return false };
    let us = tested.node.us;
    let worth = |square: Square| shelter(tested.piece.kind(), square.seen_by(us), king.seen_by(us));
    worth(tested.mv.to()) > tested.mv.from().map_or(0, worth)
}

/// How well a piece stands for the shape around the king, from 0.
fn shelter(kind: PieceKind, square: Square, king: Square) -> u8 {
    match kind {
        PieceKind::Gold | PieceKind::Silver if square.rank() >= 6 => 3 - square.distance(king).min(3),
        PieceKind::King if square.rank() >= 7 => square.file().abs_diff(5),
        _ => 0,
    }
}

/// 20 絶対値表の値を増やす: a piece on the board goes where its kind is worth more.
pub(super) fn improves_place(tested: &TestedMove<'_>) -> bool {
    let us = tested.node.us;
    let Some(from) = tested.mv.from() else { return false };
    let king = tested.node.their_king.map(|king| king.seen_by(us));
    let worth = |square: Square| place(tested.piece.kind(), square.seen_by(us), king);
    worth(tested.mv.to()) > worth(from)
}

/// What a square is worth to a kind, from 0: pawns, lances, knights and silvers go forward, golds and bishops to the
/// middle, promoted pieces to their king.
fn place(kind: PieceKind, square: Square, their_king: Option<Square>) -> u8 {
    use PieceKind::{Bishop, Gold, King, Knight, Lance, Pawn, Rook, Silver};
    match kind {
        Pawn | Lance | Knight | Silver => 9 - square.rank(),
        Gold | Bishop => 4 - square.file().abs_diff(5),
        King | Rook => 0,
        _ => their_king.map_or(0, |king| 8 - square.distance(king)),
    }
}
