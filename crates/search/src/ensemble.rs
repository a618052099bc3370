//! Ordinary consultation (合議): several engines search separately, and the majority decides.
//!
//! This is what solo consultation \[R12\] imitates, and so what it is measured against. Paper 002 describes the model,
//! Monju: programs of one kind, each with random numbers added to its evaluation.
//!
//! There are two places for the noise. In a [`Consultation`] it comes on top of *quiescence*, once a leaf: members that
//! are to see exactly what its elements see are [`Consultation::<_, 1>`](crate::Consultation) with a
//! [`first_element`](crate::Consultation::first_element) each. [`Noisy`] puts it on the *evaluation*, wherever that is asked, as
//! in Monju: that makes an engine of any [`Searcher`](crate::Searcher). With [`Leaf::Static`](crate::Leaf::Static) both are the same, and
//! `tests/it/consultation.rs` compares them.

use komadai_core::{Change, Evaluator, Move, Position, Tracked, Value};

use crate::consultation::{Noise, Vote, tally};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::report::Report;

/// An evaluation plus the noise of one virtual engine.
///
/// ```
/// use komadai_core::{Evaluator, Position};
/// use komadai_eval::Material;
/// use komadai_search::{Noise, Noisy};
///
/// let (noise, pos) = (Noise::default(), Position::startpos());
/// let third = Noisy { eval: Material::default(), noise, element: 3 };
/// // Material is even at the start.
/// assert_eq!(third.evaluate(&third.fresh(&pos), &pos), noise.of(3, pos.key()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noisy<E> {
    /// The evaluation without noise.
    pub eval: E,
    /// Size and seed of the noise.
    pub noise: Noise,
    /// The number of the virtual engine whose noise is added.
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

/// Engines that search one after the other, each within the limits, and then vote.
///
/// An ensemble runs on one thread. To run members in parallel, search with each and count with [`tally`].
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{Ensemble, Limits, Noise, Noisy, Searcher};
///
/// let noisy = |element| Noisy { eval: Material::default(), noise: Noise::default(), element };
/// let mut three = Ensemble::of(3, |element| Searcher::new(noisy(element)));
/// let (best, reports) = three.search(&Position::startpos(), &Limits::depth(2));
/// assert!(best.is_some() && reports.len() == 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ensemble<V> {
    /// The members, in the order in which they vote.
    pub members: Vec<V>,
}

impl<V: Engine> Ensemble<V> {
    /// An ensemble of so many members, made by `make` from their numbers, 0 upwards.
    pub fn of(members: usize, make: impl FnMut(usize) -> V) -> Self {
        Ensemble { members: (0..members).map(make).collect() }
    }

    /// Searches a position without a history with every member: the move of the majority, as [`tally`] counts, and the
    /// report of each member.
    pub fn search(&mut self, pos: &Position, limits: &Limits) -> (Option<Move>, Vec<Report>) {
        self.search_game(&Tracked::new(pos.clone()), limits)
    }

    /// Searches the last position of a game with every member.
    pub fn search_game(&mut self, board: &Tracked, limits: &Limits) -> (Option<Move>, Vec<Report>) {
        let members = self.members.iter_mut();
        let reports: Vec<Report> =
            members.map(|member| member.search_game(board.clone(), limits, &mut |_| {})).collect();
        let vote = |report: &Report| report.best.map(|mv| Vote { mv, value: report.value });
        let votes: Vec<Vote> = reports.iter().filter_map(vote).collect();
        (tally(&votes).first().map(|tally| tally.mv), reports)
    }

    /// Clears every member.
    pub fn clear(&mut self) {
        self.members.iter_mut().for_each(Engine::clear);
    }
}
