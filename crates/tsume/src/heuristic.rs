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
/// search then begins with the checks that leave the king the fewest replies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility;

impl DfpnHeuristic for Mobility {
    #[inline]
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        let moves = at.moves as u32;
        if at.is_or() { Numbers::open(1, moves) } else { Numbers::open(moves, 1) }
    }
}

impl<H: DfpnHeuristic + ?Sized> DfpnHeuristic for &H {
    #[inline]
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        (**self).initial(at)
    }
}
