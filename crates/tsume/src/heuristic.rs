//! Df-pn+ heuristics: initial proof and disproof numbers of leaves, and costs of moves.
//!
//! Plain df-pn counts every new leaf as one to prove and one to disprove. Better numbers steer the search before it has looked below a
//! leaf. They cannot make an answer wrong, since answers rest only on decided leaves.

use std::sync::Arc;

use komadai_core::{Color, Move, PieceKind, Position};

use crate::node::{MateNode, far_side};
use crate::number::Numbers;

/// Socket for initial numbers and edge costs (df-pn+, paper 003).
///
/// Implementations only read; all nodes share one. Results depend only on the arguments: the search may keep one and reuse it for the
/// same position after the same move. Only [`DfpnHeuristic::initial`] is required.
///
/// ```
/// use komadai_core::Position;
/// use komadai_tsume::{DfpnHeuristic, MateNode, Numbers, Solver, Verdict};
///
/// /// Every reply is one leaf to prove; checks are not looked at.
/// struct Replies;
///
/// impl DfpnHeuristic for Replies {
///     fn initial(&self, at: &MateNode<'_>) -> Numbers {
///         if at.is_or() { Numbers::UNIT } else { Numbers::open(at.answers(), 1) }
///     }
/// }
///
/// let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let solution = Solver::builder().hash_mb(1).heuristic(Replies).build()?.solve(&mut pos);
/// assert!(matches!(solution.verdict, Verdict::Mate { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait DfpnHeuristic {
    /// Initial proof and disproof number of an undecided leaf, an OR node or an AND node ([`MateNode::is_or`]). Use
    /// [`Numbers::open`], which clamps them.
    fn initial(&self, at: &MateNode<'_>) -> Numbers;

    /// Edge cost of a move; 0 by default. It is added to the number by which the mover chooses: the proof number of a check
    /// or the disproof number of a reply. `pos` is the position before the move.
    ///
    /// Initial numbers are replaced once the search has looked below a leaf; a cost stays with its move. Decided positions cost nothing.
    /// The cost is computed for every move of every node that is entered, so it must be cheap; and before the move is played, so it
    /// cannot look at the answers to it. Keep costs small: they add up along a line, and numbers that reach [`Numbers::LARGEST`] no
    /// longer tell moves apart. [`Lengths`](crate::Lengths) ignores costs.
    #[inline]
    fn edge(&self, _pos: &Position, _attacker: Color, _mv: Move) -> u16 {
        0
    }
}

/// Any heuristic, for a search that uses it only at leaves.
pub(crate) type SharedHeuristic = Arc<dyn DfpnHeuristic + Send + Sync>;

/// One leaf to prove, one to disprove: plain df-pn.
///
/// ```
/// use komadai_tsume::{Solver, Unit};
///
/// let solver = Solver::builder().hash_mb(1).heuristic(Unit).build()?;
/// # Ok::<(), komadai_tsume::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unit;

impl DfpnHeuristic for Unit {
    #[inline]
    fn initial(&self, _: &MateNode<'_>) -> Numbers {
        Numbers::UNIT
    }
}

/// Number of moves that must all be refuted: replies of the defender, checks of the attacker.
///
/// A defender with `n` replies has at least `n` leaves to prove; an attacker with `n` checks, at least `n` leaves to disprove. Both
/// numbers are known at once, since the moves of leaves are generated anyway to see mates. The search then begins with the checks that
/// leave the king the fewest replies. Pieces interposed on one square count once, as they do in the sums: with all of them counted, far
/// checks looked too hard (57 instead of 63 of the hundred problems of Shogi Zuko solved within a million positions each).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility;

impl DfpnHeuristic for Mobility {
    #[inline]
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        let moves = at.answers();
        if at.is_or() { Numbers::open(1, moves) } else { Numbers::open(moves, 1) }
    }
}

/// [`Mobility`], corrected by the attackers and defenders of the checking piece's square.
///
/// A check costs more to prove if more defenders than attackers attack the square of the checking piece. Replies are judged only by the
/// number of checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Support;

impl DfpnHeuristic for Support {
    #[inline]
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        if at.is_or() {
            return Mobility.initial(at);
        }
        let (attackers, defenders) = around(at);
        Numbers::open((at.answers() + 1 + defenders).saturating_sub(attackers), 1)
    }
}

/// Probability that a check mates, from a logistic regression on solved problems: the default heuristic.
///
/// The regression gives the logarithm of the odds that the position after a check is mate, from the replies on the board, the squares for
/// interpositions, and the attackers and defenders of the checking piece's square. The proof number is 1 − ln P(mate): what must be shown
/// for all replies adds up, as logarithms of probabilities do. The disproof number is 1 − ln P(no mate). After a reply, the disproof
/// number is the number of checks, as with [`Mobility`], and the proof number is the number of squares the king could step on, each of
/// which a mate must take from him.
///
/// **Where the weights come from.** They were fitted once, to leaves of searches on Shogi Zuko and on mates in 11 that were decided
/// within 60,000 nodes. A later fit, to leaves of searches on the problems in `data/tsume`, gave 0.54, −0.33, 0.17, 0.70, −0.30 in the
/// order of [`Odds::features`]; neither fitting program was kept. The signs are the same, the sizes about a third to a fifth: as
/// probabilities the older weights are far too confident, but they order as many pairs of a mate and a no-mate correctly
/// (`tests/it/odds.rs` checks this). They stay because they search better: of the 200 problems of Zuko and Muso they solve 152 within
/// 100,000 nodes each, the later fit 146 with 9 % more nodes, the later fit times four 149 with 8 % more (`tests/it/worth.rs`, always
/// inside [`FarDrops`]). Steering needs contrast between moves, and the numbers are integers. With a proof number of 1 after every reply,
/// however many squares the king has, 144 are solved with 12 % more nodes.
///
/// ```
/// use komadai_tsume::{Odds, Solver};
///
/// // Weights of your own.
/// let odds = Odds { weights: [0.54, -0.33, 0.17, 0.70, -0.30] };
/// assert!(odds.log_odds(&[1.0, 1.0, 0.0, 2.0, 1.0]) > odds.log_odds(&[1.0, 5.0, 0.0, 1.0, 2.0]));
/// let solver = Solver::builder().hash_mb(1).heuristic(odds).build()?;
/// # Ok::<(), komadai_tsume::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// Weights of [`Odds::features`] in the log odds, in the same order.
    pub weights: [f32; 5],
}

impl Odds {
    /// Features of the position after a check: the constant 1, replies on the board, squares for interpositions, attackers and defenders
    /// of the checking piece's square (at most three of each).
    #[inline]
    pub fn features(at: &MateNode<'_>) -> [f32; 5] {
        let (attackers, defenders) = around(at);
        [1.0, at.moves as f32, at.interpositions as f32, attackers as f32, defenders as f32]
    }

    /// Log odds ln(P(mate) / P(no mate)) of a position with these features.
    #[inline]
    pub fn log_odds(&self, features: &[f32; 5]) -> f32 {
        self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }
}

/// The fitted weights.
impl Default for Odds {
    fn default() -> Self {
        Odds { weights: [1.62, -1.60, 0.40, 2.54, -1.02] }
    }
}

impl DfpnHeuristic for Odds {
    #[inline]
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        if at.is_or() {
            return Numbers::open(at.free_squares() as u32, at.answers());
        }
        let for_mate = self.log_odds(&Self::features(at));
        let number = |x| softplus(x).saturating_add(1);
        Numbers::open(number(-for_mate), number(for_mate))
    }
}

/// Another heuristic plus an edge cost on drops of lance, bishop or rook away from the king.
///
/// Such drops often come in rows, each as good as the other, and each invites interpositions. [`Default`] costs 2; around [`Odds`], it is
/// a solver's default heuristic. Of the 200 problems of Zuko and Muso it solves 152 within 100,000 nodes each; without the cost also 152,
/// with 7 % more nodes on those that both solve; at a cost of 1, 153 with 1 % fewer nodes; at 3, 152 with 2 % more (`tests/it/worth.rs`).
/// A cost on checks that give the piece away was tried as well and was bad: [`Odds`] already counts attackers and defenders, and composed
/// problems live on sacrifices.
///
/// ```
/// use komadai_tsume::{FarDrops, Odds, Solver};
///
/// let solver = Solver::builder().hash_mb(1).heuristic(FarDrops { inner: Odds::default(), cost: 2 }).build()?;
/// # Ok::<(), komadai_tsume::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FarDrops<H> {
    /// The heuristic for initial numbers.
    pub inner: H,
    /// Edge cost of such a drop.
    pub cost: u16,
}

/// A cost of 2.
impl<H: Default> Default for FarDrops<H> {
    fn default() -> Self {
        FarDrops { inner: H::default(), cost: 2 }
    }
}

impl<H: DfpnHeuristic> DfpnHeuristic for FarDrops<H> {
    #[inline]
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        self.inner.initial(at)
    }

    #[inline]
    fn edge(&self, pos: &Position, attacker: Color, mv: Move) -> u16 {
        let inner = self.inner.edge(pos, attacker, mv);
        let is_far = pos.side_to_move() == attacker
            && matches!(mv.dropped(), Some(PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook))
            && pos.king(!attacker).is_some_and(|king| far_side(king, mv.to()).is_some());
        if is_far { inner.saturating_add(self.cost) } else { inner }
    }
}

/// Attackers and defenders of the square of the last move, at most three of each.
#[inline]
fn around(at: &MateNode<'_>) -> (u32, u32) {
    let (square, occupied) = (at.last.to(), at.pos.occupied());
    let count = |color| at.pos.attackers(color, square, occupied).len().min(3);
    (count(at.attacker), count(!at.attacker))
}

/// The integer part of ln(1 + eˣ), which is −ln of the probability whose log odds are −x.
#[inline]
fn softplus(x: f32) -> u32 {
    // ln(1 + eˣ) exceeds max(x, 0) by less than 1, so it passes at most one more integer.
    let whole = x.max(0.0) as u32;
    let passed = PASSES.get(whole as usize).is_some_and(|&passes| x >= passes);
    whole + u32::from(passed)
}

/// `[n]`: the x at which ln(1 + eˣ) passes n + 1, which is ln(eⁿ⁺¹ − 1); beyond the table ln(1 + eˣ) equals x in single precision.
const PASSES: [f32; 16] = [
    0.541_324_85,
    1.854_586_5,
    2.948_930_8,
    3.981_514_6,
    4.993_239,
    5.997_518,
    6.999_088,
    7.999_664_5,
    8.999_877,
    9.999_955,
    10.999_983,
    11.999_994,
    12.999_998,
    13.999_999,
    15.0,
    16.0,
];

impl<H: DfpnHeuristic + ?Sized> DfpnHeuristic for &H {
    #[inline]
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        (**self).initial(at)
    }

    #[inline]
    fn edge(&self, pos: &Position, attacker: Color, mv: Move) -> u16 {
        (**self).edge(pos, attacker, mv)
    }
}

#[cfg(test)]
mod tests {
    use super::softplus;

    #[test]
    fn softplus_is_the_whole_part_of_the_formula() {
        for step in -40_000..40_000 {
            let x = f64::from(step) / 1_000.0;
            let exact = x.exp().ln_1p();
            // Where a whole number is passed, single precision may fall on either side.
            if (exact - exact.round()).abs() > 1e-5 {
                assert_eq!(softplus(x as f32), exact as u32, "{x}");
            }
        }
    }
}
