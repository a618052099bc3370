//! What a node of a bounded search chooses from, and what the node comes to.
//!
//! Most choices are moves. Where futile interpositions do not count ([`Plies::Traditional`](crate::Plies)) a node of the
//! defender has *tests* as well: for each square on which he can interpose, the captures there, played as if the piece had been
//! taken and given back. If the mate holds after a test, the drops on that square are answered; if not, they are
//! moves like any other. In the list a test stands before the drops of its square, which wait for it to fail.

use komadai_core::{Bitboard, Color, Hand, Move, Piece, PieceKind, Position, Square, Undo, attacks};

use crate::bounds::FOREVER;
use crate::dominance;
use crate::number::{Numbers, add};

/// What a question has come to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    pub(crate) numbers: Numbers,
    /// Of a mate: within so many plies. Of no mate: not within so many.
    pub(crate) plies: u16,
    /// In the attacker's hand: what a mate needs, or the most that leaves a no-mate one.
    pub(crate) hand: Hand,
}

impl Verdict {
    pub(crate) const fn open(numbers: Numbers) -> Verdict {
        Verdict { numbers, plies: 0, hand: Hand::EMPTY }
    }

    pub(crate) const fn mate(plies: u16, hand: Hand) -> Verdict {
        Verdict { numbers: Numbers::PROVED, plies, hand }
    }

    pub(crate) const fn no_mate(plies: u16, hand: Hand) -> Verdict {
        Verdict { numbers: Numbers::DISPROVED, plies, hand }
    }
}

/// A move of a node on the stack, and what is known of the question after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) mv: Move,
    /// Moves of one group are alike; see [`group`].
    pub(crate) group: u16,
    /// Not looked at before the move in front of it, of the same group, is refuted.
    pub(crate) waits: bool,
    /// Not a move of the defender but the test of his interpositions on one square: a capture there.
    pub(crate) nearer: bool,
    pub(crate) verdict: Verdict,
}

impl Child {
    /// φ of the position after the move. The test of an interposition refutes nothing, so it is never 0 there.
    #[inline]
    pub(crate) fn phi(&self, or: bool) -> u32 {
        match (self.nearer, self.verdict.numbers.disproof) {
            (true, 0) => Numbers::INFINITE,
            (true, disproof) => add(disproof, 1),
            (false, _) => self.verdict.numbers.phi(or),
        }
    }

    /// δ of the position after the move: 0 if it is refuted, and for a test that failed.
    #[inline]
    pub(crate) fn delta(&self, or: bool) -> u32 {
        if self.nearer && self.verdict.numbers.is_disproved() { 0 } else { self.verdict.numbers.delta(or) }
    }

    /// Whether the next of the group is to be looked at: this move is refuted, this test failed.
    #[inline]
    pub(crate) fn passes_on(&self, or: bool) -> bool {
        if self.nearer { self.verdict.numbers.is_disproved() } else { self.delta(or) == 0 }
    }

    /// Plies from the node to the mate, if there is a mate so many plies after this move.
    #[inline]
    pub(crate) fn plies_before(&self) -> u16 {
        self.verdict.plies.saturating_add(u16::from(!self.nearer))
    }

    pub(crate) fn play(&self, pos: &mut Position) -> Undo {
        if self.nearer {
            pos.do_null();
        }
        pos.do_move(self.mv)
    }

    pub(crate) fn take_back(&self, pos: &mut Position, undo: Undo) {
        pos.undo_move(self.mv, undo);
        if self.nearer {
            pos.undo_null();
        }
    }
}

/// What a node comes to, from its children.
pub(crate) struct Sum {
    pub(crate) phi: u32,
    pub(crate) delta: u32,
    pub(crate) best: usize,
    /// Second least δ of a child.
    pub(crate) second: u32,
    /// δ of all but the best child.
    pub(crate) rest: u32,
}

/// φ and δ of a node from those of its children that do not wait. φ is the least δ; δ is the sum of φ for the defender.
///
/// For the attacker it is the greatest φ and one for every other check (weak proof numbers): checks lead into each
/// other's positions, and a sum counts what they share again and again. The first 200 mates in 11 take 12 % fewer
/// positions so.
pub(crate) fn sum_up(children: &[Child], or: bool) -> Sum {
    let (mut phi, mut second, mut best) = (Numbers::INFINITE, Numbers::INFINITE, 0);
    let (mut sum, mut before_best, mut behind_best) = (0, 0, 0);
    let (mut hardest, mut open) = (0, 0u32);
    for (i, child) in children.iter().enumerate().filter(|(_, child)| !child.waits) {
        let (number, other) = (child.phi(or), child.delta(or));
        if number < phi {
            (second, phi, best) = (phi, number, i);
            (before_best, behind_best) = (sum, 0);
        } else {
            second = second.min(number);
            behind_best = add(behind_best, other);
        }
        sum = add(sum, other);
        hardest = hardest.max(other);
        open += u32::from(other > 0);
    }
    if or && open > 0 {
        Sum { phi, delta: add(hardest, open - 1), best, second, rest: open - 1 }
    } else {
        Sum { phi, delta: sum, best, second, rest: add(before_best, behind_best) }
    }
}

/// Within how many plies a node of the attacker is no mate, all whose checks fail, and the most he may hold there.
pub(crate) fn every_check_fails(pos: &Position, attacker: Color, children: &[Child]) -> (u16, Hand) {
    let (mut plies, mut most) = (FOREVER, dominance::all(pos));
    for child in children {
        plies = plies.min(child.plies_before());
        most = dominance::meet(most, dominance::before(pos, child.mv, child.verdict.hand));
    }
    (plies, dominance::untried(pos, attacker, most))
}

/// The same for a node of the defender, by the reply that holds out longest. An interposition holds out as long as its
/// test has failed.
pub(crate) fn longest_reply(children: &[Child]) -> (u16, Hand) {
    let mut longest = None;
    let (mut group, mut tested) = (u16::MAX, None);
    let both = |a: Option<(u16, Hand)>, (plies, hand): (u16, Hand)| {
        a.map_or((plies, hand), |a| (a.0.min(plies), dominance::meet(a.1, hand)))
    };
    for child in children.iter().filter(|child| !child.waits) {
        if child.group != group {
            (group, tested) = (child.group, None);
        }
        if child.verdict.numbers.is_disproved() {
            let holds = both(tested, (child.plies_before(), child.verdict.hand));
            if child.nearer {
                tested = Some(holds);
            } else if longest.is_none_or(|(plies, _)| plies < holds.0) {
                longest = Some(holds);
            }
        }
    }
    longest.unwrap_or((0, Hand::EMPTY))
}

/// Bit of a move: whether it promotes.
const PROMOTION: u16 = 1 << 14;
/// Bits of a move: where to.
pub(crate) const TO: u16 = 127;
/// Group bit of interposed drops, which stand behind all other moves.
pub(crate) const DROP: u16 = 1 << 15;

/// Moves of one group come one after the other. The defender's interpositions on one square are one group, and his
/// moves with and without promotion: all must be refuted, so nothing is lost by order. For the attacker only those
/// pieces that gain nothing by declining to promote but avoidance of a pawn-drop mate.
#[inline]
pub(crate) fn group(pos: &Position, mv: Move, or: bool) -> u16 {
    let bits = mv.bits();
    let Some(from) = mv.from() else {
        return if or { bits } else { DROP | bits & TO };
    };
    let gains_all = || {
        let kind = pos.piece_at(from).map(Piece::kind);
        matches!(kind, Some(PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook))
    };
    if !or || bits & PROMOTION != 0 && gains_all() { bits & !PROMOTION } else { bits }
}

/// The captures on a square between king and slider, as the attacker could make them if a piece stood there and the
/// defender passed; only those that give check from that square.
pub(crate) fn steps_nearer(pos: &mut Position, square: Square) -> Vec<Move> {
    pos.do_null();
    let (us, occupied) = (pos.side_to_move(), pos.occupied());
    let mut steps = Vec::new();
    for from in pos.attackers(us, square, occupied) {
        for mv in [Move::promoting(from, square), Move::normal(from, square)] {
            let attacked = |piece| attacks::attacks(piece, square, occupied - Bitboard::of(from));
            let checks = || {
                let placed = pos.placed_by(mv);
                placed.is_some_and(|piece| pos.king(!us).is_some_and(|king| attacked(piece).contains(king)))
            };
            if pos.is_legal(mv) && checks() {
                steps.push(mv);
            }
        }
    }
    pos.undo_null();
    steps
}
