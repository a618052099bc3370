//! The children of a node in work, and what the node comes to from them.

use komadai_core::{Hand, Move, PieceKind, Position, Square};

use crate::lean::Lean;
use crate::number::{Numbers, add};

/// What a position has come to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    pub(crate) numbers: Numbers,
    /// Of a no-mate: what it leans on.
    pub(crate) lean: Lean,
    /// In the attacker's hand: what a mate needs, or the most that leaves a no-mate one.
    pub(crate) hand: Hand,
    /// Of a mate: plies to it, as the proof goes.
    pub(crate) plies: u16,
}

impl Verdict {
    pub(crate) const fn open(numbers: Numbers) -> Verdict {
        Verdict { numbers, lean: Lean::NOTHING, hand: Hand::EMPTY, plies: 0 }
    }

    pub(crate) const fn proved(plies: u16, hand: Hand) -> Verdict {
        Verdict { numbers: Numbers::PROVED, lean: Lean::NOTHING, hand, plies }
    }

    pub(crate) const fn disproved(lean: Lean, hand: Hand) -> Verdict {
        Verdict { numbers: Numbers::DISPROVED, lean, hand, plies: 0 }
    }

    /// With numbers no smaller than these, if it is open.
    pub(crate) fn at_least(mut self, least: Numbers) -> Verdict {
        if !self.numbers.is_final() {
            let Numbers { proof, disproof } = self.numbers;
            self.numbers = Numbers::open(proof.max(least.proof), disproof.max(least.disproof));
        }
        self
    }

    /// Whether it is final, and not what the side that moves there to wants.
    pub(crate) const fn fails(&self, or: bool) -> bool {
        if or { self.numbers.is_disproved() } else { self.numbers.is_proved() }
    }
}

/// A move of a node on the stack, and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) mv: Move,
    /// Children of one group count once in δ; see [`sum_up`].
    pub(crate) group: u16,
    /// Whether the position was met before at the depth of its parent or above.
    pub(crate) old: bool,
    /// Whether it waits until another drop on its square has been mated; it counts for nothing meanwhile.
    pub(crate) waits: bool,
    /// What the move costs its mover: [`DfpnHeuristic::edge`](crate::DfpnHeuristic::edge).
    pub(crate) cost: u16,
    pub(crate) verdict: Verdict,
}

impl Child {
    /// φ as the parent sees it: with the cost of the move, unless it is decided.
    #[inline]
    fn phi(&self, or: bool) -> u32 {
        match self.verdict.numbers.phi(or) {
            0 => 0,
            number => add(number, self.cost.into()),
        }
    }
}

/// How the numbers of a node come from those of its children, beyond minimum and sum. All of this steers the
/// search; none of it can make an answer wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, to be measured alone")]
pub struct Counting {
    /// Moves that are alike count once, as the hardest of them: a promotion and the same move without, all drops that
    /// interpose, far drops of one piece from one side.
    pub alike: bool,
    /// Of the drops that interpose on one square, the next is looked at only when the cheaper one is mated.
    pub delay: bool,
    /// A node's disproof number, where the attacker moves, is that of the hardest group and one for every other, not the sum
    /// (weak proof numbers): checks transpose into one another, and a sum counts what they share again and again.
    pub weak: bool,
    /// A node's proof number, where the defender moves, has only seven tenths of what replies but the hardest add beyond one
    /// each: their proofs share positions as well, though less.
    pub shared: bool,
}

impl Default for Counting {
    fn default() -> Self {
        Counting { alike: true, delay: true, weak: true, shared: true }
    }
}

/// Group of the drops that interpose.
const DROPS: u16 = 1 << 15;
/// Bits of a move: whether it promotes, and where to.
const PROMOTION: u16 = 1 << 14;
const TO: u16 = 127;

impl Counting {
    /// The group of a move; a move alone in its group unless alike moves count once.
    pub(crate) fn group(self, pos: &Position, mv: Move, or: bool) -> u16 {
        if !self.alike {
            return mv.bits();
        }
        let alike = mv.bits() & !PROMOTION;
        match mv.dropped() {
            Some(_) if !or => DROPS,
            Some(PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook) => {
                let side = pos.king(!pos.side_to_move()).and_then(|king| far_side(king, mv.to()));
                side.map_or(alike, |side| (alike & !TO) | side)
            }
            _ => alike,
        }
    }
}

/// From which of the eight sides a square looks at the king, 100 and up (no square's number); `None` next to him.
pub(crate) fn far_side(king: Square, from: Square) -> Option<u16> {
    let file = i16::from(from.file()) - i16::from(king.file());
    let rank = i16::from(from.rank()) - i16::from(king.rank());
    (file.abs().max(rank.abs()) > 1).then(|| (100 + 3 * (file.signum() + 1) + rank.signum() + 1) as u16)
}

/// What a node comes to, from its children.
pub(crate) struct Sum {
    pub(crate) phi: u32,
    pub(crate) delta: u32,
    pub(crate) best: usize,
    /// Second least δ of a child.
    pub(crate) second: u32,
    /// What the others add to δ when the best child is the hardest.
    pub(crate) rest: u32,
}

/// φ and δ of a node from its children, which are sorted by group.
///
/// φ is the least δ of a child with the cost of its move, δ the sum of their φ. Within a group, the greatest φ stands for all; so it does for
/// children met before at this depth or above, whose numbers may contain those of this very node and would let
/// the sum grow round and round (Kishimoto and Müller, cited in paper 003).
pub(crate) fn sum_up(children: &[Child], or: bool, counting: Counting) -> Sum {
    let (mut phi, mut second, mut best) = (Numbers::INFINITE, Numbers::INFINITE, 0);
    let mut all = Join::default();
    let (mut old, mut of_best) = (0, 0);
    let mut group = Run { group: u16::MAX, greatest: 0, has_best: 0 };
    let runs = |run: &Run, best: usize, of_best: &mut u32, all: &mut Join| {
        all.add(run.greatest);
        if run.has_best == best + 1 {
            *of_best = run.greatest;
        }
    };
    for (i, child) in children.iter().enumerate() {
        if child.waits {
            continue;
        }
        let number = child.phi(or);
        let delta = child.verdict.numbers.delta(or);
        if child.group != group.group {
            runs(&group, best, &mut of_best, &mut all);
            group = Run { group: child.group, greatest: 0, has_best: 0 };
        }
        if number < phi {
            (second, phi, best) = (phi, number, i);
            group.has_best = i + 1;
        } else if number < second {
            second = number;
        }
        if child.old {
            old = old.max(delta);
        } else {
            group.greatest = group.greatest.max(delta);
        }
    }
    runs(&group, best, &mut of_best, &mut all);
    all.add(old);
    if children.get(best).is_some_and(|child| child.old) {
        of_best = old;
    }
    if all.sum >= Numbers::INFINITE {
        return Sum { phi, delta: Numbers::INFINITE, best, second, rest: Numbers::INFINITE };
    }
    // What the others add to one of the groups.
    let others = |one: u32| {
        let (sum, count) = (all.sum.saturating_sub(one), all.count.saturating_sub(1));
        if or && counting.weak {
            count
        } else if !or && counting.shared {
            sum - sum.saturating_sub(count) / 10 * 3
        } else {
            sum
        }
    };
    Sum { phi, delta: add(all.greatest, others(all.greatest)), best, second, rest: others(of_best) }
}

struct Run {
    group: u16,
    greatest: u32,
    /// Index of the child of least δ, and one, if it stood in this run when it was met.
    has_best: usize,
}

#[derive(Default)]
struct Join {
    sum: u32,
    count: u32,
    greatest: u32,
}

impl Join {
    fn add(&mut self, number: u32) {
        if number > 0 {
            self.sum = add(self.sum, number);
            self.count += 1;
            self.greatest = self.greatest.max(number);
        }
    }
}
