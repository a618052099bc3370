//! Parameters of a run over mate problems: all that its answers depend on.

use std::path::PathBuf;
use std::time::Duration;

use super::parts::{CycleTreatment, MateHeuristic};
use crate::run::clocks::ThreadClock;

/// Further questions about every mate that is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct Questions {
    /// Whether the length is asked with every ply counted.
    pub exact: bool,
    /// Whether the length is asked without futile interpositions, and the solution without leftovers.
    pub traditional: bool,
    /// Whether other checks mate as well (余詰).
    pub cooks: bool,
    /// Folder, or file of a single problem, for records with variations.
    pub records: Option<PathBuf>,
    /// Whether to list futile interpositions (無駄合) along the line whose plies count traditionally.
    pub futile: bool,
}

/// Parameters of a run over mate problems.
#[derive(Clone, Debug)]
pub struct MateRun {
    /// Megabytes of tables for each problem that is being solved; twice as much if there are questions.
    pub hash_mb: u32,
    /// Threads that work on one problem, which share its tables. With more than one, nodes and lines differ from run to run.
    pub threads_per_problem: u8,
    /// Limit of nodes for a problem, and again for each question; `u64::MAX` is none.
    pub nodes: u64,
    /// Limit of time for a problem, and again for each question, by the wall clock.
    pub time: Option<Duration>,
    /// Treatment of repetitions.
    pub cycle: CycleTreatment,
    /// First estimate of proof and disproof numbers.
    pub heuristic: MateHeuristic,
    /// Further questions about every mate.
    pub questions: Questions,
    /// Folder, or file of a single problem, for certificates.
    pub certificates: Option<PathBuf>,
    /// Folder, or file of a single problem, for pages ([`tree_page`](super::tree_page)).
    pub pages: Option<PathBuf>,
    /// Positions of the attacker on a page, about.
    pub page_positions: usize,
}

impl Default for MateRun {
    /// Ten million nodes a problem, 256 MB, the default parts of the solver, no questions.
    fn default() -> MateRun {
        MateRun {
            hash_mb: 256,
            threads_per_problem: 1,
            nodes: 10_000_000,
            time: None,
            cycle: CycleTreatment::Dependence,
            heuristic: MateHeuristic::FarDrops,
            questions: Questions::default(),
            certificates: None,
            pages: None,
            page_positions: 300,
        }
    }
}

impl MateRun {
    /// Starts the stopwatch of an answer: the wall clock if several threads work on it, else the time that the one has worked.
    pub(super) fn clock(&self) -> ThreadClock {
        if self.threads_per_problem > 1 { ThreadClock::wall() } else { ThreadClock::now() }
    }

    /// Name of the time that answers have.
    pub fn kind_of_time(&self) -> &'static str {
        if self.threads_per_problem > 1 { ThreadClock::WALL } else { ThreadClock::kind() }
    }

    /// Names of the columns that answers to the questions fill.
    pub fn columns(&self) -> Vec<&'static str> {
        let asked = &self.questions;
        let columns = [
            (asked.exact, "exact"),
            (asked.traditional, "traditional"),
            (asked.traditional, "solution"),
            (asked.cooks, "cooks"),
            (asked.futile, "futile"),
            (self.shows_lengths(), "shown"),
        ];
        columns.into_iter().filter(|(asked, _)| *asked).map(|(_, name)| name).collect()
    }

    /// Whether certificates show exact lengths.
    pub(super) fn shows_lengths(&self) -> bool {
        self.questions.exact && self.certificates.is_some()
    }

    /// All that answers depend on in one line of `key value` pairs: the head of the question whose answer is kept.
    pub fn describe(&self) -> String {
        let nodes = if self.nodes == u64::MAX { "no limit".to_owned() } else { self.nodes.to_string() };
        let time = self.time.map_or("no limit".to_owned(), |time| time.as_secs_f64().to_string());
        let certificates = if self.certificates.is_some() { "written" } else { "not kept" };
        let mut words = vec![
            format!("hash-mb {}", self.hash_mb),
            format!("nodes {nodes}"),
            format!("time-s {time}"),
            format!("cycle {}", self.cycle),
            format!("heuristic {}", self.heuristic),
            format!("certificates {certificates}"),
        ];
        let together = self.threads_per_problem > 1;
        words.extend(together.then(|| format!("threads-per-problem {}", self.threads_per_problem)));
        words.extend(self.columns().into_iter().map(str::to_owned));
        words.extend(self.pages.is_some().then(|| format!("pages of {} positions", self.page_positions)));
        words.extend(self.questions.records.is_some().then(|| "records".to_owned()));
        words.join(", ")
    }
}
