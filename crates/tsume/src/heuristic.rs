//! First guesses of proof and disproof numbers, and costs of moves: what makes df-pn into df-pn+.
//!
//! Plain df-pn counts every new leaf as one to prove and one to disprove. A better guess steers the search before it has
//! looked; it can never make an answer wrong, since answers rest on decided leaves alone.

use komadai_core::{Color, Move, PieceKind, Position};

use crate::node::{MateNode, far_side};
use crate::number::Numbers;

/// The socket for initial numbers and edge costs (df-pn+, paper 003). Implementations only read; one is shared by all
/// nodes.
pub trait DfpnHeuristic {
    /// Numbers of a leaf that is not decided.
    fn initial(&self, at: &MateNode<'_>) -> Numbers;

    /// What it costs to take a move: added to the number by which its mover chooses among his moves, the proof number of
    /// a check or the disproof number of a reply. `pos` is the position before the move.
    ///
    /// A first guess is gone once the search has looked below a leaf; a cost stays with its move. Positions that are decided
    /// cost nothing. It is asked for every move of every node that is entered, so it must be cheap, and it is asked
    /// before the move is played, so it cannot look at the answers. CycleKeep costs small: they add up along a line, and numbers
    /// that reach [`Numbers::LARGEST`] no longer tell moves apart. Searches for exact lengths do not ask.
    #[inline]
    fn edge(&self, _pos: &Position, _attacker: Color, _mv: Move) -> u16 {
        0
    }
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
///
/// **Where the weights come from.** They were fitted once, to leaves of searches on Shogi Zuko and on mates in 11 that were
/// decided within 60,000 nodes; the program that did it was not kept. What is kept,
/// `cargo test --release -p komadai-tsume --test odds -- --ignored --nocapture`, fits a sample of its own, from the problems in
/// `data/tsume`: 0.54, −0.33, 0.17, 0.70, −0.30 in the order of [`Odds::features`]. The signs are the same, the sizes about a
/// third to a fifth. As probabilities the older weights are far too sure: on leaves held apart their log loss is
/// 1.22, that of the share of mates alone 0.67, that of the fit 0.62; they order pairs of a mate and a no-mate as well as the
/// fit does (0.69 of them). They stay because they search better: of the 200
/// problems of Zuko and Muso they solve 144 within 100,000 nodes each, the fit 140 with 13 % more nodes, the fit
/// times four 142 with 7 % more, times five 144 with 14 % more (`tests/worth.rs`). Steering wants contrast between moves, and
/// numbers are whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// What each of [`Odds::features`] adds to the log odds, in their order.
    pub weights: [f32; 5],
}

impl Odds {
    /// What is looked at in the position after a check: one, replies on the board, squares for interpositions, attackers and
    /// defenders of the checking piece's square (three of each at most).
    #[inline]
    pub fn features(at: &MateNode<'_>) -> [f32; 5] {
        let (attackers, defenders) = around(at);
        [1.0, at.moves as f32, at.interpositions as f32, attackers as f32, defenders as f32]
    }

    /// ln(P(mate) / P(no mate)) of a position with these features.
    #[inline]
    pub fn log_odds(&self, features: &[f32; 5]) -> f32 {
        self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }
}

/// The weights that were fitted.
impl Default for Odds {
    fn default() -> Self {
        Odds { weights: [1.62, -1.60, 0.40, 2.54, -1.02] }
    }
}

impl DfpnHeuristic for Odds {
    #[inline]
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        if at.is_or() {
            return Mobility.initial(at);
        }
        let for_mate = self.log_odds(&Self::features(at));
        Numbers::open(1 + softplus(-for_mate) as u32, 1 + softplus(for_mate) as u32)
    }
}

/// Another heuristic, with a cost on drops of lance, bishop or rook away from the king.
///
/// They often come in rows, one as good as the other, and each invites interpositions. Around [`Odds`], 147 of the 200
/// problems of Zuko and Muso are solved within 100,000 nodes each instead of 144: at a cost of 1 with 2 % more nodes on those
/// that both solve, at 2 with 6 % fewer (`tests/worth.rs`). A cost on checks that give the piece away was tried as well and
/// was bad (143 solved at 1 with 26 % more nodes, 127 at 2): `Odds` has counted attackers and defenders, and sacrifices
/// are what composed problems live on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FarDrops<H> {
    /// Where the numbers of leaves come from.
    pub inner: H,
    /// What such a drop costs.
    pub cost: u16,
}

impl<H: DfpnHeuristic> DfpnHeuristic for FarDrops<H> {
    #[inline]
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        self.inner.initial(at)
    }

    #[inline]
    fn edge(&self, pos: &Position, attacker: Color, mv: Move) -> u16 {
        let inner = self.inner.edge(pos, attacker, mv);
        if pos.side_to_move() != attacker
            || !matches!(mv.dropped(), Some(PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook))
        {
            return inner;
        }
        let Some(king) = pos.king(!attacker) else { return inner };
        if far_side(king, mv.to()).is_some() { inner.saturating_add(self.cost) } else { inner }
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

    #[inline]
    fn edge(&self, pos: &Position, attacker: Color, mv: Move) -> u16 {
        (**self).edge(pos, attacker, mv)
    }
}
