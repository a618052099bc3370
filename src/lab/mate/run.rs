//! Parameters of a run over mate problems: all that its answers depend on.

use std::path::PathBuf;
use std::time::Duration;

use super::parts::{CycleTreatment, MateHeuristic};
use super::question::Questions;

/// Parameters of a run over mate problems.
#[derive(Clone, Debug)]
pub struct MateRun {
    /// Megabytes of tables for each thread; twice as much if there are questions.
    pub hash_mb: u32,
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
            nodes: 10_000_000,
            time: None,
            cycle: CycleTreatment::Lean,
            heuristic: MateHeuristic::Odds,
            questions: Questions::default(),
            certificates: None,
            pages: None,
            page_positions: 300,
        }
    }
}

impl MateRun {
    /// All that answers depend on in one line of `key value` pairs, as in the heading of a journal.
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
        words.extend(self.questions.columns().into_iter().map(str::to_owned));
        words.extend(self.pages.is_some().then(|| format!("pages of {} positions", self.page_positions)));
        words.extend(self.questions.records.is_some().then(|| "records".to_owned()));
        words.join(", ")
    }
}
