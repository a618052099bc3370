//! What is asked about a mate once it is found: how long it takes, whether it is the only one, a record of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use komadai::lab::MateProblem;
use komadai::notation::record::{self, Format};
use komadai::tsume::{Length, LengthRule, Lengths, Solver, find_cooks, record_line};
use komadai::{Move, Position};

use crate::answer::length_text;
use crate::parts::{Heuristic, Policy};
use crate::solve::Recipe;
use crate::{files, watch};

/// About as many moves of variations as a record gets.
const MOVES: usize = 1_000;

/// The questions.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Questions {
    /// Lengths, in the order of their columns.
    pub(crate) countings: Vec<LengthRule>,
    /// Whether other checks mate as well.
    pub(crate) second: bool,
    /// Where records go.
    pub(crate) records: Option<PathBuf>,
}

impl Questions {
    /// Names of the columns that the answers fill.
    pub(crate) fn columns(&self) -> Vec<&'static str> {
        let lengths = self.countings.iter().map(|&counting| name(counting));
        lengths.chain(self.second.then_some("second")).collect()
    }

    fn none(&self) -> bool {
        self.countings.is_empty() && !self.second && self.records.is_none()
    }

    /// How plies are counted in records and beside second solutions.
    fn counting(&self) -> LengthRule {
        if self.countings.contains(&LengthRule::Traditional) {
            LengthRule::Traditional
        } else {
            LengthRule::EveryPly
        }
    }
}

/// What a length counts, in a word.
pub(crate) fn name(counting: LengthRule) -> &'static str {
    match counting {
        LengthRule::EveryPly => "exact",
        LengthRule::Traditional => "traditional",
    }
}

/// What was found out about a mate.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) lengths: Vec<Length>,
    /// A shortest line if every move counts, where exact lengths are asked for.
    pub(crate) line: Option<Vec<Move>>,
    pub(crate) second: Option<String>,
}

/// Answers the questions, for one thread.
pub(crate) struct Inquirer {
    questions: Questions,
    lengths: Lengths<Heuristic>,
    stop: Arc<AtomicBool>,
    time: Option<Duration>,
}

impl Inquirer {
    /// `None` if nothing is asked.
    pub(crate) fn new(recipe: &Recipe, stop: Arc<AtomicBool>) -> Option<Inquirer> {
        if recipe.questions.none() {
            return None;
        }
        let lengths = Lengths::builder().hash_mb(recipe.hash_mb as usize).nodes(recipe.nodes);
        let lengths = lengths.stop(Arc::clone(&stop)).heuristic(recipe.heuristic).build();
        Some(Inquirer { questions: recipe.questions.clone(), lengths, stop, time: recipe.time })
    }

    /// Asks about a mate that `solver` has found with the main line `line`.
    pub(crate) fn ask(
        &mut self,
        problem: &MateProblem,
        line: &[Move],
        solver: &mut Solver<Heuristic, Policy>,
    ) -> std::io::Result<Found> {
        let mut pos = problem.pos.clone();
        let mut found = Found::default();
        self.lengths.clear();
        for &counting in &self.questions.countings {
            let lengths = &mut self.lengths;
            if counting == LengthRule::EveryPly {
                let measured = watch::within(self.time, &self.stop, || lengths.measure(&mut pos, counting));
                found.line = Some(measured.line).filter(|line| !line.is_empty());
                found.lengths.push(bounded(measured.length, line.len()));
            } else {
                let at_most = line.len().try_into().unwrap_or(u16::MAX);
                let length = watch::within(self.time, &self.stop, || {
                    lengths.length_at_most(&mut pos, counting, at_most)
                });
                found.lengths.push(length);
            }
        }
        if self.questions.second {
            found.second = Some(self.second(&mut pos, solver));
        }
        if let Some(folder) = &self.questions.records {
            let path = files::of(folder, &problem.name, "kif");
            self.save_record(&mut pos, line, &path)?;
        }
        Ok(found)
    }

    /// `sound`, `unsound` or `open`, and what other checks mate beside a shortest line.
    fn second(&mut self, pos: &mut Position, solver: &mut Solver<Heuristic, Policy>) -> String {
        let (counting, lengths) = (self.questions.counting(), &mut self.lengths);
        let found = watch::within(self.time, &self.stop, || {
            let line = lengths.measure(pos, counting).line;
            find_cooks(pos, &line, counting, solver, lengths)
        });
        // Without a line there is nothing to stand beside.
        let Ok(found) = found else { return "open".to_owned() };
        let mut words = vec![
            match found.is_sound() {
                Some(true) => "sound",
                Some(false) => "unsound",
                None => "open",
            }
            .to_owned(),
        ];
        words.extend(found.cooks.iter().map(|cook| {
            format!("{} {} {} {}", cook.ply + 1, cook.mv, cook.kind.term(), length_text(cook.length))
        }));
        words.extend(found.unknown.iter().map(|(ply, mv)| format!("{} {mv} ?", ply + 1)));
        words.join("; ")
    }

    /// The mate with its variations as KIF; without them if they cannot be found within the limits.
    fn save_record(&mut self, pos: &mut Position, line: &[Move], path: &Path) -> std::io::Result<()> {
        let (counting, lengths) = (self.questions.counting(), &mut self.lengths);
        let variations = watch::within(self.time, &self.stop, || lengths.variations(pos, counting, MOVES));
        let game = match variations {
            Some(variations) => variations.game,
            None => record_line(pos, line).map_err(std::io::Error::other)?,
        };
        let text = record::write(&game, Format::Kif).map_err(std::io::Error::other)?;
        std::fs::write(path, text)
    }
}

/// A length that was not settled lies below the mate that was found.
fn bounded(length: Length, found: usize) -> Length {
    match length {
        Length::AtLeast(at_least) => {
            Length::Between { at_least, at_most: found.try_into().unwrap_or(u16::MAX) }
        }
        settled => settled,
    }
}
