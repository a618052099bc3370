//! One problem after the other, each from empty tables.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::ValueEnum;
use komadai::lab::{MateProblem, ThreadClock};
use komadai::tsume::checker::{self, Claim};
use komadai::tsume::{LengthRule, Solver, Tree, Verdict};

use crate::answer::{Answer, Further, Said};
use crate::mate::{Inquirer, Questions};
use crate::parts::{Cycle, Heuristic, Policy};
use crate::{Options, files, watch};

/// Nodes for a problem if neither nodes nor time are limited.
const NODES: u64 = 10_000_000;

/// How problems are solved: all that answers depend on.
pub(crate) struct Recipe {
    pub(crate) hash_mb: u32,
    pub(crate) nodes: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) cycle: Cycle,
    pub(crate) heuristic: Heuristic,
    pub(crate) questions: Questions,
    /// Where certificates go.
    pub(crate) certificates: Option<PathBuf>,
}

impl Recipe {
    pub(crate) fn new(options: &Options) -> Recipe {
        let nodes = options.nodes.unwrap_or(if options.time_s.is_some() { u64::MAX } else { NODES });
        let asked = [(options.exact, LengthRule::EveryPly), (options.traditional, LengthRule::Traditional)];
        Recipe {
            questions: Questions {
                countings: asked
                    .into_iter()
                    .filter_map(|(asked, counting)| asked.then_some(counting))
                    .collect(),
                second: options.second,
                records: options.kif.clone(),
            },
            hash_mb: options.hash_mb,
            nodes,
            time: options.time_s,
            cycle: options.cycle,
            heuristic: options.heuristic,
            certificates: options.certificate.clone(),
        }
    }

    /// In one line of `key value` pairs.
    pub(crate) fn describe(&self) -> String {
        let nodes = if self.nodes == u64::MAX { "no limit".to_owned() } else { self.nodes.to_string() };
        let time = self.time.map_or("no limit".to_owned(), |time| time.as_secs_f64().to_string());
        let certificates = if self.certificates.is_some() { "written" } else { "not kept" };
        let mut words = vec![
            format!("hash-mb {}", self.hash_mb),
            format!("nodes {nodes}"),
            format!("time-s {time}"),
            format!("cycle {}", word(&self.cycle)),
            format!("heuristic {}", word(&self.heuristic)),
            format!("certificates {certificates}"),
        ];
        words.extend(self.questions.columns().into_iter().map(str::to_owned));
        words.extend(self.questions.records.is_some().then(|| "records".to_owned()));
        words.join(", ")
    }
}

/// A value as it is written on the command line.
fn word(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// A solver with its tables, for one thread.
pub(crate) struct Worker {
    solver: Solver<Heuristic, Policy>,
    inquirer: Option<Inquirer>,
    time: Option<Duration>,
    certificates: Option<PathBuf>,
}

impl Worker {
    pub(crate) fn new(recipe: &Recipe) -> Worker {
        let hash_mb = recipe.hash_mb as usize;
        let solver = Solver::builder().hash_mb(hash_mb).nodes(recipe.nodes);
        let solver = solver.heuristic(recipe.heuristic).cycles(recipe.cycle.policy()).build();
        Worker {
            inquirer: Inquirer::new(recipe, solver.stop_flag()),
            solver,
            time: recipe.time,
            certificates: recipe.certificates.clone(),
        }
    }

    /// What ends the work from outside.
    pub(crate) fn stop_flag(&self) -> Arc<AtomicBool> {
        self.solver.stop_flag()
    }

    /// Solves a problem and has the answer checked. The only error is a file that cannot be written.
    pub(crate) fn solve(&mut self, problem: &MateProblem) -> std::io::Result<Answer> {
        let mut pos = problem.pos.clone();
        self.solver.clear();
        let start = ThreadClock::now();
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
            match self.check(tree, problem, said)? {
                Ok(()) => checked = true,
                Err(reason) => refused = Some(reason),
            }
        }
        let mut answer =
            Answer { said, nodes: solution.nodes, time, checked, refused, line, further: Vec::new() };
        if let Some(inquirer) = self.inquirer.as_mut().filter(|_| said == Said::Mate) {
            let found = inquirer.ask(problem, &answer.line, &mut self.solver)?;
            answer.line = found.line.unwrap_or(answer.line);
            answer.further = found.lengths.into_iter().map(Further::Length).collect();
            answer.further.extend(found.second.map(Further::Second));
        }
        Ok(answer)
    }

    /// Hands the answer to rules that share nothing with the search: as a file, or in memory. Says why they refuse it.
    fn check(&self, tree: &Tree, problem: &MateProblem, said: Said) -> std::io::Result<Result<(), String>> {
        let checked = if let Some(folder) = &self.certificates {
            let path = files::of(folder, &problem.name, "kmdc");
            tree.save_certificate(&path)?;
            checker::check(BufReader::new(File::open(path)?))
        } else {
            let mut bytes = Vec::new();
            tree.write_certificate(&mut bytes)?;
            checker::check(bytes.as_slice())
        };
        Ok(checked.map_err(|error| error.to_string()).and_then(|checked| {
            let claim = if said == Said::Mate { Claim::Mate } else { Claim::NoMate };
            // Board, side to move and hands; the certificate leaves the number of the next move away.
            let same = problem.pos.to_string().rsplit_once(' ').is_some_and(|(sfen, _)| sfen == checked.sfen);
            if checked.claim == claim && same {
                Ok(())
            } else {
                Err(format!("the certificate shows {:?} of {}", checked.claim, checked.sfen))
            }
        }))
    }
}
