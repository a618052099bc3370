//! Parameters of a run over mate problems: command-line options, and a description of everything that answers depend on.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Command, FromArgMatches};
use komadai_report::Failure;
use komadai_report::options::Threads;

use super::cycles::CycleTreatment;
use crate::run::clocks::ThreadClock;

/// Nodes for a problem if neither nodes nor time are limited.
const NODES: u64 = 10_000_000;

/// Further questions about every mate found: `--exact`, `--traditional`, `--cooks`, `--futile`, `--kif`.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct Questions {
    /// Also the exact length of every mate, every interposition counted: one more column with the length or its bounds (9..13). Where it is
    /// settled, PLIES and MOVES are those of a shortest mate.
    #[arg(long)]
    pub exact: bool,
    /// Also the length as people count it, without futile interpositions, and the solution: two more columns. The solution is the longest
    /// line that leaves the attacker no piece in hand, which can be shorter than the length; "leftovers" if every line leaves one. Only
    /// recorded lengths counted in this way are compared with them.
    #[arg(long)]
    pub traditional: bool,
    /// Also whether other checks mate: one more column that says sound, unsound or open, and names those checks, the worst first, with the
    /// number of the move in MOVES (with --traditional, in the line given in the column), the kind, and the length. Other solutions: 早詰 (an
    /// earlier mate), 余詰 (another mate). Blemishes: 手順前後 (the same moves in another order), 非限定 (other moves to the same position), 迂回 (a
    /// roundabout way), each with "back after N" moves of the line, and 最終手余詰 (instead of the last move). Each check has the --nodes limit
    /// to itself; --time-s is for all together, and checks that are not reached in time are open.
    #[arg(long)]
    pub cooks: bool,
    /// Also the line as people count it, and where interpositions in its positions are futile: one more column, MOVES and the squares after
    /// each move, such as `line 9e9d; after 1 on 2d 3d`.
    #[arg(long)]
    pub futile: bool,
    /// Writes every mate with its variations as NAME.kif into this folder, or one problem into this file: about 1000 moves each, the rest
    /// omitted.
    #[arg(long = "kif", value_name = "DIR|FILE.kif")]
    pub records: Option<PathBuf>,
}

/// Parameters of a run over mate problems, given on a command line.
#[derive(Args, Clone, Debug)]
pub struct MateRun {
    /// Megabytes of tables for each problem being solved: total memory is this plus an eighth, times --threads, and twice as much with
    /// lengths, cooks or records.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash_mb: u32,
    /// Seconds for each problem, by the wall clock; as many again for each question about a mate.
    #[arg(long = "time-s", value_name = "T", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Positions to search for each problem, and again for each question [default: 10000000; with --time-s no limit].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Further questions about every mate.
    #[command(flatten)]
    pub questions: Questions,
    /// Treatment of no-mates that depend on a repetition.
    #[arg(long, value_name = "NAME", value_enum, default_value_t = CycleTreatment::Dependence)]
    pub cycle: CycleTreatment,
    /// Keeps a certificate of every mate and no-mate as NAME.kmdc in this folder, or that of one problem in this file; see the example
    /// `check_certificate`. With --exact, NAME.kmdc shows a mate of exactly that length and NAME.lower.kmdc that no mate is shorter; one
    /// more column says what was shown: exact, lower, upper or neither.
    #[arg(long = "certificate", value_name = "DIR|FILE.kmdc")]
    pub certificates: Option<PathBuf>,
    /// Writes the proof of every mate and no-mate as NAME.html into this folder, or that of one problem into this file: a page
    /// with a board for every move, its main line open and all else folded.
    #[arg(long = "html", value_name = "DIR|FILE.html")]
    pub pages: Option<PathBuf>,
    /// Approximate number of positions of the attacker on a page: a larger proof is cut off, but never its main line.
    #[arg(long = "html-positions", value_name = "N", default_value_t = 300, requires = "pages", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub page_positions: u32,
    /// Problems solved at the same time.
    #[command(flatten)]
    pub threads: Threads,
    /// Threads for each of the --threads problems solved at the same time: N × --threads threads in all. They share the tables of their
    /// problem. With more than one, nodes and lines differ from run to run, and milliseconds are of the wall clock.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=128))]
    pub threads_per_problem: u8,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

impl Default for MateRun {
    /// The run without options: ten million nodes per problem, 256 MB, the default treatment of repetitions, no questions.
    fn default() -> MateRun {
        let nothing = MateRun::augment_args(Command::new("mates")).get_matches_from(["mates"]);
        MateRun::from_arg_matches(&nothing).expect("every option has a default or may be missing")
    }
}

impl MateRun {
    /// Nodes for a problem, and again for each question; `u64::MAX` is no limit.
    pub(super) fn most_nodes(&self) -> u64 {
        self.nodes.unwrap_or(if self.time.is_some() { u64::MAX } else { NODES })
    }

    /// Starts the stopwatch of an answer: the wall clock if several threads work on it, else the processor time of its one thread.
    pub(super) fn clock(&self) -> ThreadClock {
        if self.threads_per_problem > 1 { ThreadClock::wall() } else { ThreadClock::now() }
    }

    /// Name of the time in answers.
    pub fn kind_of_time(&self) -> &'static str {
        if self.threads_per_problem > 1 { ThreadClock::WALL } else { ThreadClock::kind() }
    }

    /// Names of the columns that answers to the questions fill.
    pub(super) fn columns(&self) -> impl Iterator<Item = &'static str> {
        let asked = &self.questions;
        let columns = [
            (asked.exact, "exact"),
            (asked.traditional, "traditional"),
            (asked.traditional, "solution"),
            (asked.cooks, "cooks"),
            (asked.futile, "futile"),
            (self.shows_lengths(), "shown"),
        ];
        columns.into_iter().filter(|(asked, _)| *asked).map(|(_, name)| name)
    }

    /// Whether certificates show exact lengths.
    pub(super) fn shows_lengths(&self) -> bool {
        self.questions.exact && self.certificates.is_some()
    }

    /// Everything that answers depend on, in one line of `key value` pairs: the head of the question under which an answer is kept.
    ///
    /// # Errors
    ///
    /// Those of [`CycleTreatment::fingerprint`].
    pub fn describe(&self) -> Result<String, Failure> {
        let nodes = match self.most_nodes() {
            u64::MAX => "no limit".to_owned(),
            nodes => nodes.to_string(),
        };
        let time = self.time.map_or("no limit".to_owned(), |time| time.as_secs_f64().to_string());
        // Files are written with the answer, so other files make another question.
        let into = |path: &Path| path.display().to_string();
        let certificates = self.certificates.as_deref().map_or("not kept".to_owned(), into);
        let mut words = vec![
            format!("hash-mb {}", self.hash_mb),
            format!("nodes {nodes}"),
            format!("time-s {time}"),
            format!("cycle {} {:06x}", self.cycle, self.cycle.fingerprint()?),
            format!("certificates {certificates}"),
        ];
        let together = self.threads_per_problem > 1;
        words.extend(together.then(|| format!("threads-per-problem {}", self.threads_per_problem)));
        words.extend(self.columns().map(str::to_owned));
        let pages = |path| format!("pages of {} positions {}", self.page_positions, into(path));
        words.extend(self.pages.as_deref().map(pages));
        words.extend(self.questions.records.as_deref().map(|path| format!("records {}", into(path))));
        Ok(words.join(", "))
    }
}
