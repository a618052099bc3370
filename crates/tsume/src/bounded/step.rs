//! Steps of a bounded search: moves, and the captures that test interpositions.
//!
//! Where futile interpositions do not count ([`LengthRule::Traditional`](crate::LengthRule)), a node of the defender has *tests*
//! as well as moves: for each square on which a piece can be interposed, the captures there, played as if the piece had been
//! taken and given back. If the mate holds after a test, drops on that square are answered; if not, they are moves
//! like any other.

use komadai_core::{Bitboard, Move, Position, Square, Undo, attacks};

/// A move, or the capture that tests an interposition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) mv: Move,
    /// Whether it is a test: the defender passes, the attacker captures, and no ply is counted.
    pub(crate) test: bool,
}

impl Step {
    pub(crate) const fn of_move(mv: Move) -> Step {
        Step { mv, test: false }
    }

    pub(crate) const fn of_test(capture: Move) -> Step {
        Step { mv: capture, test: true }
    }

    /// Plies that it counts: 0 or 1.
    #[inline]
    pub(crate) fn plies(self) -> u16 {
        u16::from(!self.test)
    }

    #[inline]
    pub(crate) fn play(self, pos: &mut Position) -> Undo {
        if self.test {
            pos.do_null();
        }
        pos.do_move(self.mv)
    }

    /// Returns what `say` says of the position after the step, and takes the step back.
    #[inline]
    pub(crate) fn tried<T>(self, pos: &mut Position, say: impl FnOnce(&mut Position) -> T) -> T {
        let undo = self.play(pos);
        let said = say(pos);
        self.take_back(pos, undo);
        said
    }

    #[inline]
    pub(crate) fn take_back(self, pos: &mut Position, undo: Undo) {
        pos.undo_move(self.mv, undo);
        if self.test {
            pos.undo_null();
        }
    }
}

/// The captures on a square between king and slider, as the attacker could make them if a piece stood there and the
/// defender passed; only those that give check from that square.
pub(crate) fn captures_on(pos: &mut Position, square: Square) -> Vec<Move> {
    pos.do_null();
    let (us, occupied) = (pos.side_to_move(), pos.occupied());
    let mut captures = Vec::new();
    for from in pos.attackers(us, square, occupied) {
        for mv in [Move::promoting(from, square), Move::normal(from, square)] {
            let attacked = |piece| attacks::attacks(piece, square, occupied - Bitboard::of(from));
            let checks = || {
                let placed = pos.placed_by(mv);
                placed.is_some_and(|piece| pos.king(!us).is_some_and(|king| attacked(piece).contains(king)))
            };
            if pos.is_legal(mv) && checks() {
                captures.push(mv);
            }
        }
    }
    pos.undo_null();
    captures
}
