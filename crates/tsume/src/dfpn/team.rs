//! Several threads on one problem.
//!
//! Each thread searches from the root on a path of its own, and all use one transposition table. This is sound because the table holds
//! only results that are true on every path, whoever found them. No-mates that depend on a path stay with the cycle policy of the thread
//! whose path it is, and what one thread concludes from them enters the table only when it no longer depends on anything. Numbers of open
//! positions steer, and may come from any thread.
//!
//! The threads are kept apart by virtual numbers ([`Joint`]). When one has decided the root, all end. The search of that thread builds
//! the tree, since its cycle policy knows the most of what the tree needs.

use std::sync::Arc;
use std::{mem, panic, thread};

use komadai_core::{Move, Position, Undo};

use super::child::{Child, Value, sum_up_raised};
use super::cycle::{CyclePolicy, Simulations};
use super::dependence::Dependence;
use super::joint::Joint;
use super::memory::Memory;
use super::path::Frame;
use super::search::{Dfpn, Options, Outcome};
use super::table::Known;
use crate::heuristic::DfpnHeuristic;
use crate::number::Sum;
use crate::problem::Problem;
use crate::widening::TableError;

/// Nodes that one thread searches before others are started: most mates of a few plies are found by then, sooner than a thread
/// is started.
const ALONE: u64 = 1_000;

/// How a team searches: a function for threads, instantiated where heuristic and policy are known to be `Send`.
type Search<H, C> = fn(&mut Dfpn<H, C>, &mut [Dfpn<H, C>], &mut Position, u64) -> Outcome;

/// The threads that help a search.
pub(crate) struct Team<H, C> {
    helpers: Vec<Dfpn<H, C>>,
    search: Search<H, C>,
}

impl<H: DfpnHeuristic + Clone + Send, C: CyclePolicy + Clone + Send> Team<H, C> {
    /// A search and its helpers, `threads` in all (2 at least), with the memory of `options` between them.
    pub(crate) fn new(
        threads: usize,
        options: &Options,
        heuristic: &H,
        cycles: &C,
    ) -> Result<(Dfpn<H, C>, Self), TableError> {
        let policies = vec![cycles.clone(); threads.max(2)];
        let memories = Memory::for_threads(options.hash_bytes, policies)?;
        let mut all: Vec<Dfpn<H, C>> =
            memories.into_iter().map(|memory| Dfpn::new(memory, heuristic.clone(), options)).collect();
        let first = all.swap_remove(0);
        Ok((first, Team { helpers: all, search: search_together }))
    }
}

impl<H: DfpnHeuristic, C: CyclePolicy> Team<H, C> {
    /// Begins a problem for which the first search has prepared the table.
    pub(crate) fn join(&mut self, problem: Problem) {
        for helper in &mut self.helpers {
            helper.memory.join(problem);
        }
    }

    /// [`Dfpn::search`] with all threads. `first` counts the nodes and simulations of all; each thread may enter one node beyond `limit`.
    pub(crate) fn search(&mut self, first: &mut Dfpn<H, C>, pos: &mut Position, limit: u64) -> Outcome {
        let alone = limit.min(ALONE);
        let outcome = first.search(pos, alone);
        if outcome != Outcome::Unknown || first.nodes < alone || first.nodes >= limit {
            return outcome;
        }
        (self.search)(first, &mut self.helpers, pos, limit)
    }
}

/// Searches with all threads. Afterwards `first` is the one that decided the root.
fn search_together<H: DfpnHeuristic + Send, C: CyclePolicy + Send>(
    first: &mut Dfpn<H, C>,
    helpers: &mut [Dfpn<H, C>],
    pos: &mut Position,
    limit: u64,
) -> Outcome {
    let joint = Arc::new(Joint::new(1 + helpers.len(), limit.saturating_sub(first.nodes)));
    let (found, by) = thread::scope(|scope| {
        let mut running = Vec::with_capacity(helpers.len());
        for helper in helpers.iter_mut() {
            (helper.nodes, helper.simulations) = (0, Simulations::default());
            let (mut pos, joint) = (pos.clone(), &joint);
            let search = move || search_with_others(helper, &mut pos, joint);
            // If the system can start no more threads, those that run go on.
            running.push(thread::Builder::new().spawn_scoped(scope, search).ok());
        }
        let mut found = (search_with_others(first, pos, &joint), None);
        for (i, helper) in running.into_iter().enumerate() {
            let Some(helper) = helper else { continue };
            let outcome = helper.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked));
            if outcome.is_some() {
                found = (outcome, Some(i));
            }
        }
        found
    });
    for helper in helpers.iter() {
        first.nodes += helper.nodes;
        first.simulations.add(helper.simulations);
    }
    if let Some(helper) = by.and_then(|i| helpers.get_mut(i)) {
        (helper.nodes, helper.simulations) = (first.nodes, first.simulations);
        mem::swap(first, helper);
    }
    found.unwrap_or(Outcome::Unknown)
}

/// Runs the search of one thread. Returns what it found, if it is the first to end the search.
fn search_with_others<H: DfpnHeuristic, C: CyclePolicy>(
    dfpn: &mut Dfpn<H, C>,
    pos: &mut Position,
    joint: &Arc<Joint>,
) -> Option<Outcome> {
    let end = EndInPanic(joint);
    dfpn.joint = Some(Arc::clone(joint));
    // Nodes come from the common store.
    let outcome = dfpn.search(pos, dfpn.nodes);
    dfpn.joint = None;
    drop(end);
    let goes_on = outcome == Outcome::Unknown && joint.is_used_up();
    (!goes_on && joint.end()).then_some(outcome)
}

/// Ends the search of the others if this thread panics.
struct EndInPanic<'a>(&'a Joint);

impl Drop for EndInPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

/// What a search asks of the others, and what it takes over.
impl<H: DfpnHeuristic, C: CyclePolicy> Dfpn<H, C> {
    /// The sum of a node with virtual numbers, if other threads work below it ([`Joint`]).
    #[inline]
    pub(super) fn raised(&self, frame: &Frame, or: bool) -> Option<Sum> {
        let (joint, children) = (self.joint.as_ref()?, &self.children[frame.children..]);
        let below = children.iter().any(|child| joint.below(frame.at.0, child.mv) > 0);
        let raise = |child: &Child, number| joint.raised(frame.at.0, child.mv, number);
        below.then(|| sum_up_raised(children, or, self.counting, raise))
    }

    /// Whether another thread has ended the search.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.joint.as_ref().is_some_and(|joint| joint.is_over())
    }

    /// Leaves the first position of the path that another thread has decided, and all below; its value, if it is the
    /// root.
    pub(super) fn catch_up(&mut self, pos: &mut Position) -> Option<Value> {
        self.joint.as_ref()?;
        let (at, value) = self.frames.iter().enumerate().find_map(|(i, frame)| {
            match self.memory.table.look_up(frame.at) {
                Known::Proved { plies, needed, .. } => Some((i, Value::proved(plies, needed))),
                Known::Disproved { most } => Some((i, Value::disproved(Dependence::NONE, most))),
                Known::Open { .. } | Known::Unseen { .. } => None,
            }
        })?;
        self.unwind(pos, at);
        match self.frames.last() {
            Some(parent) => {
                self.learn(pos, parent.current, value);
                None
            }
            None => Some(value),
        }
    }

    /// Takes back the move that led to a node just taken off the stack, for the others as well.
    #[inline]
    pub(super) fn take_back(&mut self, pos: &mut Position, came: Option<(Move, Undo)>) {
        let Some((mv, undo)) = came else { return };
        pos.undo_move(mv, undo);
        if let (Some(joint), Some(parent)) = (&self.joint, self.frames.last()) {
            joint.take_back(parent.at.0, mv);
        }
    }
}
