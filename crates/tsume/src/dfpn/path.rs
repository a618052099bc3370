//! The path from the root to the current node: its positions, and a hash code of it.
//!
//! Repetition is no mate, but only for the line that repeats. The search therefore asks two questions of its path:
//! does this position stand on it already, and is this the path on which some result was found?

use komadai_core::rng::mix;
use komadai_core::{Hand, Key, Move, Undo};

use crate::number::Numbers;

/// Depth of a position on the path, 1 for the root.
pub(crate) type Depth = u16;

/// A node on the stack.
pub(super) struct Frame {
    /// Where its children begin in the common list; they end where the next frame's begin.
    pub(super) children: usize,
    /// The move that led here and how to take it back; `None` at the root.
    pub(super) came: Option<(Move, Undo)>,
    /// Thresholds.
    pub(super) limit: Numbers,
    /// Board and attacker's hand.
    pub(super) at: (Key, Hand),
    /// Least depth at which the position was met.
    pub(super) distance: Depth,
    /// Positions looked at before this node was entered.
    pub(super) before: u64,
    /// Child that is being worked on.
    pub(super) current: usize,
}

/// Number of lists into which the positions are sorted by board, so that a look-up need not go through all of a long path.
const LISTS: usize = 4096;

/// The positions from the root to the current node.
#[derive(Clone)]
pub(crate) struct Path {
    /// Board (side to move and attacker included) and attacker's hand. The defender's hand follows from them.
    entries: Vec<(Key, Hand)>,
    /// Code of the path up to each entry.
    codes: Vec<u64>,
    /// `[board % LISTS]`: depth of the deepest position of a list, 0 if it has none.
    deepest: Vec<Depth>,
    /// `[depth - 1]`: depth of the next position above in the same list, 0 at its end.
    above: Vec<Depth>,
}

impl Path {
    pub(crate) fn new() -> Path {
        Path { entries: Vec::new(), codes: Vec::new(), deepest: vec![0; LISTS], above: Vec::new() }
    }

    pub(crate) fn push(&mut self, (board, hand): (Key, Hand)) {
        let step = mix(board ^ mix(u64::from(hand.bits()) << 16 | self.entries.len() as u64));
        self.codes.push(self.code() ^ step);
        self.entries.push((board, hand));
        let depth = self.entries.len() as Depth;
        self.above.push(std::mem::replace(&mut self.deepest[board as usize % LISTS], depth));
    }

    /// Number of positions, the root included.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn pop(&mut self) {
        self.codes.pop();
        if let (Some((board, _)), Some(above)) = (self.entries.pop(), self.above.pop()) {
            self.deepest[board as usize % LISTS] = above;
        }
    }

    /// A code of the positions passed and of their order.
    ///
    /// Paper 003 takes the XOR of random numbers of (move, depth mod 97); here positions take the place of moves, so that the depth need
    /// not wrap.
    #[inline]
    pub(crate) fn code(&self) -> u64 {
        self.codes.last().copied().unwrap_or(0)
    }

    /// Board and attacker's hand of the position at a depth of the path.
    #[inline]
    pub(crate) fn at(&self, depth: Depth) -> (Key, Hand) {
        self.entries[usize::from(depth) - 1]
    }

    /// The deepest position on the path with this board and an attacker's hand at least as good: that hand, and
    /// the depth.
    ///
    /// The attacker has gained nothing since: if there were a mate from here, the same moves would have mated there, sooner. A shortest
    /// mate never passes here, and the defender may go on as from there.
    #[inline]
    pub(crate) fn repeated(&self, (board, hand): (Key, Hand)) -> Option<(Hand, Depth)> {
        let mut depth = self.deepest[board as usize % LISTS];
        while depth > 0 {
            let (other, found) = self.at(depth);
            if other == board && found.covers(hand) {
                return Some((found, depth));
            }
            depth = self.above[usize::from(depth) - 1];
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::PieceKind;

    #[test]
    fn repetition_is_found_under_a_smaller_hand_and_not_under_a_larger_one() {
        let none = Hand::EMPTY;
        let pawn = none.with(PieceKind::Pawn, 1).unwrap();
        let mut path = Path::new();
        path.push((7, pawn));
        path.push((8, pawn));
        path.push((7 + LISTS as u64, none));
        assert_eq!(path.repeated((7, pawn)), Some((pawn, 1)));
        assert_eq!(path.repeated((7, none)), Some((pawn, 1)));
        assert_eq!(path.repeated((7, pawn.with(PieceKind::Pawn, 2).unwrap())), None);
        assert_eq!(path.repeated((9, none)), None);
        assert_eq!(path.repeated((7 + LISTS as u64, none)), Some((none, 3)));
        path.push((7, none));
        assert_eq!(path.repeated((7, none)), Some((none, 4)));
        path.pop();
        path.pop();
        path.pop();
        path.pop();
        assert_eq!(path.repeated((7, none)), None);
        assert_eq!(path.code(), 0);
    }

    #[test]
    fn code_tells_the_order_of_positions() {
        let code = |keys: [u64; 3]| {
            let mut path = Path::new();
            for key in keys {
                path.push((key, Hand::EMPTY));
            }
            path.code()
        };
        assert_ne!(code([1, 2, 3]), code([3, 2, 1]));
        assert_eq!(code([1, 2, 3]), code([1, 2, 3]));
    }
}
