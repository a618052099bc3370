//! Mate in one, by the rules alone: the bottom of every search.
//!
//! Nearly all the time of a bounded search goes into last checks that do not mate. Nearly all of those leave the king a
//! square, or may be taken by him, and both are seen without a move being generated or played: from the squares
//! around the king that the attacker covers, once and twice ([`KingArea`]). Only what passes that sieve is played and asked
//! for legal replies, so the sieve decides about time, never about truth.

use komadai_core::{
    Bitboard, Checks, Color, Hand, Move, Piece, PieceKind, Position, Square, attacks, movegen,
};

use crate::proof_pieces;

/// `[king]`: squares within some files and ranks of the king.
const fn around(files: i16, ranks: i16) -> [Bitboard; 81] {
    let mut sets = [Bitboard::EMPTY; 81];
    let mut king = 0;
    while king < 81 {
        let mut bits = 0;
        let mut square = 0;
        while square < 81 {
            let (file, rank) = (square / 9 - king / 9, square % 9 - king % 9);
            if -files <= file && file <= files && -ranks <= rank && rank <= ranks {
                bits |= 1 << square;
            }
            square += 1;
        }
        sets[king as usize] = Bitboard::from_bits(bits);
        king += 1;
    }
    sets
}

/// `[king]`: from where a step piece may cover a square next to the king.
static COVERING: [Bitboard; 81] = around(2, 3);
/// `[king]`: from where a step piece may give check with its next move.
static CHECKING: [Bitboard; 81] = around(2, 4);

/// Kinds whose drop may mate, the likeliest first. A pawn's drop that mates is not legal.
const DROPS: [PieceKind; 6] = [
    PieceKind::Gold,
    PieceKind::Rook,
    PieceKind::Silver,
    PieceKind::Bishop,
    PieceKind::Lance,
    PieceKind::Knight,
];

/// Kinds that may be interposed on any square.
const INTERPOSED: [PieceKind; 4] = [PieceKind::Gold, PieceKind::Silver, PieceKind::Bishop, PieceKind::Rook];

/// A mate in one of the side to move, and what it needs in hand. Adds the number of moves tried to `nodes`.
pub(crate) fn mate_in_one(pos: &mut Position, nodes: &mut u64) -> Option<(Move, Hand)> {
    mate_or_free_squares(pos, nodes).ok()
}

/// [`mate_in_one`], or how many squares the king could step on: that is known by then.
pub(crate) fn mate_or_free_squares(pos: &mut Position, nodes: &mut u64) -> Result<(Move, Hand), usize> {
    let us = pos.side_to_move();
    let area = KingArea::new(pos, us, pos.king(!us).ok_or(0_usize)?, true);
    let found = mate_by_drop(pos, &area, nodes).or_else(|| mate_on_board(pos, &area, nodes));
    found.ok_or(area.free.len() as usize)
}

/// How many squares the king of the side that is not to move could step on: next to him, without a piece of his own, not
/// attacked.
pub(crate) fn free_squares(pos: &Position) -> usize {
    let us = pos.side_to_move();
    pos.king(!us).map_or(0, |king| KingArea::new(pos, us, king, true).free.len() as usize)
}

/// Whether some check leaves the defender nothing but drops: the least that a mate in one must be where futile
/// interpositions do not count.
pub(crate) fn may_mate_in_one(pos: &mut Position, nodes: &mut u64) -> bool {
    let us = pos.side_to_move();
    let Some(king) = pos.king(!us) else { return false };
    let area = KingArea::new(pos, us, king, false);
    mate_by_drop(pos, &area, nodes).is_some() || mate_on_board(pos, &area, nodes).is_some()
}

fn mate_by_drop(pos: &mut Position, area: &KingArea, nodes: &mut u64) -> Option<(Move, Hand)> {
    let (us, empty) = (area.us, !pos.occupied());
    let hand = pos.hand(us);
    for kind in DROPS.into_iter().filter(|&kind| hand.has(kind)) {
        let piece = Piece::new(us, kind);
        let squares = area.checks_of(piece) & empty;
        let mut targets = squares & area.ring & area.covered;
        let mut far = squares - area.ring;
        if kind != PieceKind::Knight && area.interposes {
            far = Bitboard::EMPTY;
        } else if kind != PieceKind::Knight
            && let Some(free) = area.free.first()
        {
            // From afar a slider covers nothing around the king but its own line.
            far &= attacks::line(area.king, free);
        }
        targets |= far;
        for to in targets {
            if area.leaves_none(piece, to, area.occupied)
                && !area.is_taken(pos, to)
                && let Some(mv) = Move::drop(kind, to)
                && let Some(needed) = mates(pos, area, mv, nodes)
            {
                return Some((mv, needed));
            }
        }
    }
    None
}

fn mate_on_board(pos: &mut Position, area: &KingArea, nodes: &mut u64) -> Option<(Move, Hand)> {
    let us = area.us;
    let discoverers = pos.discoverers(us);
    let zone = Bitboard::far_ranks(us, 3);
    // Most pieces step up to the king without opening a line: they mate on certain squares only. A knight from afar takes no square
    // from the king.
    let (spots, near) = (area.spots(), CHECKING[area.king.index()]);
    let jumpers = if area.free.is_empty() { pos.of_kind(PieceKind::Knight) } else { Bitboard::EMPTY };
    let special = pos.sliders() | discoverers | near & (area.lines | jumpers);
    let movers = pos.of_color(us) & if spots.is_empty() { special } else { near | special };
    for from in movers {
        let Some(piece) = pos.piece_at(from) else { continue };
        let mut targets = attacks::attacks(piece, from, pos.occupied()) - pos.of_color(us);
        if !special.contains(from) {
            targets &= spots;
            if targets.is_empty() {
                continue;
            }
        }
        let discovered = if discoverers.contains(from) {
            targets - attacks::line(area.king, from)
        } else {
            Bitboard::EMPTY
        };
        let mut plain = targets & (area.checks_of(piece) | discovered);
        if let Some(kind) = piece.kind().promoted() {
            let promoted = Piece::new(us, kind);
            let reach = if zone.contains(from) { targets } else { targets & zone };
            for to in reach & (area.checks_of(promoted) | discovered) {
                if area.holds(pos, promoted, from, to)
                    && let mv = Move::promoting(from, to)
                    && let Some(needed) = mates(pos, area, mv, nodes)
                {
                    return Some((mv, needed));
                }
            }
            if matches!(piece.kind(), PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook) {
                // What they mate with unpromoted they mate with promoted.
                plain = plain - reach;
            }
        }
        for to in plain {
            if area.holds(pos, piece, from, to)
                && let mv = Move::normal(from, to)
                && let Some(needed) = mates(pos, area, mv, nodes)
            {
                return Some((mv, needed));
            }
        }
    }
    None
}

/// Plays a check to see whether it mates, drops left aside if they need not count; what the mate needs in hand.
fn mates(pos: &mut Position, area: &KingArea, mv: Move, nodes: &mut u64) -> Option<Hand> {
    if !pos.is_legal(mv) {
        return None;
    }
    *nodes += 1;
    let undo = pos.do_move(mv);
    let mated = if area.drops_count {
        !pos.has_legal_move()
    } else {
        movegen::count_evasions(pos, &Checks::of(pos)).on_board == 0
    };
    let needed = mated.then(|| proof_pieces::withhold(pos, area.us, Hand::EMPTY));
    pos.undo_move(mv, undo);
    needed.map(|needed| proof_pieces::before(pos, mv, needed))
}

/// King area of the defender before the last check: squares covered, squares free, and who may take.
struct KingArea {
    /// Whether a piece dropped between king and checker is a defence.
    drops_count: bool,
    us: Color,
    king: Square,
    /// All squares next to the king.
    ring: Bitboard,
    /// Squares that we attack, the king taken off the board: so many pieces at least, one and two.
    covered: Bitboard,
    twice: Bitboard,
    /// Squares that our sliders attack. What leaves one of them may open a line.
    lines: Bitboard,
    /// Squares the king could step on.
    free: Bitboard,
    /// Pieces of the defender that shield the king from a slider.
    pinned: Bitboard,
    /// Whether the defender has a piece in hand that may stand anywhere, and its drop counts.
    interposes: bool,
    /// Everything on the board but the king.
    occupied: Bitboard,
    /// From where our bishop, rook and lance would give check.
    bishop: Bitboard,
    rook: Bitboard,
    lance: Bitboard,
}

impl KingArea {
    fn new(pos: &Position, us: Color, king: Square, drops_count: bool) -> KingArea {
        let everything = pos.occupied();
        let occupied = everything - Bitboard::of(king);
        let ring = attacks::steps_of(Piece::new(!us, PieceKind::King), king);
        let (mut covered, mut twice, mut lines) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        let sliders = pos.sliders();
        let mut pinned = Bitboard::EMPTY;
        for square in pos.of_color(us) & (COVERING[king.index()] | sliders) {
            let Some(piece) = pos.piece_at(square) else { continue };
            let attacked = attacks::attacks(piece, square, occupied);
            twice |= covered & attacked;
            covered |= attacked;
            if sliders.contains(square) {
                lines |= attacked;
                let shield = attacks::between(king, square) & everything;
                if !shield.has_many() {
                    // Of whatever kind the slider is: to take too many for pinned costs time alone.
                    pinned |= shield;
                }
            }
        }
        KingArea {
            drops_count,
            us,
            king,
            ring,
            covered,
            twice,
            lines,
            pinned,
            interposes: drops_count && INTERPOSED.into_iter().any(|kind| pos.hand(!us).has(kind)),
            free: ring - pos.of_color(!us) - covered,
            occupied,
            bishop: attacks::bishop(king, everything),
            rook: attacks::rook(king, everything),
            lance: attacks::lance(!us, king, everything),
        }
    }

    /// Where a piece of ours would give check.
    fn checks_of(&self, piece: Piece) -> Bitboard {
        let steps = attacks::steps_of(Piece::new(!self.us, piece.kind()), self.king);
        match piece.kind() {
            PieceKind::Lance => self.lance,
            PieceKind::Bishop => self.bishop,
            PieceKind::Rook => self.rook,
            PieceKind::Horse => self.bishop | steps,
            PieceKind::Dragon => self.rook | steps,
            PieceKind::King => Bitboard::EMPTY,
            _ => steps,
        }
    }

    /// Squares next to the king on which a step piece may mate: it is covered there, and can reach every square that the king
    /// could step on.
    #[inline]
    fn spots(&self) -> Bitboard {
        let mut spots = Bitboard::EMPTY;
        for to in self.ring & self.twice {
            let reach = attacks::steps_of(Piece::new(self.us, PieceKind::King), to) | Bitboard::of(to);
            if (self.free - reach).is_empty() {
                spots |= Bitboard::of(to);
            }
        }
        spots
    }

    /// Whether a piece put on `to` attacks every square the king could step on, `to` left aside.
    #[inline]
    fn leaves_none(&self, piece: Piece, to: Square, occupied: Bitboard) -> bool {
        let free = self.free - Bitboard::of(to);
        free.is_empty() || (free - attacks::attacks(piece, to, occupied)).is_empty()
    }

    /// Whether a piece of the defender, the king aside, may take what gives check on `to`; not to be asked where two pieces
    /// give check.
    #[inline]
    fn is_taken(&self, pos: &Position, to: Square) -> bool {
        let guards = pos.attackers(!self.us, to, pos.occupied()) - self.pinned;
        !(guards - Bitboard::of(self.king)).is_empty()
    }

    /// Whether a move on the board may mate: the king can neither take the piece nor step aside, as far as can be told.
    #[inline]
    fn holds(&self, pos: &Position, piece: Piece, from: Square, to: Square) -> bool {
        if self.lines.contains(from) {
            return true;
        }
        let guarded = !self.ring.contains(to) || self.twice.contains(to);
        let shielded = self.interposes && !attacks::between(self.king, to).is_empty();
        guarded
            && !shielded
            && self.leaves_none(piece, to, self.occupied - Bitboard::of(from))
            && !self.is_taken(pos, to)
    }
}
