//! Ordinary consultation: several engines search apart, most votes win.
//!
//! This is what solo consultation \[R12\] imitates, and so what it is measured against. Paper 002 describes the model,
//! Monju: programs of one kind, each with random numbers added to its evaluation.
//!
//! There are two places for the noise. In a [`Consultation`] it comes on top of *quiescence*, once a leaf: members that
//! are to see exactly what its elements see are `Consultation::<_, 1>` with a
//! [`first_element`](Consultation::first_element) each. [`Noisy`] puts it on the *evaluation*, wherever that is asked, as
//! in Monju: that makes an engine of any [`Searcher`]. With [`Leaf::Static`](crate::Leaf::Static) both are the same, and
//! `tests/consultation.rs` compares them.

use core::time::Duration;

use komadai_core::{Change, Evaluator, MateSolver, Move, Position, Tracked, Value};

use crate::consultation::{Consultation, Noise, Vote, tally};
use crate::memory::MoveMemory;
use crate::observe::Observer;
use crate::policy::DepthPolicy;
use crate::pruning::ForwardPruning;
use crate::table::TranspositionTable;
use crate::{Limits, Searcher};

/// An evaluation with the noise of one element added.
///
/// ```
/// use komadai_core::{Change, Evaluator, Position, Value};
/// use komadai_search::{Noise, Noisy};
///
/// struct Even;
/// impl Evaluator for Even {
///     type State = ();
///     fn fresh(&self, _: &Position) {}
///     fn advance(&self, _: &(), _: &Position, _: &Change) {}
///     fn evaluate(&self, _: &(), _: &Position) -> Value { Value::ZERO }
/// }
///
/// let (noise, pos) = (Noise::default(), Position::startpos());
/// let third = Noisy { eval: Even, noise, element: 3 };
/// assert_eq!(third.evaluate(&(), &pos), noise.of(3, pos.key()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noisy<E> {
    /// The evaluation without noise.
    pub eval: E,
    /// How much noise.
    pub noise: Noise,
    /// Whose.
    pub element: usize,
}

impl<E: Evaluator> Evaluator for Noisy<E> {
    type State = E::State;

    #[inline]
    fn fresh(&self, pos: &Position) -> E::State {
        self.eval.fresh(pos)
    }

    #[inline]
    fn advance(&self, parent: &E::State, after: &Position, change: &Change) -> E::State {
        self.eval.advance(parent, after, change)
    }

    #[inline]
    fn advance_null(&self, parent: &E::State, after: &Position) -> E::State {
        self.eval.advance_null(parent, after)
    }

    #[inline]
    fn evaluate(&self, state: &E::State, pos: &Position) -> Value {
        let value = self.eval.evaluate(state, pos) + self.noise.of(self.element, pos.key());
        Value::from_cp(value.cp())
    }
}

/// Whoever can be asked for a move.
pub trait Voter {
    /// What it would play in the last position of a game.
    fn vote(&mut self, board: Tracked, limits: &Limits) -> Opinion;

    /// Forgets everything that earlier searches left behind.
    fn forget(&mut self);
}

/// What one member of an [`Ensemble`] says, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// Its vote; `None` if there is no legal move.
    pub vote: Option<Vote>,
    /// Moves and passes played.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

impl<E, D, P, K, T, M, O> Voter for Searcher<E, D, P, K, T, M, O>
where
    E: Evaluator,
    D: DepthPolicy,
    P: ForwardPruning,
    K: MoveMemory,
    T: TranspositionTable,
    M: MateSolver,
    O: Observer,
{
    fn vote(&mut self, board: Tracked, limits: &Limits) -> Opinion {
        let report = self.search_game(board, limits, &mut |_| {});
        Opinion {
            vote: report.best.map(|mv| Vote { mv, value: report.value }),
            nodes: report.nodes,
            elapsed: report.elapsed,
        }
    }

    fn forget(&mut self) {
        self.clear();
    }
}

/// The move of its majority, at the value of the first element that voted for it.
impl<E: Evaluator, const N: usize, K: MoveMemory> Voter for Consultation<E, N, K> {
    fn vote(&mut self, board: Tracked, limits: &Limits) -> Opinion {
        let heard = self.search_game(board, limits);
        let value = |mv: Move| heard.votes.iter().find(|vote| vote.mv == mv).map(|vote| vote.value);
        Opinion {
            vote: heard.best.map(|mv| Vote { mv, value: value(mv).unwrap_or(-Value::INFINITE) }),
            nodes: heard.nodes,
            elapsed: heard.elapsed,
        }
    }

    fn forget(&mut self) {
        self.clear();
    }
}

/// Engines that search one after the other, each within the limits, and then vote.
///
/// One thread: members with a processor each are a matter of whoever has them; [`tally`] counts what they bring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ensemble<V> {
    /// The members, in the order in which they vote.
    pub members: Vec<V>,
}

impl<V: Voter> Ensemble<V> {
    /// As many members as `make` is asked for, told their numbers from 0.
    pub fn of(members: usize, make: impl FnMut(usize) -> V) -> Self {
        Ensemble { members: (0..members).map(make).collect() }
    }

    /// Asks every member about a position without a past; the move of the majority, as [`tally`] counts, and what each
    /// member said.
    pub fn search(&mut self, pos: &Position, limits: &Limits) -> (Option<Move>, Vec<Opinion>) {
        self.search_game(&Tracked::new(pos.clone()), limits)
    }

    /// Asks every member about the last position of a game.
    pub fn search_game(&mut self, board: &Tracked, limits: &Limits) -> (Option<Move>, Vec<Opinion>) {
        let opinions: Vec<Opinion> =
            self.members.iter_mut().map(|member| member.vote(board.clone(), limits)).collect();
        let votes: Vec<Vote> = opinions.iter().filter_map(|opinion| opinion.vote).collect();
        (tally(&votes).first().map(|tally| tally.mv), opinions)
    }

    /// Makes every member forget.
    pub fn clear(&mut self) {
        self.members.iter_mut().for_each(Voter::forget);
    }
}
