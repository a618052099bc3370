//! Move memories: killers, histories and corrections, learnt from finished nodes \[R1\].
//!
//! Killers propose moves to be tried early ([`MoveMemory::recall`]):
//!
//! | memory | keyed by | remembers |
//! |---|---|---|
//! | [`BrotherBest`] | ply | the last best moves of siblings and cousins |
//! | [`PassBest`] | ply | the best reply to a pass, for the nodes beside that pass |
//! | [`PremoveBest`] | the last move | the best reply to it |
//! | [`HashedPremove`] | piece and target of the last move | the last best replies, recaptures left out |
//! | [`CounterMove`] | piece and target of the last move | the best quiet reply |
//! | [`TwoAgo`] | the move before the last | the best move, whatever the last one was: a control |
//! | [`ContextBest`] | the last two moves, in one number | the best reply to both |
//! | [`TaggedContext`] | the last two moves, compared | the best reply to both |
//! | [`ContextN`] | the last one, two … n moves | the reply that was best most often, longest context first |
//!
//! Histories order the other quiet moves ([`MoveMemory::score`]):
//!
//! | memory | addressed by | remembers |
//! |---|---|---|
//! | [`History`] | side, piece, target | how often a quiet move was best or cut |
//! | [`Butterfly`] | side, origin, target | the share of its trials in which a move was best or cut, against the average |
//! | [`ContinuationHistory`] | piece and target, now and 1, 2 and 4 plies ago | how often a quiet move was best or cut after such a move |
//! | [`Danger`] | attacks of cheaper pieces | nothing: leaving their reach is good, entering it bad |
//! | [`CheckBonus`] | whether it gives check | nothing |
//! | [`CategoryOrder`](crate::CategoryOrder) | category, or features | nothing: it knows beforehand how likely moves are |
//!
//! One memory orders captures and promotions ([`MoveMemory::gain`]):
//!
//! | memory | addressed by | remembers |
//! |---|---|---|
//! | [`CaptureHistory`] | side, piece, target, kind taken | how often a capture or promotion was best or cut |
//!
//! Others learn values from finished nodes:
//!
//! | memory | addressed by | remembers |
//! |---|---|---|
//! | [`Correction`] | pawns, and hands | the error of the evaluation, and corrects it ([`MoveMemory::correct`]) |
//! | [`Counted`](crate::pruning::Counted) | depth | how often a supposed pruning would have been right |
//!
//! Combinations: `()` is no memory; a tuple of two to seven is all of them, in order; an `Option` is one or none; a
//! `Box<dyn MoveMemory>` is one of any type, so that a list becomes one memory by `reduce(|one, next| Box::new((one,
//! next)))`; [`First<A>`](First) tries what `A` recalls before every other move \[R2\]; [`Likely<A>`](Likely) gives
//! what `A` recalls a probability, by which depth policies price it; [`Phases<A>`](Phases) switches `A` on or off in
//! the main search, near the leaves, and in quiescence.
//!
//! The built-in memories learn only from nodes whose best move is known. Where no move reached alpha, every value is an
//! upper bound, and behind a null window it is an accident which move has the highest.

mod butterfly;
mod candidates;
mod captures;
mod check_bonus;
mod combine;
mod context_n;
mod continuation;
mod correction;
mod danger;
#[cfg(test)]
mod fixture;
mod history;
mod killers;
mod likely;
mod phases;
mod replies;
mod tagged;

pub use butterfly::Butterfly;
pub use candidates::Candidates;
pub use captures::CaptureHistory;
pub use check_bonus::CheckBonus;
pub use combine::First;
pub(crate) use combine::forward_memory;
pub use context_n::ContextN;
pub use continuation::ContinuationHistory;
pub use correction::Correction;
pub use danger::Danger;
pub use history::{Bonus, History};
pub use killers::{BrotherBest, ContextBest, CounterMove, HashedPremove, PassBest, PremoveBest, TwoAgo};
pub use likely::Likely;
pub use phases::Phases;
pub use tagged::TaggedContext;

use komadai_core::{Move, Piece, Value};

use crate::bound::Bound;
use crate::node::{Node, Outcome};

/// The largest score of a move: [`MoveMemory::score`] returns values within ±`SCORE_LIMIT`.
///
/// The histories of today's engines fit in: one of ±5,000 and three continuations of ±30,000 each.
pub const SCORE_LIMIT: i32 = 100_000;

/// The unit of [`MoveMemory::score`]: the score that is worth one ply.
///
/// [`LateMove`](crate::LateMove) reduces a quiet move by one ply less for each `SCORE_PER_PLY` that it scores above 0,
/// and by one ply more for each that it scores below. It was fitted to the scores of [`History`] and
/// [`ContinuationHistory`] in [`modern`](crate::modern()).
pub const SCORE_PER_PLY: i32 = 10_000;

/// The largest correction of an evaluation: [`MoveMemory::correct`] returns values within ± this (10 pawns).
pub const CORRECTION_LIMIT: Value = Value::from_cp(1_000);

/// The largest gain that a memory adds to a capture or promotion: [`MoveMemory::gain`] returns values within ± this, in centipawns.
pub const GAIN_LIMIT: i32 = 1_000;

/// A score clamped to ±[`SCORE_LIMIT`].
#[inline]
pub(crate) fn limited(score: i32) -> i32 {
    score.clamp(-SCORE_LIMIT, SCORE_LIMIT)
}

/// Move memory: learns from finished nodes which moves to try early, in which order, and how far off the evaluation is.
///
/// One searcher owns it; nothing is shared. All methods have default bodies, so that a memory implements only those
/// that it needs:
///
/// ```
/// use komadai_core::{Move, Position};
/// use komadai_eval::Material;
/// use komadai_search::memory::{MoveMemory, SCORE_PER_PLY};
/// use komadai_search::{Limits, Node, modern};
///
/// /// Quiet moves towards the far side first, by a tenth of a ply of reduction.
/// struct Forward;
///
/// impl MoveMemory for Forward {
///     fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
///         let us = at.pos.side_to_move();
///         let gains = |from: komadai_core::Square| mv.to().seen_by(us).rank() < from.seen_by(us).rank();
///         if mv.from().is_some_and(gains) { SCORE_PER_PLY / 10 } else { 0 }
///     }
/// }
///
/// let mut searcher = modern(Material::default(), 1)?.add_memory(Forward);
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(4)).best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[allow(unused_variables, reason = "names of what a method is given are its documentation")]
pub trait MoveMemory {
    /// Appends moves to be tried early, best first. They need not be legal: the search checks.
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {}

    /// How good a quiet move is expected to be: an integer in ±[`SCORE_LIMIT`].
    ///
    /// 0 means that nothing is known of the move; a positive score, that it is better than an average quiet move; a negative score,
    /// that it is worse. [`SCORE_PER_PLY`] is worth one ply. Quiet moves that no memory recalled are searched in the order of their
    /// scores, and in the order of their numbers (`Move::bits`) if these are equal. [`Node::score`] hands the score to depth
    /// policies and prunings. A tuple of memories adds the scores of its members and clamps the sum to the range.
    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        0
    }

    /// [`MoveMemory::score`] as a function of the move and the piece that it puts on its target square
    /// ([`Position::placed_by`](komadai_core::Position::placed_by)), to score all quiet moves of one node. Override it if part of
    /// the work can be done once per node or depends on that piece; a memory around another one calls the inner `scorer`.
    #[inline]
    fn scorer(&self, at: &Node<'_>) -> impl Fn(Move, Piece) -> i32
    where
        Self: Sized,
    {
        move |mv, _| self.score(at, mv)
    }

    /// What to add to the immediate gain of a capture or promotion, by which these are ordered: centipawns in ±[`GAIN_LIMIT`]; 0 if
    /// nothing is known. Called in quiescence as well. A tuple adds the gains of its members and clamps the sum to the range.
    #[inline]
    fn gain(&self, at: &Node<'_>, mv: Move) -> i32 {
        0
    }

    /// What to add to the evaluation of a node, in centipawns for the side to move, inside ±[`CORRECTION_LIMIT`]; 0 if
    /// nothing is known. Called out of check: in quiescence, and at inner nodes if a pruning reads the evaluation. A
    /// tuple adds the corrections of its members and clamps the sum to the range.
    #[inline]
    fn correct(&self, at: &Node<'_>) -> Value {
        Value::ZERO
    }

    /// Whether the memory recalls moves and learns in quiescence as well, where [`Node::depth`] is zero or less; off by
    /// default. [`Phases`] switches it on for any memory. Scores are used there in any case, to order answers to a
    /// check; if some members of a tuple take part, only theirs are.
    #[inline]
    fn in_quiescence(&self) -> bool {
        false
    }

    /// Whether the moves that this memory recalls have a probability ([`Likely`]); `false` by default. If no memory gives
    /// one, the search does not look for it, and [`Node::recalled`] is [`Bits::NEVER`](crate::policy::Bits::NEVER).
    #[inline]
    fn gives_probabilities(&self) -> bool {
        false
    }

    /// Learns from a finished node, cut or not. `at.tried` holds the moves searched, the best one included.
    ///
    /// Nodes where no move reached alpha are recorded as well. Their [`Outcome::best`] is an accident: killers and histories
    /// return early unless [`outcome.bound.is_lower()`](crate::Bound::is_lower).
    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {}

    /// Forgets everything, as if new.
    #[inline]
    fn forget(&mut self) {}
}

/// The move that a finished node teaches: the best one, or the one that cut. `None` where no move reached alpha.
#[inline]
fn lesson(outcome: Outcome) -> Option<Move> {
    (outcome.bound != Bound::Upper).then_some(outcome.best)
}

/// The last move and the one before; `None` if there are no two, or one of them is a pass.
#[inline]
fn last_two(at: &Node<'_>) -> Option<(Move, Move)> {
    Some((at.back(1)?, at.back(2)?))
}
