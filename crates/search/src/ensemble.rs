//! Ordinary consultation (合議): several engines search separately, and the majority decides.
//!
//! This is what solo consultation \[R12\] imitates, and so what it is measured against. Paper 002 describes the model,
//! Monju: programs of one kind, each with random numbers added to its evaluation.
//!
//! The noise has two possible places. A [`Consultation`] adds it to the value of *quiescence*, once a leaf: members
//! that are to see exactly what its elements see are [`Consultation::<_, 1>`](crate::Consultation) with a
//! [`first_element`](crate::Consultation::first_element) each. [`Noisy`] adds it to the *evaluation*, wherever that is
//! called, as in Monju, for any [`Searcher`](crate::Searcher). With [`Leaf::Static`](crate::Leaf::Static) both are the
//! same, and `tests/it/consultation.rs` compares them.

use core::time::Duration;
use std::time::Instant;

use komadai_core::{Change, Evaluator, Move, Position, Tracked, Value};

use crate::consultation::{Noise, Vote, root_moves, tally};
use crate::engine::contract::Engine;
use crate::forward::forward;
use crate::limits::Limits;
use crate::report::{Line, OnProgress, Report};

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

    forward!(self { noisy => noisy.eval }
        fn fresh(&self, pos: &Position) -> E::State;
        fn advance(&self, parent: &E::State, after: &Position, change: &Change) -> E::State;
        fn advance_into(&self, parent: &E::State, after: &Position, change: &Change, state: &mut E::State);
        fn advance_null(&self, parent: &E::State, after: &Position) -> E::State;
    );

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
/// [`Ensemble::search`] gives every member the whole limits, as if each had its own machine. As an [`Engine`] the
/// members *share* the limits of nodes and time, as for play under one clock.
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
#[derive(Clone, PartialEq, Eq)]
pub struct Ensemble<V> {
    /// The members, in the order in which they vote.
    pub members: Vec<V>,
}

komadai_core::debug_by_sizes!(Ensemble<V> {} [members]);

impl<V: Engine> Ensemble<V> {
    /// An ensemble of so many members, made by `make` from their numbers, 0 upwards. Without members it finds no move.
    pub fn of(members: usize, make: impl FnMut(usize) -> V) -> Self {
        Ensemble { members: (0..members).map(make).collect() }
    }

    /// Searches a position without a history with every member: the move of the majority, as [`tally`] counts, and the
    /// report of each member.
    pub fn search(&mut self, pos: &Position, limits: &Limits) -> (Option<Move>, Vec<Report>) {
        let board = Tracked::new(pos.clone());
        let members = self.members.iter_mut();
        let reports: Vec<Report> =
            members.map(|member| member.search_game(board.clone(), limits, &mut |_| {})).collect();
        let votes = votes(&reports);
        let winner = tally(&votes).first().map(|tally| tally.mv);
        (winner.or_else(|| reports.first()?.best), reports)
    }
}

/// The vote of a report; `None` if its move was not searched.
pub(crate) fn vote(report: &Report) -> Option<Vote> {
    Some(Vote { mv: report.best?, value: report.searched()? })
}

fn votes(reports: &[Report]) -> Vec<Vote> {
    reports.iter().filter_map(vote).collect()
}

/// Members search one after the other, each with an equal share of what is left of nodes and time; limits of depth
/// apply to each. Plays the move of the majority, at the value and with the line of the first member that voted for it.
/// `progress` is called after each member, once there is a vote, with the winner so far and the least depth that
/// members have finished. While pondering, the first member takes all the time.
impl<V: Engine> Engine for Ensemble<V> {
    fn search_game(&mut self, board: Tracked, limits: &Limits, progress: OnProgress<'_>) -> Report {
        let begun = Instant::now();
        let members = self.members.len();
        let mut reports: Vec<Report> = Vec::with_capacity(members);
        let mut whole = joint(&reports);
        for (i, member) in self.members.iter_mut().enumerate() {
            let left = (members - i) as u32;
            // After a hit its limits are shared out, counted from the hit.
            let hit = limits.ponder.as_ref().and_then(|ponder| ponder.seen());
            let (time, soft_time, since) =
                hit.map_or((limits.time, limits.soft_time, begun), |hit| (hit.time, hit.soft_time, hit.at));
            let gone = since.elapsed();
            let share = |time: Duration| time.saturating_sub(gone) / left;
            let own = Limits {
                nodes: limits.nodes.map(|nodes| nodes.saturating_sub(whole.nodes) / u64::from(left)),
                time: time.map(share),
                soft_time: soft_time.map(share),
                ponder: limits.ponder.clone().filter(|_| hit.is_none()),
                // A member votes for its best move alone.
                lines: 1,
                ..limits.clone()
            };
            reports.push(member.search_game(board.clone(), &own, &mut |_| {}));
            whole = joint(&reports);
            let Some(lines) = whole.moves.get(..1) else { continue };
            progress(&whole.progress(lines));
        }
        whole
    }

    fn clear(&mut self) {
        self.members.iter_mut().for_each(Engine::clear);
    }
}

/// The reports of members as one.
fn joint(reports: &[Report]) -> Report {
    let depth = reports.iter().map(|report| report.depth).min().unwrap_or(0);
    // A move voted for was searched, though perhaps in an interrupted first iteration.
    let mut moves = root_moves(&votes(reports), depth.max(1));
    for root in &mut moves {
        let voted = |report: &&Report| report.best == Some(root.mv) && report.searched().is_some();
        if let Some(first) = reports.iter().find(voted) {
            root.pv.clone_from(&first.pv);
        }
    }
    let (best, value, pv) = match (moves.first(), reports.first()) {
        (Some(winner), _) => (Some(winner.mv), winner.value, winner.pv.clone()),
        // Without a vote the move of the first member stands, whatever it is.
        (None, Some(first)) => (first.best, first.value, first.pv.clone()),
        (None, None) => (None, -Value::INFINITE, Line::new()),
    };
    Report {
        best,
        value,
        pv,
        depth,
        reached: reports.iter().map(|report| report.reached).max().unwrap_or(0),
        nodes: reports.iter().map(|report| report.nodes).sum(),
        elapsed: reports.iter().map(|report| report.elapsed).sum(),
        fill: reports.iter().filter_map(|report| report.fill).max(),
        moves,
        iterations: Vec::new(),
    }
}
