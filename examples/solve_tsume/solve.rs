//! One problem after the other, each from empty tables.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use komadai::lab::MateProblem;
use komadai::tsume::{DfpnHeuristic, Solver, Tree, Verdict, checker};

use crate::answer::{Answer, Said};
use crate::clock::Moment;
use crate::{Heuristic, Options, certificates, watch};

/// Nodes for a problem if neither nodes nor time are limited.
const NODES: u64 = 10_000_000;

/// How problems are solved: all that answers depend on.
pub(crate) struct Recipe {
    pub(crate) hash_mb: u32,
    pub(crate) nodes: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) heuristic: Heuristic,
    /// Where certificates go.
    pub(crate) certificates: Option<PathBuf>,
}

impl Recipe {
    pub(crate) fn new(options: &Options) -> Recipe {
        let nodes = options.nodes.unwrap_or(if options.time_s.is_some() { u64::MAX } else { NODES });
        Recipe {
            hash_mb: options.hash_mb,
            nodes,
            time: options.time_s,
            heuristic: options.heuristic,
            certificates: options.certificate.clone(),
        }
    }

    /// In one line of `key value` pairs.
    pub(crate) fn describe(&self) -> String {
        let nodes = if self.nodes == u64::MAX { "no limit".to_owned() } else { self.nodes.to_string() };
        let time = self.time.map_or("no limit".to_owned(), |time| time.as_secs_f64().to_string());
        let heuristic = match self.heuristic {
            Heuristic::Mobility => "mobility",
            Heuristic::Unit => "unit",
        };
        let certificates = if self.certificates.is_some() { "written" } else { "not kept" };
        format!(
            "hash-mb {}, nodes {nodes}, time-s {time}, heuristic {heuristic}, certificates {certificates}",
            self.hash_mb
        )
    }
}

/// A solver with its tables, for one thread.
pub(crate) struct Worker<H> {
    solver: Solver<H>,
    time: Option<Duration>,
    certificates: Option<PathBuf>,
}

impl<H: DfpnHeuristic> Worker<H> {
    pub(crate) fn new(recipe: &Recipe, heuristic: H) -> Worker<H> {
        let solver = Solver::builder().hash_mb(recipe.hash_mb as usize).nodes(recipe.nodes);
        Worker {
            solver: solver.heuristic(heuristic).build(),
            time: recipe.time,
            certificates: recipe.certificates.clone(),
        }
    }

    /// What ends the work from outside.
    pub(crate) fn stop_flag(&self) -> Arc<AtomicBool> {
        self.solver.stop_flag()
    }

    /// Solves a problem and has the answer checked. The only error is a certificate that cannot be written.
    pub(crate) fn solve(&mut self, problem: &MateProblem) -> std::io::Result<Answer> {
        let mut pos = problem.pos.clone();
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
        let (mut checked, mut refused) = (false, None);
        if let Some(tree) = &solution.tree {
            match self.check(tree, problem)? {
                Ok(()) => checked = true,
                Err(reason) => refused = Some(reason),
            }
        }
        Ok(Answer { said, nodes: solution.nodes, time, checked, refused, line })
    }

    /// Hands the answer to rules that share nothing with the search: as a file, or in memory. Says why they refuse it.
    fn check(&self, tree: &Tree, problem: &MateProblem) -> std::io::Result<Result<(), String>> {
        let checked = if let Some(folder) = &self.certificates {
            let path = folder.join(certificates::file_name(&problem.name));
            tree.save_certificate(&path)?;
            checker::check(BufReader::new(File::open(path)?))
        } else {
            let mut bytes = Vec::new();
            tree.write_certificate(&mut bytes)?;
            checker::check(bytes.as_slice())
        };
        Ok(match checked {
            Err(error) => Err(error.to_string()),
            Ok(checked) if problem.pos.to_string().starts_with(&format!("{} ", checked.sfen)) => Ok(()),
            Ok(checked) => Err(format!("the certificate is about {}", checked.sfen)),
        })
    }
}
