//! First guesses of proof and disproof numbers: what makes df-pn into df-pn+.
//!
//! Plain df-pn counts every new leaf as one to prove and one to disprove. A better guess steers the search before it has
//! looked; it can never make an answer wrong, since answers rest on decided leaves alone.

use crate::{MateNode, Numbers};

/// The socket for initial numbers (df-pn+, paper 003). Implementations only read; one is shared by all nodes.
pub trait DfpnHeuristic {
    /// Numbers of a leaf that is not decided.
    fn initial(&self, at: &MateNode<'_>) -> Numbers;
}

/// One and one: plain df-pn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unit;

impl DfpnHeuristic for Unit {
    #[inline]
    fn initial(&self, _: &MateNode<'_>) -> Numbers {
        Numbers::UNIT
    }
}

/// The number of moves of the side that must be refuted altogether.
///
/// A defender with `n` replies has at least `n` leaves to prove; an attacker with `n` checks, at least `n` leaves to
/// disprove. Both are known without a look-up, since leaves are generated one ply ahead to see mates. The
/// search then begins with the checks that leave the king the fewest replies. Pieces interposed on one square count
/// once, as they do in the sums: with all of them counted, far checks looked too hard (57 instead of 63 of the hundred
/// problems of Shogi Zuko solved within a million positions each).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility;

impl DfpnHeuristic for Mobility {
    #[inline]
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        let moves = at.answers() as u32;
        if at.is_or() { Numbers::open(1, moves) } else { Numbers::open(moves, 1) }
    }
}

/// Attackers and defenders of the square of a check, beside the number of replies.
///
/// A check on a square that more defenders look at than attackers costs more to prove. Replies are judged by the number of
/// checks alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Support;

impl DfpnHeuristic for Support {
    #[inline]
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        if at.is_or() {
            return Mobility.initial(at);
        }
        let (attackers, defenders) = around(at);
        Numbers::open((at.answers() as u32 + 1 + defenders).saturating_sub(attackers), 1)
    }
}

/// How likely a check mates, learned from solved problems.
///
/// The logarithm of the odds that the position after a check is mate, as a logistic regression tells it from the replies on the
/// board, the squares for interpositions, and the attackers and defenders of the checking piece's square. The proof
/// number is 1 − ln P(mate): what must be shown for replies one and all adds up, as logarithms of probabilities
/// do. The disproof number is 1 − ln P(no mate). Replies are judged by the number of checks, as [`Mobility`] does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Odds;

impl DfpnHeuristic for Odds {
    #[inline]
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        if at.is_or() {
            return Mobility.initial(at);
        }
        let (attackers, defenders) = around(at);
        let for_mate =
            1.62 - 1.60 * at.moves as f32 + 0.40 * at.interpositions as f32 + 2.54 * attackers as f32
                - 1.02 * defenders as f32;
        Numbers::open(1 + softplus(-for_mate) as u32, 1 + softplus(for_mate) as u32)
    }
}

/// Attackers and defenders of the square of the last move, three at most.
#[inline]
fn around(at: &MateNode<'_>) -> (u32, u32) {
    let (square, occupied) = (at.last.to(), at.pos.occupied());
    let count = |color| at.pos.attackers(color, square, occupied).len().min(3);
    (count(at.attacker), count(!at.attacker))
}

/// ln(1 + eˣ): −ln of the probability whose log odds are −x.
#[inline]
fn softplus(x: f32) -> f32 {
    if x > 15.0 { x } else { x.exp().ln_1p() }
}

impl<H: DfpnHeuristic + ?Sized> DfpnHeuristic for &H {
    #[inline]
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        (**self).initial(at)
    }
}
