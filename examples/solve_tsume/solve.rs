//! One problem after the other, each from empty tables.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use komadai::Position;
use komadai::tsume::{DfpnHeuristic, Solver, Verdict};

use crate::answer::{Answer, Said};
use crate::clock::Moment;
use crate::{Heuristic, Options, watch};

/// Nodes for a problem if neither nodes nor time are limited.
const NODES: u64 = 10_000_000;

/// How problems are solved: all that answers depend on.
pub(crate) struct Recipe {
    pub(crate) hash_mb: u32,
    pub(crate) nodes: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) heuristic: Heuristic,
}

impl Recipe {
    pub(crate) fn new(options: &Options) -> Recipe {
        let nodes = options.nodes.unwrap_or(if options.time_s.is_some() { u64::MAX } else { NODES });
        Recipe { hash_mb: options.hash_mb, nodes, time: options.time_s, heuristic: options.heuristic }
    }

    /// In one line of `key value` pairs.
    pub(crate) fn describe(&self) -> String {
        let nodes = if self.nodes == u64::MAX { "no limit".to_owned() } else { self.nodes.to_string() };
        let time = self.time.map_or("no limit".to_owned(), |time| time.as_secs_f64().to_string());
        let heuristic = match self.heuristic {
            Heuristic::Mobility => "mobility",
            Heuristic::Unit => "unit",
        };
        format!("hash-mb {}, nodes {nodes}, time-s {time}, heuristic {heuristic}", self.hash_mb)
    }
}

/// A solver with its tables, for one thread.
pub(crate) struct Worker<H> {
    solver: Solver<H>,
    time: Option<Duration>,
}

impl<H: DfpnHeuristic> Worker<H> {
    pub(crate) fn new(recipe: &Recipe, heuristic: H) -> Worker<H> {
        let solver = Solver::builder().hash_mb(recipe.hash_mb as usize).nodes(recipe.nodes);
        Worker { solver: solver.heuristic(heuristic).build(), time: recipe.time }
    }

    /// What ends the work from outside.
    pub(crate) fn stop_flag(&self) -> Arc<AtomicBool> {
        self.solver.stop_flag()
    }

    /// Solves a problem.
    pub(crate) fn solve(&mut self, pos: &Position) -> Answer {
        let mut pos = pos.clone();
        self.solver.clear();
        let start = Moment::now();
        let stop = self.stop_flag();
        let solution = watch::within(self.time, &stop, || self.solver.solve(&mut pos));
        let time = start.elapsed();
        let (said, line) = match solution.verdict {
            Verdict::Mate { line } => (Said::Mate, line),
            Verdict::NoMate => (Said::NoMate, Vec::new()),
            Verdict::Unknown => (Said::Unknown, Vec::new()),
        };
        Answer { said, nodes: solution.nodes, time, checked: false, line }
    }
}
