//! The children of a node, the numbers of the node as sums of theirs, and what a no-mate of the node takes over from them.

use std::hint::select_unpredictable;

use komadai_core::{Bitboard, Color, Hand, Move, PieceKind, Position};

use super::dependence::Dependence;
use crate::node::{PROMOTION, TO, far_side};
use crate::number::{Numbers, Sum, add};
use crate::proof_pieces;

/// What is known of a position: numbers, and what belongs to a result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(crate) numbers: Numbers,
    /// Of a no-mate: what it depends on.
    pub(crate) dependence: Dependence,
    /// The attacker's hand: what a mate needs, or the most with which a no-mate holds.
    pub(crate) hand: Hand,
    /// Of a mate: plies to it by the proof.
    pub(crate) plies: u16,
}

impl Value {
    pub(crate) const fn open(numbers: Numbers) -> Value {
        Value { numbers, dependence: Dependence::NONE, hand: Hand::EMPTY, plies: 0 }
    }

    pub(crate) const fn proved(plies: u16, hand: Hand) -> Value {
        Value { numbers: Numbers::PROVED, dependence: Dependence::NONE, hand, plies }
    }

    pub(crate) const fn disproved(dependence: Dependence, hand: Hand) -> Value {
        Value { numbers: Numbers::DISPROVED, dependence, hand, plies: 0 }
    }

    /// Raises the numbers of an open position to at least these.
    #[inline]
    pub(crate) fn at_least(mut self, least: Numbers) -> Value {
        if !self.numbers.is_final() {
            let Numbers { proof, disproof } = self.numbers;
            self.numbers = Numbers::open(proof.max(least.proof), disproof.max(least.disproof));
        }
        self
    }

    /// Whether it is decided against the side that moves in the parent (`or`: the attacker).
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
    /// Whether it waits until another drop on its square has been mated; until then it is left out of all sums.
    pub(crate) waits: bool,
    /// Cost of the move: [`DfpnHeuristic::edge`](crate::DfpnHeuristic::edge).
    pub(crate) cost: u16,
    pub(crate) value: Value,
}

impl Child {
    /// φ as the parent sees it: with the cost of the move, unless it is decided.
    #[inline]
    fn phi(&self, or: bool) -> u32 {
        match self.value.numbers.phi(or) {
            0 => 0,
            number => add(number, self.cost.into()),
        }
    }
}

/// Switches for how the numbers of a node follow from those of its children, beyond minimum and sum.
///
/// They steer the search and cannot make an answer wrong. All are on by default.
///
/// ```
/// use komadai_tsume::{Counting, Solver, Unit};
///
/// // Plain df-pn: minimum and sum, one and one at the leaves.
/// let plain = Counting { alike: false, delay: false, weak: false, shared: false };
/// let solver = Solver::builder().hash_mb(1).heuristic(Unit).counting(plain).build()?;
/// # Ok::<(), komadai_tsume::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, to be measured alone")]
pub struct Counting {
    /// Similar moves count once, as the hardest of them: a move with and without promotion, all drops that interpose, far drops of one
    /// kind of piece from one side.
    pub alike: bool,
    /// Of the drops that interpose on one square, the next is looked at only when the one before is mated.
    pub delay: bool,
    /// Weak proof numbers where the attacker moves: the disproof number is that of the hardest group plus one for every other, not the
    /// sum. Checks transpose into one another, and a sum counts shared positions again and again.
    pub weak: bool,
    /// Where the defender moves, the proof number is that of the hardest group, plus one for every other, plus seven tenths of what the
    /// others have beyond one each. Their proofs share positions as well, though less.
    pub shared: bool,
}

impl Default for Counting {
    fn default() -> Self {
        Counting { alike: true, delay: true, weak: true, shared: true }
    }
}

/// Group of the drops that interpose.
const DROPS: u16 = 1 << 15;

impl Counting {
    /// The group of a move; every move has a group of its own unless alike moves count once.
    #[inline]
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

/// Squares with a drop that has been looked at and is not mated yet: other drops there can wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drops(Bitboard);

impl Drops {
    pub(crate) const NONE: Drops = Drops(Bitboard::EMPTY);

    /// Whether a reply is a drop that can wait for another one.
    pub(crate) fn waits(&self, mv: Move) -> bool {
        mv.is_drop() && self.0.contains(mv.to())
    }

    /// Takes note of a child that has been looked at.
    pub(crate) fn note(&mut self, child: &Child, or: bool) {
        if child.mv.is_drop() && !child.value.fails(or) {
            self.0.insert(child.mv.to());
        }
    }
}

/// φ and δ of a node from its children, which are sorted by group.
///
/// φ is the least δ of a child with the cost of its move, δ the sum of their φ. Within a group, the greatest φ stands for all. Children
/// met before at this depth or above count as one group as well: their numbers may contain those of this very node, and a sum would grow
/// in circles (Kishimoto and Müller, cited in paper 003).
///
/// Of checks that are equally hard to prove, the best is the one that is hardest to disprove.
pub(crate) fn sum_up(children: &[Child], or: bool, counting: Counting) -> Sum {
    sum_up_raised(children, or, counting, |_, number| number)
}

/// Like [`sum_up`], but each φ of a child is first raised by `raise`, which leaves 0 as it is.
#[inline]
pub(crate) fn sum_up_raised(
    children: &[Child],
    or: bool,
    counting: Counting,
    raise: impl Fn(&Child, u32) -> u32,
) -> Sum {
    // The least φ in the high bits, the rank of its child among equals in the low ones.
    let (mut least, mut second, mut best) = (u64::from(Numbers::INFINITE) << 32, Numbers::INFINITE, 0);
    let phi = |least: u64| (least >> 32) as u32;
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
        let number = raise(child, child.phi(or));
        let delta = child.value.numbers.delta(or);
        if child.group != group.group {
            runs(&group, best, &mut of_best, &mut all);
            group = Run { group: child.group, greatest: 0, has_best: 0 };
        }
        // Chosen without branches, which processors predict badly here.
        let rank = u64::from(number) << 32 | u64::from(if or { !delta } else { 0 });
        let better = rank < least;
        second = second.min(number.max(phi(least)));
        least = least.min(rank);
        (best, group.has_best) = select_unpredictable(better, (i, i + 1), (best, group.has_best));
        old = old.max(if child.old { delta } else { 0 });
        group.greatest = group.greatest.max(if child.old { 0 } else { delta });
    }
    runs(&group, best, &mut of_best, &mut all);
    all.add(old);
    if children.get(best).is_some_and(|child| child.old) {
        of_best = old;
    }
    if all.sum >= Numbers::INFINITE {
        return Sum { phi: phi(least), delta: Numbers::INFINITE, best, second, rest: Numbers::INFINITE };
    }
    // Contribution of all groups but one.
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
    Sum {
        phi: phi(least),
        delta: add(all.greatest, others(all.greatest)),
        best,
        second,
        rest: others(of_best),
    }
}

/// Children of one group, which stand side by side.
struct Run {
    group: u16,
    greatest: u32,
    /// Index plus one of the best child so far, if it stands in this run; else 0.
    has_best: usize,
}

/// Sum, number and maximum of the groups.
#[derive(Default)]
struct Join {
    sum: u32,
    count: u32,
    greatest: u32,
}

impl Join {
    fn add(&mut self, number: u32) {
        self.sum = add(self.sum, number);
        self.count += u32::from(number > 0);
        self.greatest = self.greatest.max(number);
    }
}

/// Dependence, disproof pieces and refuting reply of a node that is no mate.
pub(crate) fn no_mate(
    pos: &Position,
    attacker: Color,
    children: &[Child],
    or: bool,
) -> (Dependence, Hand, Option<Move>) {
    let refuted = children.iter().filter(|child| child.value.numbers.is_disproved());
    let all = proof_pieces::all(pos);
    if or {
        let (mut dependence, mut most) = (Dependence::NONE, all);
        for child in refuted {
            dependence = dependence.union(child.value.dependence);
            most = proof_pieces::meet(most, proof_pieces::before(pos, child.mv, child.value.hand));
        }
        (dependence, proof_pieces::untried(pos, attacker, most), None)
    } else {
        // The reply that depends on the deepest positions: it becomes independent of the path soonest.
        let chosen = refuted.max_by_key(|child| child.value.dependence.least());
        let child = chosen.expect("a node whose replies all fail is not disproved");
        (child.value.dependence, proof_pieces::meet(all, child.value.hand), Some(child.mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::rng::SplitMix64;

    fn child(i: u16, proof: u32, disproof: u32) -> Child {
        let value = Value::open(Numbers::open(proof, disproof));
        let mv = Move::from_bits(1 + i).expect("not the null move");
        Child { mv, group: i, old: false, waits: false, cost: 0, value }
    }

    #[test]
    fn of_checks_as_hard_to_prove_the_one_hardest_to_disprove_is_best() {
        let checks = [child(0, 5, 9), child(1, 3, 2), child(2, 3, 7), child(3, 3, 4)];
        let sum = sum_up(&checks, true, Counting::default());
        assert_eq!((sum.best, sum.phi, sum.second), (2, 3, 3));
        // Of replies the first.
        let replies = [child(0, 9, 5), child(1, 2, 3), child(2, 7, 3)];
        assert_eq!(sum_up(&replies, false, Counting::default()).best, 1);
    }

    #[test]
    fn plain_counting_is_least_and_sum() {
        let plain = Counting { alike: false, delay: false, weak: false, shared: false };
        let mut rng = SplitMix64::new(5);
        for or in [true, false] {
            for _ in 0..1_000 {
                let count = 1 + rng.next_u64() % 6;
                let mut number = || 1 + (rng.next_u64() % 9) as u32;
                let children: Vec<Child> = (0..count).map(|i| child(i as u16, number(), number())).collect();
                let sum = sum_up(&children, or, plain);
                let mut phis: Vec<u32> = children.iter().map(|child| child.phi(or)).collect();
                let delta = |child: &Child| child.value.numbers.delta(or);
                assert_eq!(phis[sum.best], sum.phi);
                assert_eq!(sum.delta, children.iter().map(delta).sum::<u32>());
                assert_eq!(sum.rest, sum.delta - delta(&children[sum.best]));
                phis.sort_unstable();
                phis.push(Numbers::INFINITE);
                assert_eq!((sum.phi, sum.second), (phis[0], phis[1]));
            }
        }
    }
}
