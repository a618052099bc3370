//! Memories of good moves: what a finished node teaches the next ones \[R1\].
//!
//! Recalled, that is, tried early:
//!
//! | memory | keyed by | remembers |
//! |---|---|---|
//! | [`BrotherBest`] | ply | the last best moves of siblings and cousins |
//! | [`PassBest`] | ply | the best reply to a pass, for the nodes beside that pass |
//! | [`PremoveBest`] | the last move | the best reply to it |
//! | [`HashedPremove`] | piece and target of the last move | the last best replies that take nothing back |
//! | [`CounterMove`] | piece and target of the last move | the best quiet reply |
//! | [`TwoAgo`] | the move before the last | the best move, whatever the last one was: a control |
//! | [`ContextBest`] | the last two moves, in one number | the best reply to both |
//! | [`TaggedContext`] | the last two moves, compared | the best reply to both |
//! | [`ContextN`] | the last one, two … n moves | the reply that was best most often, longest context first |
//!
//! Scored, that is, put in order where nobody recalled anything:
//!
//! | memory | addressed by | remembers |
//! |---|---|---|
//! | [`History`] | side, piece, target | how often a quiet move was best or cut |
//! | [`Butterfly`] | side, origin, target | the share of its trials in which it was |
//! | [`ContinuationHistory`] | piece and target, now and 1, 2 and 4 plies ago | how often it was after such a move |
//! | [`CategoryOrder`](crate::CategoryOrder) | category, or features | nothing: how likely the move is, told beforehand |
//!
//! Neither, but learnt from the same nodes:
//!
//! | memory | addressed by | remembers |
//! |---|---|---|
//! | [`Correction`] | pawns, and hands | what the evaluation was off by, and corrects it |
//! | [`Adaptive`](crate::pruning::Adaptive) | depth | how far searches rose above the evaluation, for the margin of a pruning |
//!
//! Put together: `()` remembers nothing, a tuple of two to five what they all do, the first first, an `Option` what is there;
//! [`First<A>`](First) tries what `A` recalls before every other move \[R2\]; [`Phases<A>`](Phases) uses `A` in the main
//! search, near the leaves, in quiescence, or not.
//!
//! Only nodes whose best move is known teach anything: where no move reached alpha, all that is known of the "best"
//! one is an upper bound, and behind a null window which move has the highest is an accident.

mod brother;
mod butterfly;
mod candidates;
mod combine;
mod context;
mod context_n;
mod continuation;
mod correction;
mod counter;
mod first;
#[cfg(test)]
mod fixture;
mod hashed_premove;
mod history;
mod pass;
mod phases;
mod premove;
mod slot;
mod two_ago;

pub use brother::BrotherBest;
pub use butterfly::Butterfly;
pub use candidates::Candidates;
pub use context::{ContextBest, TaggedContext};
pub use context_n::ContextN;
pub use continuation::ContinuationHistory;
pub use correction::Correction;
pub use counter::CounterMove;
pub use first::First;
pub use hashed_premove::HashedPremove;
pub use history::History;
pub use pass::PassBest;
pub use phases::Phases;
pub use premove::PremoveBest;
pub use two_ago::TwoAgo;

use komadai_core::{Move, Piece, Square};

use crate::bound::Bound;
use crate::node::{Node, Outcome};

/// Remembers moves and orders them. One searcher owns it; nothing is shared.
pub trait MoveMemory {
    /// Adds moves to be tried early, best first. They need not be legal here: the search looks.
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        let _ = (at, out);
    }

    /// Order of the quiet moves nobody recalled: higher comes first, equal ones stay as generated.
    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        let _ = (at, mv);
        0
    }

    /// What to add to the evaluation of a node, given what it was off by elsewhere. Asked out of check: in quiescence,
    /// and at inner nodes if a pruning reads the evaluation.
    #[inline]
    fn correct(&self, at: &Node<'_>) -> i32 {
        let _ = at;
        0
    }

    /// Whether it is asked and told in quiescence as well; there [`Node::depth`] is zero or less. [`Phases`] says so for
    /// any memory.
    #[inline]
    fn in_quiescence(&self) -> bool {
        false
    }

    /// A node is finished, cut or not. `at.tried` holds the moves searched, the best among them.
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome);

    /// Back to knowing nothing.
    fn forget(&mut self);

    /// Whether it reads [`Node::path`] or [`Node::tried`], itself or through the methods of [`Node`] that do, except
    /// [`Node::ply`]. Where no socket does, the search keeps neither, and what they hold means nothing.
    #[inline]
    fn looks_back(&self) -> bool {
        true
    }
}

/// The move that a finished node teaches: the best one, or the one that cut. `None` where no move reached alpha.
#[inline]
fn lesson(outcome: Outcome) -> Option<Move> {
    (outcome.bound != Bound::Upper).then_some(outcome.best)
}

/// What a lesson weighs: the square of the remaining plies, 1 to 1024. Nodes near the root are few, and dear.
#[inline]
fn weight(at: &Node<'_>) -> i32 {
    let plies = at.depth.whole_plies().clamp(1, 32);
    plies * plies
}

/// The piece that moved last, as it stands now, and its square; `None` at the root and after a pass.
#[inline]
fn arrived(at: &Node<'_>) -> Option<(Piece, Square)> {
    let last = at.path.last()?;
    Some((last.piece?, last.mv?.to()))
}
